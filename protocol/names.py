"""Names of players and spectators: which are valid, and when two count as the same.

Here: `checked_name`, which daemon and client share, and the form in which names are compared. Not here: what cleaning
removes (`clean`), names for bots, and which names are taken (only the daemon knows).
"""

import re
import unicodedata
from typing import Final

from protocol.clean import clean
from protocol.sentences import Sentence, Sentences

LONGEST_NAME: Final = 24
"""In characters, without escapes and control characters."""
_ALPHABETS: Final = ("LATIN", "GREEK", "CYRILLIC")
"""Alphabets with letters that look alike. The Unicode names of their letters begin with these words."""
_TAKEN_BY_THE_GAME: Final = re.compile(r"you|free|nobody|somebody|everybody|everyone|(?:a|the) bot|the host|seat \d+")
"""Words that the game itself shows in place of a name: `You`, `seat 2`, `free`."""
FAULTS: Final = Sentences(
    "wrong_name",
    "Why a name is not valid, as the middle of a sentence.",
    {
        "length": "a name has 1 to {most} visible characters",
        "of_the_game": "the game itself uses {name} for players; choose another name",
        "alphabets": "a name cannot mix letters of the Latin, Greek and Cyrillic alphabets",
    },
)


def checked_name(typed: str) -> tuple[str, Sentence | None]:
    """The name, cleaned, and why it is not valid: the middle of a sentence, or None if it is."""
    name = clean(typed)
    return name, _fault_of(name)


def _fault_of(name: str) -> Sentence | None:
    if not 0 < len(name) <= LONGEST_NAME:
        return FAULTS("length", most=LONGEST_NAME)
    if _TAKEN_BY_THE_GAME.fullmatch(comparison_key(name)):
        return FAULTS("of_the_game", name=repr(name))
    if len(_alphabets_of(name)) > 1:
        return FAULTS("alphabets")
    return None


def comparison_key(name: str) -> str:
    """The form in which names are compared: equal for names that differ only in case or in the width of letters."""
    if name.isascii():
        return name.casefold()
    # Normalised again, because case folding can decompose a letter.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _alphabets_of(name: str) -> set[str]:
    if name.isascii():
        return set()
    letters = (character for character in unicodedata.normalize("NFKC", name) if character.isalpha())
    return {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}.intersection(_ALPHABETS)
