"""Games for the bench: matches played beforehand, and journals that hold them.

Here: games to fold, to read again and to restore. Not here: measuring.
"""

import sqlite3
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

import trio

from daemon.journal.chain import NO_HEAD
from daemon.journal.interface import CommandAccepted, GameOpened, Private, TokenIssued
from daemon.journal.records import RECORDS, record_path
from daemon.journal.rows import encode_private, entry_row
from daemon.journal.sqlite_file import JOURNAL, connect
from daemon.journal.sqlite_journal import open_journal
from daemon.table.tokens import digest
from protocol.game.presets import make_rules, preset_named
from protocol.log.consequences import consequences
from protocol.log.events import Entry, Event, MatchStarted, SeatTaken, TableOpened, TableOptions, TilePlayed
from protocol.log.table import Table, fold
from protocol.wire.codec import encode_entry
from protocol.wire.record import Header, encode_header
from tests.played import NAMES, deal, entered, move, played_match, tables_of

AT: Final = "2026-01-02T03:04:05.678Z"
TOKEN: Final = "token of the bench"


@cache
def matches(count: int, preset: str = "fives-and-threes", seats: int | None = None) -> tuple[tuple[Event, ...], ...]:
    """This many whole matches."""
    return tuple(tuple(played_match(preset, None, seats, chance)) for chance in range(count))


@cache
def long_game(entries: int) -> tuple[Event, ...]:
    """The first entries of one long game, a match to a distant target."""
    chance = Random(1)
    rules, seats = make_rules(preset_named("fives-and-threes"), {"target": 10_000, "max_rounds": 10_000})
    events: list[Event] = [TableOpened("fives-and-threes", rules, seats, TableOptions())]
    events += [SeatTaken(seat, name) for seat, name in enumerate(NAMES[:seats])]
    events.append(MatchStarted(1))
    table = fold(events)
    while len(events) < entries:
        dealt = deal(table, chance)
        events.append(dealt)
        table = fold([dealt], table)
        while table.turn is not None:
            following, table = consequences(table, move(table, chance))
            events += following
    return tuple(events[:entries])


def tables_before_plays(events: tuple[Event, ...]) -> list[tuple[Table, TilePlayed]]:
    """Each play of a game with the table before it."""
    tables = list(tables_of(events))
    return [(tables[at - 1], event) for at, event in enumerate(events) if isinstance(event, TilePlayed)]


def people_only(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The same game with a person on every seat, so that it waits for them when it is restored."""
    return tuple(SeatTaken(event.seat, event.name) if isinstance(event, SeatTaken) else event for event in events)


def stored_game(folder: Path, game: str, entries: list[Entry]) -> None:
    """A journal with this game; `TOKEN` is for its seat 0."""
    trio.run(partial(_store, folder / JOURNAL, game, entries))


async def _store(path: Path, game: str, entries: list[Entry]) -> None:
    private: list[Private] = [GameOpened("oak", AT), TokenIssued(0, digest(TOKEN), is_host=True)]
    async with open_journal(path) as journal:
        await journal.append(game, 0, entries, private)


def stored_copies(folder: Path, copies: int, *, finished: bool = False) -> int:
    """A journal with so many copies of one match, or of its first half, each at its own table; the entries of each."""
    (match,) = matches(1)
    part = entered(people_only(match if finished else match[: len(match) // 2]))
    trio.run(_store_copies, folder / JOURNAL, part, copies)
    return len(part)


async def _store_copies(path: Path, entries: list[Entry], copies: int) -> None:
    async with open_journal(path) as journal, trio.open_nursery() as nursery:
        for nth in range(copies):
            private: list[Private] = [GameOpened(f"oak-{nth}", AT), TokenIssued(0, digest(TOKEN), is_host=True)]
            nursery.start_soon(journal.append, f"copy-{nth}", 0, entries, private)


def stored_history(folder: Path, games: int) -> int:
    """A data folder with this many finished games, each a copy of one short match; the entries of each.

    The rows are what the daemon would have written, without its flushes.
    """
    entries = entered(played_match("all-fives", {"target": 30}, 2, 1))
    lines = b"".join(map(encode_entry, entries))
    (folder / RECORDS).mkdir()
    with closing(connect(folder / JOURNAL)) as database:
        database.execute("PRAGMA synchronous = OFF")
        for first in range(0, games, 1000):
            database.execute("BEGIN")
            for nth in range(first, min(games, first + 1000)):
                game = f"2026-01-02-oak-{nth:06x}"
                _store_quickly(database, game, entries)
                record_path(folder / RECORDS, game).write_bytes(encode_header(Header(game, "oak", AT)) + lines)
            database.execute("COMMIT")
            database.execute("PRAGMA wal_checkpoint").fetchall()
    return len(entries)


def _store_quickly(database: sqlite3.Connection, game: str, entries: list[Entry]) -> None:
    """Store a whole game, two entries in each append."""
    head = NO_HEAD
    for start in range(0, len(entries), 2):
        rows = [entry_row(game, entry) for entry in entries[start : start + 2]]
        row: Private = (
            CommandAccepted(f"{game}-{start}", "digest", start + len(rows)) if start else GameOpened("oak", AT)
        )
        private = encode_private([row])
        head = head.after(game, private, rows)
        database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        append = (game, head.appends, head.seq, private, head.checksum)
        database.execute("INSERT INTO appends VALUES (?, ?, ?, ?, ?)", append)
