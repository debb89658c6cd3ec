"""The sentences of the start screen of `fives play`, and the question before a match is ended for another.

Not here: the screen (`screen.start_screen`), the other questions about unfinished matches (`program.play`).
"""

from typing import Final

from client.words.english import capital
from client.words.name_words import game_title
from protocol.game.presets import PRESETS
from protocol.shared.join_link import Endpoint

MY_GAMES: Final = "My games: replays, analysis, totals"
LEARN: Final = "Learn to play: six positions, five minutes"
PRACTISE: Final = "Practise: exercises from your own games"
JOIN: Final = "Join a friend's table"
ABOUT_MATCH: Final = "Goes on where you left it."
ABOUT_MY_GAMES: Final = "Your finished games, to see them again, and those with friends, to continue them."
ABOUT_LEARN: Final = "For somebody who has never played: ends and sums, doubles, knocking, the exact target."
ABOUT_PRACTISE: Final = "Your own costliest plays, which come back until you know better ones."
LEARN_COMMAND: Final = "Never played? `fives learn` shows how, in six positions."
ABOUT_JOIN: Final = "Hosts in your network, or where the link leads that your host has sent you."
END: Final = "end"
"""The word that ends a match for good."""
TYPE_END: Final = f"type {END} to end it:"
KEPT: Final = "Nothing has ended: your match is still saved."


def to_continue(match: str) -> str:
    """The line that continues a match; `match` is its summary."""
    return f"Continue: {match}"


def to_begin(game: str) -> str:
    """The line that begins a match of this game."""
    return f"New match: {game_title(game)}"


def about_game(game: str) -> str:
    """A sentence about this game."""
    return f"{capital(PRESETS[game].sentence)}."


def ends(match: str) -> str:
    """Says what happens to an unfinished match if another of its game begins; `match` is its summary."""
    return f"A new match ends this one: {match}."


def connecting(endpoint: Endpoint) -> str:
    """The line that is shown until a host answers there, or does not."""
    return f"Connecting to {endpoint} ..."
