"""Entries to store, a game to store them in, and changes made without the daemon."""

import sqlite3
from contextlib import closing
from pathlib import Path

from daemon.journal.interface import (
    GameOpened,
    Journal,
    StoredRows,
)
from protocol.game.presets import PRESETS, make_rules
from protocol.log.events import Entry, Event, Said, TableOpened, TableOptions

AT = "2026-01-02T03:04:05.678Z"
OAK = GameOpened("oak", AT)


def opened_table() -> TableOpened:
    preset = PRESETS["cinq-et-trois"]
    rules, seats = make_rules(preset)
    return TableOpened(preset.name, rules, seats, TableOptions())


def entries_of(*events: Event, after: int = 0, at: str = AT) -> list[Entry]:
    return [Entry(after + nth, at, event) for nth, event in enumerate(events, start=1)]


def sayings(count: int, after: int = 0) -> list[Entry]:
    return entries_of(*(Said(0, "Ann", f"word {nth}") for nth in range(count)), after=after)


async def begin(journal: Journal, game: str = "g1", *events: Event, at: str = AT) -> None:
    await journal.append(game, 0, entries_of(opened_table(), *events), [GameOpened("oak", at)])


async def in_pieces(journal: Journal, game: str) -> list[StoredRows]:
    """A whole game, read chunk by chunk."""
    pieces, read = journal.pieces(game), []
    while (piece := await pieces.next()) is not None:
        read.append(piece)
    return read


def change(path: Path, *statements: str) -> None:
    """Change the file without the daemon."""
    with closing(sqlite3.connect(path)) as database, database:
        triggers = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            database.execute(statement)
