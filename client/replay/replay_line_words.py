"""What a replay answers to typed letters, and what its help says of each.

Not here: what each step of the game says (`replay.replay_words`).
"""

from collections.abc import Sequence
from typing import Final

from client.replay.cursor import SPEEDS
from client.words.name_words import shown

ENTER_STEPS: Final = "Enter steps on, ? tells the other letters."
THE_END: Final = "This is the end."
THE_BEGINNING: Final = "This is the beginning."
NO_SCORE_AFTER: Final = "Nothing scores from here on."
NO_SCORE_BEFORE: Final = "Nothing scores before this."
LEAVE: Final = "q: leave."
CARDS: Final = {
    "a": "What else could have been played",
    "w": "Hands",
    "v": "On the table",
    "l": "Last plays",
}
"""The titles of answers that are shown on a card."""
LETTERS: Final = {
    "n": "one step on, and so does Enter alone",
    "p": "one step back",
    "]": "to the next round",
    "[": "to the beginning of this round, or to the round before",
    "}": "to the next play that scored",
    "{": "to the play before that scored",
    ":": "with a number, as in :12, to that entry",
    "home": "to the first deal",
    "end": "to the end",
    "play": "run on by itself; Enter pauses",
    "+": f"faster, up to {SPEEDS[-1]:g} steps a second",
    "-": "slower",
    "f": "whose view: the next one, or f with a name or the number of a seat, or f all",
    "a": "what else was legal, and what it would have scored",
    "s": "scores, round by round",
    "c": "the ends and their sum",
    "v": "the tiles on the table",
    "w": "the hands",
    "e": "how many tiles everybody holds",
    "l": "the last plays",
    "t": "where this is, and whose turn",
    "r": "the rules of this table",
    "?": "this help",
}


def paused(place: str) -> str:
    """It ran by itself and stands still now."""
    return f"Paused. {place}"


def which_entry(head: int) -> str:
    """How the number of an entry is typed."""
    return f"Write the number of an entry, 1 to {head}, like :12."


def playing(speed: float) -> str:
    """It runs by itself."""
    return f"Playing, {_a_second(speed)}. Enter pauses."


def speed(now: float) -> str:
    """How fast it will run."""
    return f"Speed: {_a_second(now)}."


def _a_second(speed_: float) -> str:
    return f"{speed_:g} {'step' if speed_ == 1 else 'steps'} a second"


def nobody_called(name: str, names: Sequence[str]) -> str:
    """Nobody whose view could be taken."""
    return f"Nobody here is called {shown(name)}: there are {', '.join(names)}, and all."
