"""The prompt_toolkit application: a pane for frames, and under it a line to type in.

Here: from a frame's lines to prompt_toolkit's text, from mouse events to targets, the typed line and the stars for a
password in it. The same for play and replay. Not here: what is in a frame (`scene`), what a key or a click does
(`controls`, `screen.replay_screen`).
"""

import re
import signal
from collections.abc import Callable
from typing import Final, Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import fragment_list_to_text
from prompt_toolkit.layout import BufferControl, ConditionalContainer, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import BeforeInput, Processor, Transformation, TransformationInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from client.picture.pinwheel import Size
from client.screen.keys import bindings
from client.screen.paper import Fragment, Line, Target
from client.screen.style import style_named
from client.terminal.look import Look
from client.words.lobby_words import ASKS_FOR_WORD
from protocol.console.plain_signs import plainly

_TIME_BETWEEN_SIZES: Final = None if hasattr(signal, "SIGWINCH") else 0.5
"""Seconds between two looks at the size of a terminal, on systems that do not signal a change."""
NOTCH: Final = 3
"""Lines for one notch of the wheel."""


class Player(Protocol):
    """What the application calls: it paints frames, and takes keys, clicks and typed lines."""

    @property
    def entry(self) -> str:
        """The sign of the line that is being typed; empty if there is none."""

    @property
    def draft(self) -> str:
        """The text that the line starts with."""

    @property
    def uses_mouse(self) -> bool:
        """Whether the game has the mouse, and not the terminal."""

    def resize(self, size: Size) -> None:
        """The terminal has this size; called before the first frame and again after each change."""

    def paint(self, size: Size) -> list[Line]:
        """The screen at this size. Changes nothing."""

    def press(self, key: str) -> bool:
        """A key by its name; True to leave."""

    def hit(self, target: Target) -> bool:
        """A click; True to leave."""

    def scroll(self, by: int) -> None:
        """The wheel was turned by so many lines."""

    def interrupt(self) -> bool:
        """Ctrl-C; True to leave."""

    def type_in(self, text: str | None) -> bool:
        """The line that was typed, or None if it was given up; True to leave."""


def application(player: Player, look: Look) -> Application[None]:
    """The full-screen application for this player, which ends when the player leaves."""
    return _Stage(player, look).app


def leave(app: Application[None]) -> None:
    """End the application, unless it has ended."""
    if app.future is not None and not app.future.done():
        app.exit()


_BEFORE_A_PASSWORD: Final = (re.compile(r"\s*(?:join|j)\s+\S+\s+"), re.compile(r".*?\bpassword[= ]"))
"""Commands up to their password, which goes to the end of the line."""


def starred(sign: str, text: str) -> str:
    """The line typed after this sign, its password in stars, one for each letter."""
    begins = 0 if sign == ASKS_FOR_WORD else _password_at(text) if sign == ":" else len(text)
    return text[:begins] + "*" * len(text[begins:])


def _password_at(command: str) -> int:
    """Where the password of a command begins; its end if it has none."""
    return next((found.end() for each in _BEFORE_A_PASSWORD if (found := each.match(command))), len(command))


class _Stars(Processor):
    """Shows the password in a typed line as stars."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        typed = fragment_list_to_text(transformation_input.fragments)
        return Transformation([("", starred(self._player.entry, typed))])


class _Stage:
    def __init__(self, player: Player, look: Look) -> None:
        self._player = player
        self._look = look
        self._size: Size | None = None
        self._entry = Buffer(multiline=False)
        is_typing = Condition(self._is_typing)
        self._paper = Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))
        entry = Window(BufferControl(self._entry, [_Stars(player), BeforeInput(self._sign, "class:entry")]), height=1)
        self._layout = Layout(
            HSplit([self._paper, ConditionalContainer(entry, is_typing)]), focused_element=self._paper
        )
        self.app: Application[None] = Application(
            layout=self._layout,
            key_bindings=bindings(self._press, self._is_typing, self._send, self._give_up, self._interrupt),
            style=style_named(look.style),
            mouse_support=Condition(lambda: player.uses_mouse),
            full_screen=True,
            max_render_postpone_time=None,
            terminal_size_polling_interval=_TIME_BETWEEN_SIZES,
        )
        self.app.ttimeoutlen = 0.05
        self.app.before_render += lambda _: self._prepare()

    def _prepare(self) -> None:
        self._focus()
        size = self._terminal_size()
        if size != self._size:
            self._size = size
            self._player.resize(size)

    def _terminal_size(self) -> Size:
        size: TerminalSize = self.app.output.get_size()
        return Size(size.columns, size.rows)

    # Painting.

    def _text(self) -> StyleAndTextTuples:
        lines = self._player.paint(self._terminal_size())
        if self._is_typing():
            lines = lines[:-1]  # the typed line takes the footer's place, so that nothing on the board moves
        text: StyleAndTextTuples = []
        for at, line in enumerate(lines):
            if at:
                text.append(("", "\n"))
            text += [self._painted(each) for each in line]
        return text

    def _painted(self, fragment: Fragment) -> tuple[str, str, Callable[[MouseEvent], None]]:
        shown = plainly(fragment.text) if self._look.is_ascii else fragment.text

        def on_mouse(event: MouseEvent) -> None:
            self._mouse(event, fragment.target)

        return fragment.style, shown, on_mouse

    def _mouse(self, event: MouseEvent, target: Target | None) -> None:
        if event.event_type is MouseEventType.SCROLL_DOWN:
            self._scroll(NOTCH)
        elif event.event_type is MouseEventType.SCROLL_UP:
            self._scroll(-NOTCH)
        elif event.event_type is MouseEventType.MOUSE_UP and target is not None:
            self._after(leaves=self._player.hit(target))

    def _scroll(self, by: int) -> None:
        self._player.scroll(by)
        self.app.invalidate()

    # Keys.

    def _press(self, key: str) -> None:
        self._after(leaves=self._player.press(key))

    def _after(self, *, leaves: bool) -> None:
        if leaves:
            self._leave()
            return
        self._focus()  # at once, because the next keys may have arrived already
        self.app.invalidate()

    def _focus(self) -> None:
        """Move to the typed line once there is one, whether a key or the daemon asked for it."""
        if self._is_typing() and not self._layout.has_focus(self._entry):
            self._entry.reset(Document(self._player.draft))
            self._layout.focus(self._entry)

    def _interrupt(self) -> None:
        leaves = self._player.interrupt()
        self._layout.focus(self._paper)
        self._after(leaves=leaves)

    def _leave(self) -> None:
        leave(self.app)

    # The entry line.

    def _is_typing(self) -> bool:
        return bool(self._player.entry)

    def _sign(self) -> str:
        return f"{self._player.entry} "

    def _send(self) -> None:
        text = self._entry.text
        self._layout.focus(self._paper)
        self._after(leaves=self._player.type_in(text))

    def _give_up(self) -> None:
        self._layout.focus(self._paper)
        self._after(leaves=self._player.type_in(None))
