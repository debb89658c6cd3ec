"""The keys of the page: those of the full screen.

Here: carrying their actions out at the table. Not here: which key stands for which action (`actions.keys`), the keys of
the window in front (its class). The script sends every key that no element of the page uses itself.
"""

from typing import Final

from client.actions.action import Action, Ask, InTurn, Select, Show, Simple
from client.actions.choosing import select
from client.actions.key_row import PAGE, actions_of
from client.actions.keys import TABLE
from client.actions.questions import answer
from client.model.checks import WhyNot
from client.web.hand_part import do_next
from client.web.page_controls import field
from client.web.page_messages import Value
from client.web.state import State
from client.words.answer_words import scores

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


def _press_key(state: State, value: Value) -> None:
    key = _NAMES.get(field(value), field(value))
    if state.front is not None:
        if not state.front.key(key) and key == "escape":
            state.show("")
        return
    is_letter = len(key) == 1 or key == "space"
    action = _KEYS.get(key)
    is_possible = state.is_at_table or (action in _WITHOUT_A_TABLE and state.newcomer.named.is_set())
    if action is None or not is_possible or (is_letter and not state.settings["letters"]):
        return
    match action:
        case Ask(letter):
            state.sentences.say(*answer(state.model, letter, state.services.now()))
        case Show(panel) if panel == state.side:
            state.side = ""
        case Show(panel):
            state.show(panel)
            if panel == "scores" and state.is_at_table:
                state.sentences.say(scores(state.model.view))  # a table says nothing to those who do not see it
        case Simple.NEXT_STEP:
            do_next(state)
        case Simple.SAY:
            state.show("chat")
        case _ if isinstance(action, Select | InTurn) and state.ends.of_round is not None:
            pass  # the next round is not to be seen yet
        case _ if isinstance(action, Select):
            _select(state, action)
        case _ if isinstance(action, Action):
            state.wish(action)


def _select(state: State, action: Select) -> None:
    selected = select(action, state.model.view, state.selection, state.services.now())
    if isinstance(selected, WhyNot):
        state.done(selected)
    else:
        state.selection = selected


PRESSES: Final = {"key": _press_key}
