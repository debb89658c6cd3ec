"""What waits to be sent on one connection: the entries behind its cursor, and answers in their places between them.

Lives here: the order of things. An answer goes out after every entry that was there when it was given, so `accepted`
follows the entries its command caused. Entries are not copied: a feed is a cursor into the table's log.
Not here: the socket (`connection`), and when it is tried (`teller`).
"""

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from daemon.game_log import GameLog
from protocol.sight import Viewer

CHUNK: Final = 64 * 1024
"""Bytes, about, that one send takes along."""
MOST_ANSWERS: Final = 256
"""Answers that may wait: past that the connection is not read until some are written."""
MOST_BYTES: Final = 1024 * 1024
"""The same for the bytes of those answers: a list of tables is long."""


class _Feed:
    """A game as one viewer follows it, from a number onward; `last` stops it once another feed has begun."""

    def __init__(self, log: GameLog | None, viewer: Viewer, start: int) -> None:
        self.log = log
        self.viewer = viewer
        self.next = start
        self.last: int | None = None
        self.answers: deque[tuple[int, bytes]] = deque()

    @property
    def head(self) -> int:
        return 0 if self.log is None else self.log.head

    def take(self) -> bytes | None:
        """The next line, or None while nothing waits."""
        seq, log = self.next, self.log
        if self.answers and self.answers[0][0] < seq:
            return self.answers.popleft()[1]
        if log is not None and seq <= (log.head if self.last is None else self.last):
            self.next = seq + 1
            return log.line(seq, self.viewer)
        return None


class Outbox:
    """The lines of one connection, in the order in which they go out.

    `wake` is called when something waits; it wakes the writer, or somebody who tries the socket first.
    """

    def __init__(self) -> None:
        self.wake: Callable[[], None] = self.wake_writer
        self._feeds: deque[_Feed] = deque([_Feed(None, Viewer(), 1)])
        self._wake = trio.Event()
        self._writer_waits = False
        self._left = b""
        self._room = trio.Event()
        self._is_closing = False

    def answer(self, line: bytes) -> None:
        """Send this after every entry there is now; nothing, once the last line was given."""
        if self._is_closing:
            return
        feed = self._feeds[-1]
        feed.answers.append((feed.head, line))
        self.wake()

    def follow(self, log: GameLog, viewer: Viewer, start: int, welcome: bytes) -> None:
        """Send a welcome and then this log from entry `start` on, after what the feed before it still owes."""
        before = self._feeds[-1]
        before.last = before.head
        feed = _Feed(log, viewer, start)
        feed.answers.append((0, welcome))
        self._feeds.append(feed)
        self.wake()

    def finish(self, line: bytes) -> None:
        """Send this last of all. Nothing that is given afterwards goes out."""
        if not self._is_closing:
            self.answer(line)
            self._feeds[-1].last = self._feeds[-1].head
            self._is_closing = True

    def wake_writer(self) -> None:
        """Something waits that the writer is to send."""
        self._wake.set()

    @property
    def is_full(self) -> bool:
        """Whether so many answers wait that no more commands should be read."""
        waiting = [len(line) for feed in self._feeds for _, line in feed.answers]
        return len(waiting) >= MOST_ANSWERS or sum(waiting) >= MOST_BYTES

    async def room(self) -> None:
        """Wait until answers have been written."""
        while self.is_full:
            self._room = trio.Event()
            await self._room.wait()

    async def next_chunk(self) -> bytes:
        """What goes out next, as soon as something does; nothing at all once the last line has gone."""
        while True:
            chunk = self._take_chunk()
            if chunk or self._is_closing:
                return chunk
            self._writer_waits = True
            await self._wake.wait()
            self._writer_waits = False
            self._wake = trio.Event()

    def tell(self, send: Callable[[bytes], int]) -> None:
        """Send what waits without the writer, unless it is at it already; `send` returns how many bytes went out.

        What does not go out at once is left to the writer, and so is the end.
        """
        if not self._writer_waits or self._wake.is_set():
            return
        chunk = self._take_chunk()
        self._left = chunk[send(chunk) :] if chunk else b""
        if len(chunk) >= CHUNK or self._left or self._is_closing:
            self.wake_writer()

    def _take_chunk(self) -> bytes:
        if self._left:
            left, self._left = self._left, b""
            return left
        lines: list[bytes] = []
        size = 0
        while size < CHUNK and (line := self._take()) is not None:
            lines.append(line)
            size += len(line)
        self._room.set()
        return b"".join(lines)

    def _take(self) -> bytes | None:
        while (line := self._feeds[0].take()) is None and len(self._feeds) > 1:
            self._feeds.popleft()
        return line
