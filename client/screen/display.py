"""The terminal, as a prompt_toolkit application: a pane for frames, and under it a line to type in.

Here: `Display`, which runs any screen; `run_alone`, for a command that does nothing else. From a frame's lines to
prompt_toolkit's text, from mouse events to targets, the typed line and the stars for a password in it. Not here: what
is shown and what a key or a click does (`screen` and the screens), the names of keys (`keys`).
"""

import errno
import re
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

import trio
from prompt_toolkit.application import Application, get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import fragment_list_to_text
from prompt_toolkit.layout import BufferControl, ConditionalContainer, FormattedTextControl, HSplit, Layout, Window
from prompt_toolkit.layout.processors import BeforeInput, Processor, Transformation, TransformationInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import DynamicStyle

from client.actions.signals import leave_at_signal
from client.picture.pinwheel import Size
from client.screen.bridge import run, run_application
from client.screen.first_frame import stop_as_usual
from client.screen.keys import bindings
from client.screen.paper import Fragment, Target
from client.screen.screen import Screen
from client.screen.style import style_named
from client.screen.sure_columns import with_sure_columns
from client.screen.terminal_answers import answers_of
from client.words.say import say
from protocol.shared.plain_signs import with_plain_signs

T = TypeVar("T")

_TIME_BETWEEN_SIZES: Final = None if hasattr(signal, "SIGWINCH") else 0.5
"""Seconds between two looks at the size of a terminal, on systems that do not signal a change."""
HOLD_FRAME: Final = "\x1b[?2026h"
SHOW_FRAME: Final = "\x1b[?2026l"
"""Around a frame: a terminal that knows them shows it as a whole; others ignore them. Source: the specification of
synchronized output, https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036.
"""
NOTCH: Final = 3
"""Lines for one notch of the wheel."""
_BEFORE_A_PASSWORD: Final = (re.compile(r"\s*(?:join|j)\s+\S+\s+"), re.compile(r".*?\bpassword[= ]"))
"""Commands up to their password, which goes to the end of the line."""


def line_with_stars(prompt: str, text: str) -> str:
    """The line typed after this prompt, its password in stars, one for each letter."""
    begins = 0 if prompt == say("lobby.asks_for_password") else _password_at(text) if prompt == ":" else len(text)
    return text[:begins] + "*" * len(text[begins:])


def _password_at(command: str) -> int:
    """Where the password of a command begins; its end if it has none."""
    return next((found.end() for pattern in _BEFORE_A_PASSWORD if (found := pattern.match(command))), len(command))


class _Stars(Processor):
    """Shows the password in a typed line as stars."""

    def __init__(self, prompt: Callable[[], str]) -> None:
        self._prompt = prompt

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        typed = fragment_list_to_text(transformation_input.fragments)
        return Transformation([("", line_with_stars(self._prompt(), typed))])


