"""Looking in the network for a host where a game goes on: its own host is gone, or this program hosts it itself.

Here: which of the hosts it is, and what it proves. Not here: finding hosts and asking them for their tables
(`lan_hosts`), going there (`link`), the hosts that are listed for a player who joins (`model.lan_hosts`).
"""

from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final
from weakref import WeakKeyDictionary

import trio
from attrs import evolve, field

from client.model.lan_hosts import LanHost, LanHosts
from client.net.lan_hosts import LanSearch, open_at
from client.words.take_over_words import Proof, Successor
from protocol.frozen import define
from protocol.log.events import Entry
from protocol.log.succession import Continued, Succession, precedence
from protocol.log.table import Stage, Table
from protocol.shared.household import is_of_one_card
from protocol.wire.messages import TableSummary
from protocol.wire.session import Session
from protocol.wire.stored_history import history_of

TIME_TO_LOOK: Final = 4.0
"""Seconds in which a host in the network answers."""


@define(eq=False)
class KnownGame:
    """A running game as far as this player has it, and whom it can be continued by.

    `games`: the ids that it has had, the newest last; `later`: those under which it has gone on since. `host_key`: that
    of its host, empty if it showed none.
    """

    games: Sequence[str]
    table: Table
    entries: Sequence[Entry]
    succession: Succession
    host_key: str
    later: Sequence[str] = ()
    _histories: dict[int, str] = field(factory=dict)

    @classmethod
    def of(cls, session: Session, host_key: str) -> "KnownGame":
        """The game of a session, whose host has this key."""
        continues = session.succession.continues
        former = () if continues is None else continues.games
        games = (*former, session.game or "")
        return cls(games, session.table, session.entries, session.succession, host_key)

    @property
    def ids(self) -> frozenset[str]:
        """All ids of the game that are known."""
        return frozenset((*self.games, *self.later))

    def proof_of(self, host: LanHost, table: TableSummary) -> Proof:
        """What a host proves that lists this table, on a connection with the key that it has announced."""
        key, continues = host.announced.key, table.continues
        if key is not None and key == self.host_key:
            return Proof.OWN_HOST
        if table.game in self.ids:
            return Proof.NOBODY
        if key is None or continues is None or continues.games[:1] != tuple(self.games[:1]):
            return Proof.NOBODY
        if not self.succession.host_is_player(continues, table.game, key):
            return Proof.NOBODY
        return Proof.PLAYER if self._has(continues) else Proof.OTHER_HISTORY

    def _has(self, continues: Continued) -> bool:
        """Whether the entries that are continued are my own, as far as I have them."""
        taken = continues.taken_over
        if taken > len(self.entries):
            return True
        history = self._histories.get(taken)
        if history is None:
            history = self._histories[taken] = history_of(self.entries[:taken])
        return continues.history == history

    def name_of_host(self, host: LanHost, table: TableSummary, proof: Proof) -> str:
        """The name of the player who hosts there, if one is proved; otherwise what the host calls itself."""
        seat = None if table.continues is None else table.continues.seat
        is_player = proof in (Proof.PLAYER, Proof.OTHER_HISTORY) and seat is not None
        return (self.table.seats[seat].name or "") if is_player and seat is not None else host.announced.name


