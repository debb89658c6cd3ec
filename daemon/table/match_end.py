"""The end of a match: writing its record, and counting it. Not here: what follows (`between_matches`)."""

import logging
from collections.abc import Sequence
from typing import Final

from daemon.game_log import GameLog
from daemon.journal.record_folder import Records
from daemon.table.table_state import Services
from protocol.log.events import Event, MatchAbandoned, MatchWon
from protocol.wire.codec import encode_entry

_ENDS: Final[frozenset[type[Event]]] = frozenset((MatchWon, MatchAbandoned))

log = logging.getLogger("fivesd.table")


def is_the_end(events: Sequence[Event]) -> bool:
    """Whether these events end a match."""
    return not _ENDS.isdisjoint(map(type, events))


async def end_match(services: Services, table: str, game: GameLog, *, counts: bool) -> None:
    """Write the record of a match that has ended, and count the match if it `counts`.

    If the daemon is stopped before the record is written, the next start writes it.
    """
    try:
        await write_record(services.records, table, game)
    finally:
        if counts:
            services.matches.finished()


async def write_record(records: Records, table: str, game: GameLog) -> None:
    """Write the record of a game, if there is none yet."""
    try:
        if await records.has(game.game):
            return
        where = await records.write(game.header, map(encode_entry, tuple(game.entries)))
    except OSError as error:
        log.warning("%s: no record was written: %s; it will be at the next start", table, error)
    else:
        log.info("%s: the record is %s", table, where)
