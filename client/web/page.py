"""The page: a front end over the model, for one browser.

Here: the parts of the page, each the HTML of the element with its id, and what a press does. Not here: sending
parts and reading presses (`visit`), the page around the parts (`page.html`), the board (`board`).
"""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

import trio
from attrs import define, field

from client.actions.actions import Leave, NewTable, Outcome, carry_out, read_action, reply
from client.actions.questions import answer, letter_of
from client.lines.line_mode import lines_of
from client.model.announcements import Announcement
from client.model.checks import WhyNot
from client.model.lookback import laid_last
from client.model.model import Model
from client.model.premove import Premove
from client.model.status import Connecting, Ended, InLobby, Joined, Lost, NeedsPassword
from client.net.link import Link
from client.picture.markup import Markup, joined, tag
from client.picture.svg import symbol_of, symbols
from client.web import page_words as words
from client.web.board import board_of
from client.web.browser_seats import BrowserSeats
from client.web.messages import Value
from client.words import answer_words as words_answers
from client.words import connection_words as words_link
from client.words import event_words as words_events
from client.words import lobby_words as words_lobby
from client.words.name_words import game_title, side_name, target_of
from protocol.clean import clean
from protocol.game.layout import Arm
from protocol.game.tiles import Tile, set_of_tiles
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.names import why_not_a_name

MOST_UNSENT: Final = 200
"""Sentences that wait for a slow browser; older ones are dropped."""
VERBOSITY: Final = 1

_PRESSES: Final[dict[str, Callable[["Page", Value], None]]] = {}


def _press(name: str) -> Callable[[Callable[["Page", Value], None]], Callable[["Page", Value], None]]:
    """Have a method do what a press of this name asks for."""

    def taken(does: Callable[["Page", Value], None]) -> Callable[["Page", Value], None]:
        _PRESSES[name] = does
        return does

    return taken


