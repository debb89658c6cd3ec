"""The rows that games leave in a journal: those of recorded games, and of simulated matches.

Here: games written into a journal on disk, and its rows, read by SQLite alone. Not here: the simulated matches
(`wire`); folders that an earlier tree has left (`kept`).
"""

import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Final

import trio

from daemon.journal.interface import GameOpened, Journal
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from protocol.wire.record import Record, read_record
from tests.daemon.journal.memory_journal import MemoryJournal
from tools.gate.recording import Texts

RECORDS: Final = Path(__file__).parents[2] / "tests" / "records"
"""Recorded games of every version."""


def rows_of(journals: Mapping[str, Journal]) -> Mapping[str, str]:
    """The rows of all games of each of these journals, as a journal on disk has them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / JOURNAL
        games = trio.run(_store, path, journals)
        with closing(sqlite3.connect(path)) as database:
            return {name: "\n".join(chain(*(_rows(database, game) for game in games[name]))) for name in journals}


async def _store(path: Path, journals: Mapping[str, Journal]) -> Mapping[str, list[str]]:
    """Store all of their games in one journal on disk, all at once; returns the ids there."""
    games: dict[str, list[str]] = {}
    async with open_journal(path) as on_disk, trio.open_nursery() as nursery:
        for name, journal in journals.items():
            games[name] = []
            for info in await journal.games():
                games[name].append(f"{name} {info.game}")
                stored = await journal.read(info.game)
                nursery.start_soon(on_disk.append, games[name][-1], 0, stored.entries, stored.private)
    return games


def _rows(database: sqlite3.Connection, game: str) -> list[str]:
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    rows = []
    for table in tables:
        found = database.execute(f"SELECT * FROM {table} WHERE game = ?", (game,))  # noqa: S608 - named by the file
        rows += [f"{table}: {' | '.join(map(str, row))}" for row in sorted(found)]
    return rows


def recorded_games() -> Texts:
    """The rows of the games in the tests, by file."""
    records = {path.stem: read_record(path.read_bytes().splitlines()) for path in sorted(RECORDS.glob("*.jsonl"))}
    journals = {name: trio.run(_journal_of, record) for name, record in records.items()}
    yield from ((f"rows/{name}", rows) for name, rows in rows_of(journals).items())


async def _journal_of(record: Record) -> Journal:
    journal = MemoryJournal()
    await journal.append(record.header.game, 0, record.entries, [GameOpened(record.header.table, record.header.at)])
    return journal
