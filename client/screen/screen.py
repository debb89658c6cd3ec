"""What fills the terminal: a table, a replay or a list, and the windows over it.

Here: `Screen`, the base class, which is the `Owner` of its windows, and `Windows`, the stack of those that are open.
Each screen has its state, keys and drawing together. Not here: the screens (`table_screen`, `replay_screen`,
`list_screen`), what a window is (`window`), the terminal (`display`).
"""

from collections.abc import Callable, Iterator
from typing import Final

from attrs import field

from client.actions.action import Action
from client.picture.pinwheel import Size
from client.screen.card import SCROLLS, Card, PlacedCard
from client.screen.frame_lines import mouse_notice
from client.screen.paper import KeyHit, Line, RowHit, Target
from client.screen.window import Window
from client.terminal.look import Look
from protocol.frozen import define, frozen

_ONLY_CLOSE: Final = ("escape", "enter", "space", "q")
"""Keys that close a text and do nothing else: who goes on from it has not chosen to play, to draw or to leave."""


@frozen
class TypedLine:
    """A line that the player is typing: the prompt before it, where it goes, and the text that it starts with."""

    prompt: str
    then: Callable[[str], object]
    draft: str = ""


@define(eq=False)
class Windows:
    """The windows of one screen. `opened`: the one in front last. `line`: the line that is being typed, if any."""

    opened: list[Window] = field(factory=list)
    line: TypedLine | None = None

    @property
    def front(self) -> Window | None:
        """The window that has the keys; None while what is under the windows has them."""
        return self.opened[-1] if self.opened else None

    def open(self, window: Window) -> None:
        """Open a window in front of the others."""
        self.opened.append(window)

    def close(self) -> None:
        """Close the window in front."""
        if self.opened:
            self.opened.pop()

    def from_front(self) -> Iterator[Window]:
        """The windows, the one in front first."""
        return reversed(self.opened)

    def card(self, width: int) -> Card | None:
        """The card that is drawn: of the first window that has one."""
        cards = (window.card(width) for window in self.from_front())
        return next((card for card in cards if card is not None), None)


class Screen:
    """What the terminal shows until the player leaves it: frames, and what keys, clicks and typed lines do.

    `size`: of the terminal. `is_left`: the player wants to
    leave. `redraw`: call it after a change that no key or click has made; it does nothing while this is not shown.
    """

    def __init__(self, look: Look | None = None) -> None:
        self.look = look or Look()
        self.size = Size(80, 24)
        self.windows = Windows()
        self.is_left = False
        self._opened_by = ""
        """The key that has opened the text in front; it closes it again."""
        self.redraw: Callable[[], None] = _do_nothing

    # What is shown.

    def frame(self) -> list[Line]:
        """Everything that is shown now, in exactly the size of the terminal. Changes nothing."""
        raise NotImplementedError

    def placed_card(self) -> PlacedCard | None:
        """The card that is shown, in its place on the terminal; None without one."""
        raise NotImplementedError

    async def while_shown(self) -> None:
        """What goes on while this is shown. It is cancelled when the player leaves."""

    def resize(self, size: Size) -> None:
        """The terminal has this size; called before the first frame and after each change."""
        self.size = size
        for window in self.windows.opened:
            window.resize()

    # Keys, clicks and typed lines.

    def press(self, key: str) -> None:
        """Do what a key asks for: in the window in front, or under it. One that closes a text does its own, too."""
        front, opened = self.windows.front, (*self.windows.opened,)
        is_done = front is not None and front.press(key)
        if front is not None and front.is_text and not is_done:
            self.close()
            if key not in (*_ONLY_CLOSE, self._opened_by):
                self.press(key)
        elif front is None or (not is_done and front.passes(key)):
            self.press_under_windows(key)
        if any(window.is_text for window in self.windows.opened if window not in opened):
            self._opened_by = key

    def paste(self, text: str) -> None:
        """Take what was pasted while no line is typed; most screens have no use for it."""

    def press_under_windows(self, key: str) -> None:
        """Do what a key asks for that no window takes."""

    def hit(self, target: Target) -> None:
        """Do what a click asks for. A click beside a text closes it and does nothing else."""
        front = self.windows.front
        if isinstance(target, KeyHit):
            if front is not None and front.is_text and target.key not in (*SCROLLS, "escape"):
                self.close()  # a key that the text names works on what is under the text
            self.press(target.key)
        elif front is not None and front.is_text:
            self.press("escape")
        elif front is not None and isinstance(target, RowHit):
            front.hit(target)

    def scroll(self, by: int) -> None:
        """The wheel was turned by so many lines. It is no key."""
        if self.windows.front is not None:
            self.windows.front.scroll(by)

    def interrupt(self) -> None:
        """Ctrl-C leaves at once."""
        self.leave()

    def type_in(self, text: str | None) -> None:
        """The line that was typed; None if the player gave it up."""
        line, self.windows.line = self.windows.line, None
        if line is not None and text is not None and text.strip():
            line.then(text)

    def toggle_mouse(self) -> str:
        """Give the mouse to the terminal, or take it back; returns a sentence that says who has it now."""
        self.look.uses_mouse = not self.look.uses_mouse
        return mouse_notice(is_on=self.look.uses_mouse)

    # What windows can have done.

    def leave(self) -> None:
        """Leave this screen."""
        self.is_left = True

    def open(self, window: Window) -> None:
        """Open a window in front of the others."""
        self.windows.open(window)

    def close(self) -> None:
        """Close the window in front."""
        self.windows.close()

    def type_line(self, prompt: str, then: Callable[[str], object], draft: str = "") -> None:
        """Let the player type a line after `prompt`, starting from `draft`; `then` receives it unless it is blank."""
        self.windows.line = TypedLine(prompt, then, draft)

    def furthest(self) -> int:
        """Lines by which the window in front can be scrolled at most on this terminal; 0 if all of it is visible."""
        card = self.placed_card()
        return 0 if card is None else card.furthest

    def request(self, action: Action) -> None:
        """Carry out what was chosen in a window."""
        raise NotImplementedError

    def room(self) -> Size:
        """The width of the terminal, and the lines of the window in front that are visible at a time."""
        card = self.placed_card()
        return Size(self.size.width, (0 if card is None else card.page) or self.size.height)


def _do_nothing() -> None:
    """A screen that is not shown needs no new frame."""
