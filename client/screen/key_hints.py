"""The footer's hints: only what a key really does now, the most useful first.

Lives here: which keys make sense in which state of the table. Not here: those of a sheet that lies over it
(`sheet_keys`), what they do (`controls`), all of them (`words.key_help`).
"""

from collections.abc import Iterable
from typing import Final

from client.model.status import Ended, Lost
from client.screen import footer_words as footer
from client.screen.desk import Desk
from client.screen.panels import Hint
from client.screen.sheet_keys import SheetKey, seat_keys, sheet_keys
from client.view.view import View
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.log.table import Stage

HELP: Final = Hint("?", footer.KEYS, "?")
LEAVE: Final = Hint("q", footer.LEAVE, "q")
CHAT: Final = Hint("/", footer.CHAT, "/")
ROUNDS: Final = Hint("s", footer.SCORES, "s")
ZOOM: Final = Hint("o", footer.ZOOM, "o")
TABLES: Final = Hint("j", footer.TABLES, "j")
MENU: Final = Hint("x", footer.TABLE, "x")
_IN_LOBBY: Final = (Hint(":", footer.COMMAND, ":"), LEAVE)


def hints_of(desk: Desk) -> tuple[Hint, ...]:
    """The hints for what is shown now; the last one is always there."""
    if isinstance(desk.model.status, Ended):
        return (Hint(footer.ENTER, footer.LEAVE, "enter"),)
    if desk.over.asks is None and desk.over.card is not None:
        scroll = (Hint("↓", footer.SCROLL_ON, "down"), Hint("↑", footer.BACK, "up")) if desk.over.furthest else ()
        return *scroll, Hint(footer.ESCAPE, footer.PUT_AWAY, "escape")
    if desk.over.has_sheet:
        return *_told(sheet_keys(desk.over)), *(_IN_LOBBY if desk.over.is_choosing_in_lobby else ())
    if desk.looks_back:
        return Hint(footer.SPACE, footer.GO_ON, "space"), ROUNDS, Hint("l", footer.PLAYS, "l"), CHAT, LEAVE, HELP
    if desk.is_connecting:
        return (LEAVE,)
    if desk.is_seating:
        return _before_a_match(desk)
    return *_playing(desk, desk.model.view), HELP


def _told(rows: Iterable[SheetKey]) -> tuple[Hint, ...]:
    return tuple(row.hint for row in rows if row.meaning)


def _before_a_match(desk: Desk) -> tuple[Hint, ...]:
    begin = (Hint(footer.ENTER, footer.BEGIN, "enter"),) if desk.model.is_host else ()
    return *begin, *_told(seat_keys(desk)), CHAT, Hint("r", footer.RULES, "r"), TABLES, LEAVE, HELP


def _playing(desk: Desk, view: View) -> tuple[Hint, ...]:
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
    moves = _moves(view, is_prepared=desk.model.intent.prepared is not None)
    return *moves, CHAT, ROUNDS, Hint("c", footer.ENDS, "c"), LEAVE, MENU, ZOOM


def _whatever_fits(view: View) -> tuple[Hint, ...]:
    """All that there is to do, where the table does not show what can be done."""
    draw = (Hint(footer.SPACE, footer.DRAW, "space"),) if view.table.rules.draw is not Draw.NONE else ()
    choose = Hint("←→", footer.TILE, "right"), Hint("↑↓", footer.END, "down"), Hint(footer.ENTER, footer.PLAY, "enter")
    return *choose, *draw, Hint("k", footer.KNOCK, "k")


def _moves(view: View, *, is_prepared: bool) -> tuple[Hint, ...]:
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
