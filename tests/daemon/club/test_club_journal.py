"""Behaviour specific to a journal that several daemons share: of two owners, one never stores anything."""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import psycopg
import pytest
import trio

from daemon.club.postgres_database import BrokenConnectionError, Database
from daemon.club.postgres_journal import open_club
from daemon.club.postgres_reading import PostgresReader, open_postgres_reader
from daemon.club.postgres_tables import prepare
from daemon.journal.batches import PendingAppend
from daemon.journal.interface import LostGameError, NextGameOpened, StoreError, UnusableError
from protocol.log.commands import Say
from protocol.log.events import MatchAbandoned
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.notices import TroubleNotice, TroubleOverNotice
from tests.daemon.club.club_daemon import ClubDaemon, execute, run_out, stored
from tests.daemon.harness import hosting
from tests.daemon.journal.journals import begin, entries_of, sayings
from tests.daemon.journal.schedules import run_schedule
from tests.faulty_network import FaultyNetwork, faulty_network
from tests.postgres import PostgresServer

BREAK_CONNECTIONS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
StartDaemon = Callable[..., ClubDaemon]


@pytest.fixture
def start(club_url: str) -> Iterator[StartDaemon]:
    """Starts daemons of the club."""
    with ExitStack() as daemons:
        yield lambda address="a.example:5533", url=club_url: daemons.enter_context(closing(ClubDaemon(url, address)))


