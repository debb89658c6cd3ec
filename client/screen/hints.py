"""The footer's hints: only what a key really does now, the most useful first.

Lives here: which keys make sense in which state. Not here: what they do (`wishes`), all of them (`words.keys`).
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from client.screen.form_sheet import FormSheet
from client.screen.menu import GoTo, NewTable, SeeTables
from client.screen.panels import Hint
from client.screen.seating import Offer, offer_of
from client.status import Ended, Lost
from client.view import View
from protocol.events import Assist
from protocol.rules import Draw
from protocol.table import Stage

if TYPE_CHECKING:
    from client.screen.desk import Desk

HELP: Final = Hint("?", "keys", "?")
LEAVE: Final = Hint("q", "leave", "q")
CHAT: Final = Hint("/", "chat", "/")
ROUNDS: Final = Hint("s", "scores", "s")
ZOOM: Final = Hint("o", "zoom", "o")
TABLES: Final = Hint("j", "tables", "j")
MENU: Final = Hint("x", "table", "x")
_OFFERS: Final = {Offer.SIT: "sit here", Offer.STAND: "stand up", Offer.SEND_AWAY: "send away"}


def hints_of(desk: "Desk") -> tuple[Hint, ...]:
    """The hints for what is shown now; the last one is always there."""
    if isinstance(desk.model.status, Ended):
        return (Hint("Enter", "leave", "enter"),)
    if desk.asks_to_leave:
        return Hint("q", "leave", "q"), Hint("Esc", "stay", "escape")
    if desk.card is not None:
        scroll = (Hint("↓", "on", "down"), Hint("↑", "back", "up")) if desk.furthest else ()
        return *scroll, Hint("Esc", "put away", "escape")
    if desk.asks is not None:
        return Hint("Enter", "yes", "enter"), Hint("Esc", "no", "escape")
    if desk.form is not None:
        return _in_form(desk.form)
    if desk.menu is not None:
        return _in_menu(desk)
    if desk.looks_back:
        return Hint("Space", "go on", "space"), ROUNDS, Hint("l", "plays", "l"), CHAT, LEAVE, HELP
    if desk.is_connecting:
        return (LEAVE,)
    if desk.is_seating:
        return *_among_seats(desk), CHAT, Hint("r", "rules", "r"), TABLES, LEAVE, HELP
    return *_playing(desk, desk.model.view), HELP


def _in_form(sheet: FormSheet) -> tuple[Hint, ...]:
    change = () if sheet.row.is_typed else (Hint("←→", "change", "right"),)
    own = (Hint("Del", "as usual", "backspace"),) if sheet.name in sheet.form.given else ()
    go = () if sheet.is_wrong else (Hint("Enter", "open", "enter"),)
    return (
        *go,
        Hint("↑↓", "line", "down"),
        *change,
        Hint("Space", "type it", "space"),
        *own,
        Hint("Esc", "back", "escape"),
    )


def _in_menu(desk: "Desk") -> tuple[Hint, ...]:
    wish = desk.choices[desk.row].wish if desk.row < len(desk.choices) else None
    watch: tuple[Hint, ...] = ()
    meaning = "do it"
    if isinstance(wish, GoTo) and desk.is_at(wish.table):
        meaning = "back"
    elif isinstance(wish, GoTo) and desk.model.lobby.is_full(wish.table):
        meaning = "go there"
    elif isinstance(wish, GoTo):
        meaning, watch = "sit down", (Hint("w", "watch", "w"),)
    elif isinstance(wish, NewTable | SeeTables):
        meaning = "go on"
    last = (Hint(":", "command", ":"), LEAVE) if desk.is_in_lobby else (Hint("Esc", "back", "escape"),)
    return Hint("Enter", meaning, "enter"), *watch, Hint("↑↓", "choose", "down"), *last


def _among_seats(desk: "Desk") -> Iterator[Hint]:
    model, seat = desk.model, desk.seat_at
    if model.is_host:
        yield Hint("Enter", "begin", "enter")
    yield Hint("↑↓", "seat", "down")
    offer = offer_of(model, seat)
    if offer is not None:
        yield Hint("Space", _OFFERS[offer], "space")
    if model.is_host and offer in (Offer.SIT, Offer.SEND_AWAY):
        if offer is Offer.SIT:
            yield Hint("b", f"{desk.level} bot", "b")
        yield Hint("←→", "level", "right")


def _playing(desk: "Desk", view: View) -> tuple[Hint, ...]:
    if view.table.stage is Stage.OVER:
        again = (Hint("Enter", "play again", "enter"),) if view.seat is not None else ()
        return *again, ROUNDS, Hint("l", "plays", "l"), CHAT, TABLES, LEAVE
    if view.seat is None:
        return Hint("l", "plays", "l"), ROUNDS, CHAT, LEAVE, TABLES, ZOOM
    if view.table.paused:
        resume = (Hint("Enter", "go on", "enter"),) if desk.model.is_host else ()
        return *resume, CHAT, ROUNDS, MENU, LEAVE
    if isinstance(desk.model.status, Lost):
        return ROUNDS, Hint("l", "plays", "l"), LEAVE
    deeds = _deeds(view, is_prepared=desk.model.intent.prepared is not None)
    return *deeds, CHAT, ROUNDS, Hint("c", "ends", "c"), LEAVE, MENU, ZOOM


def _whatever_fits(view: View) -> tuple[Hint, ...]:
    """All that there is to do, where the table does not show what can be done."""
    draw = (Hint("Space", "draw", "space"),) if view.table.rules.draw is not Draw.NONE else ()
    choose = Hint("←→", "tile", "right"), Hint("↑↓", "end", "down"), Hint("Enter", "play", "enter")
    return *choose, *draw, Hint("k", "knock", "k")


def _deeds(view: View, *, is_prepared: bool) -> tuple[Hint, ...]:
    if view.assist is Assist.NONE and view.is_my_turn:
        return _whatever_fits(view)
    may = view.choices()
    if may.may_draw:
        return (Hint("Space", "draw", "space"),)
    if may.may_knock:
        return (Hint("k", "knock", "k"),)
    choose = (Hint("←→", "tile", "right"), Hint("↑↓", "end", "down"))
    if view.is_my_turn:
        hint = (Hint("i", "hint", "i"),) if view.assist is Assist.POINTS else ()
        return *choose, Hint("Enter", "play", "enter"), *hint
    if is_prepared:
        return *choose, Hint("Esc", "take back", "escape")
    return *choose, Hint("Enter", "prepare", "enter")
