"""The record of a finished match as a file, which the browser saves.

Not here: its format (`protocol.wire.record`), the match that it is of (`replayed`).
"""

from contextlib import AbstractAsyncContextManager
from itertools import islice
from typing import Final

from client.web.page_messages import SavedFile
from protocol.wire.record import Record, write_record

_LINES_AT_ONCE: Final = 100
"""Lines of a record that are written in one turn."""


async def written(record: Record, turn: AbstractAsyncContextManager[None]) -> SavedFile:
    """The record as a file, written piece by piece, each in a turn."""
    lines, pieces = write_record(record.header, record.entries), list[bytes]()
    while len(pieces) <= len(record.entries):
        async with turn:
            pieces += islice(lines, _LINES_AT_ONCE)
    return SavedFile(f"{record.header.table}.fives.jsonl", b"".join(pieces).decode())
