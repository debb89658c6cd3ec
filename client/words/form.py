"""The form for a new table in words: what each line is called and what it means.

Lives here: the lines about the table, and what is said of a line that is pointed at. Not here: what the rules' own
options mean, which the option table says (`protocol.game.rules`).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from client.words.english import capital
from protocol.clean import brief
from protocol.game.presets import PRESETS

TITLE: Final = "Open a table"
FOOT: Final = "Enter: open it   Esc: back"
OF_THE_TABLE: Final = {
    "game": "which game is played",
    "seats": "how many play",
    "bots": "computer players from the beginning; more can be seated later",
    "bot_level": "how well computer players play, from learner to master",
    "assist": "what every player is shown: points and what fits, only what fits (legal), or nothing",
    "away": "when somebody is away: a bot stands in after a while, or everybody waits",
    "grace": "seconds that somebody may be away before a bot stands in",
    "turn_time": "seconds that a turn may take; 0: no limit",
    "spectators": "whether others may watch",
    "password": "a word that whoever sits down or watches has to know; empty: none",
}
"""The lines about the table, in order, with what they mean."""

# The same by questions.

GAMES: Final = tuple(PRESETS)
GIVEN_UP: Final = "No table is opened."
WRITE_IT_LIKE: Final = "write it like target=100"
LAST_QUESTION: Final = (
    "Anything else, like target=100 or assist=none? options tells what there is. An empty line opens the table."
)
_QUESTIONS: Final = {"seats": "How many seats?", "bots": "How many computer players from the beginning?"}


def question(name: str, values: str, usual: str) -> str:
    """What is asked first: the game by a number, then seats and bots; an empty line takes what is usual."""
    if name == "game":
        games = ", ".join(f"{number} {PRESETS[each].title}" for number, each in enumerate(GAMES, start=1))
        return f"Which game? {games}. An empty line: {PRESETS[usual].title}. q gives up."
    return f"{_QUESTIONS[name]} From {values}. An empty line: {usual}."


def so_far(given: Mapping[str, str]) -> str:
    """What has been filled in."""
    return f"So far: {', '.join(f'{name}={value}' for name, value in given.items() if name != 'password')}."


def told_of(name: str, meaning: str, values: str, now: str) -> str:
    """A line of the form for the ear: `target: the score that ends the match. 1 to 10000. Now 61.`."""
    return f"{name}: {about(meaning, values)} Now {value(name, now)}."


LABELS: Final = {
    "game": "game",
    "seats": "seats",
    "bots": "bots",
    "bot_level": "bot level",
    "assist": "help shown",
    "away": "if away",
    "grace": "seconds away",
    "turn_time": "turn seconds",
    "spectators": "spectators",
    "password": "password",
    "max_pip": "set of tiles",
    "hand": "tiles each",
    "first_lead": "first lead",
    "later_lead": "later leads",
    "after_block": "after block",
    "lead_tile": "may be led",
    "no_double": "no double",
    "draw": "drawing",
    "reserve": "kept back",
    "spinner": "spinner",
    "spinner_count": "bare spinner",
    "divisors": "divisors",
    "points": "sums pay",
    "knock_bonus": "knock bonus",
    "chip_bonus": "going out",
    "pips_divisor": "pips left",
    "pips_round": "pips rounded",
    "pips_unit": "pips pay",
    "pips_scope": "pips counted",
    "pips_from": "whose pips",
    "blocked": "pips blocked",
    "block_end": "block ends",
    "target": "target",
    "target_mode": "reach target",
    "combine": "near target",
    "tie": "ties",
    "partners": "partners",
    "chip_out": "partners out",
    "max_rounds": "most rounds",
}
"""What the lines of the form on a screen are called; short, for a screen of 40 columns."""
_SPOKEN: Final = {"bot_level": "bot level", "turn_time": "turn time"}
_UNLOCKED: Final = "none"


def value(name: str, spelled: str) -> str:
    """A value as the form shows it: a game by its title, a password in stars."""
    if name == "game":
        return PRESETS[spelled].title
    if name == "password":
        return "*" * len(spelled) or _UNLOCKED
    return spelled


def house_rules(game: str) -> str:
    """The heading of the lines about the rules."""
    return f"Rules of {PRESETS[game].title}"


def about(meaning: str, values: str, name: str = "It") -> str:
    """What is said of the line that is pointed at; an option of the rules by its name, as the documentation has it."""
    sentence = f"{capital(meaning)}."
    return f"{sentence} {name} takes {values}." if values else sentence


def will_not_do(option: str, text: str) -> str:
    """Why no table can be opened like this; the option by the name that is typed for it."""
    return f"{_SPOKEN.get(option, option)}: {text.removeprefix(f'{option}: ')}."


def line_will_not_do(option: str, text: str) -> str:
    """The same on a screen, by what its line is called there."""
    return f"{LABELS.get(option, option)}: {text.removeprefix(f'{option}: ')}."


def takes(spelled: object, values: str) -> str:
    """A value that a line does not take."""
    return f"{brief(spelled)} will not do: it takes {values}"


def too_long(longest: int) -> str:
    """A text that is too long."""
    return f"it has at most {longest} characters"


def no_such_line(names: Iterable[str]) -> str:
    """A line that the form does not have."""
    return f"there is no such line; the lines are {', '.join(names)}"


def too_many_bots(bots: int, seats: int) -> str:
    """More bots than seats."""
    return f"{bots} do not fit {seats} seats"
