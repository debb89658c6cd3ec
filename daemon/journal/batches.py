"""The jobs of the thread that writes a journal, and the rows of a transaction.

Here: appends that are stored together, what they add to the tables and to the chain of each game, and the log of
failures. Not here: collecting appends (`stored_journal`), storing rows (`sqlite_writer`, `daemon.club`).
"""

import logging
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from attrs import Factory

from daemon.journal.chain import Head
from daemon.journal.interface import Outcome, Private, StoreError, Trouble, WrongPlaceError
from daemon.journal.rows import EntryRow, encode_private, entry_row
from protocol.frozen import define
from protocol.log.events import Entry

log = logging.getLogger("fivesd.journal")


class FailingError(StoreError):
    """The journal cannot store anything."""


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
        """Add an append to a game that has this head before it. Raises `WrongPlaceError`."""
        if append.expected_seq != before.seq:
            raise WrongPlaceError(f"{append.game} ends at {before.seq}, not at {append.expected_seq}")
        rows = [entry_row(append.game, entry) for entry in append.entries]
        private = encode_private(append.private)
        head = self.heads[append.game] = before.after(append.game, private, rows)
        self.appends.append((append.game, head.appends, head.seq, private, head.checksum))
        self.entries += rows


def rows_of(batch: Sequence[PendingAppend], head_before: Callable[[PendingAppend], Head]) -> BatchRows:
    """The rows of these appends, except those that are refused, which get their error.

    `head_before` gives the head of an append's game before all of them, or raises why nothing may be stored there.
    """
    rows = BatchRows()
    for append in batch:
        try:
            rows.add(append, rows.heads.get(append.game) or head_before(append))
        except Exception as error:  # noqa: BLE001 - the waiting table raises it; the others are unaffected
            append.error = error
    return rows


class FailureLog:
    """Logs each error of a single game, and a failure of the whole journal only when it begins and when it ends."""

    def __init__(self, place: str, trouble: Trouble) -> None:
        self._place = place
        """Where the journal is, after "the journal"."""
        self._trouble = trouble
        self._is_failing = False

    def note(self, errors: Sequence[Exception | None]) -> None:
        """Log the errors of a batch; None for an append that was stored."""
        for error in errors:
            if isinstance(error, StoreError) and not isinstance(error, FailingError):
                log.error("%s", error)
        failure = next((error for error in errors if isinstance(error, FailingError)), None)
        if failure is not None and not self._is_failing:
            log.error("%s; %s. %s", failure, self._trouble.what_follows, self._trouble.remedy)
            self._is_failing = True
        elif self._is_failing and None in errors:
            log.warning("the journal in %s can be written again: play continues", self._place)
            self._is_failing = False
