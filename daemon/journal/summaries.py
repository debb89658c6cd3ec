"""The summary of a stored game, from a few of its rows.

Here: which rows, and what is made of them. Not here: reading them (`reading`), the summary itself (`interface`).
"""

from collections.abc import Sequence

from daemon.journal.interface import DamagedError, GameInfo, GameOpened, last_time, left_in, summary_of
from daemon.journal.rows import decode_private, entry_from
from protocol.frozen import frozen


@frozen
class SummaryRows:
    """The rows of a game from which its summary is made. In a damaged file they may be anything.

    `first`: the private rows of the first append, None if it is lost. `entries`: number, time and event of those with
    `SUMMARY_EVENTS`. `seq`: the number of the last entry, None if no append is readable. `end`: its time, and the
    private rows of the last append; None if it is lost. `error`: why some rows could not be read, or None.
    """

    game: str
    first: str | None
    entries: Sequence[tuple[object, object, object]]
    seq: int | None
    end: tuple[str, str] | None
    error: str | None = None

    def summary(self) -> GameInfo:
        """The summary of the game. Raises `DamagedError`."""
        if self.error is not None or self.first is None or self.seq is None:
            raise DamagedError(self.error or "its first append is lost")
        opened = next((row for row in decode_private(self.first) if isinstance(row, GameOpened)), None)
        if opened is None:
            raise DamagedError("it does not say how it was opened")
        private = decode_private(self.end[1]) if self.end else ()
        last_at = last_time(self.end[0], private) if self.end else opened.at
        entries = (entry_from(*row) for row in self.entries)
        return summary_of(self.game, opened, entries, self.seq, last_at, left_in(private))
