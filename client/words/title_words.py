"""The title of the player's window: whose turn it is, who has won, or which table it is.

Here: the title of a terminal, and what it has in common with that of the page. Not here: setting it
(`screen.attention`, `web.page`).
"""

from typing import Final

from client.view.view import View
from client.words.name_words import are_you_or_several, game_title, shown, sides_named
from protocol.log.table import Stage

PROGRAM: Final = "fives"
MARK: Final = "●"
"""Before the title while it is the player's turn."""


def winners(view: View) -> str:
    """`Ben wins`, `You win`, `Ben and Cho share the win`; empty without a winner."""
    won_by = view.table.won_by
    if view.table.stage is not Stage.OVER or not won_by:
        return ""
    verb = "share the win" if len(won_by) > 1 else "win" if are_you_or_several(view, *won_by) else "wins"
    return f"{sides_named(view, *won_by)} {verb}"


def terminal_title(view: View, table: str | None) -> str:
    """`● your turn`, `Ben wins - All Fives`, `All Fives - oak`; `fives` without a `table`."""
    if table is None:
        return PROGRAM
    if view.is_my_turn and not view.table.paused:
        return f"{MARK} your turn"
    game = game_title(view.table.preset)
    return f"{winners(view)} - {game}" if winners(view) else f"{game} - {shown(table)}"


def notification(view: View) -> str:
    """The text of a notification: `Your turn: All Fives`."""
    return f"Your turn: {game_title(view.table.preset)}"
