"""Who sits where, and who is away; how friends can join, for their host."""

from typing import Final

from client.actions.panel import Panel, Sentences
from client.actions.questions import answer
from client.model.model import Model

TITLE: Final = "Who sits where"


def panel(model: Model) -> Panel:
    """The seats one by one."""
    return Panel(TITLE, (Sentences(answer(model, "n")),))
