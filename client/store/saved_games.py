"""Finished games on the player's disk: the result of each, and its record.

Here: saving both, and deleting the records beyond the limits. Not here: their formats (`results`, `saved_records`),
when a game is saved (`autosave`).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, field

from client.store import saved_records as records
from client.store.disk_limits import DiskLimits
from client.store.files import RECORDS, RESULTS
from client.store.results import Result, save_result
from protocol.log.events import Entry


@define
class FinishedGames:
    """The finished games in one data folder. `saves_records` is False if the daemon already writes them there."""

    folder: Path
    limits: DiskLimits = field(factory=DiskLimits)
    saves_records: bool = True

    def save(self, result: Result, entries: Sequence[Entry]) -> list[str]:
        """Save a game; returns sentences for the player: what could not be saved, which records were deleted."""
        troubles = []
        try:
            save_result(self.folder / RESULTS, result)
        except OSError as error:
            troubles.append(f"The result of this game could not be saved: {error.strerror or error}.")
        if self.saves_records and self.limits.records:
            troubles += self._save_record(result, entries)
        return troubles

    def _save_record(self, result: Result, entries: Sequence[Entry]) -> Iterator[str]:
        folder = self.folder / RECORDS
        try:
            records.save_record(folder, result.host, result.game, result.table, entries)
            deleted = records.delete_surplus(folder, self.limits)
        except OSError as error:
            yield f"The record of this game could not be saved: {error.strerror or error}."
        except records.TooLargeError:
            yield "The record of this game is too large to be saved."
        else:
            if deleted:
                yield _records_deleted(deleted, self.limits)


def _records_deleted(number: int, limits: DiskLimits) -> str:
    which = "The oldest record was" if number == 1 else f"{number} old records were"
    set_to = f"records is {limits.records}, and record-mb {limits.megabytes}"
    return f"{which} deleted to make room (`fives settings`: {set_to}). The results of all games remain."
