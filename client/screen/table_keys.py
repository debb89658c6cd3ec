"""The keys of the table itself: selecting a tile, moves, and what the footer offers of them.

Here: tables from a key to what it does, and the clicks on tiles and ends. Keys that open a window are in `windows`,
questions in `actions.questions`. Not here: which keys reach the table (`table_screen`).
"""

from collections.abc import Callable
from typing import Final

from attrs import define, field

from client.actions.actions import Action, AnalyseMatch, Leave, SeeGames, SeeTables, TryNow
from client.model import moves
from client.model.announcements import Subject
from client.model.checks import WhyNot, refusal
from client.model.selection import Selection, TileNumber, prefer, select_tile, step_end, step_playable, step_tile
from client.model.status import Lost
from client.screen.card import CLOSE
from client.screen.desk import Desk
from client.screen.panels import KeyHint
from client.screen.paper import EndHit, TileHit
from client.screen.seats_window import Offer, SeatsWindow
from client.screen.window import TableOwner
from client.view.view import View
from client.words.answer_words import playable
from client.words.premove_words import TAKEN_BACK
from protocol.game.layout import Arm
from protocol.game.rules import Draw
from protocol.game.table_options import Assist
from protocol.game.tiles import Tile
from protocol.log.commands import DrawTile, Knock, PlayTile, Rematch, Resume, Start, TakeHint
from protocol.log.refusals import Reason
from protocol.log.table import Stage

QUESTIONS: Final = ("c", "v", "e", "t", "w", "l", "m", "n")
"""Keys that ask something about the table (`actions.questions`)."""
_ACTIONS: Final[dict[str, Action]] = {
    "space": DrawTile(),
    "b": DrawTile(),
    "k": Knock(),
    "p": Knock(),
    "i": TakeHint(),
    "j": SeeTables(),
    "A": AnalyseMatch(),
    "G": SeeGames(),
    "q": Leave(),
}
_SELECTS: Final[dict[str, Callable[[View, Selection], Selection]]] = {
    "left": lambda view, selected: step_tile(view, selected, -1),
    "right": lambda view, selected: step_tile(view, selected, 1),
    "up": lambda view, selected: step_end(view, selected, -1),
    "down": lambda view, selected: step_end(view, selected, 1),
    "tab": lambda view, selected: step_end(view, selected, 1),
    "z": lambda view, selected: step_playable(view, selected, 1),
    "Z": lambda view, selected: step_playable(view, selected, -1),
}


@define(eq=False)
class TableKeys:
    """The keys that change a desk or the player's selection."""

    desk: Desk
    owner: TableOwner
    _number: TileNumber = field(factory=TileNumber)

    def press(self, key: str, now: float) -> None:
        """Do what a key asks for; nothing if it is none of these keys."""
        if key.isdecimal():
            self._digit(key, now)
        elif key in _SELECTS:
            self._select(key)
        elif key == "space" and self.desk.model.table.stage is Stage.OVER:
            self.desk.ends.shows_last_board = not self.desk.ends.shows_last_board
        elif key in _ACTIONS:
            self.owner.request(_ACTIONS[key])
        elif key in _OTHERS:
            _OTHERS[key](self)

    def has(self, key: str) -> bool:
        """Whether it is one of these keys; digits are not, because they cannot be typed as a command."""
        return key in _SELECTS or key in _ACTIONS or key in _OTHERS

    # Selecting.

    def _select(self, key: str) -> None:
        model = self.desk.model
        if key in ("z", "Z") and not any(model.view.arms_shown(tile) for tile in model.view.my_hand()):
            self.desk.notify(playable(model.view))
        model.selection = _SELECTS[key](model.view, model.selection)

    def _digit(self, digit: str, now: float) -> None:
        model = self.desk.model
        selected = self._number.typed(digit, model.view, now)
        if isinstance(selected, WhyNot):
            self.desk.answer(selected)
        else:
            model.selection = selected

    def hit(self, target: TileHit | EndHit) -> None:
        """Select the tile or the end that was clicked; a second click plays."""
        model = self.desk.model
        tile, arm = model.selection.tile, model.selection.arm
        match target:
            case TileHit() if target.tile != tile:
                model.selection = select_tile(model.view, target.tile)
            case EndHit() if target.arm is not arm:
                self._select_end(tile, target.arm)
            case _:
                self.desk.notice = None
                self._do_next()

    def _select_end(self, tile: Tile | None, arm: Arm) -> None:
        model = self.desk.model
        if tile is None:
            return
        if arm in model.view.arms_to_choose(tile):
            model.selection = prefer(model.view, model.selection, arm)
        else:
            self.desk.notify(refusal(model.view, Reason.DOES_NOT_FIT, PlayTile(tile, arm)).text, Subject.REFUSED)

    # Moves.

    def _enter(self) -> None:
        if isinstance(self.desk.model.status, Lost):
            self.owner.carry_out(TryNow())
        else:
            self._do_next()

    def _do_next(self) -> None:
        """Do the one thing that there is to do, or play the selected tile."""
        desk, model = self.desk, self.desk.model
        if desk.is_connecting:
            pass
        elif desk.is_before_match:
            self.owner.carry_out(Start())
        elif model.table.stage is Stage.OVER:
            desk.ends.asks_for_another = True
            self.owner.carry_out(Rematch())
        elif model.table.paused and model.is_host:
            self.owner.carry_out(Resume())
        elif model.view.choices().may_draw:
            self.owner.carry_out(DrawTile())
        elif model.view.choices().may_knock:
            self.owner.carry_out(Knock())
        else:
            desk.answer(moves.play_selected(model))

    def _take_back(self) -> None:
        if self.desk.introduction:
            self.desk.model.introduction.close()
        elif self.desk.model.premoves.play is not None:
            self.desk.model.premoves.play = None
            self.desk.notify(TAKEN_BACK)

    # The screen.

    def _zoom(self) -> None:
        self.desk.notify(self.desk.boards.next_zoom())

    def _mouse(self) -> None:
        self.desk.notify(self.owner.toggle_mouse())


