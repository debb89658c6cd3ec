"""The player's own name, in words: asking for it, and changing it.

Lives here: the question and what is said to an answer. Not here: asking (`program.naming`), how others are called
(`words.name_words`).
"""

from typing import Final

REMEMBERED: Final = "That is remembered; `fives settings name NAME` changes it."


def question(usual: str) -> str:
    """The question; Enter alone takes the name in brackets."""
    return f"Your name at the table [{usual}]:"


def no_name(why: str) -> str:
    """What was typed is no name."""
    return f"That will not do: {why}."


def called(name: str) -> str:
    """The player has another name."""
    return f"You are {name} from the next seat on. `fives settings name` remembers a name."
