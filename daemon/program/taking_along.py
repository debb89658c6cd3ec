"""The games that come along when another host hands over everything: `fivesd --take-along DIR`, a folder of records.

They come from another machine, so each is audited, and there are limits. A file that is none of them, or has a fault,
is left out, with a line in the log; the others still come along.

Here: unfinished games, which sleep here until their players come, and the records of finished ones. Not here: the game
at the host's own table (`house.taking_over`), fetching the files (`client.program.games_along`).
"""

import logging
import re
from pathlib import Path
from typing import Final

import trio
from attrs import evolve

from daemon.house.games_along import MOST_ALONG
from daemon.house.taking_over import GameToTakeOver, game_in, take_over
from daemon.journal.interface import Journal
from daemon.journal.record_folder import Records
from daemon.journal.records import SUFFIX, read_file
from protocol.clean import brief
from protocol.log.audit import audit
from protocol.shared.exit_status import MisusedError
from protocol.wire.codec import encode_entry
from protocol.wire.record import Record, RecordError

LARGEST: Final = 4_000_000
"""Bytes of such a file: a long match has a tenth of that."""
_GAME_ID: Final = re.compile("[A-Za-z0-9-]{1,64}")
"""The ids that hosts give to games. A record may name anything, and its id becomes the name of a file."""

log = logging.getLogger("fivesd.house")


async def take_games_along(journal: Journal, folder: Path, hold: str | None = None) -> None:
    """Store the unfinished games of this folder, except those that are stored already. Raises `StoreError`.

    `hold`: as in `GameToTakeOver`.
    """
    for path in await trio.to_thread.run_sync(_files, folder, "sleeping"):
        try:
            taken: GameToTakeOver = await trio.to_thread.run_sync(game_in, path, None)
            await take_over(journal, evolve(taken, is_home=False, hold=hold), None)
        except MisusedError as error:
            log.warning("a game does not come along: %s", brief(str(error)))


async def keep_records_along(records: Records, folder: Path) -> None:
    """Keep the records of the finished games of this folder."""
    for path in await trio.to_thread.run_sync(_files, folder, "finished"):
        try:
            record = await trio.to_thread.run_sync(_finished, path)
            if not await records.has(record.header.game):
                await records.write(record.header, map(encode_entry, record.entries))
        except (MisusedError, OSError) as error:
            log.warning("a record does not come along: %s", brief(str(error)))


def _files(folder: Path, kind: str) -> list[Path]:
    """The files of this kind, as many and as large as may come along. None if the folder is gone by now."""
    try:
        found = sorted(folder.glob(f"{kind}-*{SUFFIX}"))[:MOST_ALONG]
        return [path for path in found if path.stat().st_size <= LARGEST]
    except OSError as error:
        log.warning("nothing comes along from %s: %s", folder, error)
        return []


def _finished(path: Path) -> Record:
    """The record of a finished game in this file. Raises `MisusedError` and `OSError`."""
    try:
        record = read_file(path)
    except RecordError as error:
        raise MisusedError(f"{path.name}: {error}") from error
    fault = audit(record.entries)
    if fault is not None or not _GAME_ID.fullmatch(record.header.game):
        raise MisusedError(f"{path.name}: {fault or 'its game has no valid id'}")
    return record
