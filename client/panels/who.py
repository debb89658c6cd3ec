"""Who sits where, who is away, how friends join, and the encryption."""

from typing import Final

from client.actions.panel import Panel, Sentences
from client.model.model import Model
from client.words.answer_words import who_is_here
from client.words.name_words import partners

TITLE: Final = "Who sits where"


def panel(model: Model) -> Panel:
    """The seats one by one, and the ways to this table."""
    seats = (*who_is_here(model.view, model.here), partners(model.view))
    ways = (Sentences(tuple(model.ways_here)),) if model.ways_here else ()
    encryption = (Sentences((model.encryption,)),) if model.encryption else ()
    return Panel(TITLE, (Sentences(tuple(filter(None, seats))), *ways, *encryption))
