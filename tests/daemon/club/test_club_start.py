"""What cannot work is refused when a daemon of a club starts, in one line; what is damaged never ends one."""

import gc
import logging
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from daemon.club import postgres_tables
from daemon.club.directory import ClubGames
from daemon.club.identity import open_identity_of_club
from daemon.club.postgres_database import ConflictError, Database
from daemon.club.postgres_journal import open_club
from daemon.club.postgres_tables import prepare
from daemon.guest import PartingError
from daemon.journal.interface import StoreError, UnusableError
from daemon.net.identity import CERTIFICATE, IdentityError
from protocol.wire.messages import Farewell
from tests import poolers, postgres
from tests.daemon.club.club_daemon import ClubDaemon, execute, stored
from tests.daemon.club.memory_club import MemoryClub
from tests.daemon.journal.journals import begin, sayings
from tests.postgres import PostgresServer

needs_pooler = pytest.mark.skipif(not poolers.POOLER.exists(), reason=poolers.NO_POOLER)


def name_of(url: str) -> str:
    return url.rpartition("/")[2]


async def refusal(url: str) -> str:
    """Why no daemon can start with this database."""
    with pytest.raises(UnusableError) as error:
        async with open_club(url, ""):
            pass
    text = str(error.value)
    assert "\n" not in text
    assert postgres.PASSWORD not in text
    return text


# Poolers.


@needs_pooler
@pytest.mark.parametrize("mode", ["transaction", "statement"])
async def test_a_pooler_that_keeps_no_sessions_is_refused(
    club_url: str, postgres_server: PostgresServer, mode: str
) -> None:
    with poolers.running_pooler(postgres_server, mode) as port:
        text = await refusal(postgres_server.url(name_of(club_url), port=port))

    assert text.endswith("is behind a pooler that keeps no sessions; have it do so (pgbouncer: pool_mode = session)")


@needs_pooler
async def test_a_daemon_plays_behind_a_pooler_that_keeps_sessions(
    club_url: str, postgres_server: PostgresServer
) -> None:
    with poolers.running_pooler(postgres_server, "session", "server_login_retry=1") as port:
        async with open_club(postgres_server.url(name_of(club_url), port=port), "a.example:5533") as (journal, club):
            assert await club.own("oak") is None
            await begin(journal)
            assert [info.game for info in await journal.games()] == ["g1"]


@pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long")
@pytest.mark.skipif(not poolers.BALANCER.exists(), reason=poolers.NO_BALANCER)
async def test_a_daemon_plays_behind_a_balancer_that_reads_from_a_standby(postgres_server: PostgresServer) -> None:
    postgres_server.execute("CREATE DATABASE balanced")
    folder = postgres.new_folder()
    standby = PostgresServer(folder, primary=postgres_server)
    standby.start("hot_standby=on")
    try:
        with poolers.running_balancer(postgres_server, standby) as port:
            url = postgres_server.url("balanced", port=port)
            async with open_club(url, "a.example:5533") as (journal, club):
                assert await club.own("oak") is None
                await begin(journal)
                for after in range(1, 20):
                    await journal.append("g1", after, sayings(1, after=after))
    finally:
        standby.stop()
        shutil.rmtree(folder)
    assert len(stored(postgres_server.url("balanced"), "g1").entries) == 20


# Connections.


@pytest.fixture
def limited(postgres_server: PostgresServer) -> Iterator[str]:
    """A user who may have few connections."""
    postgres_server.execute(f"CREATE ROLE limited LOGIN SUPERUSER CONNECTION LIMIT 3 PASSWORD '{postgres.PASSWORD}'")
    postgres_server.execute("ALTER ROLE limited NOSUPERUSER")
    yield "limited"
    postgres_server.execute("DROP OWNED BY limited")
    postgres_server.execute("DROP ROLE limited")


async def test_too_few_connections_are_refused_with_the_number_that_is_needed(
    club_url: str, postgres_server: PostgresServer, limited: str
) -> None:
    text = await refusal(postgres_server.url(name_of(club_url), user=limited))

    assert "too many connections for role" in text
    assert text.endswith("; 3 of the 4 connections that a daemon needs are open")


