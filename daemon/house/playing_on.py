"""A finished game that a guest plays on from the middle of it, as a new game with bots on all other seats.

Here: who may play which game on, and how the new one begins: with the entries of the finished one up to there, and one
event that says so. Not here: which entries these are (`protocol.log.playing_on`), opening the table (`house_tables`).
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

import trio

from daemon.journal.interface import GameOpened, Journal, StoredRows, sound_part
from daemon.table.joining import free_name
from daemon.table.tokens import SeatTokens
from protocol.clean import brief
from protocol.frozen import frozen
from protocol.game.levels import LEVEL_NAMES
from protocol.game.options import RulesError
from protocol.log.events import Entry, Event, PlayedOn
from protocol.log.not_allowed import NOT_OPENED
from protocol.log.playing_on import CannotPlayOnError, part_to_play_on
from protocol.log.table import Stage, Table, fold
from protocol.names import checked_name
from protocol.sentences import Said
from protocol.wire.messages import PlayOn
from protocol.wire.record import Record

OPTION: Final = "play_on"
_ONE_AT_A_TIME: Final = trio.CapacityLimiter(1)


@frozen
class Beginning:
    """How a game begins: with `entries` of a finished one, if there are any, and these events.

    `seat`: that of the player who plays the finished game on, None in other games. `note`: the end of a log line.
    """

    events: Sequence[Event]
    entries: Sequence[Entry] = ()
    seat: int | None = None
    note: str = ""


async def played_on(journal: Journal, offered: Record | None, wanted: PlayOn, level: str) -> Beginning:
    """How the game begins that is wanted. `offered`: a record that may be played on, too; `level`: of the bots.

    Raises `RulesError` if it is impossible or not allowed, and `StoreError`.
    """
    if offered is not None and offered.header.game == wanted.game:
        entries, stored = offered.entries, None
    else:
        stored = await journal.read(wanted.game)
        entries = stored.entries
    # A long game takes a while to check, so that is done beside the event loop, for one guest at a time.
    begin = partial(_beginning, entries, stored, wanted, level)
    return await trio.to_thread.run_sync(begin, limiter=_ONE_AT_A_TIME)


def _beginning(entries: Sequence[Entry], stored: StoredRows | None, wanted: PlayOn, level: str) -> Beginning:
    name, fault = checked_name(wanted.name)
    if fault is not None:
        raise _refusal(fault)
    if level not in LEVEL_NAMES:
        raise _refusal(NOT_OPENED("no_level", level=brief(level)))
    if stored is not None:
        _check_may_read(stored, wanted)
    try:
        part = part_to_play_on(entries, wanted.entry)
    except CannotPlayOnError as error:
        raise _refusal(str(error)) from error
    table = fold(entry.event for entry in part)
    if not 0 <= wanted.seat < len(table.seats):
        raise _refusal(NOT_OPENED("no_seat", seat=wanted.seat + 1))
    event = PlayedOn(wanted.game, wanted.seat, _names(table, wanted.seat, name), level)
    return Beginning((event,), part, wanted.seat, f", which plays on game {brief(wanted.game)}")


def _refusal(why: Said) -> RulesError:
    return RulesError(OPTION, why)


def _check_may_read(stored: StoredRows, wanted: PlayOn) -> None:
    """Raise `RulesError` unless this is a finished game that the guest may read."""
    opened = next((row for row in stored.private if isinstance(row, GameOpened)), None)
    _, table, fault = sound_part(stored.entries)
    if opened is None or fault is not None or table.stage is not Stage.OVER:
        raise _refusal(NOT_OPENED("no_finished_game", game=brief(wanted.game)))
    has_seat = wanted.token is not None and SeatTokens(stored.private).find(wanted.token) is not None
    if not has_seat and (opened.password is not None or not table.options.spectators):
        raise _refusal(NOT_OPENED("not_yours_to_play_on"))


def _names(table: Table, seat: int, name: str) -> tuple[str, ...]:
    """Everybody's names: `name` on this seat, and whoever else has it gets a number."""
    names = [name if nth == seat else who.name or "" for nth, who in enumerate(table.seats)]
    for nth, other in enumerate(names):
        if nth != seat:
            names[nth] = free_name((*names[:nth], *names[nth + 1 :]), other)
    return tuple(names)
