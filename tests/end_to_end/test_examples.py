"""Each example bot in docs/engines.md plays whole matches on a real host."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import trio

from protocol.log.audit import audit
from protocol.log.events import MatchWon, SeatTaken, StandInSeated
from protocol.wire.record import read_record
from tests.end_to_end.program import (
    COMMAND,
    ROOT,
    TIME_TO_END,
    check_one_plain_line,
    environment,
    records_of,
    running,
)

EXAMPLES: Final = ROOT / "tests" / "examples"


def _perl() -> str:
    perl = shutil.which("perl")
    if perl is None:
        pytest.skip("there is no perl on this machine")
    if subprocess.run(
        [perl, "-MJSON::PP", "-MIO::Socket::INET", "-e", "1"], check=False, capture_output=True
    ).returncode:
        pytest.skip("this perl comes without JSON::PP")
    return perl


def command_of(example: str) -> list[str]:
    """The command that starts this example, if the machine has its language."""
    return [_perl() if example.endswith(".pl") else sys.executable, str(EXAMPLES / example)]


@pytest.mark.parametrize(
    ("example", "rules"),
    [("plain_bot.py", "cinq-et-trois"), ("plain_bot.py", "all-fives"), ("plain_bot.pl", "all-fives")],
)
async def test_an_example_plays_a_match_to_its_end(example: str, rules: str, tmp_path: Path) -> None:
    command = command_of(example)
    table = (
        "--rules",
        rules,
        "--set",
        "target=40",
        "--seats",
        "2",
        "--bots",
        "1",
        "--bot-level",
        "casual",
        "--think",
        "0",
        "--matches",
        "1",
    )
    async with running(tmp_path / "data", *table) as daemon:
        with trio.fail_after(TIME_TO_END):
            bot = await trio.run_process(
                [*command, "127.0.0.1", str(daemon.port)], capture_stderr=True, check=False, stdin=subprocess.DEVNULL
            )
        assert (bot.returncode, bot.stderr) == (0, b"")
        assert await daemon.ends() == 0
    check_it_played(tmp_path / "data", "Plain")


def check_it_played(data: Path, name: str) -> None:
    """Check that the match was played to its end by the rules without a stand-in for the example."""
    (path,) = records_of(data)
    record = read_record(path.read_bytes().splitlines())
    events = [entry.event for entry in record.entries]
    assert audit(record.entries) is None
    assert SeatTaken(0, name) in events
    assert isinstance(events[-1], MatchWon)
    assert not any(isinstance(event, StandInSeated) for event in events)


async def test_an_engine_plays_a_match_at_a_hosts_table(tmp_path: Path) -> None:
    table = ("--rules", "all-fives", "--set", "max_rounds=2", "--seats", "2", "--bots", "1", "--think", "0")
    async with running(tmp_path / "data", *table, "--matches", "1") as daemon:
        with trio.fail_after(TIME_TO_END):
            engine = (sys.executable, str(EXAMPLES / "greedy_engine.py"))
            played = await trio.run_process(
                [*COMMAND, "engine", "--join", f"127.0.0.1:{daemon.port}", "--", *engine],
                capture_stdout=True,
                capture_stderr=True,
                check=False,
                stdin=subprocess.DEVNULL,
                env=environment(),
            )
        assert (played.returncode, played.stderr) == (0, b"")
        assert b"the matches are over" in played.stdout
        assert await daemon.ends() == 0
    check_it_played(tmp_path / "data", "Greedy")


async def test_an_engine_that_crashes_is_reported_in_one_line_as_a_failure(tmp_path: Path) -> None:
    table = ("--rules", "cinq-et-trois", "--bots", "1", "--think", "0")
    async with running(tmp_path / "data", *table) as daemon:
        with trio.fail_after(TIME_TO_END):
            played = await trio.run_process(
                [
                    *COMMAND,
                    "engine",
                    "--join",
                    f"127.0.0.1:{daemon.port}",
                    "--",
                    sys.executable,
                    "-c",
                    "print('ready')",
                ],
                capture_stdout=True,
                capture_stderr=True,
                check=False,
                stdin=subprocess.DEVNULL,
                env=environment(),
            )
        assert played.returncode == 1
        check_one_plain_line(played.stderr.decode(), ["the engine ended by itself"])
