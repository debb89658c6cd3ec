"""A child program of the daemon: its lines, its last words, its signs of life, and its end."""

import os
import signal
import sys

import pytest
import trio

from daemon.child import Child, Supervised, open_child

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
    words = "for n in range(1000): print(n, file=sys.stderr)\nos.write(2, b'last words'); os._exit(3)"

    _, errors, status = await run(words)

    assert errors == [*map(str, range(1000)), "last words"]
    assert status == 3


async def test_of_an_endless_line_the_end_is_read() -> None:
    printed, _, status = await run("print('x' * 1_000_000 + 'end')")

    assert status == 0
    assert printed[0].endswith("xend")
    assert len(printed[0]) < 100_000


async def test_of_many_lines_at_once_none_is_cut() -> None:
    """They are longer together than a line may be, and with the first one longer than a pipe holds."""
    halves = "os.write(1, 100 * b'x'); sys.stdin.readline(); os.write(1, b'y' + 6550 * b'\\n1234.6789'); os._exit(0)"
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(halves), print) as child:
            with trio.move_on_after(2):
                await child.next_line()
            await child.say("")
            await trio.sleep(1)  # until the pipe is full
            printed = [await child.next_line() for _ in range(6552)]

    assert printed == [100 * "x" + "y", *(6550 * ["1234.6789"]), None]


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("line", ["", "line"])
async def test_a_child_that_prints_without_end_is_killed(
    stream: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daemon.child.MOST_LINES", 50)

    printed, errors, status = await run(f"while True: print({line!r}, file=sys.{stream}, flush=True)")

    assert status not in (0, None)
    assert len(printed or errors) < 500_000, "no more than its pipe holds, after it was killed"


async def test_between_many_lines_at_once_everything_else_has_its_turn() -> None:
    turns = 0

    async def have_turns() -> None:
        nonlocal turns
        while True:
            await trio.lowlevel.checkpoint()
            turns += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(have_turns)
        printed, _, _ = await run("print(5000 * '\\n', end='')")
        nursery.cancel_scope.cancel()

    assert printed == 5000 * [""]
    assert turns >= 5000


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


# Signs of life.

ALIVE = "while True: print(flush=True); time.sleep(0.1)"


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="Windows cannot freeze a process")
async def test_a_child_is_killed_when_it_shows_no_sign_of_life_and_not_when_it_only_says_nothing() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(ALIVE), print) as child:
            supervised = Supervised(child, 3, 60)
            with trio.move_on_after(5) as waiting:
                await supervised.next_line()
            assert waiting.cancelled_caught

            os.kill(child.number, signal.SIGSTOP)

            assert await supervised.next_line() is None
            assert supervised.is_frozen
    assert child.status == -signal.SIGKILL


async def test_a_child_that_never_shows_a_sign_of_life_has_longer_before_it_is_killed() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python(DEAF.replace("print('ready', flush=True); ", "")), print) as child:
            began = trio.current_time()
            supervised = Supervised(child, 1, 4)

            assert await supervised.next_line() is None

            assert supervised.is_frozen
            assert trio.current_time() - began >= 4


async def test_signs_of_life_are_not_lines_and_the_end_is_no_frost() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with open_child(python("print('\\n\\none\\n\\ntwo\\n\\n')"), print) as child:
            supervised = Supervised(child, 30, 60)

            assert [await supervised.next_line() for _ in range(3)] == ["one", "two", None]
            assert not supervised.is_frozen
