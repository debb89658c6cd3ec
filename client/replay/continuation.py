"""Where a match is played on: a place in a record, and the command that plays it on from there.

Not here: which places there are (`cursor`), playing (`program.playing_on`).
"""

from pathlib import Path

from protocol.frozen import frozen
from protocol.shared.host_options import PLAY_ON
from protocol.wire.record import Record


@frozen
class Continuation:
    """A match that the player plays on, from after this entry, on this seat. `path`: its file, None if it has none."""

    record: Record
    path: Path | None
    entry: int
    seat: int

    def command_with(self, path: Path) -> tuple[str, ...]:
        """The words after `fives` that play it on, if the record is in this file."""
        return ("play", f"{PLAY_ON}={path.absolute()}", f"--entry={self.entry}", f"--own-seat={self.seat + 1}")

    @property
    def command(self) -> tuple[str, ...]:
        """The words after `fives` that play it on; empty if its record is in no file."""
        return () if self.path is None else self.command_with(self.path)
