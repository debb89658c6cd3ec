"""The full screen: the front end that draws on a terminal.

Here: running the link, the display, the clock and the signals together, until one of them ends. Not here: the screen
that is shown (`table_screen`), the terminal (`display`).
"""

from contextlib import suppress
from typing import Final

import trio

from client.actions.excursion import Excursions, may_play_on
from client.actions.signals import leave_at_signal
from client.model import asking
from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.status import Connecting, Ended, NeedsAnswer
from client.net.link import Link
from client.screen.attention import Attention
from client.screen.desk import Desk
from client.screen.display import Display
from client.screen.table_screen import TableScreen
from client.terminal.look import Look
from client.words.leaving_words import leave_first
from client.words.say import say
from client.words.title_words import notification, terminal_title
from protocol.shared.quoting import command_of

TICK: Final = 0.5
"""Seconds between two updates of the clocks that are shown."""
LOBBY_AGE: Final = 3.0
"""Seconds after which the list of tables is asked for again while the lobby is open."""


class FullScreen:
    """One player's full screen. It needs `bridge.run`, and draws before there is a connection."""

    def __init__(self, model: Model, look: Look | None = None, excursions: Excursions | None = None) -> None:
        self.model = model
        self._excursions = excursions
        self._look = look or Look()
        self._desk = Desk(model, look=self._look)
        self._screen: TableScreen | None = None
        self._attention: Attention | None = None
        self._is_drawn = trio.Event()
        self._touched = trio.Event()
        self._has_been_answered = False

    def receive(self, announcements: list[Announcement]) -> None:
        """Receive announcements from the link; an empty list too, because the status may have changed."""
        self._has_been_answered |= not isinstance(self.model.status, Connecting | NeedsAnswer | Ended)
        if self._screen is None:
            self._desk.take(announcements, trio.current_time())
        else:
            self._screen.take(announcements)
            self._screen.redraw()
        self._touch()

    def _touch(self) -> None:
        """Wake `_tick`: an announcement or a key may start a clock."""
        self._touched.set()
        self._touched = trio.Event()

    async def run(self, link: Link) -> Ended:
        """Play until the player leaves, or has read why the daemon ended the connection."""
        self._desk.address = "" if link.address is None else str(link.address)
        screen, then = TableScreen(self._desk, link), tuple[str, ...]()
        self._screen = screen
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            nursery.start_soon(self._stay_connected, link, screen)
            nursery.start_soon(self._tick, link, screen)
            await self._show(screen)
            while screen.excursion is not None:
                then = await self._go(screen)
                if then:
                    break
                await self._show(screen)
            nursery.cancel_scope.cancel()
        if then:
            return Ended(failed=False, then=then)
        return self.model.status if isinstance(self.model.status, Ended) else Ended(failed=False)

    async def _show(self, screen: TableScreen) -> None:
        """Show the game until the player leaves, for good or for a while."""
        display = Display(screen)
        attention = self._attention = Attention(display.app.output, self._look)
        screen.copy = attention.copy
        display.before_stop = attention.restore_title
        display.app.after_render += lambda _: self._after_drawing(attention)
        try:
            await display.run()
        finally:
            self._attention = None
            with suppress(OSError):  # the terminal may be gone
                attention.restore_title()

    async def _go(self, screen: TableScreen) -> tuple[str, ...]:
        """Go where the player wants, while the connection stays open; what the player does in place of coming back."""
        go, screen.excursion = screen.excursion, None
        then: tuple[str, ...] = ()
        if go is not None and self._excursions is not None:
            try:
                then = await go(self._excursions)
            except OSError as error:
                why = error.strerror or str(error)
                self._desk.notify(say("lines.not_possible_now", why=why), Subject.REFUSED)
        if then and not may_play_on(self.model):
            self._desk.notify(leave_first(command_of(("fives", *then))), Subject.REFUSED)
            return ()
        return then

    def call_player(self) -> None:
        """Ring the terminal's bell and, where it can, show a notification: the player's turn has begun."""
        if self._attention is not None:
            self._attention.call(notification(self.model.view))

    def _after_drawing(self, attention: Attention) -> None:
        self._is_drawn.set()
        self._touch()
        if self._attention is attention:  # the last frame is drawn when the player has left
            attention.show_title(terminal_title(self.model.view, self.model.session.table_name))

    async def _stay_connected(self, link: Link, screen: TableScreen) -> None:
        await self._is_drawn.wait()
        ended = await link.run()
        if ended.then or not self._has_been_answered:
            screen.leave()  # without a first answer there is nothing to read
            screen.redraw()

    async def _tick(self, link: Link, screen: TableScreen) -> None:
        asked_at = trio.current_time()
        while True:
            while not screen.changes_with_time:
                await self._touched.wait()
            await trio.sleep(TICK)
            if screen.windows.is_listing_tables and trio.current_time() - asked_at > LOBBY_AGE:
                asked_at = trio.current_time()
                asking.list_tables(self.model)
                link.flush()
            if self._desk.tick(trio.current_time()):
                screen.redraw()
