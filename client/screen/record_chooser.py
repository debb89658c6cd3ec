"""The saved records on the full screen: the list from which the player chooses one.

Here: its keys and drawing, and running it. Records are read as the list is scrolled, because there may be hundreds. Not
here: the list in lines (`record_list`), showing the record (`replay_screen`).
"""

from itertools import islice
from pathlib import Path
from typing import Final

import trio

from client.actions.signals import leave_at_signal
from client.picture.pinwheel import Size
from client.replay.games_words import listed_record
from client.screen.bridge import run
from client.screen.card import lines_inside
from client.screen.choice_list import ChoiceList
from client.screen.full_screen import on_terminal, redraw_after_a_stop
from client.screen.panels import KeyHint, footer
from client.screen.paper import KeyHit, Line, RowHit, Target
from client.screen.stage import application
from client.store.saved_records import saved_records
from client.terminal.look import Look

TITLE: Final = "Saved games, newest first"
_HINTS: Final = (
    KeyHint("Enter", "replay", "enter"),
    KeyHint("↑↓", "choose", "down"),
    KeyHint("q", "leave", "q"),
)


class RecordChooser:
    """The records of a folder, one of them selected. `chosen` is its path, once the player has chosen."""

    def __init__(self, folder: Path, look: Look | None = None) -> None:
        self._look = look or Look()
        self._unread = saved_records(folder)
        self._paths: list[Path] = []
        self._lines: list[str] = []
        self._rows = ChoiceList(lambda: self._lines)
        self._width, self._height = 80, 24
        self.chosen: Path | None = None
        self.entry = ""
        self.draft = ""
        self.uses_mouse = self._look.uses_mouse
        self._read_on()

    async def run(self) -> None:
        """Show the list until the player has chosen or leaves."""
        app = application(self, self._look)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            nursery.start_soon(redraw_after_a_stop, app)
            await on_terminal(app)
            nursery.cancel_scope.cancel()

    def resize(self, size: Size) -> None:
        """The terminal has this size from now on."""
        self._width, self._height = size
        self._read_on()

    def paint(self, size: Size) -> list[Line]:
        """The list in this size."""
        lines, _ = self._rows.card(TITLE, size.width).draw(size.width, size.height - 1)
        return [*lines, footer(_HINTS, size.width)]

    def press(self, key: str) -> bool:
        """Obey a key, by its name; True to leave."""
        if key in ("enter", "space"):
            return self._choose()
        if key in ("q", "escape"):
            return True
        self._rows.press(key, lambda: Size(self._width, lines_inside(self._height - 1)))
        self._read_on()
        return False

    def hit(self, target: Target) -> bool:
        """A click selects a record, and a second one chooses it; a click on a hint presses its key."""
        if isinstance(target, KeyHit):
            return self.press(target.key)
        return isinstance(target, RowHit) and self._rows.hit(target) and self._choose()

    def scroll(self, by: int) -> None:
        """The wheel moves the selection."""
        self._rows.scroll(by)
        self._read_on()

    def interrupt(self) -> bool:
        """Ctrl-C leaves at once."""
        return True

    def type_in(self, _: str | None) -> bool:
        """Nothing is typed here."""
        return False

    def _choose(self) -> bool:
        self.chosen = self._paths[self._rows.at]
        return True

    def _read_on(self) -> None:
        """Read the records that the next key or the next frame may need."""
        most = self._rows.at + 2 * self._height
        for saved in islice(self._unread, max(0, most - len(self._paths))):
            self._paths.append(saved.path)
            self._lines.append(listed_record(saved))


def choose_on_screen(folder: Path, look: Look | None = None) -> Path | None:
    """The record that the player chooses on this terminal, from a folder that has one; None if the player leaves."""
    chooser = RecordChooser(folder, look)
    run(chooser.run)
    return chooser.chosen
