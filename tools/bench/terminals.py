"""A terminal client at a table of a running daemon, which draws the full screen for every piece of news.

Here: the client's own link, model and screen, without a terminal; it plays by its model, and is timed from a command
until its entry has been folded and drawn. Not here: browsers (`tabs`), the screen by itself (`screens`).
"""

import time
from pathlib import Path
from random import uniform

import trio

from client.model import moves
from client.model.announcements import Announcement
from client.model.model import Model
from client.model.pending import Pending
from client.net.link import Link
from client.net.remedies.common import remedies
from client.screen.desk import Desk
from client.screen.table_screen import TableScreen
from client.words.version_words import mismatch_of_page
from protocol.shared.address import Address
from protocol.wire.session import Session
from tests.client.at_desk import NORMAL, Player
from tests.client.at_table import autosave_in


class Terminal:
    """A player at a full screen of 80x24, at the daemon's only table; `folder` is for its records.

    `own`: the seconds from each play to the frame that shows it.
    """

    def __init__(self, port: int, name: str, folder: Path) -> None:
        model, address = Model(Session("bench", name), Pending(name), is_drawn=True), Address("127.0.0.1", port)
        desk = Desk(model, str(address))
        self.link = Link(
            model, address, autosave_in(folder, str(address), name), self._take, remedies(mismatch_of_page)
        )
        self.player = Player(model, desk, TableScreen(desk, self.link))
        self.own: list[float] = []
        self._has_news = trio.Event()

    def _take(self, news: list[Announcement]) -> None:
        self.player.now = trio.current_time()
        self.player.take(news)
        self.player.frame(NORMAL)
        self._has_news.set()
        self._has_news = trio.Event()

    async def plays(self, pause: float) -> None:
        """Play until cancelled, with about this pause before each move."""
        while True:
            view = self.player.model.view
            if view.is_my_turn:
                await trio.sleep(pause * uniform(0.5, 1.5))
                await self._move()
            else:
                await self._has_news.wait()

    async def _move(self) -> None:
        model = self.player.model
        may, layout, head = model.view.choices(), model.view.layout, model.session.head
        began = time.perf_counter()
        if may.plays:
            moves.play(model, may.plays[0].tile, may.plays[0].arm)
        elif may.may_draw:
            moves.draw(model)
        else:
            moves.knock(model)
        self.link.flush()
        while model.session.head == head or (may.plays and model.view.layout == layout):
            await self._has_news.wait()
        if may.plays:
            self.own.append(time.perf_counter() - began)
