"""The hosts that a game has had, as its log shows, and what its players can prove to the next one (WIRE.md).

Here: `Succession`, which follows a game event by event, whether a host proves that it is a player's, and the part of a
game with which another host can go on. Not here: the first entries there (`daemon.house.taking_over`), the statements
and their signatures (`statements`).
"""

import math
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from attrs import field

from protocol.frozen import IF_ANY, define, frozen
from protocol.log.events import (
    Entry,
    HostChanged,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    PlayedOn,
    RoundEnded,
    SeatTaken,
)
from protocol.log.participation import sends_away
from protocol.log.statements import SeatKey, i_am_there, i_come, i_host, is_signed
from protocol.log.table import Stage, Table, fold


@frozen
class Continued:
    """What a game continues that has had other hosts: its ids there, oldest first, and since which entry.

    `entry`: the number of the last `HostChanged`; `history` and `signature` are its own. `seat`: that of the player who
    hosts it now, None if its host has no seat.
    """

    games: tuple[str, ...]
    entry: int
    seat: int | None = None
    history: str | None = field(default=None, metadata=IF_ANY)
    signature: str | None = field(default=None, metadata=IF_ANY)

    @property
    def taken_over(self) -> int:
        """How many entries of the game before it begins with."""
        return self.entry - 1

    def statement(self, game: str, host_key: str) -> str:
        """What its player states about the game with this id at the host with this key."""
        return i_host(self.games[0], len(self.games), game, self.taken_over, self.history or "", host_key)

    def claim(self, host_key: str) -> str:
        """What a player states to the host with this key, to come to a seat there."""
        return i_come(self.games[0], len(self.games), host_key)

    def arrival(self, host_key: str) -> str:
        """What a player states who has come to the host with this key, for the host before."""
        return i_am_there(self.games[0], len(self.games), host_key)


MOST_HOSTS: Final = 100
"""Hosts of one game: far more than any has."""


def continued_again(before: Continued | None, entry: Entry) -> Continued | None:
    """What a game continues after one more entry. A game that is played on is another one, and continues nothing."""
    if isinstance(entry.event, PlayedOn):
        return None
    if not isinstance(entry.event, HostChanged):
        return before
    games = () if before is None else before.games
    change = entry.event
    return Continued((*games, change.game), entry.seq, change.seat, change.history, change.signature)


def precedence(continued: Continued) -> tuple[int, float]:
    """How one of several successors of the same game compares with the others: the lowest is the one to go to.

    That is the one with most finished rounds, then that of the lowest seat.
    """
    return -continued.entry, math.inf if continued.seat is None else continued.seat


class SeatClaim(NamedTuple):
    """What somebody shows to claim a seat at the host with `host_key`: the key of the seat, and the signature."""

    key: str
    signature: str
    host_key: str


@define
class Succession:
    """The hosts of one game. `note` takes its entries in order.

    `continues`: None at the first host. `seat_keys`: by seat, None for players who can prove nothing.
    """

    continues: Continued | None = None
    seat_keys: list[SeatKey | None] = field(factory=list)
    _of_newcomers: dict[int, SeatKey] = field(factory=dict)
    """By seat, the keys of those who take the seats of bots right after the end of a round."""
    _shown: set[str] = field(factory=set)

    @property
    def number(self) -> int:
        """How many hosts the game had before this one."""
        return 0 if self.continues is None else len(self.continues.games)

    def note(self, table: Table, entry: Entry) -> None:
        """Note the next entry; `table` is the one before it."""
        self.continues = continued_again(self.continues, entry)
        match event := entry.event:
            case MatchStarted():
                self.seat_keys = [None] * len(table.seats)
                self._note_keys(event.seat_keys or (), table)
            case RoundEnded():
                self._of_newcomers.clear()
                self._note_keys(event.seat_keys or (), table)
            case SeatTaken() if self.seat_keys:  # in a match: a bot for good, or a person in place of one
                key, before = self._of_newcomers.pop(event.seat, None), self.seat_keys[event.seat]
                if before is not None and not sends_away(table.seats[event.seat].name, event):
                    self._shown.discard(before.key)  # its player may sit down again, as they have not been sent away
                self.seat_keys[event.seat] = key if event.bot is None else None
            case PlayedOn():
                self.seat_keys = [None] * len(table.seats)
            case _:
                pass

    def _note_keys(self, keys: Sequence[SeatKey | None], table: Table) -> None:
        for seat, key in enumerate(keys):
            if key is not None:
                (self.seat_keys if table.seats[seat].is_person else self._of_newcomers)[seat] = key
                self._shown.add(key.key)

    def has_shown(self, key: str) -> bool:
        """Whether the log has shown this key of a seat, and it counts: its player has not lost the seat meanwhile.

        Whoever was sent away has it shown still.
        """
        return key in self._shown

    def seat_of(self, key: str) -> int | None:
        """The seat whose key this is, or None."""
        return next((seat for seat, known in enumerate(self.seat_keys) if known and known.key == key), None)

    def seat_for(self, claim: SeatClaim) -> int | None:
        """The seat that this claim proves to be its sender's at this host, or None."""
        seat = self.seat_of(claim.key)
        if self.continues is None or seat is None:
            return None
        return seat if is_signed(claim.key, self.continues.claim(claim.host_key), claim.signature) else None

    def has_arrived(self, seat: int, game: str, host_key: str, signature: str) -> bool:
        """Whether the player of this seat proves to be at the next host of this game, the one with this key.

        `game`: its id here.
        """
        key = dict(enumerate(self.seat_keys)).get(seat)
        first = game if self.continues is None else self.continues.games[0]
        return key is not None and is_signed(key.key, i_am_there(first, self.number + 1, host_key), signature)

    def host_is_player(self, there: Continued, game: str, host_key: str) -> bool:
        """Whether the host with this key proves that it is a player of this game, who goes on with it.

        `there`: what the game there continues, `game` its id there. The keys that count are those of this game, so it
        has to be one of those that are continued; whether the entries there are the same is another question.
        """
        seat_key = None if there.seat is None else dict(enumerate(self.seat_keys)).get(there.seat)
        if seat_key is None or seat_key.page or there.signature is None:
            return False
        return is_signed(seat_key.key, there.statement(game, host_key), there.signature)


def finished_rounds(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries up to the end of the last finished round, or the change of the host after it; empty without any.

    Who takes the seat of a bot with the end of the round has it.
    """
    ends = [nth for nth, entry in enumerate(entries, start=1) if isinstance(entry.event, RoundEnded | HostChanged)]
    end = ends[-1] if ends else 0
    return entries[: end + len(tuple(takewhile(_is_newcomer, entries[end:])))] if end else entries[:0]


def _is_newcomer(entry: Entry) -> bool:
    return isinstance(entry.event, SeatTaken) and entry.event.bot is None


def is_played_on(entries: Sequence[Entry], continued: Continued) -> bool:
    """Whether a round has ended since the game came to its present host, or the match has."""
    return any(isinstance(entry.event, _ENDS) for entry in entries[continued.entry :])


_ENDS: Final = (RoundEnded, MatchWon, MatchAbandoned)


def part_to_go_on_with(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries with which another host can continue a game; empty if its match has not begun, or is over.

    They end with the last finished round, or before the first deal: nobody but the host knows the hands after that. A
    change of the host since then stays in the game, for each host is shown one link more.
    """
    if fold(entry.event for entry in entries).stage is not Stage.PLAYING:
        return ()
    starts = (nth for nth, entry in enumerate(entries, start=1) if isinstance(entry.event, MatchStarted))
    return finished_rounds(entries) or entries[: next(starts)]
