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
from client.words import footer
from protocol.events import Assist
from protocol.rules import Draw
from protocol.table import Stage

if TYPE_CHECKING:
    from client.screen.desk import Desk

HELP: Final = Hint("?", footer.KEYS, "?")
LEAVE: Final = Hint("q", footer.LEAVE, "q")
CHAT: Final = Hint("/", footer.CHAT, "/")
ROUNDS: Final = Hint("s", footer.SCORES, "s")
ZOOM: Final = Hint("o", footer.ZOOM, "o")
TABLES: Final = Hint("j", footer.TABLES, "j")
MENU: Final = Hint("x", footer.TABLE, "x")
_OFFERS: Final = {Offer.SIT: footer.SIT_HERE, Offer.STAND: footer.STAND_UP, Offer.SEND_AWAY: footer.SEND_AWAY}


def hints_of(desk: "Desk") -> tuple[Hint, ...]:
    """The hints for what is shown now; the last one is always there."""
    if isinstance(desk.model.status, Ended):
        return (Hint(footer.ENTER, footer.LEAVE, "enter"),)
    if desk.asks_to_leave:
        return Hint("q", footer.LEAVE, "q"), Hint(footer.ESCAPE, footer.STAY, "escape")
    if desk.over.card is not None:
        scroll = (Hint("↓", footer.SCROLL_ON, "down"), Hint("↑", footer.BACK, "up")) if desk.over.furthest else ()
        return *scroll, Hint(footer.ESCAPE, footer.PUT_AWAY, "escape")
    if desk.over.asks is not None:
        return Hint(footer.ENTER, footer.YES, "enter"), Hint(footer.ESCAPE, footer.NO, "escape")
    if desk.over.form is not None:
        return _in_form(desk.over.form)
    if desk.over.menu is not None:
        return _in_menu(desk)
    if desk.looks_back:
        return Hint(footer.SPACE, footer.GO_ON, "space"), ROUNDS, Hint("l", footer.PLAYS, "l"), CHAT, LEAVE, HELP
    if desk.is_connecting:
        return (LEAVE,)
    if desk.is_seating:
        return *_among_seats(desk), CHAT, Hint("r", footer.RULES, "r"), TABLES, LEAVE, HELP
    return *_playing(desk, desk.model.view), HELP


def _in_form(sheet: FormSheet) -> tuple[Hint, ...]:
    change = () if sheet.row.is_typed else (Hint("←→", footer.CHANGE, "right"),)
    own = (Hint(footer.DELETE, footer.AS_USUAL, "backspace"),) if sheet.name in sheet.form.given else ()
    go = () if sheet.is_wrong else (Hint(footer.ENTER, footer.OPEN, "enter"),)
    return (
        *go,
        Hint("↑↓", footer.LINE, "down"),
        *change,
        Hint(footer.SPACE, footer.TYPE_IT, "space"),
        *own,
        Hint(footer.ESCAPE, footer.BACK, "escape"),
    )


def _in_menu(desk: "Desk") -> tuple[Hint, ...]:
    choice = desk.over.choice
    wish = None if choice is None else choice.wish
    watch: tuple[Hint, ...] = ()
    meaning = footer.DO_IT
    if isinstance(wish, GoTo) and desk.is_at(wish.table):
        meaning = footer.BACK
    elif isinstance(wish, GoTo) and desk.model.lobby.is_full(wish.table):
        meaning = footer.GO_THERE
    elif isinstance(wish, GoTo):
        meaning, watch = footer.SIT_DOWN, (Hint("w", footer.WATCH, "w"),)
    elif isinstance(wish, NewTable | SeeTables):
        meaning = footer.GO_ON
    last = (
        (Hint(":", footer.COMMAND, ":"), LEAVE)
        if desk.over.is_in_lobby
        else (Hint(footer.ESCAPE, footer.BACK, "escape"),)
    )
    return Hint(footer.ENTER, meaning, "enter"), *watch, Hint("↑↓", footer.CHOOSE, "down"), *last


def _among_seats(desk: "Desk") -> Iterator[Hint]:
    model, seat = desk.model, desk.seat_at
    if model.is_host:
        yield Hint(footer.ENTER, footer.BEGIN, "enter")
    yield Hint("↑↓", footer.SEAT, "down")
    offer = offer_of(model, seat)
    if offer is not None:
        yield Hint(footer.SPACE, _OFFERS[offer], "space")
    if model.is_host and offer in (Offer.SIT, Offer.SEND_AWAY):
        if offer is Offer.SIT:
            yield Hint("b", footer.seat_bot(desk.level), "b")
        yield Hint("←→", footer.LEVEL, "right")


def _playing(desk: "Desk", view: View) -> tuple[Hint, ...]:
    if view.table.stage is Stage.OVER:
        again = (Hint(footer.ENTER, footer.PLAY_AGAIN, "enter"),) if view.seat is not None else ()
        return *again, ROUNDS, Hint("l", footer.PLAYS, "l"), CHAT, TABLES, LEAVE
    if view.seat is None:
        return Hint("l", footer.PLAYS, "l"), ROUNDS, CHAT, LEAVE, TABLES, ZOOM
    if view.table.paused:
        resume = (Hint(footer.ENTER, footer.GO_ON, "enter"),) if desk.model.is_host else ()
        return *resume, CHAT, ROUNDS, MENU, LEAVE
    if isinstance(desk.model.status, Lost):
        return ROUNDS, Hint("l", footer.PLAYS, "l"), LEAVE
    deeds = _deeds(view, is_prepared=desk.model.intent.prepared is not None)
    return *deeds, CHAT, ROUNDS, Hint("c", footer.ENDS, "c"), LEAVE, MENU, ZOOM


def _whatever_fits(view: View) -> tuple[Hint, ...]:
    """All that there is to do, where the table does not show what can be done."""
    draw = (Hint(footer.SPACE, footer.DRAW, "space"),) if view.table.rules.draw is not Draw.NONE else ()
    choose = Hint("←→", footer.TILE, "right"), Hint("↑↓", footer.END, "down"), Hint(footer.ENTER, footer.PLAY, "enter")
    return *choose, *draw, Hint("k", footer.KNOCK, "k")


def _deeds(view: View, *, is_prepared: bool) -> tuple[Hint, ...]:
    if view.assist is Assist.NONE and view.is_my_turn:
        return _whatever_fits(view)
    may = view.choices()
    if may.may_draw:
        return (Hint(footer.SPACE, footer.DRAW, "space"),)
    if may.may_knock:
        return (Hint("k", footer.KNOCK, "k"),)
    choose = (Hint("←→", footer.TILE, "right"), Hint("↑↓", footer.END, "down"))
    if view.is_my_turn:
        hint = (Hint("i", footer.HINT, "i"),) if view.assist is Assist.POINTS else ()
        return *choose, Hint(footer.ENTER, footer.PLAY, "enter"), *hint
    if is_prepared:
        return *choose, Hint(footer.ESCAPE, footer.TAKE_BACK, "escape")
    return *choose, Hint(footer.ENTER, footer.PREPARE, "enter")
