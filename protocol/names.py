"""Names of players and spectators: which are valid, and when two are the same.

Here: `why_not_a_name`, which daemon and client share, and what is compared of a name. Not here: cleaning (`clean`,
which comes first), names for computer players, and which names are taken (the daemon knows that).
"""

import re
import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
"""Characters, after escapes and control characters are taken out."""
_ALPHABETS: Final = ("LATIN", "GREEK", "CYRILLIC")
"""As the names of their letters begin in Unicode. Many of these letters look like one of another alphabet."""
_TAKEN_BY_THE_GAME: Final = re.compile(r"you|free|nobody|somebody|everybody|everyone|(?:a|the) bot|the host|seat \d+")
"""What the game itself says in the place of a name: `You`, `seat 2`, `free`."""


def why_not_a_name(name: str) -> str | None:
    """Why a cleaned name is not valid, or None."""
    if not 0 < len(name) <= LONGEST_NAME:
        return f"a name has 1 to {LONGEST_NAME} characters that can be seen"
    if _TAKEN_BY_THE_GAME.fullmatch(compared(name)):
        return f"the game itself says {name!r} of players; choose a name of your own"
    if len(_alphabets_of(name)) > 1:
        return "a name has letters of one alphabet: Latin, Greek or Cyrillic"
    return None


def compared(name: str) -> str:
    """What two names have in common that are the same: neither capitals nor the width of letters make a difference."""
    if name.isascii():
        return name.casefold()
    # Once more after folding, which can take a composed letter apart.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _alphabets_of(name: str) -> set[str]:
    if name.isascii():
        return set()
    letters = (each for each in unicodedata.normalize("NFKC", name) if each.isalpha())
    return {unicodedata.name(each, "").partition(" ")[0] for each in letters}.intersection(_ALPHABETS)
