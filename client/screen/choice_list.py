"""A list of lines to choose from with ↑ ↓, a number, a click or the wheel.

Here: `ChoiceList`, which knows its lines and which one is selected, and `ListWindow`, the base of every window that is
such a list: the lobby, the menu of a table, the player's games, saved records. Not here: what choosing a line does
(each of these windows).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import Factory, field

from client.picture.pinwheel import Size
from client.screen.card import PAGES, Card
from client.screen.paper import CHOSEN, Fragment, Line, RowHit
from client.screen.window import Key, Window
from client.words.say import say
from client.words.wrapping import wrap
from protocol.frozen import define

STEPS: Final = {"down": 1, "up": -1, "tab": 1}
"""Lines by which each key moves."""
MOVES: Final = (*STEPS, *PAGES)
DIGITS: Final = tuple("0123456789")


@define(eq=False)
class ChoiceList:
    """Lines, one of them selected. `lines` is called again each time, so they may change while the list is shown.

    `names`: a name for each line, if any; the selected line is then found by its name, wherever it is now.
    """

    lines: Callable[[], Sequence[str]]
    _at: int = 0
    names: Callable[[], Sequence[str]] = tuple
    _name: str = field(init=False, default="")

    @property
    def at(self) -> int:
        """The number of the selected line, from 0."""
        names = self.names()
        if self._name in names and names[self._at : self._at + 1] != [self._name]:
            return names.index(self._name)
        return max(0, min(self._at, len(self.lines()) - 1))

    def select(self, at: int) -> None:
        """Select a line by its number from 0; one that does not exist becomes the nearest."""
        self._at, self._name = max(0, at), ""
        self._name = next(iter(self.names()[self.at : self.at + 1]), "")

    def press(self, key: str, room: Callable[[], Size]) -> bool:
        """Move the selection: arrows go round the ends, pages stop there, digits count from 1. False for another key.

        `room` returns the width of the list's card, and how many lines of it are visible at a time.
        """
        number = len(self.lines())
        if key in STEPS:
            self.select((self.at + STEPS[key]) % max(1, number))
        elif key in PAGES:
            self.select(self._a_page_from(self.at, PAGES[key], room()))
        elif key in DIGITS and 1 <= int(key) <= number:
            self.select(int(key) - 1)
        return key in MOVES or key in DIGITS

    def _a_page_from(self, at: int, step: int, room: Size) -> int:
        """The furthest line that fits on one page with line `at`; the next one if not even that fits."""
        texts = self.lines()
        left = room.height - len(_wrapped(texts[at], room.width)) if texts else 0
        to = at
        while 0 <= to + step < len(texts):
            left -= len(_wrapped(texts[to + step], room.width))
            if left < 0 and to != at:
                break
            to += step
        return to

    def hit(self, hit: RowHit) -> bool:
        """Select the line that was clicked; True if it was selected already, so that a second click chooses it."""
        was_selected = self.at == hit.row
        self.select(hit.row)
        return was_selected

    def scroll(self, by: int) -> None:
        """Move the selection without going round the ends."""
        self.select(min(self.at + by, len(self.lines()) - 1))

    def card(self, title: str, width: int, about: Sequence[Line] = (), foot: str = "") -> Card:
        """The list on a card, with `about` under it; the selected line is always visible and marked `>`."""
        drawn = [choice_lines(text, row, width, is_selected=row == self.at) for row, text in enumerate(self.lines())]
        lines = [line for choice in drawn for line in choice]
        shows = sum(map(len, drawn[: self.at]))
        return Card(title, lines=(*lines, *([[], *about] if about else ())), foot=foot, shows=shows)


def choice_lines(text: str, row: int, width: int, *, is_selected: bool) -> list[Line]:
    """A line to choose on a card of this width, wrapped; the selected one is marked `>`."""
    mark, style = (">", CHOSEN) if is_selected else (" ", "class:card")
    parts = enumerate(_wrapped(text, width))
    return [[Fragment(style, f"{mark if part == 0 else ' '} {line}", RowHit(row))] for part, line in parts]


def _wrapped(text: str, width: int) -> list[str]:
    """The lines of a text on a card of this width, behind its mark."""
    return wrap(text, max(10, width - 6))


@define(eq=False)
class ListWindow(Window, ABC):
    """A window that is a list. Arrows, pages, digits, the wheel and a click select; a second click chooses."""

    rows: ChoiceList = field(init=False, default=Factory(lambda window: ChoiceList(window.lines), takes_self=True))

    @abstractmethod
    def lines(self) -> Sequence[str]:
        """The lines to choose from."""

    @abstractmethod
    def choose(self) -> None:
        """Do what the selected line is for."""

    def choosing(self, meaning: str) -> Key:
        """The keys that choose the selected line; `meaning`: what that does."""
        return Key(("enter", "space"), lambda _: self.choose(), meaning)

    def moving(self) -> Iterator[Key]:
        """The keys that select a line."""
        yield Key(MOVES, self._step, say("footer.choose"), "↑↓")
        yield Key(DIGITS, self._step)

    def _step(self, key: str) -> None:
        self.rows.press(key, self.owner.room)

    def hit(self, hit: RowHit) -> None:
        """The first click selects a line, the second chooses it."""
        if self.rows.hit(hit):
            self.choose()

    def scroll(self, by: int) -> None:
        """The wheel moves the selection."""
        self.rows.scroll(by)
