"""A window over the board: its keys, its drawing, and what it can have done.

Here: `Window`, the base class; `Key`, a row in a window's table of keys; `Owner` and `TableOwner`, what a window may
ask for; `CardWindow`, a text to read. Each other window has a module of its own, with its state, keys and drawing
together. Not here: which one is in front (`screen`), which windows a table has (`windows`), carrying out what the
player wants (`table_screen`).
"""

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from client.actions.action import Action
from client.picture.pinwheel import Size
from client.screen.card import Card, to_close, to_scroll
from client.screen.frame_lines import KeyHint
from client.screen.key_hints import key_name
from client.screen.paper import Line, RowHit
from protocol.frozen import define, frozen

KEYS_OF_EVERY_WINDOW: Final = ("?", ":", ",", "M")
"""Help, commands, settings and the mouse work over every list and form."""


class Owner(Protocol):
    """What a window asks of the screen that shows it. `size`: of the terminal."""

    size: Size

    def leave(self) -> None:
        """Leave the screen."""

    def open(self, window: "Window") -> None:
        """Open a window in front of the others."""

    def close(self) -> None:
        """Close the window in front."""

    def type_line(self, prompt: str, then: Callable[[str], object], draft: str = "") -> None:
        """Let the player type a line after `prompt`, starting from `draft`; `then` receives it unless it is blank."""

    def furthest(self) -> int:
        """Lines by which the window in front can be scrolled at most on this terminal; 0 if all of it is visible."""

    def room(self) -> Size:
        """The width of the terminal, and the lines of the window in front that are visible at a time."""

    def request(self, action: Action) -> None:
        """Carry this out; if the player would lose something by it, ask first."""


class TableOwner(Owner, Protocol):
    """What a window over a table can have done besides."""

    def carry_out(self, action: Action) -> bool:
        """Carry this out without asking. False if it is refused; the player is then shown why."""

    def toggle_mouse(self) -> str:
        """Give the mouse to the terminal, or take it back; returns a sentence that says who has it now."""


@frozen
class Key:
    """Keys that do the same. `does` is called with the name of the key that was pressed.

    The footer shows the first of them as `label: meaning`, unless `meaning` is empty. Without a label the first
    key is shown by its name.
    """

    names: tuple[str, ...]
    does: Callable[[str], object]
    meaning: str = ""
    label: str = ""

    @property
    def hint(self) -> KeyHint:
        """The key in the footer."""
        return KeyHint(self.label or key_name(self.names[0]), self.meaning, self.names[0])


@define(eq=False)
class Window:
    """Something that is drawn over the board, or beside it, and has the keys while it is in front."""

    owner: Owner

    # Keys.

    def keys(self) -> Iterable[Key]:
        """The keys that do something now, the most useful first."""
        return ()

    def press(self, key: str) -> bool:
        """Do what a key asks for; False if this window has no such key."""
        found = next((row for row in self.keys() if key in row.names), None)
        if found is not None:
            found.does(key)
        return found is not None

    def passes(self, key: str) -> bool:
        """Whether a key that this window does not have goes to the table under it."""
        return key in KEYS_OF_EVERY_WINDOW

    @property
    def is_text(self) -> bool:
        """Whether it is only read: it stays open when something else is done.

        Any key or click that it has no use for closes it, and then does what it does without it.
        """
        return False

    def hit(self, hit: RowHit) -> None:
        """Do what a click on this line asks for."""

    def scroll(self, by: int) -> None:
        """Scroll by so many lines, as the wheel was turned."""

    def resize(self) -> None:
        """Adapt to another size of the terminal."""

    # Drawing. None of these functions changes anything.

    def hints(self) -> tuple[KeyHint, ...]:
        """The keys in the footer."""
        return tuple(key.hint for key in self.keys() if key.meaning)

    def scroll_hints(self) -> tuple[KeyHint, ...]:
        """More keys for the footer, shown first if the window is longer than the screen."""
        return ()

    def card(self, _width: int) -> Card | None:
        """What is drawn in place of the board; None if the window has only a prompt."""
        return None

    def prompt(self) -> Line:
        """What the player is asked in the line under the board; empty for nothing."""
        return ()

    @property
    def is_urgent(self) -> bool:
        """Whether no notice may hide the prompt."""
        return False


@define(eq=False)
class CardWindow(Window):
    """A text to read. Arrows scroll it if it is long."""

    shown: Card

    def press(self, key: str) -> bool:
        """Scroll; False for every other key."""
        card = self.shown.read(key, self.owner.furthest(), self.owner.room().height)
        if card is not None:
            self.shown = card
        return card is not None

    @property
    def is_text(self) -> bool:
        """True: a card is only read."""
        return True

    def scroll(self, by: int) -> None:
        """Scroll a text that is longer than the screen."""
        self.shown = self.shown.scrolled(by, self.owner.furthest())

    def hints(self) -> tuple[KeyHint, ...]:
        """How to close it."""
        return (to_close(),)

    def scroll_hints(self) -> tuple[KeyHint, ...]:
        """How to scroll it."""
        return to_scroll()

    def card(self, _width: int) -> Card:
        """The text."""
        return self.shown
