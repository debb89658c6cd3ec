"""The labels of the page.

Not here: sentences about the game (`client.words`).
"""

from typing import Final

from client.view.view import View
from client.words.name_words import whose
from protocol.game.layout import Arm
from protocol.game.tiles import Tile

WELCOME: Final = "Fives"
CONNECTING: Final = "Connecting to the host."
TABLES: Final = "The tables of this host"
LEFT: Final = "You have left."
YOUR_NAME: Final = "Your name at the table"
PASSWORD: Final = "Password of the table"  # noqa: S105 - a label
PLAY: Final = "Play"
ENTER: Final = "Enter"
AGAIN: Final = "Connect again"
DRAW: Final = "Draw"
KNOCK: Final = "Knock"
HINT: Final = "Hint"
START: Final = "Start"
REMATCH: Final = "Rematch"
SCORES: Final = "Scores"
RULES: Final = "Rules"
SAY: Final = "Say"
SEND: Final = "Send"
WAY_BACK: Final = "Your way back: open this link to continue in another browser"


def no_name(why: str) -> str:
    """What was typed is no name."""
    return f"Choose another name: {why}."


def title(view: View, *, is_joined: bool) -> str:
    """`Your turn - fives`, `Ana's turn - fives`."""
    if not is_joined or view.turn is None:
        return "fives"
    return f"{whose(view, view.turn)} turn - fives"


def play_at(tile: Tile, arm: Arm) -> str:
    """The button that plays a tile at one of two ends."""
    return f"Play {tile} {arm}"
