"""What of a typed line is a password, to be shown as stars: that something is typed can be seen, and not what.

Lives here: finding it. Pure. Not here: the line itself (`stage`), what it asks for (`choosing`, `lines.letters`).
"""

import re
from typing import Final

from client.words import lobby as words_lobby

STAR: Final = "*"
_BEFORE: Final = (re.compile(r"\s*(?:join|j)\s+\S+\s+"), re.compile(r".*?\bpassword[= ]"))
"""What stands before the password of a command; one goes to the end of the line."""


def starred(sign: str, text: str) -> str:
    """The text typed after this sign, its password in stars, each for a letter."""
    if sign == words_lobby.ASKS_FOR_WORD:
        return STAR * len(text)
    begins = next((found.end() for each in _BEFORE if (found := each.match(text))), len(text)) if sign == ":" else None
    return text if begins is None else text[:begins] + STAR * len(text[begins:])
