"""The player's games and the analysis of a match that has ended, over a table, in line mode.

Here: finding the record of the match, or writing one that is deleted afterwards, for the full screen, too. Not here:
the same on the full screen (`on_screen`), when a front end asks for it (`actions.excursion`), the lists and replays
(`client.lines`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio
from attrs import define

from client.lines.games_lines import choose_in_lines
from client.lines.replay_lines import LineReplay
from client.replay.games_words import continuing
from client.replay.record_file import open_file
from client.store.files import RECORDS
from client.store.my_games import MyGame, finished_games, unfinished_at_hosts
from client.store.saved_records import record_index, save_record
from client.terminal.typed_lines import TypedLines, print_line
from protocol.wire.record import Record

BACK: Final = "You are back at the table."


@define
class Places:
    """The player's data folder, and the host whose games are found in it."""

    folder: Path
    host: str

    def games(self) -> list[MyGame]:
        """The player's games, without the unfinished ones of `fives play`. Unreadable files count as empty."""
        try:
            return [*unfinished_at_hosts(self.folder), *finished_games(self.folder)]
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
class InLines:
    """Excursions in line mode, with the same typed lines as the game."""

    places: Places
    typed: TypedLines

    async def see_games(self) -> None:
        """List the player's own games; nothing is continued from here."""
        await trio.to_thread.run_sync(self._choose, abandon_on_cancel=True)

    def _choose(self) -> None:
        games = self.places.games()
        chosen = choose_in_lines(games, self.typed, print_line)
        if chosen is not None:
            print_line(f"Leave this game first; `{continuing(chosen)}` continues the other one.")
        print_line(BACK)

    async def analyse(self, record: Record) -> None:
        """Analyse this match and show its replay."""
        await trio.to_thread.run_sync(self._analyse, record, abandon_on_cancel=True)

    def _analyse(self, record: Record) -> None:
        with self.places.file_of(record) as path:
            LineReplay(open_file(path), print_line, analyses=True).run(self.typed)
        print_line(BACK)
