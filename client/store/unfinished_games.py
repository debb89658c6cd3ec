"""The records of matches that are not finished, so that this player's machine can host them if their host is gone.

Here: the folder of them, a file for each game, which is replaced as the game goes on. A file has only what another
host can go on with: it ends with the last finished round, so no hand of a running round is in it. Not here: when one is
saved (`autosave`), what a file is named and contains (`saved_records`), how long it is kept (`disk_limits`).
"""

import time
from collections.abc import Sequence
from pathlib import Path

from client.store import saved_records
from client.store.disk_limits import OF_UNFINISHED, OLDEST_UNFINISHED
from client.store.files import UNFINISHED, files_in
from client.store.saved_records import SavedRecord
from protocol.frozen import define
from protocol.log.events import Entry, Event, HostChanged
from protocol.log.sight import SPECTATOR, see
from protocol.log.succession import part_to_go_on_with


@define
class UnfinishedGames:
    """The unfinished games in one data folder."""

    data: Path

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return self.data / UNFINISHED

    def save(self, host: str, game: str, table: str, entries: Sequence[Entry]) -> Path:
        """Save the part of a running match with which another host can go on, and return the file.

        Files from which the game has gone on are deleted, and those that are too many or too old. Raises `OSError` and
        `TooLargeError`.
        """
        path = saved_records.save_record(self.folder, host, game, table, part_to_go_on_with(entries))
        self.delete(game, entries, but=path)
        for saved, state in files_in(self.folder):
            if time.time() - state.st_mtime > OLDEST_UNFINISHED:
                saved.unlink(missing_ok=True)
        saved_records.delete_surplus(self.folder, OF_UNFINISHED)
        return path

    def delete(self, game: str, entries: Sequence[Entry], but: Path | None = None) -> None:
        """Delete the files of this game, or of games that it continues, except one. Raises `OSError`.

        A host could name any game as the one that it continues, so the entries are compared, as everybody sees them:
        the order of the tiles in a hand is not the same for all.
        """
        games = {game, *(entry.event.game for entry in entries if isinstance(entry.event, HostChanged))}
        for saved in saved_records.records_of(self.folder, games):
            before = () if saved.record is None else saved.record.entries
            if saved.path != but and before and _public(before) == _public(entries[: len(before)]):
                saved.path.unlink(missing_ok=True)

    def all(self) -> list[SavedRecord]:
        """The files that can be read, the one saved last first. Raises `OSError`."""
        found = [saved for saved in saved_records.saved_records(self.folder) if saved.record is not None]
        moments = {path: state.st_mtime_ns for path, state in files_in(self.folder)}
        return sorted(found, key=lambda saved: moments.get(saved.path, 0), reverse=True)

    def by_game(self) -> dict[str, Path]:
        """The files by their games. Raises `OSError`."""
        return {saved.record.header.game: saved.path for saved in reversed(self.all()) if saved.record is not None}


def _public(entries: Sequence[Entry]) -> list[Event]:
    return [see(entry.event, SPECTATOR).event for entry in entries]
