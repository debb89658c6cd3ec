"""A database that goes back, restored or failed over: an append is stored only behind the one that it follows."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest

from daemon.club.postgres_journal import open_club
from daemon.club.postgres_reading import open_postgres_reader
from daemon.game_log import GameLog, folded
from daemon.house.lost_tables import GONE, what_is_lost
from daemon.journal.batches import PendingAppend
from daemon.journal.interface import LostGameError, WentBackError
from protocol.log.commands import Say
from protocol.log.events import Entry, MoveEvent, Said
from protocol.log.table import fold
from protocol.wire.messages import Farewell, OpenTable, Tables
from protocol.wire.notices import TroubleNotice
from protocol.wire.record import Header
from tests import postgres
from tests.daemon.club.club_daemon import ClubDaemon, execute, run_out, stored
from tests.daemon.harness import hosting
from tests.daemon.journal.journals import AT, entries_of, sayings
from tests.played import played_match
from tests.postgres import PostgresServer

GAMES = "g1", "g2"


@pytest.fixture
def ann(club_url: str) -> Iterator[ClubDaemon]:
    with closing(ClubDaemon(club_url, "a.example:5533")) as daemon:
        yield daemon


@pytest.fixture
def ben(club_url: str) -> Iterator[ClubDaemon]:
    with closing(ClubDaemon(club_url, "b.example:5533")) as daemon:
        yield daemon


def lose_after(url: str, game: str, entry: int) -> None:
    """Take the end of a game away, behind this entry, while everybody stays connected."""
    execute(
        url,
        f"DELETE FROM appends WHERE game = '{game}' AND head > {entry}",
        f"DELETE FROM entries WHERE game = '{game}' AND seq > {entry}",
    )


def begun(daemon: ClubDaemon, game: str = "g1", table: str = "oak") -> None:
    assert daemon.own(table) is None
    assert daemon.begin(game, table) is None


# The database.


def test_nothing_is_stored_behind_a_gap(ann: ClubDaemon, club_url: str) -> None:
    begun(ann)
    for after in range(1, 5):
        assert ann.say("g1", after) is None
    lose_after(club_url, "g1", 2)

    error = ann.say("g1", 5)

    assert isinstance(error, WentBackError)
    assert str(error) == "the database has lost entries 3 to 5 of game g1"
    assert len(stored(club_url, "g1").entries) == 2


def test_a_game_that_is_gone_altogether_is_lost(ann: ClubDaemon, club_url: str) -> None:
    begun(ann)
    ann.say("g1", 1)
    lose_after(club_url, "g1", 0)

    assert str(ann.say("g1", 2)) == "the database has lost entries 1 to 2 of game g1"
    assert stored(club_url, "g1").entries == ()


def test_nothing_is_stored_behind_other_entries_than_those_that_were_played(
    ann: ClubDaemon, ben: ClubDaemon, club_url: str
) -> None:
    begun(ann)
    ann.say("g1", 1)
    execute(club_url, "CREATE TABLE owned AS SELECT * FROM owners")
    lose_after(club_url, "g1", 1)
    run_out(club_url, ann)
    assert ben.own("g1") is None
    ben.append("g1", 1, sayings(2, after=1))
    execute(club_url, "DELETE FROM owners", "INSERT INTO owners SELECT * FROM owned")

    error = ann.say("g1", 2)

    assert isinstance(error, WentBackError)
    assert str(error) == "the database has other entries of game g1 than those that were played"
    assert len(stored(club_url, "g1").entries) == 3


def test_a_game_that_another_daemon_has_is_not_taken_for_one_that_went_back(
    ann: ClubDaemon, ben: ClubDaemon, club_url: str
) -> None:
    begun(ann)
    run_out(club_url, ann)
    assert ben.own("g1") is None
    assert ben.say("g1", 1) is None

    error = ann.say("g1", 1)

    assert (type(error), str(error)) == (LostGameError, "another daemon has game g1 now")


def test_of_a_batch_only_the_games_that_went_back_are_refused(ann: ClubDaemon, club_url: str) -> None:
    for game in GAMES:
        begun(ann, game, f"table of {game}")
        ann.say(game, 1)
    lose_after(club_url, "g1", 1)

    errors = ann.append_all(*(PendingAppend(game, 2, sayings(1, after=2), [], lambda _: None) for game in GAMES))

    assert [type(error) for error in errors] == [WentBackError, type(None)]


@pytest.mark.skipif(not postgres.can_dump(), reason="the chosen release of PostgreSQL has no pg_dump here")
def test_a_restore_while_two_daemons_run_leaves_no_hole_in_any_game(
    ann: ClubDaemon, ben: ClubDaemon, postgres_server: PostgresServer, club_url: str
) -> None:
    for daemon, game in zip((ann, ben), GAMES, strict=True):
        begun(daemon, game, f"table of {game}")
        daemon.say(game, 1, count=3)
    dump = postgres_server.folder / "club.dump"
    postgres_server.run("pg_dump", "-Fc", f"--file={dump}", club_url)
    for daemon, game in zip((ann, ben), GAMES, strict=True):
        for after in range(4, 12):
            assert daemon.say(game, after) is None
    postgres_server.run(
        "pg_restore", f"--dbname={club_url}", "--clean", "--if-exists", "--single-transaction", str(dump)
    )

    for daemon, game in zip((ann, ben), GAMES, strict=True):
        assert str(daemon.say(game, 12)) == f"the database has lost entries 5 to 12 of game {game}"
        assert daemon.own(game) is None
        assert daemon.say(game, 4) is None

    with open_postgres_reader(club_url) as reader:
        reader.verify()
        assert reader.damage == {}
        assert [len(reader.read(game).entries) for game in GAMES] == [5, 5]


# The table.


async def test_those_at_a_table_read_that_the_database_went_back(
    club_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        open_club(club_url, "a.example:5533") as (journal, club),
        hosting(journal, club=club, patience=10) as host,
    ):
        ann = await host.operator("Ann")
        await ann.send(OpenTable("all-fives"))
        await ann.enter(table=(await ann.expect(Tables)).opened)
        game, head = ann.session.game or "", ann.session.head
        await ann.accepted(Say("one"))
        lose_after(club_url, game, head)
        await ann.send(ann.asks(Say("two")))

        goodbye = await ann.parting()
        again = host.connect("Ann")
        again.session.token, again.session.game = ann.session.token, game
        await again.enter()
        await again.accepted(Say("three"))

    (notice,) = (message for message in ann.received if isinstance(message, TroubleNotice))
    assert notice.text == goodbye.detail == "the database went back, but no move is lost"
    assert goodbye.reason == Farewell.TROUBLE
    assert [event.text for event in again.events if isinstance(event, Said)] == ["three"]
    (line,) = (record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert re.fullmatch(rf"\S+: the database has lost entry {head + 1} of game {game}", line)


@pytest.fixture(scope="module")
def match() -> list[Entry]:
    return entries_of(*played_match("cinq-et-trois"))


async def table_of(entries: list[Entry]) -> GameLog:
    return await folded(Header("g1", "oak", AT), entries)


async def test_a_table_reads_how_many_moves_are_lost_and_the_score_then_and_now(match: list[Entry]) -> None:
    shown = await table_of(match)
    first_score = next(nth for nth, entry in enumerate(match) if any(fold_scores(match[: nth + 1])))
    stored = match[:first_score]
    lost = sum(isinstance(entry.event, MoveEvent) for entry in match[first_score:])

    assert await what_is_lost(shown, stored) == (
        f"the database went back {lost} moves: the score was {written(shown)}, and is 0-0 now"
    )


async def test_a_table_reads_that_it_goes_on_if_the_score_is_the_same(match: list[Entry]) -> None:
    last_move = max(nth for nth, entry in enumerate(match[:12]) if isinstance(entry.event, MoveEvent))
    begun = match[: last_move + 1]
    assert fold_scores(begun) == fold_scores(match[:last_move])

    text = await what_is_lost(await table_of(begun), match[:last_move])

    assert text == "the database went back 1 move, and play goes on from there"


async def test_other_entries_in_the_place_of_those_that_were_shown_are_a_loss_however_many_they_are(
    match: list[Entry],
) -> None:
    others = entries_of(*played_match("cinq-et-trois", chance=1))

    text = await what_is_lost(await table_of(match), others)

    assert text is not None
    assert text.startswith("the database went back ")


async def test_nothing_is_lost_if_all_that_was_shown_is_stored(match: list[Entry]) -> None:
    assert await what_is_lost(await table_of(match[:10]), match) is None


async def test_a_game_that_is_gone_is_called_so(match: list[Entry]) -> None:
    assert await what_is_lost(await table_of(match[:10]), []) == GONE


def fold_scores(entries: list[Entry]) -> tuple[int, ...]:
    return fold(entry.event for entry in entries).scores


def written(game: GameLog) -> str:
    return "-".join(map(str, game.table.scores))
