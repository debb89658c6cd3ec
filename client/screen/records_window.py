"""The saved records on the full screen: the list from which the player chooses one.

Here: its keys and drawing, and `choose_record`. Records are read as the list is scrolled, because there may be
hundreds. Not here: the list in lines (`record_list`), showing the record (`replay_screen`).
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from attrs import field

from client.replay.games_words import listed_record
from client.screen.card import Card
from client.screen.choice_list import ListWindow
from client.screen.display import Display, run_alone
from client.screen.list_screen import ListScreen
from client.screen.window import Key
from client.store.file_games import results_by_record
from client.store.saved_games import Result
from client.store.saved_records import SavedRecord, saved_records
from client.terminal.look import Look
from client.words.say import say
from protocol.frozen import define


@define(eq=False)
class RecordsWindow(ListWindow):
    """Records, from `unread` as far as they may be shown. `chosen` is the path of one, once the player has chosen.

    `results`: those of the player's own games, by their records.
    """

    unread: Iterator[SavedRecord]
    results: Mapping[Path, Result]
    chosen: Path | None = None
    _paths: list[Path] = field(init=False, factory=list)
    _lines: list[str] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self._read_on()

    def lines(self) -> list[str]:
        """The records that have been read."""
        return self._lines

    def resize(self) -> None:
        """Read the records for which a taller terminal has room."""
        self._read_on()

    def _read_on(self) -> None:
        """Read the records that the next key or the next frame may need."""
        most = self.rows.at + 2 * self.owner.size.height
        for saved in islice(self.unread, max(0, most - len(self._paths))):
            self._paths.append(saved.path)
            self._lines.append(listed_record(saved, self.results))

    def press(self, key: str) -> bool:
        """Do what a key asks for."""
        is_taken = super().press(key)
        self._read_on()
        return is_taken

    def scroll(self, by: int) -> None:
        """Move the selection by so many lines."""
        super().scroll(by)
        self._read_on()

    def keys(self) -> Iterator[Key]:
        """The keys of a list."""
        yield self.choosing(say("footer.replay"))
        yield from self.moving()
        yield Key(("q", "escape"), lambda _: self.owner.leave(), say("key.leave"))

    def choose(self) -> None:
        """Choose the selected record."""
        self.chosen = self._paths[self.rows.at]
        self.owner.leave()

    def card(self, width: int) -> Card:
        """The list of records."""
        return self.rows.card(say("replay.saved_games"), width)


def choose_record(folder: Path, look: Look | None = None) -> Path | None:
    """The record that the player chooses on this terminal, from a folder that has one; None if the player leaves."""
    screen = ListScreen(look)
    window = RecordsWindow(screen, saved_records(folder), results_by_record(folder.parent))
    screen.open(window)
    run_alone(Display(screen).run)
    return window.chosen
