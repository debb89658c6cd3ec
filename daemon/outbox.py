"""The pending output for one guest: entries after a cursor, with answers in their places between them.

Here: the order. An answer is sent after all entries that existed when it was given, so `accepted` follows the entries
its command caused. Entries are not copied: a feed is a cursor into the table's log. Not here: the socket
(`net.sockets`).
"""

from typing import Final

import trio

from daemon.game_log import GameLog
from protocol.log.sight import Viewer
from protocol.wire.codec import ViewerLine, join_lines

CHUNK: Final = 64 * 1024
"""About how many bytes one send has."""
MOST_ANSWERS: Final = 256
"""How many answers may be pending. Beyond this, the connection is not read until some are written."""
MOST_BYTES: Final = 1024 * 1024
"""How many bytes of answers may be pending: a list of tables is long."""


class _Feed:
    """A game as one viewer follows it, from entry `next` on. `last` is its last entry, once another feed has begun."""

    __slots__ = ("answers", "last", "log", "next", "viewer")

    def __init__(self, log: GameLog | None, viewer: Viewer, start: int) -> None:
        self.log = log
        self.viewer = viewer
        self.next = start
        self.last: int | None = None
        self.answers: list[tuple[int, ViewerLine]] = []

    @property
    def head(self) -> int:
        return 0 if self.log is None else self.log.head

    @property
    def is_finished(self) -> bool:
        return self.last is not None and self.next > self.last and not self.answers

    def take(self, lines: list[ViewerLine], room: int) -> int:
        """Add the next lines, until they fill `room` bytes or nothing is pending. Returns the bytes that are left."""
        log, answers, seq = self.log, self.answers, self.next
        last = self.head if self.last is None else self.last
        while room > 0:
            if answers and answers[0][0] < seq:
                line = answers.pop(0)[1]
            elif log is not None and seq <= last:
                line = log.line(seq, self.viewer)
                seq += 1
            else:
                break
            lines.append(line)
            room -= len(line)
        self.next = seq
        return room


class Outbox:
    """The lines for one guest, in the order in which they are sent. `is_closing`: the last line has been given."""

    __slots__ = ("_feeds", "_room", "is_closing")

    def __init__(self) -> None:
        self.is_closing = False
        self._feeds = [_Feed(None, Viewer(), 1)]
        self._room: trio.Event | None = None

    def answer(self, line: ViewerLine) -> None:
        """Send this line after all entries that exist now; ignored after the last line."""
        if self.is_closing:
            return
        feed = self._feeds[-1]
        feed.answers.append((feed.head, line))

    def follow(self, log: GameLog, viewer: Viewer, start: int, welcome: ViewerLine) -> None:
        """Send a welcome, then this log from entry `start` on, after the rest of the previous feed."""
        if self.is_closing:
            return
        before = self._feeds[-1]
        before.last = before.head
        feed = _Feed(log, viewer, start)
        feed.answers.append((0, welcome))
        self._feeds.append(feed)

    def finish(self, line: ViewerLine | None) -> None:
        """Send this as the last line. Everything given afterwards is ignored."""
        if not self.is_closing:
            if line is not None:
                self.answer(line)
            self._feeds[-1].last = self._feeds[-1].head
            self.is_closing = True

    def clear(self) -> None:
        """Drop everything, and every reference to a log."""
        self.is_closing = True
        self._feeds = [_Feed(None, Viewer(), 1)]
        self._feeds[0].last = 0

    @property
    def is_full(self) -> bool:
        """Whether so many answers are pending that no more commands should be read."""
        if len(self._feeds) == 1 and not self._feeds[0].answers:
            return False
        waiting = [len(line) for feed in self._feeds for _, line in feed.answers]
        return len(waiting) >= MOST_ANSWERS or sum(waiting) >= MOST_BYTES

    async def wait_for_room(self) -> None:
        """Wait until answers have been taken."""
        while self.is_full:
            await self._until_taken()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is pending."""
        feed = self._feeds[0]
        return len(self._feeds) == 1 and not feed.answers and feed.next > feed.head

    async def wait_until_empty(self) -> None:
        """Wait until nothing is pending."""
        while not self.is_empty:
            await self._until_taken()

    async def _until_taken(self) -> None:
        """Wait until something is taken; several tasks may wait."""
        if self._room is None or self._room.is_set():
            self._room = trio.Event()
        await self._room.wait()

    @property
    def is_finished(self) -> bool:
        """Whether the last line has been taken, so that nothing follows."""
        return self.is_closing and len(self._feeds) == 1 and self._feeds[0].is_finished

    def take_chunk(self) -> ViewerLine:
        """The next bytes to send, about a chunk at most; empty if nothing is pending."""
        lines: list[ViewerLine] = []
        room = self._feeds[0].take(lines, CHUNK)
        while room > 0 and len(self._feeds) > 1:
            del self._feeds[0]
            room = self._feeds[0].take(lines, room)
        if self._room is not None:
            self._room.set()
        return join_lines(lines)
