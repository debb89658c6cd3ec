"""The list of all games: it says what the summaries say, of a file and of a club's database, and what it checks."""

import gc
import sqlite3
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Final

import psycopg
import pytest
import trio
from attrs import fields, frozen

from daemon.club import postgres_reading
from daemon.club.postgres_journal import open_club
from daemon.club.postgres_reading import open_postgres_reader
from daemon.journal import listing, sqlite_reading
from daemon.journal.interface import GameMoved, GameOpened, Journal, NextGameOpened, Private, TokenIssued
from daemon.journal.listing import GameFacts, listed_games
from daemon.journal.reading import JournalReader
from daemon.journal.sqlite_file import connect
from daemon.journal.sqlite_journal import open_journal
from daemon.journal.sqlite_reading import open_reader
from protocol.log.events import Entry, Event, MatchAbandoned, MatchStarted, SeatLeft, SeatTaken
from tests.client.recorded import RECORDS, record_of
from tests.daemon.club.club_daemon import execute
from tests.daemon.journal.journals import begin, change, entries_of, opened_table, sayings


@frozen
class Store:
    """A journal, to write it, and to read it as a command does."""

    writing: Callable[[], AbstractAsyncContextManager[Journal]]
    reading: Callable[[], AbstractContextManager[JournalReader]]
    change: Callable[[str], None]
    indexes: str
    """The query for the names of all indexes."""


@asynccontextmanager
async def _of_club(url: str) -> AsyncIterator[Journal]:
    async with open_club(url, "") as (journal, club):
        for game in ("oak", "g1", "g2", "g3", *(path.stem for path in RECORDS.glob("*.jsonl"))):
            await club.own(game)
        yield journal


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "sqlite":
        path = tmp_path / "journal.sqlite"
        indexes = "SELECT name FROM sqlite_master WHERE type = 'index'"
        return Store(lambda: open_journal(path), lambda: open_reader(path), partial(change, path), indexes)
    url = request.getfixturevalue("club_url")
    indexes = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
    return Store(partial(_of_club, url), partial(open_postgres_reader, url), partial(execute, url), indexes)


@pytest.fixture
def pages_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for reading in (listing, sqlite_reading, postgres_reading):
        monkeypatch.setattr(reading, "PAGE", 1)


def ids_in(reader: JournalReader) -> list[str]:
    return [listed.game for listed in listed_games(reader)]


ANN: Final = (SeatTaken(0, "Ann"), SeatTaken(1, "Ada", "club"))
GAMES: Final[dict[str, tuple[tuple[Event, ...], list[Private]]]] = {
    "nobody": ((), []),
    "seats that were left": ((*ANN, SeatLeft(0), SeatTaken(0, "Eve")), []),
    "went on here": ((*ANN, MatchStarted(1)), [NextGameOpened("g2")]),
    "went on elsewhere": ((*ANN, MatchStarted(1)), [GameMoved("10.0.0.7:5533", None, "there")]),
    "abandoned, and left": ((*ANN, MatchStarted(1), MatchAbandoned((4, 7))), [NextGameOpened("g2")]),
    "came back": ((*ANN, MatchStarted(1)), [TokenIssued(0, "d", is_host=True, at="2026-02-03T00:00:00.000Z")]),
}


async def check_the_list(store: Store, entries: list[Entry], private: list[Private]) -> None:
    async with store.writing() as journal:
        await journal.append("g1", 0, entries, [GameOpened("oak", entries[0].at)])
        await journal.append("g1", len(entries), [], private)
        (summary,) = await journal.games()

    with store.reading() as reader:
        (listed,) = listed_games(reader)
        assert reader.damage == {}
    shown = {field.name: getattr(summary, field.name) for field in fields(GameFacts)}
    seats = tuple(who.name for who in shown.pop("seats"))
    left = shown.pop("left")
    assert {name: getattr(listed, name) for name in shown} == shown
    assert tuple(who.name for who in listed.seats) == seats
    assert listed.left == (None if summary.is_over else left), "of a game that is over it is not read"
    assert listed.is_used == summary.is_used


@pytest.mark.parametrize("record", sorted(path.stem for path in RECORDS.glob("*.jsonl")))
async def test_a_recorded_game_is_listed_as_its_summary_says(store: Store, record: str) -> None:
    await check_the_list(store, list(record_of(record).entries), [])


@pytest.mark.parametrize(("events", "private"), GAMES.values(), ids=GAMES.keys())
async def test_a_game_is_listed_as_its_summary_says(
    store: Store, events: tuple[Event, ...], private: list[Private]
) -> None:
    await check_the_list(store, entries_of(opened_table(), *events), private)


@pytest.mark.usefixtures("pages_of_one")
async def test_games_are_listed_oldest_first_through_all_pages(store: Store) -> None:
    days = {"g1": "2026-01-03", "g2": "2026-01-01", "g3": "2026-01-02"}
    async with store.writing() as journal:
        for game, day in days.items():
            await begin(journal, game, at=f"{day}T00:00:00.000Z")

    with store.reading() as reader:
        assert ids_in(reader) == ["g2", "g3", "g1"]
        assert ids_in(reader) == ["g2", "g3", "g1"], "and so a second time"


@pytest.mark.usefixtures("pages_of_one")
async def test_more_games_need_no_more_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.journal.heads.GAMES_IN_A_BLOCK", 1)
    peaks = list[int]()
    for games in (100, 100, 600):  # the first time, for what Python keeps
        path = tmp_path / f"{len(peaks)}.sqlite"
        async with open_journal(path) as journal, trio.open_nursery() as nursery:
            for nth in range(games):
                nursery.start_soon(begin, journal, f"g{nth}")
        gc.collect()
        tracemalloc.start()
        with open_reader(path) as reader:
            assert sum(1 for _ in listed_games(reader)) == games
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[2] < 2 * peaks[1]


