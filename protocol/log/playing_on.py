"""The part of a finished game with which somebody plays on from the middle of it.

Here: which entries begin such a game, and why none do. A record may come from a stranger, so they are audited. Not
here: the event that ends them (`events.PlayedOn`), opening the table (`daemon.house.playing_on`).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from protocol.log.audit import Auditor
from protocol.log.events import Entry

NO_TURN: Final = "nobody has a turn after that: the match ends there"


def turns_in(entries: Iterable[Entry]) -> tuple[Sequence[int], bool]:
    """The numbers of the entries after which it is somebody's turn, and whether all entries follow the rules.

    After the first one that does not, there are no numbers.
    """
    auditor, turns = Auditor(), list[int]()
    for entry in entries:
        if auditor.fault_in(entry.event) is not None:
            return turns, False
        if auditor.awaits_move:
            turns.append(entry.seq)
    return turns, True


class CannotPlayOnError(Exception):
    """A game cannot be played on from there; the text says why, as the middle of a sentence."""


def part_to_play_on(entries: Iterable[Entry], after: int) -> Sequence[Entry]:
    """The entries up to number `after`, and those that follow until it is somebody's turn.

    Raises `CannotPlayOnError` if there is no turn, or an entry breaks the rules or hides tiles.
    """
    auditor, part = Auditor(), list[Entry]()
    for entry in entries:
        fault = auditor.fault_in(entry.event)
        if fault is not None:
            raise CannotPlayOnError(f"entry {entry.seq}: {fault}")
        part.append(entry)
        if entry.seq >= after and auditor.awaits_move:
            return part
    raise CannotPlayOnError(NO_TURN)
