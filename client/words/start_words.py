"""The sentences of the start screen of `fives play`, and the question before a match is ended for another.

Not here: the screen (`screen.start_screen`), the other questions about unfinished matches (`program.play`).
"""

from typing import Final

from client.words.name_words import game_title
from client.words.say import say
from protocol.shared.join_link import Endpoint

END: Final = "end"
"""The word that ends a match for good."""


def type_end() -> str:
    """Asks for that word."""
    return say("start.type_end", word=END)


def to_continue(match: str) -> str:
    """The line that continues a match; `match` is its summary."""
    return say("start.continue", match=match)


def to_begin(game: str) -> str:
    """The line that begins a match of this game."""
    return say("start.begin", game=game_title(game))


def ends(match: str) -> str:
    """Says what happens to an unfinished match if another of its game begins; `match` is its summary."""
    return say("start.ends", match=match)


def connecting(endpoint: Endpoint) -> str:
    """The line that is shown until a host answers there, or does not."""
    return say("start.connecting", place=str(endpoint))
