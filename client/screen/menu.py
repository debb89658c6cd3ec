"""Lines to choose from, laid over the board: the tables of a host, and what can be done with the one where one sits.

Lives here: `Choice`, `Question`, and the card of a few choices with one pointed at. Pure. Not here: which choices there
are (`lobby`, `table_menu`), what choosing one does (`choosing`).
"""

from collections.abc import Sequence

from attrs import frozen

from client.actions.actions import Action
from client.screen.cards import Card
from client.screen.paper import CHOSEN, Fragment, Line, RowHit
from client.words.wrapping import wrap


@frozen
class Choice:
    """A line, and what is wished for by choosing it."""

    text: str
    wish: Action


@frozen
class Question:
    """What has to be said yes to before a wish is done."""

    wish: Action
    text: str


def menu_card(title: str, choices: Sequence[Choice], at: int, about: Sequence[Line], width: int, foot: str) -> Card:
    """The choices one under the other, the one pointed at marked, with lines about it under them all."""
    lines: list[Line] = []
    shows = 0
    for row, choice in enumerate(choices):
        sign, style = (">", CHOSEN) if row == at else (" ", "class:card")
        if row == at:
            shows = len(lines)
        for part, text in enumerate(wrap(choice.text, max(10, width - 6))):
            lines.append([Fragment(style, f"{sign if part == 0 else ' '} {text}", RowHit(row))])
    return Card(title, lines=(*lines, *([[], *about] if about else ())), foot=foot, shows=shows)
