"""The hosts that a game has had, as its log shows, and what its players can prove to the next one (WIRE.md).

A player's program has a chain of links for this, apart from that of mixed deals. Its end is the *heir* of the seat,
which is in the log. Each further host of the game is shown the link that is one step further away from the heir. So
what one host was shown proves nothing to the next.

Here: `Succession`, which follows a game event by event, and the part of a game with which another host can go on. Not
here: the first entries there (`daemon.program.taking_over`), the hashes (`mixing`).
"""

import math
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from protocol.frozen import frozen
from protocol.log.events import Entry, HostChanged, MatchStarted, PlayedOn, RoundEnded, SeatTaken
from protocol.log.mixing import is_link, link_after
from protocol.log.table import Stage, Table, fold


@frozen
class Continued:
    """What a game continues that has had other hosts: its ids there, oldest first, and since which entry.

    `seat`: that of the player who hosts it now, None if its host has no seat.
    """

    games: tuple[str, ...]
    entry: int
    seat: int | None = None


MOST_HOSTS: Final = 100
"""Hosts of one game: far more than any has."""


def continued_again(before: Continued | None, entry: Entry) -> Continued | None:
    """What a game continues after one more entry. A game that is played on is another one, and continues nothing."""
    if isinstance(entry.event, PlayedOn):
        return None
    if not isinstance(entry.event, HostChanged):
        return before
    games = () if before is None else before.games
    return Continued((*games, entry.event.game), entry.seq, entry.event.seat)


def precedence(continued: Continued) -> tuple[int, float]:
    """How one of several successors of the same game compares with the others: the lowest is the one to go to.

    That is the one with most finished rounds, then that of the lowest seat.
    """
    return -continued.entry, math.inf if continued.seat is None else continued.seat


@define
class Succession:
    """The hosts of one game. `note` takes its entries in order.

    `continues`: None at the first host. `heirs`: by seat, None for players who can prove nothing.
    """

    continues: Continued | None = None
    heirs: list[str | None] = field(factory=list)
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
                self.heirs = [None] * len(table.seats)
                self._note_heirs(event.heirs or ())
            case RoundEnded() if event.heirs is not None:
                self._note_heirs(event.heirs)
            case SeatTaken() if self.heirs:  # in a match: a bot, for good
                self.heirs[event.seat] = None
            case PlayedOn():
                self.heirs = [None] * len(table.seats)
            case _:
                pass

    def _note_heirs(self, heirs: Sequence[str | None]) -> None:
        for seat, heir in enumerate(heirs):
            if heir is not None:
                self.heirs[seat] = heir
                self._shown.add(heir)

    def has_shown(self, heir: str) -> bool:
        """Whether the log has shown this heir."""
        return heir in self._shown

    def seat_for(self, claim: str) -> int | None:
        """The seat that this claim proves to be its sender's at this host, or None."""
        if self.continues is None or not is_link(claim):
            return None
        heir = link_after(claim, self.number)
        return self.heirs.index(heir) if heir in self.heirs else None


def finished_rounds(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries up to the end of the last finished round, or the change of the host after it; empty without any."""
    ends = [nth for nth, entry in enumerate(entries, start=1) if isinstance(entry.event, RoundEnded | HostChanged)]
    return entries[: ends[-1] if ends else 0]


def part_to_go_on_with(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries with which another host can continue a game; empty if its match has not begun, or is over.

    They end with the last finished round, or before the first deal: nobody but the host knows the hands after that. A
    change of the host since then stays in the game, for each host is shown one link more.
    """
    if fold(entry.event for entry in entries).stage is not Stage.PLAYING:
        return ()
    starts = (nth for nth, entry in enumerate(entries, start=1) if isinstance(entry.event, MatchStarted))
    return finished_rounds(entries) or entries[: next(starts)]
