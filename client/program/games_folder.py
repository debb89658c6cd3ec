"""The player's own games and records, as the two front ends look at them from a table.

Here: `GamesFolder`, which finds them in a data folder. Not here: what is shown of them (`excursions`, `on_screen`).
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from client.replay.continuation import Continuation
from client.replay.evening import last_evening, look_at_record
from client.replay.record_file import OpenedRecord, audited, open_file
from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.files import LAST_RECORD, PLAYED_ON, RECORDS, RESULTS, write_whole
from client.store.my_games import MyGame, unfinished_at_hosts
from client.store.saved_records import record_index, records_of
from client.store.unfinished_games import UnfinishedGames
from protocol.frozen import define
from protocol.wire.record import Record, with_rounds_opened, write_record


@define
class GamesFolder:
    """The player's games in a data folder, for excursions from a table of this `host`."""

    folder: Path
    host: str
    _evening: tuple[int, tuple[str, ...]] = (0, ())
    """The time of the file of results that it was read from, and its lines."""

    def games(self, flags: Sequence[str] = ()) -> list[MyGame]:
        """The player's games, without the unfinished ones of `fives play`. Unreadable files count as empty.

        `flags`: those of `fives join` that say where the seats are saved.
        """
        try:
            records = UnfinishedGames(self.folder).by_game()
            return [*unfinished_at_hosts(FileSeats(self.folder), flags, records), *FileGames(self.folder).all()]
        except OSError:
            return []

    def evening(self) -> tuple[str, ...]:
        """The last evening in lines, to paste into a chat; none without a match, or if it cannot be read."""
        with suppress(OSError):
            changed = (self.folder / RESULTS).stat().st_mtime_ns
            if changed != self._evening[0]:
                found = last_evening(FileGames(self.folder).all(), look_at_record)
                self._evening = changed, () if found is None else (found.title, *found.lines)
        return self._evening[1]

    def match_record(self, record: Record, seat: int | None = None) -> OpenedRecord:
        """The saved record of this match, or this one if it is not saved; `seat`: the player's.

        Raises `UnreadableError`.
        """
        saved = record_index(self.folder / RECORDS)(self.host, record.header.game)
        if saved is not None:
            return open_file(saved, seat)
        return evolve(audited(evolve(record, entries=tuple(with_rounds_opened(record.entries)))), seat=seat)

    def record_of(self, game: str) -> Record | None:
        """The saved record of the match with this id, at any host."""
        found = (saved.record for saved in records_of(self.folder / RECORDS, [game]))
        return next((record for record in found if record is not None and record.header.game == game), None)

    def command_of(self, played_on: Continuation) -> tuple[str, ...]:
        """The words after `fives` that play a match on; its record is saved if it is in no file. Raises `OSError`."""
        if played_on.path is not None:
            return played_on.command
        path = self.folder / PLAYED_ON / LAST_RECORD
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, b"".join(write_record(played_on.record.header, played_on.record.entries)))
        return played_on.command_with(path)
