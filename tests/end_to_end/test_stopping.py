"""How `fivesd` stops: on a signal, after its matches, and as a child process."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.log.commands import EndMatch, Say
from protocol.log.events import Said
from protocol.log.table import Stage
from protocol.wire.messages import AskTables, Goodbye, OpenTable, Tables
from tests.daemon.ways import PRIVATE, UNASKED
from tests.end_to_end.program import running

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


@on_posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_stops_cleanly_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    async with running(tmp_path / "data", "--rules", "cinq-et-trois") as daemon:
        ann, ben = await daemon.client("Ann"), await daemon.client("Ben")
        await ann.enter(), await ben.enter()
        await ann.accepted(Say("before you go"))

        daemon.process.send_signal(number)

        goodbye = await ann.parting()
        assert (goodbye.reason, any(isinstance(event, Said) for event in ann.events)) == ("shutdown", True)
        await ann.leave()
        await ben.leave()
        assert await daemon.ends() == 0
        assert "Traceback" not in daemon.errors.read_text()


@on_posix
@pytest.mark.plain(UNASKED)
async def test_nobody_gets_in_while_it_stops_and_the_log_ends_cleanly(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--rules", "cinq-et-trois") as daemon:
        ann, ben = await daemon.client("Ann"), await daemon.client("Ben")
        await ann.enter()
        daemon.process.terminate()
        assert (await ann.parting()).reason == "shutdown"

        with pytest.raises(OSError, match="all attempts to connect"):  # Ann has not closed: it waits for her
            await daemon.client("Cy")

        assert (await ben.parting()).reason == "shutdown"
        assert await daemon.ends() == 0
        *_, last = daemon.errors.read_text().splitlines()
        assert last.endswith("stopped cleanly")
        assert "Traceback" not in daemon.errors.read_text()


@pytest.fixture
def under_nohup() -> Iterator[None]:
    """Programs started now do not notice when their terminal closes."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGHUP, before)


@on_posix
@pytest.mark.usefixtures("under_nohup")
async def test_under_nohup_it_survives_its_terminal(tmp_path: Path) -> None:
    async with running(tmp_path / "data") as daemon:
        daemon.process.send_signal(signal.SIGHUP)
        await (await daemon.client()).enter()

        daemon.process.terminate()

        assert await daemon.ends() == 0
        assert "SIGHUP" not in daemon.errors.read_text()


async def test_after_a_restart_it_reports_that_the_game_continues(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data) as daemon:
        await (await daemon.client()).enter()
    async with running(data) as daemon:
        daemon.process.terminate()
        await daemon.ends()  # its log is written in a thread, and complete by now

    log = daemon.errors.read_text()
    assert "1 unfinished game continues where it stopped, by its own rules\n" in log
    assert "table oak is the host's own: its unfinished game continues\n" in log


async def test_after_its_matches_it_sends_the_results_and_then_goodbye(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--rules", "cinq-et-trois", "--matches", "1") as daemon:
        ann, ben = await daemon.operator("Ann"), await daemon.client("Ben")
        await ann.enter(), await ben.enter()
        await ann.accepted(EndMatch())

        goodbye: Goodbye = await ben.parting()

        assert (goodbye.reason, ben.is_at(Stage.OVER)) == ("finished", True)
        await ann.leave()
        await ben.leave()
        assert await daemon.ends() == 0


@pytest.mark.plain(PRIVATE)
async def test_a_private_daemon_listens_only_on_loopback_and_ends_with_its_standard_input(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with running(data, "--private") as daemon:
        assert daemon.listening == f"listening on 127.0.0.1:{daemon.port}"
        ann = await daemon.client()
        await ann.send(AskTables())
        assert not (await ann.expect(Tables)).tables, "its one player opens a table"
        await ann.send(OpenTable("cinq-et-trois"))
        await ann.expect(Tables)
        await ann.enter()
        assert daemon.process.stdin is not None

        await daemon.process.stdin.aclose()

        assert (await ann.parting()).reason == "shutdown"
        await ann.leave()
        assert await daemon.ends() == 0
        assert daemon.errors.read_text() == "", "its log goes to a file: the terminal belongs to the client"
        assert "stopped cleanly" in (data / "fivesd.log").read_text()


@on_posix
async def test_a_private_daemon_stops_on_a_signal_even_if_its_standard_input_is_open(tmp_path: Path) -> None:
    async with running(tmp_path / "data", "--private") as daemon:
        daemon.process.terminate()

        assert await daemon.ends() == 0
        assert daemon.errors.read_text() == ""
