"""The full screen: the front end that draws on a terminal.

Here: running the link, the application, the clock and the signals together, until one of them ends. Not here: what is
shown (`desk_scene`), what keys do (`controls`), the application (`stage`).
"""

import errno
import signal
from contextlib import suppress
from typing import Final

import trio
from prompt_toolkit.application import Application

from client.actions.excursion import Excursions
from client.actions.signals import leave_at_signal
from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.status import Connecting, Ended, NeedsAnswer
from client.net.link import Link
from client.picture.pinwheel import Size
from client.screen.attention import Attention
from client.screen.bridge import run_application
from client.screen.controls import Controls
from client.screen.desk import Desk
from client.screen.desk_scene import frame_of
from client.screen.paper import Line, Target
from client.screen.stage import application, leave
from client.terminal.look import Look
from client.words.title_words import call, terminal_title

TICK: Final = 0.5
"""Seconds between two updates of the clocks that are shown."""
LOBBY_AGE: Final = 3.0
"""Seconds after which the list of tables is asked for again while the lobby is open."""


class Screen:
    """One player's full screen. It needs `bridge.run`, and draws before there is a connection."""

    def __init__(self, model: Model, look: Look | None = None, excursions: Excursions | None = None) -> None:
        self.model = model
        self._excursions = excursions
        self._look = look or Look()
        self._desk = Desk(model, uses_mouse=self._look.uses_mouse, is_ascii=self._look.is_ascii)
        self._controls: Controls | None = None
        self._app: Application[None] | None = None
        self._attention: Attention | None = None
        self._is_drawn = trio.Event()
        self._touched = trio.Event()
        self._has_been_answered = False

    def receive(self, announcements: list[Announcement]) -> None:
        """Receive announcements from the link; an empty list too, because the status may have changed."""
        self._has_been_answered |= not isinstance(self.model.status, Connecting | NeedsAnswer | Ended)
        if self._controls is None:
            self._desk.take(announcements, trio.current_time())
        else:
            self._controls.take(announcements, trio.current_time())
        self._touch()
        if self._app is not None:
            self._app.invalidate()

    def _touch(self) -> None:
        """Wake `_tick`: an announcement or a key may start a clock."""
        self._touched.set()
        self._touched = trio.Event()

    async def run(self, link: Link) -> Ended:
        """Play until the player leaves, or has read why the daemon ended the connection."""
        self._desk.address = "" if link.address is None else str(link.address)
        self._controls = Controls.at(self._desk, link)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            nursery.start_soon(self._stay_connected, link)
            nursery.start_soon(self._tick, self._controls, link)
            await self._on_terminal()
            while self._controls.excursion is not None:
                await self._go(self._controls)
                await self._on_terminal()
            nursery.cancel_scope.cancel()
        return self.model.status if isinstance(self.model.status, Ended) else Ended(failed=False)

    async def _on_terminal(self) -> None:
        """Show the game until the player leaves, for good or for a while."""
        app = self._app = application(self, self._look)
        attention = self._attention = Attention(app.output, self._look.is_ascii)
        app.after_render += lambda _: self._after_drawing(attention)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(redraw_after_a_stop, app)
                await on_terminal(app)
                nursery.cancel_scope.cancel()
        finally:
            self._attention = None
            with suppress(OSError):  # the terminal may be gone
                attention.restore_title()

    async def _go(self, controls: Controls) -> None:
        """Go where the player wants, while the connection stays open."""
        go, controls.excursion = controls.excursion, None
        if go is not None and self._excursions is not None:
            try:
                await go(self._excursions)
            except OSError as error:
                self._desk.notify(f"That is not possible now: {error.strerror or error}.", Subject.REFUSED)

    def call_player(self) -> None:
        """Ring the terminal's bell and, where it can, show a notification: the player's turn has begun."""
        if self._attention is not None:
            self._attention.call(call(self.model.view))

    def _after_drawing(self, attention: Attention) -> None:
        self._is_drawn.set()
        if self._attention is attention:  # the last frame is drawn when the player has left
            attention.show_title(terminal_title(self.model.view, self.model.session.table_name))

    async def _stay_connected(self, link: Link) -> None:
        await self._is_drawn.wait()
        await link.run()
        if not self._has_been_answered and self._app is not None:
            leave(self._app)  # without a first answer there is nothing to read

    async def _tick(self, controls: Controls, link: Link) -> None:
        asked_at = trio.current_time()
        while True:
            while not controls.ages:
                await self._touched.wait()
            await trio.sleep(TICK)
            if controls.windows.is_listing_tables and trio.current_time() - asked_at > LOBBY_AGE:
                asked_at = trio.current_time()
                self.model.ask_tables()
                link.flush()
            if self._desk.tick(trio.current_time()) and self._app is not None:
                self._app.invalidate()

    # What the stage asks of its player.

    @property
    def _at_work(self) -> Controls:
        assert self._controls is not None
        return self._controls

    @property
    def entry(self) -> str:
        """The sign of the line that is being typed; empty if there is none."""
        line = None if self._controls is None else self._controls.windows.line
        return "" if line is None else line.sign

    @property
    def draft(self) -> str:
        """The text that the line starts with."""
        line = self._at_work.windows.line
        return "" if line is None else line.draft

    @property
    def uses_mouse(self) -> bool:
        """Whether the game has the mouse, and not the terminal."""
        return self._desk.uses_mouse

    def resize(self, size: Size) -> None:
        """The terminal has this size now."""
        self._desk.size = size

    def paint(self, size: Size) -> list[Line]:
        """The screen at this size."""
        return frame_of(self._desk, self._at_work.windows, size, trio.current_time()).lines

    def press(self, key: str) -> bool:
        """A key by its name; True to leave."""
        self._at_work.press(key, trio.current_time())
        return self._has_left()

    def hit(self, target: Target) -> bool:
        """A click; True to leave."""
        self._at_work.hit(target, trio.current_time())
        return self._has_left()

    def interrupt(self) -> bool:
        """Ctrl-C: a host is asked first; True to leave."""
        self._at_work.interrupt()
        return self._has_left()

    def scroll(self, by: int) -> None:
        """The wheel scrolls; it is no key."""
        self._at_work.scroll(by)

    def type_in(self, text: str | None) -> bool:
        """The line that was typed, or None if it was given up; True to leave."""
        self._at_work.type_in(text, trio.current_time())
        return self._has_left()

    def _has_left(self) -> bool:
        self._touch()
        return self._desk.is_leaving or (self._controls is not None and self._controls.excursion is not None)


async def on_terminal(app: Application[None]) -> None:
    """Run the application until it ends. A terminal that disappears ends it as well."""
    try:
        await run_application(app)
    except EOFError:
        return
    except OSError as error:
        if error.errno != errno.EIO:
            raise


async def redraw_after_a_stop(app: Application[None]) -> None:
    """Set up the terminal again whenever this program continues after it was stopped from outside.

    Ctrl-Z restores the terminal first and sets it up again; after `kill -STOP` the terminal is in the mode that the
    shell left, with the shell's output where the board was.
    """
    if not hasattr(signal, "SIGCONT"):
        return
    with trio.open_signal_receiver(signal.SIGCONT) as received:
        async for _ in received:
            with suppress(OSError):  # SIGCONT also comes before SIGHUP, when the terminal is gone
                app.input.raw_mode().__enter__()  # the application restores the mode from before it started
                app.renderer.erase(leave_alternate_screen=False)
                app.output.erase_screen()
                app.output.cursor_goto(0, 0)
                app.invalidate()
