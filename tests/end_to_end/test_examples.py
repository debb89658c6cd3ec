"""The computer players that docs/bots.md shows are programs of their own: each plays whole matches on a real host."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
import trio

from protocol.audit import audit
from protocol.events import MatchWon, SeatTaken, StandInSeated
from protocol.record import read_record
from tests.end_to_end.program import ROOT, TIME_TO_END, records_of, running

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
    """How this example is started, on a machine that has its language."""
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
    (path,) = records_of(tmp_path / "data")
    record = read_record(path.read_bytes().splitlines())
    events = [entry.event for entry in record.entries]
    assert audit(record.entries) is None
    assert SeatTaken(0, "Plain") in events
    assert isinstance(events[-1], MatchWon)
    assert not any(isinstance(event, StandInSeated) for event in events)
