"""How a match has ended: the window, which opens by itself.

Here: it, its table of results, and the banner of a winner. Not here: the table at that moment (`ends`), the end of a
round, which is shown on the table (`seats_part`, `table_part`), the sentences (`client.words`), the curve of the scores
(`curve_part`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import field

from client.actions.beginning import after_match, begins_soon
from client.model.announcements import Announcement
from client.model.lookback import Lookback, has_won
from client.panels.words import about_round
from client.picture.markup import SPACE, Markup, isolated, joined, tag
from client.picture.svg import symbol_of
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.web.curve_part import curve
from client.web.page_controls import button, colour, tile_picture, unseen
from client.web.state import State
from client.web.window import PageWindow
from client.words import event_words
from client.words.english import in_line
from client.words.highlight_words import highlight_sentences
from client.words.name_words import sides_named, who
from client.words.room_words import bot_has_your_seat
from client.words.say import say, together
from client.words.title_words import winners
from protocol.frozen import define
from protocol.game.tiles import known_tiles, parse_tile

_FALLEN: Final = {
    "5-5": "translate(-128 26) rotate(-24)",
    "6-4": "translate(122 -22) rotate(38)",
    "3-2": "translate(-96 -30) rotate(52)",
    "5-0": "translate(132 30) rotate(-12)",
    "6-6": "translate(-60 40) rotate(80)",
    "4-1": "translate(66 42) rotate(-66)",
}
"""Tiles around the winner's name, and where they lie."""


@define(eq=False)
class EndWindow(PageWindow):
    """How the match ended: the winner, the scores, the tiles left over, and what can be done now.

    It opens by itself, once for each end. `_seen`: the last one that it has opened for.
    """

    has_own_press = True
    is_shared = True
    is_unread = True

    state: State = field(kw_only=True)
    _seen: Lookback | None = None

    def inside(self) -> Iterator[Markup]:
        """The end."""
        lookback, model = self.state.ends.of_match, self.state.model
        if lookback is None:
            return
        view = lookback.view
        if view.table.won_by:
            yield victory(view)
        yield tag("p", lookback.verdict, class_="verdict", data_later="")  # once the last board has been seen
        if lookback.highlights is not None:
            yield curve(view, lookback.highlights)
            yield from (tag("p", sentence) for sentence in highlight_sentences(view, lookback.highlights))
        yield tag("div", results(lookback), class_="wide", tabindex="0", role="group", aria_label=say("panel.scores"))
        about = about_round(model, lookback.game, lookback.row.number)
        yield from (tag("p", sentence, class_="about") for sentence in about)

    def _what_follows(self, lookback: Lookback) -> str:
        """What the table does meanwhile."""
        model = self.state.model
        soon = begins_soon(model)
        if lookback.game == model.session.game:
            return together(model.missed_seat, *((after_match(model), soon) if model.presence.agreed else ()))
        if model.session.is_between_matches:
            return together(say("room.opened"), soon)
        if model.seat is None and lookback.view.seat is not None:
            return together(
                say("page.match_has_begun"), say("room.without_you"), bot_has_your_seat(model.agreement.bot_in_seat)
            )
        undecided = event_words.undecided(model.table.options) if model.is_undecided else ""
        return together(say("page.match_has_begun"), undecided)

    def foot(self) -> Iterator[Markup]:
        """What can be done after it."""
        lookback, model = self.state.ends.of_match, self.state.model
        if lookback is None:
            return
        yield tag("p", self._what_follows(lookback), role="status")
        if lookback.game != model.session.game:
            yield button("close", self.name, say("page.continue"), class_="main")
            return
        if model.may_sit_down:
            yield button("order", "sit", say("room.sit_down"), class_="main", data_waits="")
        if model.seat is not None:
            # The large one is what the others want, where they want the same deals.
            new, same = ("main", None) if not model.presence.want_same_deals else (None, "main")
            yield button("order", "rematch", say("next.again"), class_=new, data_waits="")
            yield button("order", "rematch same", say("page.same_deals"), class_=same, data_waits="")
        if lookback.view.table.repeats is not None:
            yield button("show", "comparison", say("panel.comparison"), data_waits="")
        yield button("show", "replay", say("panel.replay"), data_waits="")
        yield button("analyse", "", say("page.analyse"), data_waits="")
        yield button("show", "tables", say("page.tables"), data_waits="")
        yield button("close", self.name, say("page.continue"), data_waits="")

    def closed(self, then: PageWindow | None) -> None:
        """As `PageWindow.closed`."""
        super().closed(then)
        self.state.ends.forget_match_before(self.state.model)

    def note(self, _announcements: Sequence[Announcement]) -> None:
        """Open at the end of the match."""
        state, end = self.state, self.state.ends.of_match
        if end is self._seen:
            return
        self._seen = end
        if end is not None and state.front in (None, self):
            state.show(self.name)


def results(lookback: Lookback) -> Markup:
    """A row for each side, the best first: points of the round, total, tiles left over."""
    view = lookback.view
    order = sorted(view.standings, key=lambda standing: -standing.score)
    rows = [_side(view, lookback.row, standing.side, standing.score) for standing in order]
    head = (
        tag("th", title, scope="col")
        for title in (
            unseen(say("page.head_player")),
            say("scores.round"),
            say("scores.total"),
            say("page.head_left_over"),
        )
    )
    return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), class_="ended")


def victory(view: View) -> Markup:
    """The winners' names on a banner, which the verdict says to screen readers; with tiles around it for a winner."""
    mine = has_won(view)
    tiles = joined(_fallen_tile(tile, place) for tile, place in _FALLEN.items()) if mine else Markup()
    heap = tag("svg", tiles, viewBox="-160 -60 320 120", class_="heap") if mine else Markup()
    seat = view.standings[view.table.won_by[0]].seats[0]
    names = tag("p", winners(view), class_=f"winners {colour(seat)}")
    return tag("div", heap, names, class_="victory mine" if mine else "victory", aria_hidden="true")


def _fallen_tile(tile: str, place: str) -> Markup:
    return tag("g", tag("use", href=f"#{symbol_of(parse_tile(tile))}", transform=place))


def _side(view: View, row: RoundRow, side: int, score: int) -> Markup:
    won = side in view.table.won_by
    seats = view.standings[side].seats
    held = joined((_held(view, seat) for seat in seats), SPACE)
    return tag(
        "tr",
        tag(
            "th",
            "★" if won else "",
            SPACE,
            isolated(sides_named(view, side)),
            scope="row",
            class_=colour(seats[0]),
        ),
        tag("td", f"+{row.sides[side].total}"),
        tag("td", tag("b", str(score))),
        tag("td", held),
        class_="won" if won else None,
    )


def _held(view: View, seat: int) -> Markup:
    hand = view.hand_of(seat)
    known = known_tiles(hand)
    if not hand:
        return tag("span", say("end.out"))
    if len(known) < len(hand):
        return tag("span", say("count.tiles", n=len(hand)))
    pictures = map(tile_picture, known)
    in_words = say("panel.choice", choice=who(view, seat), detail=in_line(map(str, known)))
    return tag("span", *pictures, class_="left-over", role="img", aria_label=in_words)
