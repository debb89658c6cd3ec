"""The page of a host's league: the table, fixtures and players, for everybody who may know of the host's tables.

Here: its parts, and fetching the league again and again. It has no seat and no player. Not here: what it shows
(`panels.league`), the connection of the browser (`visit`).
"""

from collections.abc import Iterable
from typing import Final

import trio

from client.model.status import Ended
from client.net.host_connection import Dial, answer_to
from client.panels import league
from client.picture.markup import Markup, joined, tag
from client.web.page import SeatlessPage
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.window import PageWindow
from client.words.refusal_words import farewell
from client.words.say import say
from protocol.frozen import define
from protocol.shared.address import Address
from protocol.wire.messages import AskLeague, Farewell, Goodbye, LeagueGames

TIME_BETWEEN_LOOKS: Final = 15.0
"""Seconds after which the page shows what has been played meanwhile."""


@define(eq=False)
class LeaguePage(SeatlessPage):
    """The league at one browser. `why_not`: why it cannot be shown, in a sentence."""

    why_not: str = ""

    def make_windows(self) -> Iterable[PageWindow]:
        """None."""
        return ()

    async def follow_league(self, address: Address, dial: Dial) -> Ended:
        """Fetch the league again and again; returns how the visit ends if the visitor is not invited."""
        while True:
            answer = await answer_to(address, dial, self.credentials.lines(), AskLeague())
            match answer:
                case LeagueGames():
                    self.why_not = ""
                    self.model.receive(answer)
                case Goodbye() if self.credentials.retry_without(answer):
                    continue
                case Goodbye(reason=Farewell.NOT_INVITED.value):
                    return Ended(is_uninvited=True)
                case Goodbye(reason, detail):
                    self.why_not = farewell(reason, detail, has_flags=False)
                case _:
                    self.why_not = say("page.not_reached")
            self.changed()
            await trio.sleep(TIME_BETWEEN_LOOKS)

    def parts(self) -> dict[str, Markup]:
        """The HTML of its two parts, by the ids of their elements."""
        return {"league": self._league(), "signal": tag("b", data_scene="league")}

    def _league(self) -> Markup:
        status = self.model.status
        if isinstance(status, Ended):
            text = say("page.league_needs_link") if status.is_uninvited else status.text
            return tag("p", text)
        if self.why_not:
            return tag("p", self.why_not)
        shown = league.panel(self.model)
        to_tables = tag("p", tag("a", say("page.to_tables"), href="/"))
        return joined([tag("h1", shown.title), *panel_html(shown, "league", heading="h2"), to_tables])

    def press(self, name: str, value: Value) -> None:
        """There is nothing to press."""
