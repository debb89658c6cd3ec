"""The record of an unfinished match with which `fives take-over` hosts it: which one, and whose seat in it is mine.

Here: also every reason why there is none. A record may come from anybody; the daemon audits it before anyone plays on.
Not here: saving such records (`store.autosave`), the daemon's part (`daemon.house.taking_over`).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from client.net.successors import KnownGame
from client.program.unfinished import summary
from client.store.file_seats import FileSeats
from client.store.files import UNFINISHED
from client.store.saved_records import read_file
from client.store.saved_seats import SavedSeat
from client.store.unfinished_games import UnfinishedGames
from client.view.view import View
from client.words import take_over_words
from client.words.say import say
from protocol.clean import brief
from protocol.frozen import frozen
from protocol.log.events import Entry
from protocol.log.statements import seat_key_of
from protocol.log.succession import Succession, part_to_go_on_with
from protocol.log.table import Table, empty_table, evolve, fold
from protocol.shared.exit_status import MisusedError
from protocol.wire.record import RecordError


@frozen
class RecordToTakeOver:
    """The record in the file `path`; `entries` are those that stay. `seat`: the player's, from 0.

    `games`: the ids of the game here and where it has gone on. `saved`: the saved seat with the secret that proves it,
    `secret`; in a game of an earlier release nothing does, and `secret` is None.
    """

    path: Path
    games: Sequence[str]
    entries: Sequence[Entry]
    seat: int
    saved: SavedSeat
    secret: str | None

    @property
    def view(self) -> View:
        """The table as it goes on, from the player's seat."""
        return View(fold(entry.event for entry in self.entries), self.seat)

    @property
    def known_game(self) -> KnownGame:
        """The game as far as it is known here, with all ids that it has had."""
        succession, table = _followed(self.entries)
        former = () if succession.continues is None else succession.continues.games
        game, *later = self.games
        host_key = self.saved.key if self.saved.game == game else ""  # otherwise the seat is one at a host before that
        return KnownGame((*former, game), table, self.entries, succession, host_key, later)

    @property
    def summary(self) -> str:
        """The match in words: with whom, the score and the round."""
        return summary(self.view)


def client_folder(path: Path | None, default: Path) -> Path:
    """The client's data folder: the one that a record lies in, otherwise the default."""
    return default if path is None or path.absolute().parent.name != UNFINISHED else path.absolute().parents[1]


def newest_records(folder: Path) -> list[RecordToTakeOver]:
    """The records in this data folder that can be taken over, the newest first. Raises `MisusedError`."""
    found = list[RecordToTakeOver]()
    try:
        for saved in UnfinishedGames(folder).all():
            if saved.record is not None:
                found += _with_own_seat(saved.path, saved.record.header.game, saved.record.entries, folder)
    except OSError as error:
        raise MisusedError(f"{error.filename or folder}: {error.strerror or error}") from error
    if not found:
        raise MisusedError(say("take_over.no_record"))
    return found


def record_in(path: Path, folder: Path) -> RecordToTakeOver:
    """The record in this file. Raises `MisusedError` if this player cannot go on with it."""
    try:
        record = read_file(path)
    except OSError as error:
        raise MisusedError(f"{path}: {error.strerror or error}") from error
    except RecordError as error:
        raise MisusedError(f"{path}: {brief(str(error))}") from error
    if not part_to_go_on_with(record.entries):
        table = fold(entry.event for entry in record.entries)
        raise MisusedError(take_over_words.cannot_go_on(path, has_ended=bool(table.match)))
    for found in _with_own_seat(path, record.header.game, record.entries, folder):
        return found
    raise MisusedError(take_over_words.no_own_seat(path))


def _with_own_seat(path: Path, game: str, entries: Sequence[Entry], folder: Path) -> Iterator[RecordToTakeOver]:
    """The record, if a seat in it is the player's own."""
    kept = part_to_go_on_with(entries)
    seats = FileSeats(folder).all()
    found = next(_own_seats(kept, sorted(seats, key=lambda saved: saved.game != game), game), None)
    if found is not None:
        seat, saved, secret = found
        games = [game, *(other.game for other in seats if game in other.continues)]
        yield RecordToTakeOver(path, games, kept, seat, saved, secret)


def _own_seats(
    entries: Sequence[Entry], seats: Sequence[SavedSeat], game: str
) -> Iterator[tuple[int, SavedSeat, str | None]]:
    """The seats in a game whose keys are the player's, each with the saved seat and the secret; then those by name.

    In a game of an earlier release no seat has a key.
    """
    succession, table = _followed(entries)
    for saved in seats:
        for secret in saved.secrets:
            seat = succession.seat_of(seat_key_of(secret))
            if seat is not None:
                yield seat, saved, secret
    for saved in seats:
        for seat, who in enumerate(table.seats):
            if saved.game == game and who.is_person and who.name == saved.name and not succession.seat_keys[seat]:
                yield seat, saved, None


def _followed(entries: Sequence[Entry]) -> tuple[Succession, Table]:
    """The hosts of the game, and the table after these entries."""
    succession, table = Succession(), empty_table()
    for entry in entries:
        succession.note(table, entry)
        table = evolve(table, entry.event)
    return succession, table
