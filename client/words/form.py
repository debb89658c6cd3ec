"""The form for a new table in words: what each line is called and what it means.

Lives here: the lines about the table, and what is said of a line that is pointed at. Not here: what the rules' own
options mean, which the option table says (`protocol.rules`).
"""

from typing import Final

from protocol.presets import PRESETS

TITLE: Final = "Open a table"
FOOT: Final = "Enter: open it   Esc: back"
OF_THE_TABLE: Final = {
    "game": "which game is played",
    "seats": "how many play",
    "bots": "computer players from the beginning; more can be seated later",
    "bot_level": "how well computer players play, from learner to master",
    "assist": "what every player is shown: points and what fits, only what fits (legal), or nothing",
    "away": "for somebody who is away: a bot stands in after a while, or everybody waits",
    "grace": "seconds that somebody may be away before a bot stands in",
    "turn_time": "seconds that a turn may take; 0: as long as it likes",
    "spectators": "whether others may watch",
    "password": "a word that who wants to sit down or watch has to know; empty: none",
}
"""The lines about the table, in order, with what they mean."""

_LABELS: Final = {"bot_level": "bot level", "turn_time": "turn time"}
_EMPTY: Final = {"password": "none"}


def label(name: str) -> str:
    """What a line is called: an option of the rules by its own name, so that it can be found in the documentation."""
    return _LABELS.get(name, name)


def value(name: str, spelled: str) -> str:
    """A value as the form shows it: a game by its title."""
    if name == "game":
        return PRESETS[spelled].title
    return spelled or _EMPTY.get(name, "")


def house_rules(game: str) -> str:
    """The heading of the lines about the rules."""
    return f"Rules of {PRESETS[game].title}"


def about(meaning: str, values: str) -> str:
    """What is said of the line that is pointed at."""
    return f"{meaning[:1].upper()}{meaning[1:]}. {values[:1].upper()}{values[1:]}." if values else f"{meaning}."


def will_not_do(option: str, text: str) -> str:
    """Why no table can be opened like this."""
    reason = text.removeprefix(f"{option}: ")
    return f"{label(option)}: {reason}."
