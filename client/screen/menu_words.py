"""What can be done with a table, beside playing, in words: the lines of a menu.

Lives here: the lines. Not here: which of them there are now (`screen.table_menu`), what is asked before (`sure`).
"""

from typing import Final

from client.view.view import View
from client.words.name_words import name_of

TITLE: Final = "This table"
FOOT: Final = "Esc: back"
START: Final = "Begin the match now, with computer players on seats that are free"
PAUSE: Final = "Pause the game"
RESUME: Final = "Go on with the game"
STAND: Final = "Stand up from my seat, and watch"
REMATCH: Final = "Play another match"
TABLES: Final = "See the tables of this host, or open another one"
END: Final = "End the match for everybody"


def bot_for(view: View, seat: int) -> str:
    """Somebody is away, and the host has seen enough of it."""
    return f"Let a bot play for {name_of(view, seat)} meanwhile"


def send_away(view: View, seat: int) -> str:
    """A seat is taken from somebody."""
    return f"Send {name_of(view, seat)} away from the table"
