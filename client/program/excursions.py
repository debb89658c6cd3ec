"""Excursions from a table in line mode: to the player's games, and to the analysis of a match that has ended.

Here: also finding the games and the record, for both front ends. Not here: excursions on the full screen
(`on_screen`), what a front end knows of excursions (`actions.excursion`), the lists and replays (`client.lines`).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trio
from attrs import define, evolve

from client.lines.games_lines import choose_in_lines
from client.lines.replay_lines import LineReplay
from client.replay.games_words import command_to_continue
from client.replay.record_file import OpenedRecord, audited, open_file
from client.store.file_games import FileGames
from client.store.file_seats import FileSeats
from client.store.files import RECORDS
from client.store.my_games import MyGame, unfinished_at_hosts
from client.store.saved_records import record_index
from client.store.unfinished_games import UnfinishedGames
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import TypedLines
from protocol.wire.record import Record, with_rounds_opened

BACK: Final = "You are back at the table."


@define
class GamesFolder:
    """The player's games in a data folder, for excursions from a table of this `host`."""

    folder: Path
    host: str

    def games(self, flags: Sequence[str] = ()) -> list[MyGame]:
        """The player's games, without the unfinished ones of `fives play`. Unreadable files count as empty.

        `flags`: those of `fives join` that say where the seats are saved.
        """
        try:
            records = UnfinishedGames(self.folder).by_game()
            return [*unfinished_at_hosts(FileSeats(self.folder), flags, records), *FileGames(self.folder).all()]
        except OSError:
            return []

    def match_record(self, record: Record) -> OpenedRecord:
        """The saved record of this match, or this one if it is not saved. Raises `UnreadableError`."""
        saved = record_index(self.folder / RECORDS)(self.host, record.header.game)
        if saved is not None:
            return open_file(saved)
        return audited(evolve(record, entries=tuple(with_rounds_opened(record.entries))))


@define
class LineExcursions:
    """Excursions in line mode, with the same typed lines as the game."""

    games_folder: GamesFolder
    typed: TypedLines

    async def see_games(self) -> None:
        """List the player's own games; nothing is continued from here."""
        await trio.to_thread.run_sync(self._choose, abandon_on_cancel=True)

    def _choose(self) -> None:
        games = self.games_folder.games()
        chosen = choose_in_lines(games, self.typed, print_line)
        if chosen is not None:
            print_line(f"Leave this game first; `{command_to_continue(chosen)}` continues the other one.")
        print_line(BACK)

    async def analyse(self, record: Record) -> None:
        """Analyse this match and show its replay."""
        await trio.to_thread.run_sync(self._analyse, record, abandon_on_cancel=True)

    def _analyse(self, record: Record) -> None:
        LineReplay(self.games_folder.match_record(record), print_line, analyses=True).run(self.typed)
        print_line(BACK)
