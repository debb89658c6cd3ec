"""The last evening, to paste into a group's chat.

Here: its sheet. Not here: what is in it (`replay.evening`), where the matches are (`Model.evening`).
"""

from collections.abc import Sequence

from client.actions.panel import Block, Panel, Passage
from client.model.model import Model
from client.words.say import say


def panel(model: Model) -> Panel:
    """The evening in lines, and how to have it as a picture."""
    lines = model.evening()
    return sheet(lines, *([Passage((say("evening.as_picture"),))] if lines else []))


def sheet(lines: Sequence[str], *more: Block) -> Panel:
    """A sheet with these lines; without any it says why."""
    return Panel(say("evening.heading"), (Passage(tuple(lines) or (say("evening.none"),)), *more))
