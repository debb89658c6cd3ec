"""A host whose machine is gone continues on a copy, as a program."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from subprocess import PIPE

import pytest
import trio

from daemon.journal.sqlite_journal import open_journal
from daemon.program.command import main
from protocol.log.events import MatchWon
from protocol.log.table import Stage
from tests.daemon.journal.journals import begin
from tests.end_to_end.program import COMMAND, TIME_TO_END, environment, fivesd, records_of, running
from tests.ended import ended

MATCH = ["--rules", "all-fives", "--seats", "3", "--bots", "2", "--think", "0", "--set", "target=250", "--matches", "1"]


async def test_a_match_continues_on_a_copy_that_was_made_while_it_was_played(tmp_path: Path) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    async with running(data, *MATCH) as daemon:
        ann = await daemon.client()
        await ann.enter()
        await ann.play_some(turns=4)
        await ann.until(lambda: ann.a_move() is not None)  # nobody plays while the copy is made
        done = await trio.to_thread.run_sync(partial(fivesd, "copy", copies, "--data", data))
        assert (done.returncode, done.stderr) == (0, "")
        assert ann.is_at(Stage.PLAYING), "this is to happen in the middle of a match"
        daemon.process.kill()
        await daemon.ends()

    (copy,), game = copies.iterdir(), ann.session.game
    assert done.stdout.endswith(f" to {copy}\n")
    async with running(copy, *MATCH) as daemon:
        again = await daemon.client(session=ann.session)
        welcome = await again.enter()
        assert (welcome.resumed_from, welcome.seat) == (game, 0)
        await again.play_some(turns=1000)
        assert isinstance(again.events[-1], MatchWon)
        await again.leave()
        assert await daemon.ends() == 0
    (record,) = records_of(copy)
    assert main(["verify", str(record)]) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_copying_again_and_again_stops_cleanly_on_a_signal(tmp_path: Path, number: signal.Signals) -> None:
    data, copies = tmp_path / "data", tmp_path / "copies"
    data.mkdir()
    trio.run(_play, data)

    command = [*COMMAND, "copy", str(copies), "--every", "1d", "--data", str(data)]
    with ended(subprocess.Popen(command, stdout=PIPE, stderr=PIPE, text=True, env=environment())) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("copied 1 game ")
        process.send_signal(number)
        assert process.communicate(timeout=TIME_TO_END) == ("", "")
    assert process.returncode == 0
    assert len(list(copies.iterdir())) == 1


async def _play(data: Path) -> None:
    async with open_journal(data / "journal.sqlite") as journal:
        await begin(journal)
