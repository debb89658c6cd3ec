"""Looking in the network for a host where a game goes on, whose own host is gone.

Here: which of the hosts it is. Not here: finding hosts and asking them for their tables (`lan_hosts`), going there
(`link`), the hosts that are listed for a player who joins (`model.lan_hosts`).
"""

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from typing import Final, NamedTuple

import trio
from attrs import define, evolve, field

from client.model.lan_hosts import LanHost, LanHosts
from client.net.lan_hosts import LanSearch, open_at
from protocol.console.join_link import JoinLink
from protocol.log.succession import precedence
from protocol.log.table import Stage
from protocol.wire.messages import TableSummary

TIME_TO_LOOK: Final = 4.0
"""Seconds in which a host in the network answers."""


class Successor(NamedTuple):
    """A host where the game goes on, its name, and the link to the table; the names of the people who are there.

    `is_back`: it is the game's own host, at this address now.
    """

    name: str
    link: JoinLink
    people: tuple[str, ...] = ()
    is_back: bool = False


@define(eq=False)
class SuccessorSearch:
    """The search among these hosts for one where a game goes on; `search` keeps them up to date until cancelled.

    `games`: the ids that the game has had, as far as they are known. `own`: those under which the player hosts it, so
    that table is not meant. `key`: that of the host that is gone, empty if it showed none, None if that is not known:
    whoever has the game under an id of `games` can only be that host, and the player's seat is good only there.
    """

    games: Collection[str]
    hosts: LanHosts
    search: Callable[[], Awaitable[None]]
    own: Collection[str] = ()
    key: str | None = None
    found: Successor | None = None
    _is_found: trio.Event = field(factory=trio.Event)

    async def run(self) -> Successor:
        """Search until a host is found."""
        self.hosts.changed = self._take
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.search)
            await self._is_found.wait()
            nursery.cancel_scope.cancel()
        assert self.found is not None
        return self.found

    async def run_for(self, seconds: float) -> Successor | None:
        """Search for so long; returns the host if one is found."""
        with trio.move_on_after(seconds):
            await self.run()
        return self.found

    def _take(self) -> None:
        found = min(self._hosting(), key=_precedence, default=None)
        if found is not None:
            host, table = found
            people = tuple(seat.name or "" for seat in table.seats if seat.here)
            self.found = Successor(
                host.announced.name, evolve(host.link, table=table.table), people, table.game in self.games
            )
            self._is_found.set()

    def _hosting(self) -> Iterator[tuple[LanHost, TableSummary]]:
        """The hosts that go on with the game, each with the table; its own host, if it is back, is one of them."""
        for host in self.hosts.trusted:
            for table in host.tables:
                if self._is_successor(host, table):
                    yield host, table

    def _is_successor(self, host: LanHost, table: TableSummary) -> bool:
        is_meant = any(game in self.games for game in table.games) and table.game not in self.own
        is_other_id = table.game not in self.games
        return is_meant and table.stage is Stage.PLAYING and (is_other_id or self.key in (None, host.announced.key))


def search_for(
    games: Collection[str], known_keys: Mapping[str, str], own: Collection[str] = (), key: str | None = None
) -> SuccessorSearch:
    """The search for a host of a game with these ids in this machine's networks. `known_keys`: as in `LanHosts`."""
    hosts = LanHosts(known_keys)
    return SuccessorSearch(games, hosts, LanSearch(hosts, open_at).run, own, key)


def _precedence(found: tuple[LanHost, TableSummary]) -> tuple[float, float]:
    continues = found[1].continues
    return (0, 0) if continues is None else precedence(continues)
