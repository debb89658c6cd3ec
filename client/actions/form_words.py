"""The form for a new table in words: its title and questions, what is said of the line that is pointed at, errors.

Not here: what each line is called and what it means, which the rows of the options say (`protocol.game.rules`,
`protocol.game.table_options`).
"""

from collections.abc import Iterable, Mapping
from typing import Final

from client.words.english import capital
from protocol.game.options import Option, RulesError
from protocol.game.presets import PRESETS
from protocol.game.table_options import BOTS, GAME, PASSWORD, SEATS

TITLE: Final = "Open a table"
FOOT: Final = "Enter: open it   Esc: back"

# The same by questions.

GAMES: Final = tuple(PRESETS)
GIVEN_UP: Final = "No table is opened."
WRITE_IT_LIKE: Final = "write it like target=100"
LAST_QUESTION: Final = (
    "Anything else, like target=100 or assist=none? options tells what there is. An empty line opens the table."
)
_QUESTIONS: Final = {SEATS.name: "How many seats?", BOTS.name: "How many computer players from the beginning?"}


def question(name: str, values: str, default: str) -> str:
    """One of the first questions: the game by a number, then seats and bots; an empty line takes the default."""
    if name == GAME.name:
        games = ", ".join(f"{number} {PRESETS[each].title}" for number, each in enumerate(GAMES, start=1))
        return f"Which game? {games}. An empty line: {PRESETS[default].title}. q gives up."
    return f"{_QUESTIONS[name]} From {values}. An empty line: {default}."


def so_far(given: Mapping[str, str]) -> str:
    """What has been filled in; a password is not shown."""
    return f"So far: {', '.join(f'{name}={value}' for name, value in given.items() if name != PASSWORD.name)}."


def in_full(option: Option, now: str) -> str:
    """An option with its value in a sentence: `target: The score that ends the match. It takes 1 to 10000. Now 61.`."""
    return f"{option.name}: {about(option)} Now {value(option.name, now)}."


_UNLOCKED: Final = "none"


def value(name: str, spelled: str) -> str:
    """A value as the form shows it: a game by its title, a password in stars."""
    if name == GAME.name:
        return PRESETS[spelled].title
    if name == PASSWORD.name:
        return "*" * len(spelled) or _UNLOCKED
    return spelled


def house_rules(game: str) -> str:
    """The heading of the lines about the rules."""
    return f"Rules of {PRESETS[game].title}"


def about(option: Option, name: str = "It") -> str:
    """What is said of the line that is pointed at."""
    sentence = f"{capital(option.meaning)}."
    return f"{sentence} {name} takes {option.kind.values}." if option.kind.values else sentence


def fault(error: RulesError) -> str:
    """Why no table can be opened like this; the option by the name that is typed for it."""
    return f"{error.option}: {error.text}."


def fault_in_line(error: RulesError, labels: Mapping[str, str]) -> str:
    """The same on a screen, with the option by the label of its line."""
    return f"{labels.get(error.option, error.option)}: {error.text}."


def no_such_line(names: Iterable[str]) -> str:
    """A line that the form does not have."""
    return f"there is no such line; the lines are {', '.join(names)}"
