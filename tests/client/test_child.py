"""A child program: its lines, its last words, and that it always ends. The children are short Python programs."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from client import child
from client.child import Child
from tests.client.program.programs import environment, is_alive, posix_only, read_until, wait_until_gone
from tests.ended import ended

TIME_LIMIT = 120.0
UNTIL_CLOSED = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
UNTIL_KILLED = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"


def python(program: str) -> list[str]:
    return [sys.executable, "-c", program]


async def lines_of(program: str) -> list[str]:
    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python(program)) as running:
            return [line async for line in running]


async def test_its_output_is_split_into_lines() -> None:
    program = r"import sys; sys.stdout.buffer.write('one\n\ntwö\r\nthree'.encode() + b'\xff')"

    assert await lines_of(program) == ["one", "", "twö", "three\N{REPLACEMENT CHARACTER}"]


async def test_a_line_comes_before_the_next_one_is_printed() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python("for _ in range(3): print(f'got {input()}', flush=True)")) as running:
            for line in ("one", "two", "three"):
                await running.write(f"{line}\n".encode())
                assert await anext(running) == f"got {line}"


@pytest.mark.parametrize(
    ("errors", "words"),
    [("", ""), (r"fivesd: no room\n", "no room"), (r"Traceback\n\nBoom: x\n\n", "Boom: x"), ("a\\nb", "b")],
)
async def test_its_last_words_are_the_last_line_on_standard_error(errors: str, words: str) -> None:
    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python(f"import sys; sys.stderr.write('{errors}'); sys.exit(7)")) as running:
            assert [line async for line in running] == []
            assert (await running.wait(), await running.last_words()) == (7, words)


async def test_a_child_with_many_errors_is_not_held_up() -> None:
    assert await lines_of("import sys; sys.stderr.write('x' * 1_000_000); print('done')") == ["done"]


async def test_what_a_child_does_not_read_is_no_failure() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python("import sys; sys.stdin.close(); sys.exit(1)")) as running:
            await running.write(bytes(1_000_000))
            assert await running.wait() == 1


async def test_a_program_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        await Child.start([str(tmp_path / "missing")])


# Its end.


async def test_it_is_stopped_at_the_end_of_its_context_by_closing_its_input() -> None:
    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python(UNTIL_CLOSED)) as running:
            await anext(running)
        assert await running.wait() == 0


async def test_cancelling_ends_it() -> None:
    with trio.fail_after(TIME_LIMIT):
        with trio.CancelScope() as scope:
            async with await Child.start(python(UNTIL_CLOSED)) as running:
                await anext(running)
                scope.cancel()
                await anext(running)
        assert scope.cancelled_caught
        assert await running.wait() == 0


async def test_one_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "TIME_TO_STOP", 0.1)

    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python(UNTIL_KILLED)) as running:
            await anext(running)
        assert await running.wait() == (1 if sys.platform == "win32" else -signal.SIGKILL)


async def test_one_that_reads_nothing_is_killed_while_something_is_written_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "TIME_TO_STOP", 0.1)

    with trio.fail_after(TIME_LIMIT):
        async with await Child.start(python(UNTIL_KILLED)) as running:
            await anext(running)
            with trio.move_on_after(0.1) as writing:
                await running.write(bytes(10_000_000))
            assert writing.cancelled_caught


@posix_only
async def test_a_program_that_it_has_started_does_not_hold_up_its_end() -> None:
    program = "import subprocess; print(subprocess.Popen(['sleep', '600'], stdin=subprocess.DEVNULL).pid, flush=True)"

    with trio.fail_after(TIME_LIMIT):
        running = await Child.start(python(program))
        grandchild = int(await anext(running))
        await running.aclose()

        assert is_alive(grandchild)
    os.kill(grandchild, signal.SIGTERM)
    await running.last_words()


@posix_only
def test_it_ends_if_its_parent_is_killed(tmp_path: Path) -> None:
    program = f"""
import trio
from client.child import Child

async def main():
    async with await Child.start({python(UNTIL_CLOSED)!r}) as running:
        print(await anext(running), flush=True)
        await trio.sleep_forever()

trio.run(main)
"""
    environ = environment(tmp_path)
    with ended(subprocess.Popen(python(program), stdout=subprocess.PIPE, text=True, env=environ)) as parent:
        grandchild = int(read_until(parent, ""))
        assert is_alive(grandchild)
        parent.kill()
        wait_until_gone(grandchild)
