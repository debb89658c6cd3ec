"""A child program of the daemon, which talks with it in lines.

Here: `Child`, with its input, its output and its end, and `Supervised`, which ends one that is frozen. Not here: its
command and its environment (`protocol.shared.child_program`), what the lines mean and whether it is started again
(`table.workers`, `program.page_process`, `share.tunnel`).

A child is killed from outside, freezes, or prints whatever it likes. None of it costs the daemon more than that child:
a line has a longest length, a second has a most of lines, and between two lines everything else has its turn.
"""

import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

import trio
from attrs import field

from protocol.frozen import define
from protocol.shared.child_program import child_environment, own_group

TIME_TO_STOP: Final = 3.0
TIME_FOR_LAST_WORDS: Final = 1.0
"""Seconds to read its standard error after its end: a program that it started may hold that open for longer."""
LONGEST_LINE: Final = 64 * 1024
"""The most bytes of a line, by default. Of a longer line only the end is read."""
MOST_LINES: Final = 10_000
"""The most lines in a second. One that prints more is killed."""
BEAT: Final = 1.0
"""Seconds between two signs of life of a child, which are empty lines, and between two looks for them."""


@define
class _LineReader:
    """Reads the lines of a stream. `flooded` is called when there are too many."""

    _stream: trio.abc.ReceiveStream
    _flooded: Callable[[], None]
    _longest: int = LONGEST_LINE
    _held: bytearray = field(factory=bytearray)
    _searched: int = 0
    """How many of the bytes that are held are no line's end."""
    _second: int = 0
    _in_second: int = 0

    async def next(self) -> str | None:
        """The next line without its end; None at the end of the stream."""
        await trio.lowlevel.checkpoint()  # many lines may have come at once
        while (end := self._held.find(b"\n", self._searched)) < 0:
            del self._held[: -self._longest]
            self._searched = len(self._held)
            received = await self._stream.receive_some()
            if not received:
                end = len(self._held)
                if not end:
                    return None
                break
            self._held += received
        line = self._held[:end].decode(errors="replace").removesuffix("\r")  # Windows' line ends
        del self._held[: end + 1]
        self._searched = 0
        self._count()
        return line

    def _count(self) -> None:
        second = int(trio.current_time())
        self._in_second = self._in_second + 1 if second == self._second else 1
        self._second = second
        if self._in_second > MOST_LINES:
            self._flooded()


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

    @property
    def number(self) -> int:
        """The number that the system has given to its process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended, which is known before its output has been read to the end."""
        return self._process.poll() is None

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
async def open_child(
    command: Sequence[str], report: Callable[[str], None], longest_line: int = LONGEST_LINE
) -> AsyncIterator[Child]:
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
    child = Child(process, process.stdin, _LineReader(process.stdout, process.kill, longest_line))
    async with process.stdout, process.stderr, trio.open_nursery() as nursery:
        nursery.start_soon(_report, _LineReader(process.stderr, process.kill), report)
        try:
            yield child
        finally:
            await child.stop()
            nursery.cancel_scope.deadline = trio.current_time() + TIME_FOR_LAST_WORDS


async def _report(errors: _LineReader, report: Callable[[str], None]) -> None:
    while (line := await errors.next()) is not None:
        report(line)


@define
class Supervised:
    """Reads a child that prints an empty line at least every `BEAT` seconds, and kills it when it is frozen.

    `most_silent`: how many looks in a row without a line make it frozen; `to_start`: the same before its first line.
    Looks are counted, not seconds: this program may have been suspended together with its children.
    """

    _child: Child
    _most_silent: int
    _to_start: int
    _has_started: bool = False
    is_frozen: bool = False
    """Whether it was killed for that."""

    async def next_line(self) -> str | None:
        """The next line that is not empty; None once it prints no more, or has been killed.

        A call that is cancelled loses nothing.
        """
        silent = 0
        while silent < (self._most_silent if self._has_started else self._to_start):
            silent += 1
            with trio.move_on_after(BEAT):
                line = await self._child.next_line()
                silent, self._has_started = 0, True
                if line is None or line:
                    return line
        self.is_frozen = True
        self._child.kill()
        return None