class Display:
    """Shows one screen on the terminal, and passes it keys, clicks, typed lines and changes of the size.

    It needs `bridge.run`. `app` is the application, which draws a frame whenever the screen may have changed.
    `before_stop` is called before Ctrl-Z stops the program.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self.before_stop: Callable[[], None] = _do_nothing
        self._size: Size | None = None
        self._entry = Buffer(multiline=False)
        is_typing = Condition(self._is_typing)
        self._paper = Window(FormattedTextControl(self._text, focusable=True, show_cursor=False))
        session = get_app_session()
        answers = self._answers = answers_of(session.input, session.output)
        before_entry = BeforeInput(lambda: f"{self._prompt()} ", "class:entry")
        entry = Window(BufferControl(self._entry, [_Stars(self._prompt), before_entry]), height=1)
        self._layout = Layout(
            HSplit([self._paper, ConditionalContainer(entry, is_typing)]), focused_element=self._paper
        )
        self.app: Application[None] = Application(
            layout=self._layout,
            key_bindings=bindings(
                self._press,
                self._is_typing,
                self._send,
                self._give_up,
                self._interrupt,
                self._stop,
                self._paste,
                answers.take_cursor,
            ),
            style=DynamicStyle(lambda: style_named(screen.look.style, answers.background)),
            mouse_support=Condition(lambda: screen.look.uses_mouse),
            full_screen=True,
            max_render_postpone_time=None,
            terminal_size_polling_interval=_TIME_BETWEEN_SIZES,
        )
        self.app.ttimeoutlen = 0.05
        self.app.before_render += lambda _: self._prepare()
        self.app.after_render += lambda _: self._show_frame()

    async def run(self) -> None:
        """Show the screen until the player leaves it, or the terminal disappears."""
        stop_as_usual()
        self._screen.is_left = False
        self._screen.redraw = self._redraw
        self._answers.changed = self.app.invalidate
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._redraw_after_a_stop)
            nursery.start_soon(self._screen.while_shown)
            await self._run_application()
            nursery.cancel_scope.cancel()

    async def _run_application(self) -> None:
        try:
            await run_application(self.app)
        except EOFError:
            return
        except OSError as error:
            if error.errno != errno.EIO:
                raise

    async def _redraw_after_a_stop(self) -> None:
        """Set up the terminal again whenever this program continues after it was stopped from outside.

        Ctrl-Z restores the terminal first and sets it up again; after `kill -STOP` the terminal is in the mode that the
        shell left, with the shell's output where the board was.
        """
        if not hasattr(signal, "SIGCONT"):
            return
        with trio.open_signal_receiver(signal.SIGCONT) as received:
            async for _ in received:
                with suppress(OSError):  # SIGCONT also comes before SIGHUP, when the terminal is gone
                    self.app.input.raw_mode().__enter__()  # the application restores the mode from before it started
                    self.app.renderer.erase(leave_alternate_screen=False)
                    self.app.output.erase_screen()
                    self.app.output.cursor_goto(0, 0)
                    self.app.invalidate()

    def _redraw(self) -> None:
        """Draw the screen as it is now, or end if the player has left it."""
        if not self._screen.is_left:
            self._focus()  # at once, because the next keys may have arrived already
            self.app.invalidate()
        elif self.app.future is not None and not self.app.future.done():
            self.app.exit()

    def _prepare(self) -> None:
        self._focus()
        size = self._terminal_size()
        if size != self._size:
            self._size = size
            self._screen.resize(size)
        if isinstance(self.app.output, Vt100_Output):
            self.app.output.write_raw(HOLD_FRAME)
            self._ask_terminal()

    def _ask_terminal(self) -> None:
        """Ask the terminal what it has not been asked, on the screen on which the first frame is drawn after this."""
        questions = self._answers.questions(has_lines=not self._screen.look.is_ascii)
        if questions:
            self.app.output.enter_alternate_screen()
            self.app.output.write_raw(questions)
        if self._answers.draws_lines_wide:
            self._screen.look.is_ascii = True

    def _show_frame(self) -> None:
        """End the frame, which prompt_toolkit has written: half of it is never seen, however slowly it arrives."""
        if isinstance(self.app.output, Vt100_Output):
            self.app.output.write_raw(SHOW_FRAME)
            self.app.output.flush()

    def _terminal_size(self) -> Size:
        size: TerminalSize = self.app.output.get_size()
        return Size(size.columns, size.rows)

    # Painting.

    def _text(self) -> StyleAndTextTuples:
        lines = self._screen.frame()
        if self._is_typing():
            lines = lines[:-1]  # the typed line takes the footer's place, so that nothing on the board moves
        text: StyleAndTextTuples = []
        can_go_to = isinstance(self.app.output, Vt100_Output)
        for at, line in enumerate(lines):
            if at:
                text.append(("", "\n"))
            text += with_sure_columns([self._painted(fragment) for fragment in line], can_go_to=can_go_to)
        return text

    def _painted(self, fragment: Fragment) -> tuple[str, str, Callable[[MouseEvent], None]]:
        shown = with_plain_signs(fragment.text) if self._screen.look.is_ascii else fragment.text

        def on_mouse(event: MouseEvent) -> None:
            self._mouse(event, fragment.target)

        return fragment.style, shown, on_mouse

    def _mouse(self, event: MouseEvent, target: Target | None) -> None:
        if event.event_type is MouseEventType.SCROLL_DOWN:
            self._scroll(NOTCH)
        elif event.event_type is MouseEventType.SCROLL_UP:
            self._scroll(-NOTCH)
        elif event.event_type is MouseEventType.MOUSE_UP and target is not None:
            self._screen.hit(target)
            self._redraw()

    def _scroll(self, by: int) -> None:
        self._screen.scroll(by)
        self._redraw()

    # Keys and typed lines.

    def _press(self, key: str) -> None:
        self._screen.press(key)
        self._redraw()

    def _paste(self, text: str) -> None:
        self._screen.paste(text)
        self._redraw()

    def _interrupt(self) -> None:
        self._screen.interrupt()
        self._layout.focus(self._paper)
        self._redraw()

    def _stop(self) -> None:
        """Ctrl-Z: give the terminal back and stop, on systems that can, until the shell continues this program."""
        self.before_stop()
        self.app.suspend_to_background()

    def _focus(self) -> None:
        """Move to the typed line once there is one, whether a key or the daemon asked for it."""
        line = self._screen.windows.line
        if line is not None and not self._layout.has_focus(self._entry):
            self._entry.reset(Document(line.draft))
            self._layout.focus(self._entry)

    def _is_typing(self) -> bool:
        return self._screen.windows.line is not None

    def _prompt(self) -> str:
        line = self._screen.windows.line
        return "" if line is None else line.prompt

    def _send(self) -> None:
        self._type_in(self._entry.text)

    def _give_up(self) -> None:
        self._type_in(None)

    def _type_in(self, text: str | None) -> None:
        self._layout.focus(self._paper)
        self._screen.type_in(text)
        self._redraw()


def _do_nothing() -> None:
    """Nothing but the screen has to be given back before this program stops."""


def run_alone(show: Callable[[], Awaitable[T]]) -> T | None:
    """Run `show`, which shows screens on this terminal, and return its result; None if a signal has ended it."""

    async def until_a_signal() -> T | None:
        result: T | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            result = await show()
            nursery.cancel_scope.cancel()
        return result

    return run(until_a_signal)
