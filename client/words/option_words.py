"""Options in words, for forms: what a line is called, what it means, and its value.

Not here: the sentences of the rules (`words.rule_sentences`), how a value is typed (`protocol.game.options`).
"""

from typing import Final

from client.words.english import listed
from client.words.name_words import shown
from client.words.say import is_message, say

_SAME_VALUES: Final = {"first_lead": "lead", "later_lead": "lead", "after_block": "lead"}
"""Options whose values are the same are said alike."""


def label(name: str) -> str:
    """What the line of an option is called, within a sentence or a list: `tiles each`."""
    return say(f"option_label.{name}")


def label_first(name: str) -> str:
    """The same, alone or at the start: `Tiles each`."""
    return say(f"option_label_first.{name}")


def meaning(name: str) -> str:
    """What an option means, in a sentence: `The score that ends the match.`"""
    return say(f"option_about.{name}")


def value_in_words(name: str, spelled: str) -> str:
    """The value of an option as a form shows it, from the value as it is typed."""
    value = _value(name, spelled)
    if is_message(f"option.{value}"):
        return say(f"option.{value}")
    return listed(spelled.split(",")) if name == "divisors" else spelled


def value_first(name: str, spelled: str) -> str:
    """The same, where it stands alone: `Highest double`."""
    value = _value(name, spelled)
    return say(f"option_first.{value}") if is_message(f"option_first.{value}") else value_in_words(name, spelled)


def level_in_words(level: str) -> str:
    """How well a bot plays; a level of another release as it is."""
    return value_in_words("bot_level", shown(level))


def _value(name: str, spelled: str) -> str:
    """How the catalogue names a value."""
    value = f"{_SAME_VALUES.get(name, name)}.{spelled}"
    return spelled if spelled in ("yes", "no") and not is_message(f"option.{value}") else value
