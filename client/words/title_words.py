"""The title of the player's window: whose turn it is, who has won, or which table it is.

Here: the title of a terminal, and what it has in common with that of the page. Not here: setting it
(`screen.attention`, `web.page`).
"""

from typing import Final

from client.view.view import View
from client.words.name_words import game_title, shown, sides
from client.words.say import say
from protocol.log.table import Stage

PROGRAM: Final = "fives"
MARK: Final = "●"
"""Before the title while it is the player's turn."""


def winners(view: View) -> str:
    """`Ben wins`, `You win`, `Ben and Cho share the win`; empty without a winner."""
    won_by = view.table.won_by
    if view.table.stage is not Stage.OVER or not won_by:
        return ""
    return say("title.share" if len(won_by) > 1 else "title.win", who=sides(view, *won_by))


def terminal_title(view: View, table: str | None) -> str:
    """`● your turn`, `Ben wins - All Fives`, `All Fives - oak`; `fives` without a `table`."""
    if table is None:
        return PROGRAM
    if view.is_my_turn and not view.table.paused:
        return f"{MARK} {say('title.your_turn')}"
    game = game_title(view.table.preset)
    won = winners(view)
    return say("title.of_game", what=won, game=game) if won else say("title.at_table", game=game, table=shown(table))


def notification(view: View) -> str:
    """The text of a notification: `Your turn: All Fives`."""
    return say("title.notification", game=game_title(view.table.preset))
