"""The jobs of the thread that writes a journal, and the rows of a transaction.

Here: appends that are stored together, and what they add to the tables and to the chain of each game. Not here:
collecting appends (`stored_journal`), storing rows (`sqlite_writer`, `postgres_writer`).
"""

from collections.abc import Callable, Sequence
from queue import SimpleQueue

from attrs import Factory, define

from daemon.journal.chain import Head
from daemon.journal.interface import Outcome, Private, WrongPlaceError
from daemon.journal.rows import EntryRow, encode_private, entry_row
from protocol.log.events import Entry


@define
class PendingAppend:
    """An append that is waiting for its transaction. `error`: why it was not stored, once that has been tried."""

    game: str
    expected_seq: int
    entries: Sequence[Entry]
    private: Sequence[Private]
    then: Outcome
    error: Exception | None = None


@define
class Job:
    """Anything else that the thread does, between two transactions. `error`: why it was not done, once it was tried."""

    games: Sequence[str]
    then: Outcome
    error: Exception | None = None


class Deletion(Job):
    """Games that are to be deleted, all or none."""


WriterJob = Sequence[PendingAppend] | Job
"""The appends of one transaction, or another job."""
WriterQueue = SimpleQueue[WriterJob | None]
"""The jobs for the thread, in order; None ends it."""

AppendRow = tuple[str, int, int, str, str]
"""The columns of an append: the game, its number, its last entry, private rows, checksum."""


@define
class BatchRows:
    """The rows of appends that are stored together. `heads`: of their games, afterwards."""

    heads: dict[str, Head] = Factory(dict)
    appends: list[AppendRow] = Factory(list)
    entries: list[EntryRow] = Factory(list)

    def add(self, append: PendingAppend, before: Head) -> None:
        """Add an append to a game that had this head before all of them. Raises `WrongPlaceError`."""
        head = self.heads.get(append.game, before)
        if append.expected_seq != head.seq:
            raise WrongPlaceError(f"{append.game} ends at {head.seq}, not at {append.expected_seq}")
        rows = [entry_row(append.game, entry) for entry in append.entries]
        private = encode_private(append.private)
        head = self.heads[append.game] = head.after(append.game, private, rows)
        self.appends.append((append.game, head.appends, head.seq, private, head.checksum))
        self.entries += rows


def rows_of(batch: Sequence[PendingAppend], head_before: Callable[[PendingAppend], Head]) -> BatchRows:
    """The rows of these appends, except those that are refused, which get their error.

    `head_before` gives the head of an append's game, or raises why nothing may be stored there.
    """
    rows = BatchRows()
    for append in batch:
        try:
            rows.add(append, head_before(append))
        except Exception as error:  # noqa: BLE001 - the waiting table raises it; the others are unaffected
            append.error = error
    return rows
