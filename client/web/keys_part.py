"""The keys of the page: those of the full screen.

Here: carrying their actions out. Not here: which key stands for which action (`actions.keys`). The script sends every
key that no element of the page uses itself.
"""

from typing import Final

from client.actions.action import Action, AnalyseMatch, Ask, Go, Leave, Replaying, Select, Show, Simple
from client.actions.choosing import select
from client.actions.keys import PAGE, REPLAY, TABLE, actions_of
from client.actions.questions import answer
from client.model.checks import WhyNot
from client.picture.markup import Markup, text
from client.replay.answers import MOVES, QUESTIONS
from client.web import course_part
from client.web.analysis_part import analyse
from client.web.hand_part import do_next
from client.web.page_controls import field
from client.web.page_messages import Value
from client.web.replay_part import do_in_replay, replay_of
from client.web.state import COURSES, State

_NAMES: Final = {
    " ": "space",
    "Enter": "enter",
    "Escape": "escape",
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ArrowDown": "down",
    "Home": "home",
    "End": "end",
}
"""The names of keys in browsers, where they are not those of `actions.keys`."""
_KEYS: Final = actions_of(TABLE, PAGE)
_WITHOUT_A_TABLE: Final = (Show("settings"),)
_REPLAY_KEYS: Final = actions_of(REPLAY, PAGE)


def _press_key(state: State, value: Value) -> None:
    key = _NAMES.get(field(value), field(value))
    if state.window == "replay":
        _press_in_replay(state, key)
        return
    if state.window in COURSES:
        course_part.press_key(state, key)
        return
    if state.window:
        if key == "escape":
            state.show("")
        return
    is_letter = len(key) == 1 or key == "space"
    action = _KEYS.get(key)
    is_possible = state.is_at_table or (action in _WITHOUT_A_TABLE and state.named.is_set())
    if action is None or not is_possible or (is_letter and not state.settings.letters):
        return
    match action:
        case Ask(letter):
            state.say(*answer(state.model, letter, state.now()))
        case Show(panel) if panel == state.side:
            state.side = ""
        case Show(panel):
            state.show(panel)
        case Simple.NEXT_STEP:
            do_next(state)
        case Simple.SAY:
            state.show("chat")
        case AnalyseMatch():
            analyse(state)
        case _ if isinstance(action, Select):
            _select(state, action)
        case _ if isinstance(action, Action):
            state.wish(action)


def _select(state: State, action: Select) -> None:
    selected = select(action, state.model.view, state.selection, state.number, state.now())
    if isinstance(selected, WhyNot):
        state.done(selected)
    else:
        state.selection = selected


def _press_in_replay(state: State, key: str) -> None:
    """Do what a key asks for in the replay. An answer is at the bottom of its window."""
    found, action = replay_of(state), _REPLAY_KEYS.get(key)
    state.heard = Markup()
    if found is None or not (state.settings.letters or len(key) > 1):
        return
    match action:
        case Go():
            found.pause()
            move = MOVES[action]
            state.heard = text("" if move.go(found) else move.at_limit)
        case Ask(letter):
            state.heard = text(" ".join(QUESTIONS[letter](found)))
        case Replaying():
            do_in_replay(state, action)
        case AnalyseMatch():
            analyse(state)
        case Show(panel):
            state.show(f"replay-{panel}")
        case Leave():
            state.show("")


PRESSES: Final = {"key": _press_key}
