"""A child program of the daemon, which talks with it in lines.

Here: `Child`, with its input, its output and its end. Not here: its command and its environment
(`protocol.console.child_program`), what the lines mean and whether it is started again (`program.page_process`,
`share.tunnel`).
"""

import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import trio
from attrs import define

from protocol.console.child_program import child_environment, own_group

TIME_TO_STOP: Final = 3.0
TIME_FOR_LAST_WORDS: Final = 1.0
"""Seconds to read its standard error after its end: a program that it started may hold that open for longer."""
MOST_HELD: Final = 64 * 1024
"""The most bytes of a line. Of a longer line only the end is read."""


@define
class _LineReader:
    """Reads the lines of a stream."""

    _stream: trio.abc.ReceiveStream
    _held: bytes = b""

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the stream."""
        while b"\n" not in self._held:
            received = await self._stream.receive_some()
            if not received:
                rest, self._held = self._held, b""
                return rest.decode(errors="replace") if rest else None
            self._held = (self._held + received)[-MOST_HELD:]
        line, _, self._held = self._held.partition(b"\n")
        return line.decode(errors="replace").removesuffix("\r")  # Windows' line ends


@define
class Child:
    """A running child program."""

    _process: trio.Process
    _input: trio.abc.SendStream
    _output: _LineReader
    status: int | None = None
    """Its exit status, once it has been stopped."""

    async def say(self, line: str) -> None:
        """Write a line to its standard input. Raises `trio.BrokenResourceError` if it reads no more."""
        await self._input.send_all(f"{line}\n".encode())

    async def next_line(self) -> str | None:
        """The next line that it prints; None once it prints no more. A call that is cancelled loses nothing."""
        return await self._output.next()

    def kill(self) -> None:
        """Kill the program; nothing happens if it has ended."""
        self._process.kill()

    async def stop(self) -> None:
        """Close its standard input and wait; one that does not end by itself is killed."""
        with trio.CancelScope(shield=True):
            await self._input.aclose()
            with trio.move_on_after(TIME_TO_STOP):
                await self._process.wait()
            self.kill()
            self.status = await self._process.wait()


@asynccontextmanager
async def open_child(command: Sequence[str], report: Callable[[str], None]) -> AsyncIterator[Child]:
    """A child that runs this command, and is stopped at the end of this context.

    `report` is called with each line that it writes to standard error. Raises `OSError` if it cannot be started.
    """
    pipe = subprocess.PIPE
    process = await trio.lowlevel.open_process(
        command, stdin=pipe, stdout=pipe, stderr=pipe, env=child_environment(), **own_group()
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    child = Child(process, process.stdin, _LineReader(process.stdout))
    async with process.stdout, process.stderr, trio.open_nursery() as nursery:
        nursery.start_soon(_report, _LineReader(process.stderr), report)
        try:
            yield child
        finally:
            await child.stop()
            nursery.cancel_scope.deadline = trio.current_time() + TIME_FOR_LAST_WORDS


async def _report(errors: _LineReader, report: Callable[[str], None]) -> None:
    while (line := await errors.next()) is not None:
        report(line)
