"""The player's hand in words, and what is needed to choose from it: the ends, the board, and who has how many tiles."""

from client.actions.panel import Panel, Passage
from client.actions.questions import answer
from client.model.model import Model
from client.words.say import say


def panel(model: Model) -> Panel:
    """The hand, the ends, the tiles on the table, and the number of tiles that everybody has."""
    return Panel(say("panel.hand"), tuple(Passage(answer(model, letter)) for letter in ("w", "c", "v", "e")))
