"""The page for a TV: a spectator that shows a table to a room, with nothing to press.

Here: its parts, for how long it shows the end of a round, and how it finds a table. Not here: the parts' HTML
(`tv_part`, and those it shares with the page), the connection of the browser (`visit`, `assets/tv.js`).
"""

from collections.abc import Iterable
from typing import Any, Final

import trio
from attrs import field

from client.model.announcements import Announcement, Subject
from client.model.lookback import Lookback, is_at_an_end
from client.model.status import InLobby
from client.picture.markup import Markup
from client.web import seats_part, table_part, tv_part
from client.web.page import SeatlessPage
from client.web.page_messages import Value
from client.web.window import PageWindow
from protocol.frozen import define

NAME: Final = "TV"
"""The name of the spectator."""
LEAST_TIME_OF_END, MOST_TIME_OF_END = 5.0, 20.0
"""Seconds for which the end of a round is shown: until somebody leads to the next one, but within these bounds."""
_NOT_TOLD: Final = (Subject.TABLES, Subject.RULES, Subject.TURN, Subject.AWAY)
"""What the list of sentences leaves out: it is elsewhere on the screen, or only for players."""


def stored_for_tv(kept: Any) -> dict[str, object]:
    """Of what a browser has stored, what a TV needs: the invitation. Its player's seats are left alone."""
    stored = kept if isinstance(kept, dict) else {}
    return {"name": NAME, "invitation": stored.get("invitation")}


@define(eq=False)
class Tv(SeatlessPage):
    """The page at one TV. `wanted`: the table in its address, None for any."""

    wanted: str | None = None
    _refused: str | None = None
    """The table that does not admit this spectator."""
    _is_next_led: trio.Event = field(factory=trio.Event)
    """Set once somebody has led to the round after the one whose end is shown."""

    def receive(self, announcements: list[Announcement]) -> None:
        """Show these announcements, and go to a table if there is one now."""
        shown = self.ends.of_round
        super().receive([told for told in announcements if told.subject not in _NOT_TOLD])
        self.ends.note_old_match(self.model)
        if self.ends.of_round is not None and self.ends.of_round is not shown:
            self._is_next_led = trio.Event()
            self.services.start(self._show_table_in_time, self.ends.of_round)
        view = self.model.view
        if view.layout.lead is not None and not is_at_an_end(view.table):
            self._is_next_led.set()
        self._go_to_table(is_refused=any(told.subject is Subject.REFUSED for told in announcements))

    def _go_to_table(self, *, is_refused: bool) -> None:
        table = self._table_to_show
        if is_refused:
            self._refused = table  # or else it would go there again at once
        if self.link is None or table is None or not isinstance(self.model.status, InLobby):
            return
        if table != self._refused:
            self.link.move_to(table)

    @property
    def _table_to_show(self) -> str | None:
        lobby = self.model.lobby
        return lobby.for_newcomers if self.wanted is None else self.wanted if self.wanted in lobby.names else None

    def make_windows(self) -> Iterable[PageWindow]:
        """There is nothing beside the table."""
        return ()

    async def _show_table_in_time(self, lookback: Lookback) -> None:
        await trio.sleep(LEAST_TIME_OF_END)
        with trio.move_on_after(MOST_TIME_OF_END - LEAST_TIME_OF_END):
            await self._is_next_led.wait()
        if self.ends.of_round is lookback:
            self.ends.go_on()
            self.changed()

    def parts(self) -> dict[str, Markup]:
        """The current HTML of every part, by the id of its element."""
        return {
            "symbols": table_part.tiles_of_the_set(self),
            "status": tv_part.top(self),
            "lobby": tv_part.lobby(self, self.wanted),
            "waiting": tv_part.waiting(self),
            "board": table_part.board(self),
            "sum": tv_part.last_play(self),
            "seats": seats_part.seats(self, is_around=True),
            "round": tv_part.final_scores(self),
            "match": tv_part.ended_match(self),
            "invitation": tv_part.invitation(self),
            "signal": tv_part.signal(self),
        }

    def press(self, name: str, value: Value) -> None:
        """Take the size of the board, which is all that the script sends."""
        if name == "shape":
            super().press(name, value)
