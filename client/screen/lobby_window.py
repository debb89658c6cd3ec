"""The lobby as a card: the tables of this host, who sits at the one pointed at, and a table of one's own.

Lives here: its choices and lines. Pure. Not here: keys (`choosing`), the sentences (`words.lobby_words`).
"""

from client.actions.actions import GoTo, NewTable
from client.model.model import Model
from client.screen.cards import Card
from client.screen.menu import Choice, menu_card
from client.screen.paper import Fragment, Line
from client.words import lobby_words as words_lobby


def choices(model: Model) -> tuple[Choice, ...]:
    """The tables, and last a new one."""
    here = model.session.table_name if model.session.game is not None else None
    tables = [
        Choice(words_lobby.table_line(each, is_here=each.table == here), GoTo(each.table))
        for each in model.lobby.tables
    ]
    return (*tables, Choice(words_lobby.NEW_TABLE, NewTable()))


def lobby_card(model: Model, at: int, width: int, *, is_over_a_table: bool) -> Card:
    """The lobby with one of its lines pointed at."""
    offered = choices(model)
    wish = offered[at].wish
    about: list[Line] = []
    if isinstance(wish, GoTo):
        table = model.lobby.named(wish.table)
        told = () if table is None else words_lobby.seats_told(table)
        about = [[Fragment("class:card", line)] for line in told]
    foot = words_lobby.BACK_TO_TABLE if is_over_a_table else ""
    return menu_card(words_lobby.TABLES, offered, at, about, width, foot)
