"""Real daemons of a club, over a real database."""

import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from protocol.log.commands import HostReady, Say
from protocol.log.events import Said
from protocol.wire.messages import OpenTable
from tests.daemon.wire_client import parting_of
from tests.end_to_end.program import Running, check_one_plain_line, fivesd, run, running
from tests.ports import free_port
from tests.postgres import PASSWORD
from tests.taken_over import HOST_KEY


@asynccontextmanager
async def member(data: Path, url: str) -> AsyncIterator[Running]:
    """A daemon of the club, whose public address is its own."""
    port, without_password = free_port(), url.replace(f":{PASSWORD}", "")
    place = ["--journal", without_password, "--public-address", f"127.0.0.1:{port}", "--no-invitations"]
    async with running(data, *place, port=port, more={"PGPASSWORD": PASSWORD}) as daemon:
        yield daemon


async def test_a_game_goes_on_at_another_daemon_when_its_own_stops(tmp_path: Path, club_url: str) -> None:
    async with member(tmp_path / "east", club_url) as east, member(tmp_path / "west", club_url) as west:
        ann, ben = await east.client("Ann"), await west.client("Ben")
        await ann.send(OpenTable("cinq-et-trois"))
        table = (await ann.enter()).table

        moved = await parting_of(ben, table=table)
        assert (moved.reason, moved.address, moved.game) == ("moved", f"127.0.0.1:{east.port}", ann.session.game)
        ben = await east.client("Ben", session=ben.session)
        await ben.enter(table=table)
        await ben.accepted(Say("at the first"))
        east.process.send_signal(signal.SIGTERM)
        assert await east.ends() == 0

        again = await west.client(session=ben.session)
        await again.enter()
        await again.accepted(Say("at the second"))
        assert again.seat == 1
        assert [event.text for event in again.events if isinstance(event, Said)][-1] == "at the second"
    assert "1 game checked: no damage" in fivesd("verify", "--journal", club_url, "--data", tmp_path).stdout


async def test_a_match_that_left_the_club_is_taken_back_at_the_daemon_that_left_it(
    tmp_path: Path, club_url: str
) -> None:
    async with member(tmp_path / "east", club_url) as east, member(tmp_path / "west", club_url) as west:
        ann, ben = await east.operator("Ann"), await east.client("Ben")
        await ann.send(OpenTable("cinq-et-trois"))
        table = (await ann.enter()).table
        await ben.enter(table=table)
        left = ben.session.game
        nowhere = f"http://127.0.0.1:{free_port()}/#k={HOST_KEY}"
        await ann.send(ann.asks(HostReady(nowhere, HOST_KEY, "2026-11-28-oak-1a2b3c")))
        assert (await ben.parting()).address == nowhere
        take_back = "take-back", "--table", table, "--data", tmp_path / "east"

        refused = await trio.to_thread.run_sync(fivesd, *take_back)
        check_one_plain_line(refused.stderr, ["nobody answers at 127.0.0.1", "both matches exist"])
        done = await trio.to_thread.run_sync(fivesd, *take_back, "--anyway")

        assert (done.returncode, done.stderr) == (0, "")
        again = await west.client(session=ben.session)
        await again.enter()
        assert (again.seat, again.session.table_name) == (1, table)
        assert again.session.game != left
        await again.accepted(Say("at the second"))


def test_without_the_driver_a_daemon_names_the_extra(tmp_path: Path) -> None:
    flags = ["--data", str(tmp_path), "--journal", "postgresql://localhost/fives", "--public-address", "a.example"]
    without = "import sys; sys.modules['psycopg'] = None; from daemon.program.command import main; sys.exit(main())"

    done = run([sys.executable, "-c", without, *flags])

    assert done.returncode == 2
    check_one_plain_line(done.stderr, ["pip install 'fives[club]'"])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("spinners", "bones"), "password authentication failed"),
        (("/club_", "/no_club_"), "does not exist"),
        (("@127.0.0.1", "@[127.0.0.1"), "not valid"),
    ],
)
def test_a_daemon_that_cannot_use_the_database_says_why_in_one_line(
    tmp_path: Path, club_url: str, change: tuple[str, str], reason: str
) -> None:
    done = fivesd(
        "--data", tmp_path, "--journal", club_url.replace(*change), "--public-address", "a.example", "--port", "0"
    )

    assert done.returncode == 2
    check_one_plain_line(done.stderr, [reason])
    assert "pips-and" not in done.stderr