@define(eq=False)
class SuccessorSearch:
    """The search among these hosts for the one where a game goes on; `search` keeps them up to date until cancelled.

    `own`: the ids under which the player hosts it, so that table is not meant. `changed` is called with the best host
    whenever that is another one; None: there is none any more.
    """

    game: KnownGame
    hosts: LanHosts
    search: Callable[[], Awaitable[None]]
    own: Collection[str] = ()
    changed: Callable[[Successor | None], None] = lambda _: None
    found: Successor | None = None
    _is_found: trio.Event = field(factory=trio.Event)
    _checked: WeakKeyDictionary[LanHost, dict[Hashable, Proof]] = field(factory=WeakKeyDictionary)
    """What each host has proved. A signature takes some milliseconds, and anybody in the network can send any number of
    them."""

    async def run(self) -> None:
        """Search until cancelled."""
        self.hosts.changed = self._take
        await self.search()

    async def run_for(self, seconds: float) -> Successor | None:
        """Search until a host is found that proves who it is, but no longer than this; returns the best one."""
        with trio.move_on_after(seconds):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.run)
                await self._is_found.wait()
                nursery.cancel_scope.cancel()
        return self.found

    def _take(self) -> None:
        best = min(self._hosting(), key=_rank, default=None)
        found = None if best is None else self._successor(*best)
        if found != self.found:
            self.found = found
            self.changed(found)
        if found is not None and found.proof in (Proof.OWN_HOST, Proof.PLAYER):
            self._is_found.set()

    def _hosting(self) -> Iterator[tuple[LanHost, TableSummary, Proof]]:
        """The hosts that go on with the game, each with the table; its own host, if it is back, is one of them.

        One with the name of a host that the player knows by another key has to prove that it is a player's.
        """
        for host in self.hosts.answering:
            for table in islice(filter(self._is_meant, host.tables), _MOST_STATEMENTS):
                proof = self._proof_of(host, table)
                is_impostor = proof is Proof.NOBODY and self.hosts.is_impostor(host)
                if (proof is Proof.OWN_HOST or table.game not in self.game.ids) and not is_impostor:
                    yield host, table, proof

    def _is_meant(self, table: TableSummary) -> bool:
        is_same = not self.game.ids.isdisjoint(table.games) and table.game not in self.own
        return is_same and table.stage is Stage.PLAYING

    def _proof_of(self, host: LanHost, table: TableSummary) -> Proof:
        checked, stated = self._checked.setdefault(host, {}), (table.game, table.continues)
        if stated not in checked and len(checked) < _MOST_STATEMENTS:
            checked[stated] = self.game.proof_of(host, table)
        return checked.get(stated, Proof.NOBODY)

    def _successor(self, host: LanHost, table: TableSummary, proof: Proof) -> Successor:
        people = tuple(seat.name or "" for seat in table.seats if seat.here)
        name = self.game.name_of_host(host, table, proof)
        taken = 0 if table.continues is None else table.continues.taken_over
        has_no_seat = table.continues is not None and table.continues.seat is None
        mine = _order(self.game.succession.continues), self.game.games[-1]
        is_right = (_order(table.continues), table.game) < mine
        # Addresses of one network card mean nothing on other machines, so they are the last resort.
        ways = [way for way in host.link.endpoints if not is_of_one_card(way.address.host)] or host.link.endpoints
        link = evolve(host.link, endpoints=tuple(ways), table=table.table)
        ahead = max(0, taken - len(self.game.entries))
        return Successor(name, link, people, proof, table.game, ahead, has_no_seat, is_right)


_MOST_STATEMENTS: Final = 5
"""Tables of one host that may go on with the game, and different statements of it that are checked: one is usual."""
_ORDER: Final = (Proof.OWN_HOST, Proof.PLAYER, Proof.OTHER_HISTORY, Proof.NOBODY)


def _order(continues: Continued | None) -> tuple[float, float]:
    return (0.0, 0.0) if continues is None else precedence(continues)


def _rank(found: tuple[LanHost, TableSummary, Proof]) -> tuple[int, tuple[float, float]]:
    _, table, proof = found
    return _ORDER.index(proof), _order(table.continues)


def search_for(game: KnownGame, known_keys: Mapping[str, str], own: Collection[str] = ()) -> SuccessorSearch:
    """The search for a host of this game in this machine's networks. `known_keys`: as in `LanHosts`."""
    hosts = LanHosts(known_keys)
    return SuccessorSearch(game, hosts, LanSearch(hosts, open_at).run, own)
