"""The keys of what is chosen from: questions, the form, menus, the seats before a match.

Lives here: one table for each of them, of which both the footer and the keys are made, so that they cannot tell two
things. While a question, the form or a menu lies over the board, the table under it knows no key. Pure. Not here: doing
what a key does (`choosing`), the table's own keys (`controls`) and hints (`hints`).
"""

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final

from attrs import frozen

from client.actions.actions import GoTo, Leave, NewTable, SeeTables
from client.screen import footer_words as footer
from client.screen.desk import Desk
from client.screen.form_sheet import FormSheet
from client.screen.overlay import Menu, Overlay
from client.screen.panels import KeyHint
from client.screen.seating import Offer, offer_of

STEPS: Final = {"down": 1, "up": -1, "tab": 1, "pagedown": 8, "pageup": -8}
_DIGITS: Final = tuple("0123456789")
_ANYWHERE: Final = ("?", ":", "M")
_OFFERS: Final = {Offer.SIT: footer.SIT_HERE, Offer.STAND: footer.STAND_UP, Offer.SEND_AWAY: footer.SEND_AWAY}


class Act(Enum):
    """What a key of a sheet does."""

    YES = auto()
    NO = auto()
    STEP = auto()
    NUMBER = auto()
    CHOOSE = auto()
    WATCH = auto()
    BACK = auto()
    OPEN = auto()
    CHANGE = auto()
    PUT_BACK = auto()
    TYPE = auto()
    BEGIN_TYPING = auto()
    OFFER = auto()
    SEAT_BOT = auto()
    LEVEL = auto()


@frozen
class SheetKey:
    """Keys that do one thing; the first of them is what a click on the hint presses. Without a meaning there is none.

    Without a `label` a key is written as it is called.
    """

    act: Act
    keys: tuple[str, ...]
    meaning: str = ""
    label: str = ""

    @property
    def hint(self) -> KeyHint:
        """What the footer says of it."""
        return KeyHint(self.label or self.keys[0], self.meaning, self.keys[0])


_STEP: Final = tuple(STEPS)
_NUMBER: Final = SheetKey(Act.NUMBER, _DIGITS)


def sheet_keys(over: Overlay) -> tuple[SheetKey, ...]:
    """The keys of what lies over the board, the most useful first; none where nothing does."""
    if over.asks is not None and isinstance(over.asks.wish, Leave):
        yes = SheetKey(Act.YES, ("q", "enter"), footer.LEAVE)
        return yes, SheetKey(Act.NO, ("escape",), footer.STAY, footer.ESCAPE)
    if over.asks is not None:
        yes = SheetKey(Act.YES, ("enter",), footer.YES, footer.ENTER)
        return yes, SheetKey(Act.NO, ("escape",), footer.NO, footer.ESCAPE)
    if over.form is not None:
        return tuple(_in_form(over.form))
    return tuple(_in_menu(over)) if over.menu is not None else ()


def act_of(rows: tuple[SheetKey, ...], key: str) -> Act | None:
    """What this key does among these, None for nothing."""
    return next((row.act for row in rows if key in row.keys), None)


def goes_through(over: Overlay, key: str) -> bool:
    """Whether a key that no sheet knows is the table's: with nothing over it, or because it is about neither."""
    if over.has_sheet:
        return key in _ANYWHERE or (key == "q" and over.is_in_lobby)
    return over.model.session.game is not None or key in (*_ANYWHERE, "q")


def _in_form(sheet: FormSheet) -> Iterator[SheetKey]:
    if not sheet.is_wrong:
        yield SheetKey(Act.OPEN, ("enter",), footer.OPEN, footer.ENTER)
    yield SheetKey(Act.STEP, _STEP, footer.LINE, "↑↓")
    if not sheet.row.is_text:
        yield SheetKey(Act.CHANGE, ("right", "left"), footer.CHANGE, "←→")
    yield SheetKey(Act.TYPE, ("space",), footer.TYPE_IT, footer.SPACE)
    as_usual = footer.AS_USUAL if sheet.name in sheet.form.given else ""
    yield SheetKey(Act.PUT_BACK, ("backspace",), as_usual, footer.DELETE)
    yield SheetKey(Act.BACK, ("escape",) if sheet.row.is_text else ("escape", "q"), footer.BACK, footer.ESCAPE)
    if sheet.row.is_text:
        yield SheetKey(Act.BEGIN_TYPING, _LETTERS)
    else:
        yield _NUMBER


class _Letters(tuple[str, ...]):
    """Every letter and digit there is."""

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and len(key) == 1 and key.isalnum()


_LETTERS: Final = _Letters(_DIGITS)


def _in_menu(over: Overlay) -> Iterator[SheetKey]:
    choice = over.choice
    wish = None if choice is None else choice.wish
    meaning, may_watch = footer.DO_IT, ""
    if isinstance(wish, GoTo) and over.is_at(wish.table):
        meaning = footer.BACK
    elif isinstance(wish, GoTo) and over.model.lobby.is_full(wish.table):
        meaning = footer.GO_THERE
    elif isinstance(wish, GoTo):
        meaning, may_watch = footer.SIT_DOWN, footer.WATCH
    elif isinstance(wish, NewTable | SeeTables):
        meaning = footer.GO_ON
    yield SheetKey(Act.CHOOSE, ("enter", "space"), meaning, footer.ENTER)
    if over.menu is Menu.LOBBY:
        yield SheetKey(Act.WATCH, ("w",), may_watch)
    yield SheetKey(Act.STEP, _STEP, footer.CHOOSE, "↑↓")
    yield _NUMBER
    if not over.is_in_lobby:
        yield SheetKey(Act.BACK, ("escape", "left", "j", "x"), footer.BACK, footer.ESCAPE)


def seat_keys(desk: Desk) -> Iterator[SheetKey]:
    """The keys of the seats before a match; whatever else is pressed there is the table's."""
    model, offer = desk.model, offer_of(desk.model, desk.pointed_at)
    yield SheetKey(Act.STEP, _STEP, footer.SEAT, "↑↓")
    yield _NUMBER
    if offer is not None:
        yield SheetKey(Act.OFFER, ("space",), _OFFERS[offer], footer.SPACE)
    if model.is_host:
        is_about_bots = offer in (Offer.SIT, Offer.SEND_AWAY)
        yield SheetKey(Act.SEAT_BOT, ("b",), footer.seat_bot(desk.level) if offer is Offer.SIT else "")
        yield SheetKey(Act.LEVEL, ("right", "left"), footer.LEVEL if is_about_bots else "", "←→")
