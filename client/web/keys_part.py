"""The keys of the page: the letters of the full screen.

Here: which key does what. Not here: what the presses do (the parts). The script sends every key that no element of the
page uses itself.
"""

from collections.abc import Callable
from typing import Final

from client.actions.action import Action, Leave, SeeGames, TryNow
from client.actions.questions import answer
from client.model.checks import WhyNot
from client.model.selection import Selection, step_end, step_playable, step_tile
from client.model.status import Lost
from client.view.view import View
from client.web.analysis_part import analyse
from client.web.hand_part import PRESSES as HAND_PRESSES
from client.web.hand_part import play_chosen
from client.web.page_controls import field
from client.web.page_messages import Value
from client.web.state import State
from protocol.log.commands import DrawTile, Knock, Rematch, Resume, Start, TakeHint
from protocol.log.table import Stage

_WISHES: Final[dict[str, Action]] = {
    " ": DrawTile(),
    "b": DrawTile(),
    "k": Knock(),
    "p": Knock(),
    "i": TakeHint(),
    "q": Leave(),
    "G": SeeGames(),
}
_SELECTS: Final[dict[str, Callable[[View, Selection], Selection]]] = {
    "ArrowLeft": lambda view, chosen: step_tile(view, chosen, -1),
    "ArrowRight": lambda view, chosen: step_tile(view, chosen, 1),
    "ArrowUp": lambda view, chosen: step_end(view, chosen, -1),
    "ArrowDown": lambda view, chosen: step_end(view, chosen, 1),
    "z": lambda view, chosen: step_playable(view, chosen, 1),
    "Z": lambda view, chosen: step_playable(view, chosen, -1),
}
_WINDOWS: Final = {"s": "scores", "r": "rules", "/": "chat", "x": "menu", "j": "tables", "?": "keys"}
_QUESTIONS: Final = ("c", "v", "e", "t", "w", "l", "m", "n")
_WITHOUT_LETTERS: Final = ("Enter", "Escape", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


def _press_key(state: State, value: Value) -> None:
    key = field(value)
    if state.window:
        if key == "Escape":
            state.show("")
        return
    if not state.is_at_table or not (state.settings.letters or key in _WITHOUT_LETTERS):
        return
    if key.isdecimal() and key.isascii():
        _digit(state, key)
    elif key in _SELECTS:
        state.selection = _SELECTS[key](state.model.view, state.selection)
    elif key in _WISHES:
        state.wish(_WISHES[key])
    elif key in _WINDOWS:
        state.show(_WINDOWS[key])
    elif key == "A":
        analyse(state)
    elif key in _QUESTIONS:
        state.say(*answer(state.model, key, state.now()))
    elif key == "Enter":
        _enter(state)
    elif key == "Escape":
        HAND_PRESSES["take-back"](state, "")


def _digit(state: State, digit: str) -> None:
    """Choose a tile by its number."""
    selected = state.number.typed(digit, state.model.view, state.now())
    if isinstance(selected, WhyNot):
        state.done(selected)
    else:
        state.selection = selected


def _enter(state: State) -> None:
    """Press the large button."""
    model, view = state.model, state.model.view
    if isinstance(model.status, Lost):
        state.wish(TryNow())
    elif view.table.stage is Stage.SEATING:
        state.wish(Start())
    elif view.table.stage is Stage.OVER:
        state.wish(Rematch())
    elif view.table.paused and model.is_host:
        state.wish(Resume())
    elif view.choices().may_draw:
        state.wish(DrawTile())
    elif view.choices().may_knock:
        state.wish(Knock())
    else:
        play_chosen(state)


PRESSES: Final = {"key": _press_key}
