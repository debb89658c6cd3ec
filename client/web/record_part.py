"""The record of a finished match as a file, which the browser saves.

Here: writing it, once it is asked for. Not here: its format (`protocol.wire.record`), the match that it is of
(`replay_part`).
"""

from itertools import islice
from typing import Final

from client.web.page_messages import SavedFile, Value
from client.web.replay_part import replay_of
from client.web.state import State
from protocol.wire.record import Record, write_record

_LINES_AT_ONCE: Final = 100
"""Lines of a record that are written in one turn."""


def _save_record(state: State, _: Value) -> None:
    """Save the record as a file, for `fives replay` and the analysis."""
    found = replay_of(state)
    if found is not None and not state.writes_file:
        state.writes_file = True
        state.start(_write, state, found.record)


async def _write(state: State, record: Record) -> None:
    lines, written = write_record(record.header, record.entries), list[bytes]()
    while len(written) <= len(record.entries):
        async with state.turn:
            written += islice(lines, _LINES_AT_ONCE)
    state.file = SavedFile(f"{record.header.table}.fives.jsonl", b"".join(written).decode())
    state.writes_file = False
    state.changed()


PRESSES: Final = {"save-record": _save_record}
