"""A child program: lines of its output, its last words, its end.

Here: the children of the client, which are daemons and analyses. Not here: their commands and environment
(`protocol.shared.child_program`), what their lines mean (`program.private_daemon`, `replay.analyser`).
"""

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self, TypeVar, TypeVarTuple

import trio

from protocol.shared.child_program import start_child

T = TypeVar("T")
Args = TypeVarTuple("Args")

TIME_TO_STOP: Final = 10.0
TIME_TO_CLOSE: Final = 1.0


class Child(trio.abc.AsyncResource):
    """A running program, which is stopped at the end of its context. Iterating gives the lines of its output.

    It ends when its standard input is closed, which also happens if this program is killed. Its pipes are read in
    threads: `fives play` starts its daemon before trio is imported, and on Windows trio reads only pipes of its own.
    """

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        """Take over a process of `start_child`."""
        self._process = process
        self._last_line = ""
        self._errors = threading.Thread(target=self._read_errors, daemon=True, name="errors of a child")
        self._errors.start()

    @classmethod
    async def start(cls, command: list[str]) -> Self:
        """Start a program. Raises `OSError`."""
        return cls(await trio.to_thread.run_sync(start_child, command))

    def _read_errors(self) -> None:
        """Read standard error to its end, so that the child never has to wait for a reader."""
        assert self._process.stderr is not None
        with self._process.stderr as errors:
            for line in errors:
                self._last_line = line.decode(errors="replace").strip() or self._last_line

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        """The next line of standard output, without its end."""
        assert self._process.stdout is not None
        line = await _in_thread(self._process.stdout.readline)
        if not line:
            raise StopAsyncIteration
        return line.decode(errors="replace").rstrip("\r\n")

    async def write(self, content: bytes) -> None:
        """Write to its standard input. A child that has ended takes nothing; its status and last words say why."""
        assert self._process.stdin is not None
        with suppress(OSError):
            await _in_thread(self._process.stdin.write, content)
            await _in_thread(self._process.stdin.flush)

    async def wait(self) -> int:
        """Wait for its end; returns its exit status."""
        return await _in_thread(self._process.wait)

    async def last_words(self) -> str:
        """The last line on standard error, without the program's name; empty if there is none. Waits for its end."""
        await _in_thread(self._errors.join)
        return self._last_line.removeprefix("fivesd: ")

    async def aclose(self) -> None:
        """Stop it, even if cancelled: close its standard input and wait for its end; kill it if that takes too long."""
        with trio.CancelScope(shield=True):
            with trio.move_on_after(TIME_TO_STOP) as in_time:
                await _in_thread(self._close_input)
                await self.wait()
            if in_time.cancelled_caught:
                self._process.kill()
                await self.wait()
            with trio.move_on_after(TIME_TO_CLOSE):  # a process that the child started may still hold the other ends
                assert self._process.stdout is not None
                await _in_thread(self._process.stdout.close)
                await _in_thread(self._errors.join)

    def _close_input(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # the child has not read all of it
            self._process.stdin.close()


async def _in_thread(function: Callable[[*Args], T], *args: *Args) -> T:
    return await trio.to_thread.run_sync(function, *args, abandon_on_cancel=True)
