"""Lines from bytes that arrive in pieces of any size.

Here: splitting at newlines, and the limit on a line. Sans-I/O: it is fed received bytes and returns complete lines.
Not here: the content of a line (`codec`).
"""

from collections.abc import Iterator


class LineTooLongError(Exception):
    """A line is longer than the limit; `limit` is in bytes."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"a line is longer than {limit} bytes")
        self.limit = limit


class LineBuffer:
    """The line buffer of one connection. It never holds more than one line's limit plus the last bytes received."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = bytearray()

    def feed(self, received: bytes) -> Iterator[bytes]:
        """The lines that these bytes complete, without newlines. Raises `LineTooLongError` once a line is too long."""
        held = self._held
        searched = len(held)
        held += received
        start = 0
        while (end := held.find(b"\n", max(start, searched))) >= 0:
            if end - start >= self._limit:
                raise LineTooLongError(self._limit)
            yield bytes(held[start:end])
            start = end + 1
        del held[:start]
        if len(held) >= self._limit:
            raise LineTooLongError(self._limit)