@needs_pooler
async def test_a_pool_that_is_too_small_is_refused_with_the_number_that_is_needed(
    club_url: str, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.club.postgres_database.PATIENCE", 1.0)
    monkeypatch.setattr("daemon.club.postgres_database.TIME_TO_CONNECT", 2)
    with poolers.running_pooler(postgres_server, "session", "default_pool_size=2") as port:
        text = await refusal(postgres_server.url(name_of(club_url), port=port))

    assert text.endswith("; 2 of the 4 connections that a daemon needs are open")


# Standbys, and tables of others.


async def test_a_database_that_takes_no_writes_is_called_so(club_url: str) -> None:
    execute(club_url, f"ALTER DATABASE {name_of(club_url)} SET default_transaction_read_only = on")

    assert (await refusal(club_url)).endswith(
        "is read-only: it is a standby, or set so. Name the one that takes writes"
    )


class LateDatabase(Database):
    """A database behind a balancer that reads from a standby, which shows new tables after a while, or never."""

    looks_left = 3

    def run(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        rows = super().run(statement, *values)
        if "to_regclass" in statement and self.looks_left:
            self.looks_left -= 1
            return [(None, "UTF8")]
        return rows


def test_tables_that_are_shown_late_are_waited_for(club_url: str) -> None:
    for _ in range(2):  # the second one does not see them, although they exist
        with closing(LateDatabase(club_url)) as database:
            prepare(database)


def test_tables_that_are_not_shown_are_not_called_another_release(
    club_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_tables, "TIME_TO_SHOW", 0.3)
    monkeypatch.setattr(LateDatabase, "looks_left", 1_000)
    for _ in range(2):
        with closing(LateDatabase(club_url)) as database, pytest.raises(UnusableError, match="standby that is late"):
            prepare(database)


async def test_a_table_of_another_program_or_without_its_row_is_refused(club_url: str) -> None:
    execute(club_url, "CREATE TABLE fives (version integer NOT NULL, certificate bytea)")
    assert (await refusal(club_url)).endswith("is damaged: it has 0 rows, not one")


# Names.


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://club@db1.example,db2.example:6543/fives", "db1.example,db2.example:6543/fives"),
        ("postgresql://club@127.0.0.1:1,127.0.0.1:2/fives", "127.0.0.1:1,127.0.0.1:2/fives"),
        ("host=db.example port=7 dbname=fives", "db.example:7/fives"),
        ("host=a,b port=7 dbname=fives", "a:7,b:7/fives"),
        ("postgresql:///fives", "localhost/fives"),
    ],
)
def test_a_database_is_named_with_its_hosts_and_ports(url: str, name: str) -> None:
    assert Database(url).name == name


# Leases.


def test_a_lease_that_lies_in_the_future_is_not_believed(club_url: str) -> None:
    with (
        closing(ClubDaemon(club_url, "a.example:5533")) as killed,
        closing(ClubDaemon(club_url, "b.example:5533")) as ben,
    ):
        assert killed.own("oak") is None
        assert killed.begin("g1") is None
        assert ben.own("g1") is not None
        execute(club_url, "UPDATE daemons SET until = now() + interval '1 hour' WHERE address = 'a.example:5533'")

        assert ben.own("g1") is None
        assert ben.say("g1", 1) is None


# Damaged rows.


async def test_a_daemon_without_an_address_is_named_once_and_nobody_is_sent_there(
    club_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_club(club_url, "a.example:5533") as (journal, club):
        with closing(ClubDaemon(club_url, "b.example:5533")) as other:
            assert other.own("oak") is None
            assert other.begin("g1") is None
            execute(club_url, "UPDATE daemons SET address = 'http://[nowhere' WHERE address = 'b.example:5533'")
            games = ClubGames(club, None, journal)

            for _ in range(2):
                assert await games.place_of("g1") is None
                assert await games.places_for(["g2"]) == []
                with pytest.raises(PartingError) as parting:
                    await games.take("g1", None)
                assert parting.value.reason is Farewell.TROUBLE

    (line,) = caplog.messages
    assert line.startswith("the row of daemon ")
    assert line.endswith("has no address of a daemon: 'http://[nowhere'")


@pytest.mark.parametrize("pem", [b"garbage", b"", b"-----BEGIN CERTIFICATE-----\n\xff\n"])
async def test_a_damaged_certificate_is_named_and_not_written_into_the_data_folder(
    club_url: str, tmp_path: Path, pem: bytes
) -> None:
    async with open_club(club_url, "") as (_, club):
        execute(club_url, f"UPDATE fives SET certificate = '\\x{pem.hex()}'")
        with pytest.raises(IdentityError, match="the certificate in the club's database is damaged"):
            await open_identity_of_club(club, tmp_path)

    assert not (tmp_path / CERTIFICATE).exists()


# Later.


def test_a_lock_that_is_not_got_in_time_is_tried_again(club_url: str) -> None:
    with closing(ClubDaemon(club_url)) as ann:
        ann.own("oak")
        ann.begin("g1")
        execute(club_url, f"ALTER DATABASE {name_of(club_url)} SET lock_timeout = '200ms'")
        with closing(Database(club_url)) as waiting, closing(psycopg.connect(club_url)) as other:
            other.execute("LOCK TABLE entries")
            with pytest.raises(ConflictError, match="lock timeout"):
                waiting.run("SELECT FROM entries")


def test_a_server_that_does_not_answer_costs_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.club.postgres_database.TIME_TO_CONNECT", 2)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        url = f"postgresql://club@127.0.0.1:{silent.getsockname()[1]}/fives"
        with closing(Database(url)) as database:
            gc.disable()
            try:
                before = open_files()
                for _ in range(3):
                    with pytest.raises(StoreError, match="timeout expired"):
                        database.run("SELECT 1")
                assert open_files() == before
            finally:
                gc.enable()


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_what_the_driver_warns_of_is_not_in_the_operators_log() -> None:
    assert not logging.getLogger("psycopg").isEnabledFor(logging.WARNING)


async def test_a_club_is_not_given_a_damaged_certificate(tmp_path: Path) -> None:
    (tmp_path / CERTIFICATE).write_bytes(b"")
    club = MemoryClub()

    with pytest.raises(IdentityError, match="is damaged"):
        await open_identity_of_club(club.member("a.example:5533"), tmp_path)

    assert club.certificate is None
