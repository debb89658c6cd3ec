"""The values of options in words, for forms.

Not here: the sentences of the rules (`words.rule_sentences`), how a value is typed (`protocol.game.options`).
"""

from typing import Final

from client.words.english import listed
from client.words.say import is_message, say

_SAME_VALUES: Final = {"first_lead": "lead", "later_lead": "lead", "after_block": "lead"}
"""Options whose values are the same are said alike."""


def value_in_words(name: str, spelled: str) -> str:
    """The value of an option as a form shows it, from the value as it is typed."""
    option = _SAME_VALUES.get(name, name)
    if is_message(f"option.{option}.{spelled}"):
        return say(f"option.{option}.{spelled}")
    return listed(spelled.split(",")) if name == "divisors" else spelled
