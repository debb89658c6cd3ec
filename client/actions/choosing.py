"""Choosing a tile of the hand and an end for it, with keys.

Not here: the selection itself (`model.selection`), clicks and taps, which each front end reads.
"""

from client.actions.action import ChooseTile, Select, StepEnd, StepFitting, StepTile
from client.model.checks import WhyNot
from client.model.selection import Selection, step_end, step_playable, step_tile
from client.view.view import View
from client.words.answer_words import playable


def select(action: Select, view: View, chosen: Selection, now: float) -> Selection | WhyNot:
    """The selection after a key, or why it stays. `now`: in seconds."""
    match action:
        case ChooseTile(digit):
            return chosen.typed(digit, view, now)
        case StepTile(by):
            return step_tile(view, chosen, by)
        case StepEnd(by):
            return step_end(view, chosen, by)
        case StepFitting() if not any(view.arms_shown(tile) for tile in view.my_hand()):
            return WhyNot(playable(view))
        case StepFitting(by):
            return step_playable(view, chosen, by)
