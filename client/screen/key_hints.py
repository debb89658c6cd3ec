"""The footer's hints: only what a key really does now, the most useful first.

Lives here: which keys make sense in which state of the table. Not here: those of a sheet that lies over it
(`sheet_keys`), what they do (`controls`), all of them (`words.key_help`).
"""

from collections.abc import Iterable
from typing import Final

from client.model.status import Ended, Lost
from client.screen import footer_words as footer
from client.screen.desk import Desk
from client.screen.panels import KeyHint
from client.screen.sheet_keys import SheetKey, seat_keys, sheet_keys
from client.view.view import View
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.log.table import Stage

HELP: Final = KeyHint("?", footer.KEYS, "?")
LEAVE: Final = KeyHint("q", footer.LEAVE, "q")
CHAT: Final = KeyHint("/", footer.CHAT, "/")
ROUNDS: Final = KeyHint("s", footer.SCORES, "s")
ZOOM: Final = KeyHint("o", footer.ZOOM, "o")
TABLES: Final = KeyHint("j", footer.TABLES, "j")
MENU: Final = KeyHint("x", footer.TABLE, "x")
_IN_LOBBY: Final = (KeyHint(":", footer.COMMAND, ":"), LEAVE)


def hints_of(desk: Desk) -> tuple[KeyHint, ...]:
    """The hints for what is shown now; the last one is always there."""
    if isinstance(desk.model.status, Ended) and desk.over.asks is None:
        return (KeyHint(footer.ENTER, footer.LEAVE, "enter"),)
    if desk.over.asks is None and desk.over.card is not None:
        scroll = (KeyHint("↓", footer.SCROLL_ON, "down"), KeyHint("↑", footer.BACK, "up")) if desk.over.furthest else ()
        return *scroll, KeyHint(footer.ESCAPE, footer.PUT_AWAY, "escape")
    if desk.over.has_sheet:
        return *_told(sheet_keys(desk.over)), *(_IN_LOBBY if desk.over.is_choosing_in_lobby else ())
    if desk.looks_back:
        return KeyHint(footer.SPACE, footer.GO_ON, "space"), ROUNDS, KeyHint("l", footer.PLAYS, "l"), CHAT, LEAVE, HELP
    if desk.is_connecting:
        return (LEAVE,)
    if desk.is_seating:
        return _before_a_match(desk)
    return *_playing(desk, desk.model.view), HELP


def _told(rows: Iterable[SheetKey]) -> tuple[KeyHint, ...]:
    return tuple(row.hint for row in rows if row.meaning)


def _before_a_match(desk: Desk) -> tuple[KeyHint, ...]:
    begin = (KeyHint(footer.ENTER, footer.BEGIN, "enter"),) if desk.model.is_host else ()
    return *begin, *_told(seat_keys(desk)), CHAT, KeyHint("r", footer.RULES, "r"), TABLES, LEAVE, HELP


def _playing(desk: Desk, view: View) -> tuple[KeyHint, ...]:
    if view.table.stage is Stage.OVER:
        again = (KeyHint(footer.ENTER, footer.PLAY_AGAIN, "enter"),) if view.seat is not None else ()
        return *again, ROUNDS, KeyHint("l", footer.PLAYS, "l"), CHAT, TABLES, LEAVE
    if view.seat is None:
        return KeyHint("l", footer.PLAYS, "l"), ROUNDS, CHAT, LEAVE, TABLES, ZOOM
    if view.table.paused:
        resume = (KeyHint(footer.ENTER, footer.GO_ON, "enter"),) if desk.model.is_host else ()
        return *resume, CHAT, ROUNDS, MENU, LEAVE
    if isinstance(desk.model.status, Lost):
        return ROUNDS, KeyHint("l", footer.PLAYS, "l"), LEAVE
    moves = _moves(view, is_prepared=desk.model.premoves.play is not None)
    return *moves, CHAT, ROUNDS, KeyHint("c", footer.ENDS, "c"), LEAVE, MENU, ZOOM


def _whatever_fits(view: View) -> tuple[KeyHint, ...]:
    """All that there is to do, where the table does not show what can be done."""
    draw = (KeyHint(footer.SPACE, footer.DRAW, "space"),) if view.table.rules.draw is not Draw.NONE else ()
    choose = (
        KeyHint("←→", footer.TILE, "right"),
        KeyHint("↑↓", footer.END, "down"),
        KeyHint(footer.ENTER, footer.PLAY, "enter"),
    )
    return *choose, *draw, KeyHint("k", footer.KNOCK, "k")


def _moves(view: View, *, is_prepared: bool) -> tuple[KeyHint, ...]:
    if view.assist is Assist.NONE and view.is_my_turn:
        return _whatever_fits(view)
    may = view.choices()
    if may.may_draw:
        return (KeyHint(footer.SPACE, footer.DRAW, "space"),)
    if may.may_knock:
        return (KeyHint("k", footer.KNOCK, "k"),)
    choose = (KeyHint("←→", footer.TILE, "right"), KeyHint("↑↓", footer.END, "down"))
    if view.is_my_turn:
        hint = (KeyHint("i", footer.HINT, "i"),) if view.assist is Assist.POINTS else ()
        return *choose, KeyHint(footer.ENTER, footer.PLAY, "enter"), *hint
    if is_prepared:
        return *choose, KeyHint(footer.ESCAPE, footer.TAKE_BACK, "escape")
    return *choose, KeyHint(footer.ENTER, footer.PREPARE, "enter")
