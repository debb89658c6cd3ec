"""A child program of the daemon: its lines, its last words, and its end."""

import sys

import pytest
import trio

from daemon.child import Child, open_child

TIME_LIMIT = 120.0

ECHO = "for line in sys.stdin: print('said', line.strip(), flush=True)"
DEAF = "print('ready', flush=True); time.sleep(600)"


def python(program: str) -> list[str]:
    """The command that runs this program."""
    return [sys.executable, "-c", f"import os, sys, time\n{program}"]


async def run(program: str) -> tuple[list[str], list[str], int | None]:
    """The lines that a child prints, those that it writes to standard error, and its exit status."""
    printed: list[str] = []
    errors: list[str] = []
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(program), errors.append) as child:
            while (line := await child.next_line()) is not None:
                printed.append(line)
    return printed, errors, child.status


async def test_a_child_is_told_lines_and_prints_lines() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(ECHO), print) as child:
            for word in ("one", "two"):
                await child.say(word)
                assert await child.next_line() == f"said {word}"
        assert child.status == 0


async def test_a_cancelled_wait_for_a_line_loses_none_of_it() -> None:
    halves = "print('a l', end='', flush=True); sys.stdin.readline(); print('ine', flush=True)"
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(halves), print) as child:
            with trio.move_on_after(1):
                await child.next_line()
            await child.say("")
            assert await child.next_line() == "a line"


async def test_the_last_words_of_a_child_that_fails_are_read_to_their_end() -> None:
    words = "for n in range(1000): print(n, file=sys.stderr)\nsys.stderr.write('last words'); os._exit(3)"

    _, errors, status = await run(words)

    assert errors == [*map(str, range(1000)), "last words"]
    assert status == 3


async def test_of_an_endless_line_the_end_is_read() -> None:
    printed, _, status = await run("print('x' * 1_000_000 + 'end')")

    assert status == 0
    assert printed[0].endswith("xend")
    assert len(printed[0]) < 100_000


async def test_a_child_that_prints_no_more_is_stopped_at_the_end_of_its_context() -> None:
    assert await run("os.close(1); sys.stdin.read(); sys.exit(4)") == ([], [], 4)


async def test_a_child_that_does_not_end_with_its_input_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daemon.child.TIME_TO_STOP", 0.1)

    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(DEAF), print) as child:
            assert await child.next_line() == "ready"

    assert child.status not in (0, None)


async def test_a_program_that_the_child_has_started_does_not_keep_the_daemon_waiting() -> None:
    """It has the child's standard error."""
    sleep = "[sys.executable, '-c', 'import time; time.sleep(20)']"
    started = trio.current_time()
    await run(f"import subprocess as s; s.Popen({sleep}, stdin=s.DEVNULL, stdout=s.DEVNULL)")
    assert trio.current_time() - started < 15


async def test_a_cancelled_child_is_stopped() -> None:
    children: list[Child] = []
    with trio.fail_after(TIME_LIMIT), trio.CancelScope() as scope:
        async with open_child(python("print(1, flush=True); sys.stdin.read(); sys.exit(5)"), print) as child:
            children.append(child)
            assert await child.next_line() == "1"
            scope.cancel()
            await trio.sleep_forever()

    assert [child.status for child in children] == [5]


async def test_a_missing_program_is_an_error_of_the_system() -> None:
    with pytest.raises(FileNotFoundError):
        async with open_child(["no-such-program"], print):
            pass
