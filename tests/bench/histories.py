"""Games for the bench: matches played beforehand, and journals that hold them.

Here: games to fold, to read again and to restore. Not here: measuring.
"""

from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

import trio

from daemon.journal.interface import GameOpened, Private, TokenIssued
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_journal import open_journal
from daemon.table.tokens import digest
from protocol.game.presets import make_rules, preset_named
from protocol.log.consequences import consequences
from protocol.log.events import Entry, Event, MatchStarted, SeatTaken, TableOpened, TableOptions, TilePlayed
from protocol.log.table import Table, fold
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
