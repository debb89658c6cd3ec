"""The reactions of a player: six words to choose from, or why there are none now."""

from client.actions.panel import Menu, Panel, Sentences, choice
from client.model.model import Model
from client.words import reaction_words
from client.words.reaction_words import LABELS
from protocol.log.commands import React


def panel(model: Model) -> Panel:
    """A line for each reaction."""
    why_none = reaction_words.why_none(model.view)
    if why_none is not None:
        return Panel(reaction_words.TITLE, (Sentences((why_none,)),))
    return Panel(
        reaction_words.TITLE,
        (Menu(tuple(choice(label, React(reaction.value)) for reaction, label in LABELS.items())),),
    )
