"""The player's games and the analysis of a match that has ended, over a table, on the full screen and in line mode.

Here: finding the record of the match, or writing one that is deleted afterwards. Not here: when a front end asks for
it (`actions.excursion`), the lists and replays (`client.replay`), which are imported when they are needed: every game
begins with this module.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import trio
from attrs import define

from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.files import RECORDS
from client.store.my_games import unfinished_at_hosts
from client.store.saved_records import record_index, save_record
from client.terminal.look import Look
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import TypedLines
from protocol.wire.record import Record

if TYPE_CHECKING:
    from client.store.my_games import MyGame

BACK: Final = "You are back at the table."


@define
class Places:
    """The player's data folder, and the host whose games are found in it."""

    folder: Path
    host: str

    def games(self, flags: Sequence[str] = ()) -> "list[MyGame]":
        """The player's games, without the unfinished ones of `fives play`. Unreadable files count as empty.

        `flags`: those of `fives join` that say where the seats are saved.
        """
        try:
            return [*unfinished_at_hosts(FileSeats(self.folder), flags), *FileGames(self.folder).all()]
        except OSError:
            return []

    @contextmanager
    def file_of(self, record: Record) -> Iterator[Path]:
        """The saved record of this match; if it is not saved, a file for as long as this context lasts."""
        header = record.header
        saved = record_index(self.folder / RECORDS)(self.host, header.game)
        if saved is not None:
            yield saved
            return
        with TemporaryDirectory(prefix="fives-") as folder:
            yield save_record(Path(folder), self.host, header.game, header.table, record.entries)


@define
class OnScreen:
    """Excursions on the full screen."""

    places: Places
    look: Look

    async def see_games(self) -> None:
        """Show the player's own games."""
        from client.screen.games_window import choose_game

        await choose_game(self.places.games(), self.look, can_continue=False)

    async def analyse(self, record: Record) -> None:
        """Analyse this match and show its replay."""
        from client.replay.record_file import open_file
        from client.screen.display import Display
        from client.screen.replay_screen import ReplayScreen

        with self.places.file_of(record) as path:
            await Display(ReplayScreen(open_file(path), self.look, analyses=True)).run()


@define
class InLines:
    """Excursions in line mode, with the same typed lines as the game."""

    places: Places
    typed: TypedLines

    async def see_games(self) -> None:
        """List the player's own games; nothing is continued from here."""
        await trio.to_thread.run_sync(self._choose, abandon_on_cancel=True)

    def _choose(self) -> None:
        from client.lines.games_lines import choose_in_lines
        from client.replay.games_words import continuing

        games = self.places.games()
        chosen = choose_in_lines(games, self.typed, print_line)
        if chosen is not None:
            print_line(f"Leave this game first; `{continuing(chosen)}` continues the other one.")
        print_line(BACK)

    async def analyse(self, record: Record) -> None:
        """Analyse this match and show its replay."""
        await trio.to_thread.run_sync(self._analyse, record, abandon_on_cancel=True)

    def _analyse(self, record: Record) -> None:
        from client.lines.replay_lines import LineReplay
        from client.replay.record_file import open_file

        with self.places.file_of(record) as path:
            LineReplay(open_file(path), print_line, analyses=True).run(self.typed)
        print_line(BACK)
