"""What line mode answers to a line that it cannot carry out as it is, or not yet.

Lives here: sentences about typing. Not here: what can be typed (`words.line_help`), refusals by the rules
(`words.refusal_words`).
"""

from typing import Final

from client.words.english import count
from client.words.name_words import shown
from protocol.clean import echoed
from protocol.game.tiles import Tile

NOTHING_SAID: Final = "Nobody has said anything."
NOTHING_TOLD: Final = "Nothing has been told yet."
ON_OR_OFF: Final = "Say autoknock on, or autoknock off."
WHICH_SEAT: Final = "Say sit with the number of a seat, like sit 2."
WHOM: Final = "Say whom, by the number of the seat or by name: n tells who sits where."
HOW_TO_BEGIN: Final = "w tells your hand, a number plays that tile, ? tells all that can be typed."
AGAIN: Final = "rematch plays another match, q leaves."
WHICH_TABLE: Final = "Say join with the name of a table."
NOT_FOR_A_TABLE: Final = "--think and --matches are for whoever starts the host"


def means_nothing(word: str) -> str:
    """No such letter."""
    return f"{shown(word)[:40]} means nothing here; ? tells what does."


def no_end(word: str) -> str:
    """What was said after a tile."""
    return f"{shown(word)} is no end: say left, right, up or down."


def no_such_tile(tile: Tile) -> str:
    """A tile of a larger set."""
    return f"There is no tile {tile} in this set."


def no_such_number(held: int) -> str:
    """A number that no tile in the hand has."""
    if not held:
        return "You hold no tiles."
    return f"You hold {count(held, 'tile')}: give a number from 1 to {held}, or the tile, like 4-1."


def verbosity_is(now: int, most: int) -> str:
    """How much is told, and what there is to choose."""
    return f"Verbosity is {now}; it goes from 0 to {most}."


def verbosity(now: str) -> str:
    """It is changed."""
    return f"Verbosity {now}."


def autoknock(on_or_off: str) -> str:
    """It is changed."""
    return f"Autoknock is {on_or_off}."


def not_opened(why: str) -> str:
    """What was asked for makes no table."""
    return f"No table was opened: {why}."


def two_games(one: str, other: str) -> str:
    """A table is asked for with two games."""
    return f"two games are named, {echoed(one)} and {echoed(other)}; name one"


def nobody_called(name: str) -> str:
    """No such player here."""
    return f"Nobody here is called {shown(name)!r}; n tells who sits where."
