"""`fives`, with a note of everything that its player is shown: `python -m tools.reliability.witness FILE WORDS...`.

The program is the real one; only the fold of each entry is noted, before anything else learns of the entry, and a
daemon may take longer to start, as many programs share the machine. Not here: what the notes are compared with
(`handed_over`).
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from client.program import private_daemon
from client.program.command import main
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.table import Table
from protocol.wire.codec import encode_entry, event_of
from protocol.wire.session import Session

TIME_TO_START: Final = 300.0
"""Seconds that a daemon may take to start."""


@frozen
class Shown:
    """An entry of a game as a seat was shown it."""

    game: str
    seat: int | None
    entry: Entry


def shown_in(path: Path) -> Iterator[Shown]:
    """Everything noted in this file. The last line may be cut off, if its program was killed."""
    for line in path.read_bytes().splitlines(keepends=True) if path.exists() else ():
        if line.endswith(b"\n"):
            game, seat, sent = json.loads(line)
            yield Shown(game, seat, Entry(sent["seq"], sent["at"], event_of(sent["event"])))


_RECEIVE: Final = Session.receive


def _noting(path: Path) -> None:
    notes = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def receive(session: Session, entry: Entry) -> Table:
        before = _RECEIVE(session, entry)
        shown = [session.game, session.seat, json.loads(encode_entry(entry))]
        os.write(notes, json.dumps(shown).encode() + b"\n")
        return before

    Session.receive = receive  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    private_daemon.TIME_TO_START = TIME_TO_START  # type: ignore[misc]
    _noting(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
