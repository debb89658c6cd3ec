"""Where games are stored, for the commands on them: in a data folder, or in the database of a club.

Here: opening the journal there, for reading and for changes. Not here: the commands (`stored_games`, `forgetting`,
`resuming`, `importing`), a running daemon (`serve`). The driver is imported only for a database, and trio only for
changes.
"""

import argparse
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import ClassVar, Protocol

from attrs import field

from daemon.journal.interface import Journal, StoreError, UnusableError
from daemon.journal.reading import JournalReader
from daemon.journal.sqlite_file import JOURNAL
from daemon.journal.sqlite_reading import open_reader
from daemon.program.command_parser import data_folder
from daemon.program.folder_lock import InUseError, locked
from protocol.frozen import frozen
from protocol.shared.exit_status import FailedError, MisusedError


class GamePlace(Protocol):
    """A place where games are stored."""

    @property
    def how_to_play_on(self) -> str:
        """What the operator does so that a game of this place goes on, as the beginning of a sentence."""

    @property
    def data(self) -> Path:
        """The data folder, which has the records."""

    def alone(self) -> AbstractContextManager[None]:
        """A block in which no daemon changes the games to be changed. Raises `InUseError` and `OSError`."""

    def reading(self) -> AbstractContextManager[JournalReader]:
        """The journal, opened for reading. Raises `FailedError`, or `MisusedError` if there is none."""

    def changing(self, keys: Collection[str]) -> AbstractAsyncContextManager[Journal]:
        """The journal, in which these games and tables are nobody else's. Raises `StoreError` and `InUseError`."""


@frozen
class GamesInFolder:
    """The games of a house."""

    data: Path
    how_to_play_on: ClassVar[str] = "start `fivesd` to play on"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """As `GamePlace.alone`."""
        with locked(self.data):
            yield

    @contextmanager
    def reading(self) -> Iterator[JournalReader]:
        """As `GamePlace.reading`."""
        path = journal_in(self.data)
        with _plain_failures(), open_reader(path) as journal:
            yield journal

    @asynccontextmanager
    async def changing(self, keys: Collection[str]) -> AsyncIterator[Journal]:  # noqa: ARG002 - the folder is locked
        """As `GamePlace.changing`."""
        from daemon.journal.sqlite_journal import open_journal

        async with open_journal(self.data / JOURNAL) as journal:
            yield journal


@frozen
class GamesInDatabase:
    """The games of a club."""

    data: Path
    url: str = field(repr=False)
    how_to_play_on: ClassVar[str] = "any daemon of the club plays on as soon as somebody comes"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """As `GamePlace.alone`. Daemons go on playing other games."""
        yield

    @contextmanager
    def reading(self) -> Iterator[JournalReader]:
        """As `GamePlace.reading`."""
        with _plain_failures():
            check_driver()
            from daemon.club.postgres_reading import open_postgres_reader

            with open_postgres_reader(self.url) as journal:
                yield journal

    @asynccontextmanager
    async def changing(self, keys: Collection[str]) -> AsyncIterator[Journal]:
        """As `GamePlace.changing`."""
        check_driver()
        from daemon.club.postgres_journal import open_club

        async with open_club(self.url, "") as (journal, club):
            for key in keys:
                owner = await club.own(key)
                if owner is not None:
                    raise InUseError(f"the daemon at {owner.place} has {key} now; stop it, or wait until it sleeps")
            yield journal


def check_driver() -> None:
    """Raise `MisusedError` without the driver of a club's database, which is an extra."""
    try:
        import psycopg  # noqa: F401 - it is only tried
    except ImportError as error:
        why = "`pip install 'fives[club]'` adds it"
        raise MisusedError(f"a club's database needs a driver, and there is none here: {why} ({error})") from error


def journal_in(data: Path) -> Path:
    """The path of a data folder's journal. Raises `MisusedError` if there is none."""
    path = data / JOURNAL
    if not path.is_file():
        raise MisusedError(f"there are no games in {data}: name a daemon's data folder")
    return path


def game_place(given: argparse.Namespace) -> GamePlace:
    """The place that the flags name."""
    data = data_folder(given)
    return GamesInFolder(data) if given.journal is None else GamesInDatabase(data, given.journal)


@contextmanager
def _plain_failures() -> Iterator[None]:
    try:
        yield
    except UnusableError as error:
        raise MisusedError(str(error)) from error
    except StoreError as error:
        raise FailedError(str(error)) from error
