"""The program that keeps a tunnel program: its output, limited, and its end."""

import os
import signal
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from daemon.child import Child, open_child
from protocol.shared.child_program import child_command

TIME_LIMIT = 120.0
SLEEPER = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"


@asynccontextmanager
async def kept(program: str) -> AsyncIterator[Child]:
    """A keeper of this Python program."""
    words = [sys.executable, "-c", textwrap.dedent(program)]
    with trio.fail_after(TIME_LIMIT):
        async with open_child(child_command("daemon.share.keeper", *words), print) as child:
            yield child


async def until_gone(process: int) -> None:
    """Wait until there is no such process."""
    with trio.fail_after(TIME_LIMIT):
        while True:
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return
            await trio.sleep(0.05)


async def test_both_outputs_are_passed_on_and_the_status_is_the_programs() -> None:
    async with kept("import os, sys; print('out', flush=True); os.write(2, b'error'); sys.exit(3)") as child:
        assert [await child.next_line() for _ in range(3)] == ["out", "error", None]
    assert child.status == 3


@pytest.mark.skipif(os.name == "nt", reason="signals")
async def test_a_program_ends_when_its_keeper_is_stopped() -> None:
    async with kept(SLEEPER) as child:
        process = int(await child.next_line() or "")
    await until_gone(process)


@pytest.mark.skipif(os.name == "nt", reason="signals")
async def test_a_program_that_ignores_that_is_killed_with_all_that_it_has_started() -> None:
    stubborn = f"""
        import signal, subprocess, sys, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen([sys.executable, "-c", {SLEEPER!r}])
        time.sleep(600)
        """
    async with kept(stubborn) as child:
        process = int(await child.next_line() or "")
    await until_gone(process)


@pytest.mark.skipif(os.name == "nt", reason="signals")
async def test_what_a_program_leaves_behind_at_its_end_is_ended_too() -> None:
    leaving = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {SLEEPER!r}], start_new_session=False)"
    async with kept(leaving + "; sys.stdin.readline()") as child:
        process = int(await child.next_line() or "")
        os.kill(process, 0)
    await until_gone(process)


@pytest.mark.skipif(os.name == "nt", reason="signals")
async def test_a_program_ends_when_the_daemon_is_killed() -> None:
    """The daemon here is a program that starts a keeper and is killed."""
    keeper = child_command("daemon.share.keeper", sys.executable, "-c", SLEEPER)
    daemon = f"import subprocess, time; subprocess.Popen({keeper!r}, stdin=subprocess.PIPE); time.sleep(600)"
    process = await trio.lowlevel.open_process([sys.executable, "-c", daemon], stdout=-1)
    assert process.stdout is not None
    tunnel = int(await process.stdout.receive_some())

    process.send_signal(signal.SIGKILL)

    await until_gone(tunnel)
    await process.wait()


async def test_endless_output_is_dropped_and_no_line_is_endless() -> None:
    flood = "import sys\nfor _ in range(200_000): print('x' * 10)\nsys.stdout.write('y' * 100_000 + '\\nhttps://fox.example')"
    async with kept(flood) as child:
        lines = []
        while (line := await child.next_line()) is not None:
            lines.append(line)

    assert 50 <= len(lines) <= 1000
    assert lines[-1] == "https://fox.example"
    assert max(map(len, lines)) <= 1000


async def test_a_program_that_cannot_be_started_says_why() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with open_child(child_command("daemon.share.keeper", "/no/such/program"), print) as child:
            assert "No such file" in (await child.next_line() or "")
            assert await child.next_line() is None
    assert child.status == 127