@pytest.mark.usefixtures("pages_of_one")
async def test_games_that_are_forgotten_while_the_list_is_read_are_not_damaged(store: Store) -> None:
    async with store.writing() as journal:
        for game in ("g1", "g2", "g3"):
            await begin(journal, game)
        with store.reading() as reader:
            games = listed_games(reader)
            assert next(games).game == "g1"
            await journal.forget(["g2"])
            assert [listed.game for listed in games] == ["g3"]
            assert reader.damage == {}


@pytest.mark.usefixtures("pages_of_one")
async def test_whoever_pauses_in_the_list_of_a_club_holds_no_transaction_open(club_url: str) -> None:
    async with _of_club(club_url) as journal:
        for game in ("g1", "g2"):
            await begin(journal, game)
    with open_postgres_reader(club_url) as reader, closing(psycopg.connect(club_url, autocommit=True)) as other:
        games = listed_games(reader)
        next(games)
        states = other.execute(
            "SELECT state FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

        assert states.fetchall() == [("idle",)]


@pytest.mark.parametrize("is_opened_to_write", [False, True])
async def test_a_journal_of_the_first_builds_is_listed_without_its_newer_index_and_gets_it_when_it_is_written(
    store: Store, is_opened_to_write: bool
) -> None:
    async with store.writing() as journal:
        await begin(journal, "g1", *ANN)
    store.change("DROP INDEX summary_entries")

    if is_opened_to_write:
        async with store.writing():
            pass

    with store.reading() as reader:
        assert ids_in(reader) == ["g1"]
        found, _ = reader.select(store.indexes)
        assert (("summary_entries",) in found) is is_opened_to_write


# Damage.

SEEN: Final = {
    "its end": ["DELETE FROM entries WHERE game = 'g1' AND seq > 5", "DELETE FROM appends WHERE game = 'g1' AND n = 2"],
    "its last append": ["DELETE FROM appends WHERE game = 'g1' AND n = 2"],
    "its last entry": ["DELETE FROM entries WHERE game = 'g1' AND seq = 7"],
    "its first append": ["DELETE FROM appends WHERE game = 'g1' AND n = 1"],
    "its first entry": ["DELETE FROM entries WHERE game = 'g1' AND seq = 1"],
    "all of it": ["DELETE FROM entries WHERE game = 'g1'", "DELETE FROM appends WHERE game = 'g1'"],
    "how it was opened": ["UPDATE appends SET private = '[]' WHERE game = 'g1' AND n = 1"],
    "a player": ["UPDATE entries SET event = '{}' WHERE game = 'g1' AND seq = 2"],
    "its result": ["UPDATE entries SET event = replace(event, ':[', ':{') WHERE game = 'g1' AND seq = 5"],
    "a table that cannot be": ["UPDATE entries SET event = replace(event, '\"seats\":2', '\"seats\":99')"
                               " WHERE game = 'g1' AND seq = 1"],
    "the last checksum": ["UPDATE appends SET checksum = 'x' WHERE game = 'g1' AND n = 2"],
}  # fmt: skip
"""What a game has lost, or what was changed, so that the list notices it."""
NOT_SEEN: Final = {
    "a remark": ["UPDATE entries SET event = replace(event, 'word 0', 'word 9') WHERE game = 'g1' AND seq = 6"],
    "a time": ["UPDATE entries SET at = '2026-01-02T03:04:05.679Z' WHERE game = 'g1' AND seq = 3"],
}
"""What only a check of every row finds."""


async def two_games(path: Path) -> None:
    async with open_journal(path) as journal:
        await begin(journal, "g1", *ANN, MatchStarted(1), MatchAbandoned((4, 7)))
        await journal.append("g1", 5, sayings(2, after=5), [TokenIssued(0, "d1", is_host=False)])
        await begin(journal, "g2")


@pytest.mark.parametrize("statements", SEEN.values(), ids=SEEN.keys())
async def test_a_game_that_has_lost_what_the_list_needs_is_named_as_a_check_of_all_rows_names_it(
    tmp_path: Path, statements: list[str]
) -> None:
    path = tmp_path / "journal.sqlite"
    await two_games(path)
    change(path, *statements)

    with open_reader(path) as reader, open_reader(path) as checked:
        assert ids_in(reader) == ["g2"]
        checked.verify()
        assert reader.damage == checked.damage


@pytest.mark.parametrize("statements", SEEN.values(), ids=SEEN.keys())
async def test_without_space_for_temporary_tables_the_list_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, statements: list[str]
) -> None:
    path = tmp_path / "journal.sqlite"
    await two_games(path)
    change(path, *statements)

    def connect_without_space(path: Path, *, read_only: bool) -> sqlite3.Connection:
        database = connect(path, read_only=read_only)
        database.set_authorizer(
            lambda action, *_: sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_CREATE_TEMP_TABLE else sqlite3.SQLITE_OK
        )
        return database

    monkeypatch.setattr(sqlite_reading, "connect", connect_without_space)
    with open_reader(path) as reader:
        assert ids_in(reader) == ["g2"]
        assert reader.damage.keys() == {"g1"}


@pytest.mark.parametrize("statements", NOT_SEEN.values(), ids=NOT_SEEN.keys())
async def test_what_no_line_of_the_list_shows_is_left_to_a_check_of_all_rows(
    tmp_path: Path, statements: list[str]
) -> None:
    path = tmp_path / "journal.sqlite"
    await two_games(path)
    change(path, *statements)

    with open_reader(path) as reader:
        assert ids_in(reader) == ["g1", "g2"]
        reader.verify()
        assert reader.damage.keys() == {"g1"}
