"""What of a typed line is a password, to be shown as stars: that something is typed can be seen, and not what.

Lives here: finding it. Pure. Not here: the line itself (`stage`), what it asks for (`choosing`, `orders`).
"""

import re
from typing import Final

from client.words import lobby_words as words_lobby

STAR: Final = "*"
_BEFORE: Final = (re.compile(r"\s*(?:join|j)\s+\S+\s+"), re.compile(r".*?\bpassword[= ]"))
"""What stands before the password of a command; one goes to the end of the line."""


def starred(sign: str, text: str) -> str:
    """The text typed after this sign, its password in stars, each for a letter."""
    begins = 0 if sign == words_lobby.ASKS_FOR_WORD else _begins(text) if sign == ":" else len(text)
    return text[:begins] + STAR * len(text[begins:])


def _begins(command: str) -> int:
    """Where the password of a command begins; its end where there is none."""
    return next((found.end() for each in _BEFORE if (found := each.match(command))), len(command))