@define(eq=False)
class Page:
    """One browser's page. `changed` is called whenever there may be something new to show.

    `link` has to be set before anything is pressed.
    """

    model: Model
    seats: BrowserSeats
    changed: Callable[[], None]
    link: Link | None = None
    named: trio.Event = field(factory=trio.Event)
    """Set once the player has a name: the link may run."""
    _said: deque[Markup] = field(factory=lambda: deque[Markup](maxlen=MOST_UNSENT))
    _undecided: Tile | None = None
    _fault: str = ""

    # What the visit asks.

    def tell(self, news: list[Announcement]) -> None:
        """Take in what the link has to tell; also called with an empty list, since something may have changed."""
        self._say(*lines_of(news, self.model, VERBOSITY))
        if self._undecided is not None and not self.model.view.arms_to_choose(self._undecided):
            self._undecided = None
        self.changed()

    def take_said(self) -> list[Markup]:
        """The sentences since the last call, as items of a list."""
        said = list(self._said)
        self._said.clear()
        return said

    @property
    def title(self) -> str:
        """The title of the tab."""
        return words.title(self.model.view, is_joined=isinstance(self.model.status, Joined))

    def parts(self) -> dict[str, Markup]:
        """Every part as it is now, by the id of its element."""
        is_at_table = self.model.session.game is not None
        return {
            "symbols": symbols(self.model.table.rules.max_pip) if is_at_table else Markup(),
            "status": joined(self._status()),
            "seats": joined(self._seats()) if is_at_table else Markup(),
            "board": self._board() if is_at_table else Markup(),
            "sum": tag("p", words_answers.ends(self.model.view)) if self.model.view.is_playing else Markup(),
            "hand": joined(self._hand()) if is_at_table else Markup(),
            "actions": joined(self._actions()),
            "chat": self._chat() if is_at_table else Markup(),
        }

    def press(self, name: str, value: Value) -> None:
        """Do what was pressed; a name that the page does not have does nothing."""
        does = _PRESSES.get(name)
        if does is not None:
            does(self, value)
        self.changed()

    # The parts.

    def _status(self) -> Iterator[Markup]:
        match self.model.status:
            case _ if not self.named.is_set():
                yield tag("h1", words.WELCOME)
            case Connecting():
                yield tag("p", words.CONNECTING)
            case InLobby():
                yield tag("h1", words.TABLES)
            case NeedsPassword(text):
                yield tag("p", text)
            case Lost(why):
                yield tag("p", words_link.lost(why))
            case Ended(text):
                yield tag("p", text or words.LEFT)
            case Joined():
                view = self.model.view
                yield tag("h1", f"{game_title(view.table.preset)} {target_of(view)}")
                if view.is_playing:
                    yield tag("p", words_events.turn(view) if view.turn is not None else "")

    def _seats(self) -> Iterator[Markup]:
        view = self.model.view
        left = view.tiles_left
        for standing in view.standings:
            is_turn = view.turn in standing.seats
            tiles = " ".join(str(left[seat]) for seat in standing.seats)
            yield tag(
                "div",
                tag("span", side_name(view, standing.side), class_="name"),
                tag("b", str(standing.score), class_="score"),
                tag("span", tiles, class_="left"),
                class_="seat turn" if is_turn else "seat",
            )

    def _board(self) -> Markup:
        view = self.model.view
        last = laid_last(self.model.session.entries)
        marked = frozenset[Tile]() if last is None else frozenset([last])
        return board_of(view.layout, marked, has_ends=view.turn is not None)

    def _hand(self) -> Iterator[Markup]:
        view = self.model.view
        for tile in view.my_hand():
            arms = view.arms_shown(tile)
            fits = arms is None or bool(arms)
            yield tag(
                "button",
                tag("svg", tag("use", href=f"#{symbol_of(tile)}"), viewBox="-10 -20 20 40", aria_hidden="true"),
                type="button",
                class_="tile" if fits else "tile unfit",
                data_press="play",
                data_value=str(tile),
                aria_label=str(tile),
            )

    def _actions(self) -> Iterator[Markup]:
        if self._fault:
            yield tag("p", self._fault, role="alert")
        model = self.model
        if not self.named.is_set():
            yield _form("name", words.YOUR_NAME, words.PLAY, value=self.seats.name)
        elif isinstance(model.status, NeedsPassword):
            yield _form("password", words.PASSWORD, words.ENTER, type_="password")
        elif isinstance(model.status, InLobby):
            for table in model.lobby.tables:
                yield _button("order", f"join {table.table}", words_lobby.table_line(table))
        elif isinstance(model.status, Ended):
            yield _button("reconnect", "", words.AGAIN)
        elif isinstance(model.status, Joined):
            yield from self._moves()

    def _moves(self) -> Iterator[Markup]:
        view = self.model.view
        if self._undecided is not None:
            for arm in view.arms_to_choose(self._undecided):
                yield _button("play", f"{self._undecided} {arm}", words.play_at(self._undecided, arm))
        may = view.choices()
        if may.may_draw:
            yield _button("order", "draw", words.DRAW, key="b")
        if may.may_knock:
            yield _button("order", "knock", words.KNOCK, key="k")
        if view.is_my_turn:
            yield _button("order", "hint", words.HINT, key="i")
        if view.table.stage is Stage.SEATING and self.model.is_host:
            yield _button("order", "start", words.START)
        if view.table.stage is Stage.OVER and view.seat is not None:
            yield _button("order", "rematch", words.REMATCH)
        yield _button("ask", "s", words.SCORES, key="s")
        yield _button("ask", "r", words.RULES)
        if self.seats.kept and view.seat is not None:
            yield tag("a", words.WAY_BACK, href=f"#seat={self.seats.way_back(self.seats.kept[0])}")

    def _chat(self) -> Markup:
        return _form("chat", words.SAY, words.SEND)

    # The presses.

    @_press("name")
    def _take_name(self, value: Value) -> None:
        name = clean(_field(value))
        fault = why_not_a_name(name)
        self._fault = "" if fault is None else words.no_name(fault)
        if fault is None and not self.named.is_set():
            assert self.link is not None
            self.seats.name = name
            self.link.call_player(name)
            self.named.set()

    @_press("password")
    def _take_password(self, value: Value) -> None:
        if isinstance(self.model.status, NeedsPassword):
            assert self.link is not None
            self.link.give_password(_field(value).strip())

    @_press("chat")
    def _take_chat(self, value: Value) -> None:
        self._done(self.model.say(_field(value)))

    @_press("play")
    def _play(self, value: Value) -> None:
        named, _, arm = _field(value).partition(" ")
        tile = next((each for each in set_of_tiles(self.model.table.rules.max_pip) if str(each) == named), None)
        if tile is None or arm not in ("", *Arm):
            return
        outcome = self.model.play(tile, Arm(arm) if arm else None)
        is_open = isinstance(outcome, WhyNot) and outcome.reason is Reason.AMBIGUOUS_ARM
        self._undecided = tile if is_open else None
        self._done(outcome)

    @_press("order")
    def _order(self, value: Value) -> None:
        word, _, rest = _field(value).partition(" ")
        wish = read_action(self.model, word.casefold(), rest.strip())
        if isinstance(wish, WhyNot):
            self._done(wish)
        elif wish is not None and not isinstance(wish, Leave | NewTable):
            assert self.link is not None
            self._done(carry_out(wish, self.model, self.link))

    @_press("ask")
    def _ask(self, value: Value) -> None:
        letter = letter_of(_field(value))
        if letter is not None:
            self._say(*answer(self.model, letter, trio.current_time()))

    def _done(self, outcome: Outcome | Premove) -> None:
        assert self.link is not None
        self.link.flush()
        self._say(reply(outcome, self.model))

    def _say(self, *lines: str) -> None:
        self._said.extend(tag("li", each) for line in lines for each in line.splitlines())


def _field(value: Value) -> str:
    """The text of a button, or of a form's one field."""
    return value if isinstance(value, str) else value.get("text", "")


def _button(press: str, value: str, label: str, *, key: str | None = None) -> Markup:
    return tag("button", label, type="button", data_press=press, data_value=value, data_key=key)


def _form(press: str, label: str, send: str, *, value: str = "", type_: str = "text") -> Markup:
    typed = tag("input", name="text", type=type_, value=value, autocomplete="off", maxlength=400)
    return tag("form", tag("label", label, typed), tag("button", send, type="submit"), data_press=press)
