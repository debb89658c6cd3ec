"""The reactions of a player: six words to choose from, or why there are none now."""

from client.actions.panel import Menu, Panel, Passage, choice
from client.model.model import Model
from client.words import reaction_words
from client.words.say import say
from protocol.log.commands import React
from protocol.log.reactions import Reaction


def panel(model: Model) -> Panel:
    """A line for each reaction."""
    why_none = reaction_words.why_none(model.view)
    if why_none is not None:
        return Panel(say("react.title"), (Passage((why_none,)),))
    return Panel(
        say("react.title"),
        (Menu(tuple(choice(reaction_words.label(reaction), React(reaction.value)) for reaction in Reaction)),),
    )