@pytest.fixture
def network(postgres_server: PostgresServer) -> Iterator[FaultyNetwork]:
    with faulty_network(postgres_server.port) as network:
        yield network


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Outcomes that stay unknown are given up soon."""
    monkeypatch.setattr("daemon.club.postgres_writer.PATIENCE_WITH_UNKNOWNS", 0.3)


def through(network: FaultyNetwork, url: str) -> str:
    """The same database, on the way through this network."""
    before, _, database = url.rpartition("/")
    return f"{before.rpartition(':')[0]}:{network.port}/{database}"


# Owning.


def test_a_key_is_owned_by_one_daemon_until_it_is_released(start: StartDaemon) -> None:
    ann, ben = start("a.example:5533"), start("b.example:5533")
    assert ann.own("oak") is None
    assert ann.own("oak") is None

    owner = ben.own("oak")
    assert owner is not None
    assert (owner.daemon, owner.address) == (ann.id, "a.example:5533")

    ann.release("oak")
    assert ben.own("oak") is None


def test_a_daemon_whose_lease_has_run_out_is_replaced_and_stores_nothing_more(
    start: StartDaemon, club_url: str
) -> None:
    ann, ben = start(), start("b.example:5533")
    ann.own("oak")
    assert ann.begin("g1") is None
    assert ben.own("g1") is not None

    run_out(club_url, ann)
    assert ann.say("g1", 1) is None, "nobody else has it yet"
    assert ben.own("g1") is None
    ann.renew()

    assert isinstance(ann.say("g1", 2), LostGameError)
    assert ben.say("g1", 2, count=3) is None
    assert isinstance(ann.say("g1", 2), LostGameError)
    assert len(stored(club_url, "g1").entries) == 5


def test_a_daemon_that_gets_its_game_back_stores_nothing_at_an_old_place(start: StartDaemon, club_url: str) -> None:
    ann, ben = start(), start()
    ann.own("oak")
    ann.begin("g1")
    ann.release("g1")
    ben.own("g1")
    ben.say("g1", 1)
    ben.release("g1")

    assert isinstance(ann.say("g1", 1), LostGameError)
    assert len(stored(club_url, "g1").entries) == 2


def test_a_daemon_that_comes_back_does_not_take_a_game_away_from_the_next_one(
    start: StartDaemon, club_url: str
) -> None:
    ann, ben = start(), start()
    ann.own("oak")
    ann.begin("g1")
    run_out(club_url, ann)
    ben.own("g1")
    ben.say("g1", 1)
    run_out(club_url, ben)
    execute(club_url, BREAK_CONNECTIONS)

    assert isinstance(ann.say("g1", 1), LostGameError)
    assert ben.say("g1", 2) is None


def test_a_game_begins_only_at_a_table_whose_name_is_this_daemons(start: StartDaemon, club_url: str) -> None:
    ann, ben = start(), start()
    ann.own("oak")
    assert isinstance(ben.begin("g1"), LostGameError)
    assert stored(club_url, "g1").entries == ()
    assert ann.begin("g1") is None


def test_a_game_cannot_begin_twice(start: StartDaemon, club_url: str) -> None:
    ann, ben = start(), start()
    ann.own("oak")
    ben.own("ash")
    assert ann.begin("g1") is None
    assert isinstance(ben.begin("g1", "ash"), LostGameError)
    assert ann.say("g1", 1) is None
    assert len(stored(club_url, "g1").entries) == 2


def test_of_a_batch_only_the_appends_to_lost_games_are_not_stored(start: StartDaemon, club_url: str) -> None:
    ann, ben = start(), start()
    ann.own("oak")
    for game in ("g1", "g2", "g3"):
        ann.begin(game)
    run_out(club_url, ann)
    ben.own("g2")

    errors = ann.append_all(
        *(PendingAppend(game, 1, sayings(1, after=1), [], lambda _: None) for game in ("g1", "g2", "g3"))
    )

    assert [type(error) for error in errors] == [type(None), LostGameError, type(None)]
    assert [len(stored(club_url, game).entries) for game in ("g1", "g2", "g3")] == [2, 1, 2]


async def test_a_takeover_waits_for_an_append_under_way(start: StartDaemon, club_url: str) -> None:
    ann, ben = start(), start()
    ann.own("oak")
    ann.begin("g1")
    run_out(club_url, ann)
    is_owned = trio.Event()

    async def own() -> None:
        await trio.to_thread.run_sync(ben.own, "g1")
        is_owned.set()

    with closing(psycopg.connect(club_url)) as append_under_way:
        append_under_way.execute("SELECT FROM owners WHERE key = 'g1' FOR SHARE")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(own)
            await trio.sleep(0.3)
            assert not is_owned.is_set()
            append_under_way.commit()
            with trio.fail_after(60):
                await is_owned.wait()


async def test_an_append_waits_for_a_takeover_and_then_stores_nothing(start: StartDaemon, club_url: str) -> None:
    ann = start()
    ann.own("oak")
    ann.begin("g1")
    errors: list[Exception | None] = []

    async def append() -> None:
        errors.append(await trio.to_thread.run_sync(ann.say, "g1", 1))

    with closing(psycopg.connect(club_url)) as takeover:
        takeover.execute("UPDATE owners SET daemon = 'another', epoch = epoch + 1 WHERE key = 'g1'")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(append)
            await trio.sleep(0.3)
            assert errors == []
            takeover.commit()

    assert [type(error) for error in errors] == [LostGameError]
    assert len(stored(club_url, "g1").entries) == 1


def test_games_that_another_daemon_has_are_not_deleted(start: StartDaemon, club_url: str) -> None:
    ann, ben = start("a.example:5533"), start()
    ann.own("oak")
    ann.begin("g1"), ann.begin("g2")
    ann.release("g2")

    with pytest.raises(StoreError, match="has it"):
        ben.delete("g1", "g2")
    ben.delete("g2", "g3")

    with open_postgres_reader(club_url) as reader:
        assert reader.game_ids() == {"g1"}


def test_a_game_that_has_ended_is_held_no_longer_than_a_lease(
    start: StartDaemon, club_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = entries_of(MatchAbandoned((0, 0)), after=1)
    ann, ben = start(), start()
    ann.own("oak")
    ann.begin("g1"), ann.begin("g2"), ann.begin("g4")

    assert ann.append("g4", 1, ended) is None
    assert ben.own("g4") is not None
    monkeypatch.setattr("daemon.club.postgres_writer.TIME_OF_LEASE", 0.0)
    assert ann.append("g1", 1, ended) is None
    assert ann.append("g2", 1, [], [NextGameOpened("g3")]) is None

    assert ann.append("g2", 1, []) is None, "as long as nobody else owns it"
    assert [ben.own("g1"), ben.own("g2")] == [None, None]


# Unknown outcomes.


def test_an_append_whose_answer_is_lost_is_stored_once(
    start: StartDaemon, club_url: str, network: FaultyNetwork
) -> None:
    ann = start(url=through(network, club_url))
    ann.own("oak")
    ann.begin("g1")
    network.loses_answer = True

    assert ann.say("g1", 1, count=2) is None

    assert not network.loses_answer
    assert ann.say("g1", 3) is None
    assert [entry.seq for entry in stored(club_url, "g1").entries] == [1, 2, 3, 4]


def test_a_game_begins_once_if_the_answer_is_lost(start: StartDaemon, club_url: str, network: FaultyNetwork) -> None:
    ann = start(url=through(network, club_url))
    ann.own("oak")
    network.loses_answer = True

    assert ann.begin("g1") is None
    assert ann.say("g1", 1) is None
    assert len(stored(club_url, "g1").entries) == 2


@pytest.mark.usefixtures("little_patience")
def test_an_append_that_arrives_late_stores_nothing(start: StartDaemon, club_url: str, network: FaultyNetwork) -> None:
    ann = start(url=through(network, club_url))
    ann.own("oak")
    ann.begin("g1")
    network.delays_request = network.refuses = True

    assert isinstance(ann.say("g1", 1), LostGameError)
    network.heal()
    assert ann.own("g1") is None
    assert network.deliver() == 1

    assert len(stored(club_url, "g1").entries) == 1
    assert ann.say("g1", 1) is None


@pytest.mark.usefixtures("little_patience")
def test_a_game_whose_outcome_stays_unknown_is_given_up_and_read_again(
    start: StartDaemon, club_url: str, network: FaultyNetwork
) -> None:
    ann = start(url=through(network, club_url))
    ann.own("oak")
    ann.begin("g1"), ann.begin("g2")
    network.loses_answer = network.refuses = True

    assert isinstance(ann.say("g1", 1), LostGameError)
    error = ann.say("g2", 1)
    assert isinstance(error, StoreError), "it was not even sent"
    network.heal()

    assert ann.say("g2", 1) is None
    assert isinstance(ann.say("g1", 2), LostGameError)
    assert ann.own("g1") is None
    assert ann.say("g1", 2) is None
    assert len(stored(club_url, "g1").entries) == 3


@pytest.mark.usefixtures("little_patience")
def test_a_server_that_answers_nothing_is_given_up(
    start: StartDaemon, club_url: str, network: FaultyNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.club.postgres_database.PATIENCE", 0.5)
    monkeypatch.setattr("daemon.club.postgres_database.TIME_TO_CONNECT", 2)
    ann = start(url=through(network, club_url))
    ann.own("oak")
    ann.begin("g1")
    network.is_cut = True

    assert isinstance(ann.say("g1", 1), LostGameError)
    network.heal()

    assert ann.own("g1") is None
    assert ann.say("g1", 1) is None


def test_a_game_that_lost_its_end_in_a_failover_is_read_again(start: StartDaemon, club_url: str) -> None:
    ann = start()
    ann.own("oak")
    ann.begin("g1"), ann.begin("g2")
    ann.say("g1", 1)
    execute(
        club_url,
        "DELETE FROM entries WHERE game = 'g1' AND seq = 2",
        "DELETE FROM appends WHERE game = 'g1' AND n = 2",
        BREAK_CONNECTIONS,
    )

    assert isinstance(ann.say("g1", 2), LostGameError)
    assert ann.say("g2", 1) is None
    assert len(stored(club_url, "g1").entries) == 1


@pytest.mark.parametrize("seed", range(2))
def test_random_faults_lose_double_and_change_nothing(postgres_server: PostgresServer, seed: int) -> None:
    assert run_schedule(postgres_server, seed)["stored"]


# A database that cannot be used for a while.


def test_a_daemon_stores_again_once_its_database_is_back(
    start: StartDaemon, club_url: str, network: FaultyNetwork, caplog: pytest.LogCaptureFixture
) -> None:
    ann = start(url=through(network, club_url))
    ann.own("oak")
    ann.begin("g1")
    network.refuses = True
    network.break_connections()

    for _ in range(3):
        assert isinstance(ann.say("g1", 1), StoreError | LostGameError)
    network.heal()
    ann.own("g1")

    assert ann.say("g1", 1) is None
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


def test_nothing_is_stored_while_the_database_is_read_only(
    start: StartDaemon, club_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    ann, name = start(), club_url.rpartition("/")[2]
    ann.own("oak")
    ann.begin("g1")
    execute(club_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on", BREAK_CONNECTIONS)

    errors = [ann.say("g1", 1) for _ in range(3)]

    execute(club_url, "SET default_transaction_read_only = off", f"ALTER DATABASE {name} RESET ALL", BREAK_CONNECTIONS)
    ann.own("g1")
    assert ann.say("g1", 1) is None
    assert [type(error) for error in errors if isinstance(error, StoreError)]
    assert "read-only" in caplog.text
    assert len(stored(club_url, "g1").entries) == 2


async def test_players_read_that_the_database_is_away_and_play_on_once_it_is_back(
    club_url: str, network: FaultyNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.table.table_clock.PATIENCE_WITH_THE_DISK", 0.1)
    async with (
        open_club(through(network, club_url), "a.example:5533") as (journal, club),
        hosting(journal, club=club, patience=10) as host,
    ):
        ann = await host.operator("Ann")
        await ann.send(OpenTable("all-fives"))
        await ann.enter(table=(await ann.expect(Tables)).opened)
        network.refuses = True
        network.break_connections()

        refused = await ann.refused(Say("hello"))
        trouble = next(message for message in ann.received if isinstance(message, TroubleNotice))
        network.heal()
        await ann.expect(TroubleOverNotice)

    assert refused == "store_failed"
    assert trouble.text.startswith("the host cannot write to its database: play has stopped")
    assert trouble.text.endswith("play continues by itself")


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_a_text_that_no_database_has_is_an_error_of_its_own(club_url: str, text: str) -> None:
    with closing(Database(club_url)) as database:
        connection = database.connection
        with pytest.raises(StoreError) as error:
            database.run("SELECT %s::text", text)
        assert not isinstance(error.value, BrokenConnectionError)
        assert database.connection is connection


# Opening.


async def refusal(url: str) -> str:
    """Why this database cannot be used."""
    with pytest.raises(UnusableError) as error:
        async with open_club(url, ""):
            pass
    text = str(error.value)
    assert "pips-and-spinners" not in text
    assert "\n" not in text
    return text


async def test_a_database_that_cannot_be_used_is_named_with_the_reason(
    club_url: str, postgres_server: PostgresServer
) -> None:
    port, name = postgres_server.port, club_url.rpartition("/")[2]
    assert "Connection refused" in await refusal(club_url.replace(f":{port}/", ":1/"))
    assert "password authentication failed" in await refusal(club_url.replace("spinners@", "bones@"))
    assert "does not exist" in await refusal(f"{club_url}_of_others")
    assert "not valid" in await refusal(club_url.replace("@127", "@[127"))
    assert "%40" in await refusal(club_url.replace("spinners", "sp@nners"))
    postgres_server.execute("DROP ROLE IF EXISTS guest")
    postgres_server.execute("CREATE ROLE guest LOGIN PASSWORD 'pips-and-spinners'")
    assert "permission denied" in await refusal(postgres_server.url(name, user="guest"))


async def test_tables_of_another_release_are_left_alone(club_url: str) -> None:
    async with open_club(club_url, ""):
        pass
    execute(club_url, "UPDATE fives SET version = 99")

    assert "version 99" in await refusal(club_url)


async def test_daemons_that_start_at_once_make_the_tables_once(club_url: str) -> None:
    def make_tables() -> None:
        with closing(Database(club_url)) as database:
            prepare(database)

    async with trio.open_nursery() as nursery:
        for _ in range(4):
            nursery.start_soon(trio.to_thread.run_sync, make_tables)
    async with open_club(club_url, "") as (journal, club):
        assert await club.own("oak") is None
        await begin(journal)


async def test_a_daemon_that_stops_leaves_nothing_owned(club_url: str, start: StartDaemon) -> None:
    async with open_club(club_url, "a.example:5533") as (journal, club):
        await club.own("oak")
        await begin(journal)
        ben = start()
        assert ben.own("g1") is not None
    assert ben.own("g1") is None
    assert ben.own("oak") is None


async def test_the_lease_of_a_running_daemon_is_renewed(club_url: str, start: StartDaemon) -> None:
    async with open_club(club_url, "a.example:5533", lease_time=0.6) as (_, club):
        await club.own("oak")
        ben = start()
        await trio.sleep(1.2)
        assert ben.own("oak") is not None


async def test_a_daemon_that_is_started_again_at_its_address_has_its_games_at_once(
    club_url: str, start: StartDaemon
) -> None:
    killed = start()
    assert killed.own("oak") is None
    async with open_club(club_url, "b.example:5533") as (_, elsewhere):
        assert await elsewhere.own("oak") is not None
    async with open_club(club_url, "a.example:5533") as (_, again):
        assert await again.own("oak") is None


class CountingDatabase(Database):
    """Counts the rows that are read."""

    rows = 0

    def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        rows = super().run(statement, *values)
        self.rows += len(rows)
        return rows


def test_asking_for_one_game_reads_nothing_of_the_others(club_url: str, start: StartDaemon) -> None:
    daemon = start()
    daemon.own("oak")

    def rows_read() -> int:
        with closing(CountingDatabase(club_url)) as database:
            (info,) = PostgresReader(database).games(["g1", "unknown"])
        assert info.game == "g1"
        return database.rows

    assert daemon.begin("g1") is None
    alone = rows_read()
    for nth in range(2, 12):
        assert daemon.begin(f"g{nth}") is None

    assert rows_read() == alone