_OTHERS: Final[dict[str, Callable[[TableKeys], None]]] = {
    "enter": TableKeys._enter,
    "escape": TableKeys._take_back,
    "o": TableKeys._zoom,
    "M": TableKeys._mouse,
}


# What the footer shows.

_HELP: Final = KeyHint("?", "keys", "?")
_LEAVE: Final = KeyHint("q", "leave", "q")
_RULES: Final = KeyHint("r", "rules", "r")
_CHAT: Final = KeyHint("/", "chat", "/")
_SCORES: Final = KeyHint("s", "scores", "s")
_HISTORY: Final = KeyHint("h", "history", "h")
_PLAYS: Final = KeyHint("l", "plays", "l")
_ZOOM: Final = KeyHint("o", "zoom", "o")
_TABLES: Final = KeyHint("j", "tables", "j")
_MENU: Final = KeyHint("x", "table", "x")
_ANALYSE: Final = KeyHint("A", "analyse", "A")
_SELECT: Final = (KeyHint("←→", "tile", "right"), KeyHint("↑↓", "end", "down"))
_PLAY: Final = KeyHint("Enter", "play", "enter")
_DRAW: Final = KeyHint("Space", "draw", "space")
_TRY_NOW: Final = KeyHint("Enter", "try now", "enter")
_KNOCK: Final = KeyHint("k", "knock", "k")


def hints_of(desk: Desk, seats: SeatsWindow) -> tuple[KeyHint, ...]:
    """The keys that do something now, the most useful first; the footer always has room for the last one."""
    if desk.ends.looks_back:
        return KeyHint("Space", "continue", "space"), _SCORES, _PLAYS, _CHAT, _LEAVE, _HELP
    if desk.is_connecting:
        return (_LEAVE,)
    if desk.is_before_match:
        is_free = seats.offer is not Offer.SIT
        begin = (KeyHint("Enter", "begin", "enter"),) if desk.model.may_begin and is_free else ()
        if isinstance(desk.model.status, Lost):
            begin = (_TRY_NOW,) if is_free else ()
        return *begin, *seats.hints(), _CHAT, _RULES, _TABLES, _LEAVE, _HELP
    return *_playing(desk, desk.model.view), _HELP


def _playing(desk: Desk, view: View) -> tuple[KeyHint, ...]:
    if isinstance(desk.model.status, Lost):
        return _TRY_NOW, _SCORES, _PLAYS, _LEAVE
    if view.table.stage is Stage.OVER:
        again = (KeyHint("Enter", "play again", "enter"),) if view.seat is not None else ()
        other = KeyHint("Space", "curve" if desk.ends.shows_last_board else "board", "space")
        return *again, other, _ANALYSE, _SCORES, _LEAVE, _PLAYS, _CHAT, _TABLES
    if view.seat is None:
        return _PLAYS, _SCORES, _CHAT, _LEAVE, _TABLES, _ZOOM
    if view.table.paused:
        resume = (KeyHint("Enter", "resume", "enter"),) if desk.model.is_host else ()
        return *resume, _CHAT, _SCORES, _MENU, _LEAVE
    moves = _moves(view, desk.model.selection.tile, is_prepared=desk.model.premoves.play is not None)
    if desk.model.introduction.is_about(desk.model.session):
        close = (CLOSE,) if desk.introduction else ()
        return *moves, *close, _RULES, _CHAT, _SCORES, _HISTORY, _LEAVE, _MENU, _ZOOM
    return *moves, _CHAT, _SCORES, _HISTORY, _LEAVE, _RULES, _MENU, _ZOOM


def _moves(view: View, chosen: Tile | None, *, is_prepared: bool) -> tuple[KeyHint, ...]:
    if view.assist is Assist.NONE and view.is_my_turn:  # show every move, so that the footer gives no help
        return *_SELECT, _PLAY, *((_DRAW,) if view.table.rules.draw is not Draw.NONE else ()), _KNOCK
    may = view.choices()
    if may.may_draw:
        return (_DRAW,)
    if may.may_knock:
        return (_KNOCK,)
    if view.is_my_turn:
        hint = (KeyHint("i", "hint", "i"),) if view.assist is Assist.POINTS else ()
        return *_SELECT, _PLAY, *hint
    if is_prepared:
        return *_SELECT, KeyHint("Esc", "take back", "escape")
    may_fit = chosen is not None and view.arms_shown(chosen) != ()
    return *_SELECT, *((KeyHint("Enter", "prepare", "enter"),) if may_fit else ())
