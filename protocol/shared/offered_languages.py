"""The languages that players can choose, by the names that browsers, systems and messages use.

Here: which there are, and which one somebody gets who asks for several. A language is offered once its PO file is
whole, which a test demands. Not here: reading the files (`translations`), which languages a player's system asks for
(the client's `terminal.own_language`). Imports nothing, because every command reads the settings.
"""

from collections.abc import Iterable, Mapping
from typing import Final

ENGLISH: Final = "en"
OFFERED: Final[Mapping[str, str]] = {"es": "Español", "fr": "Français"}
"""Each language beside English, with its own name for itself."""
OWN_NAMES: Final[Mapping[str, str]] = {ENGLISH: "English", **OFFERED}


class UnreadableError(Exception):
    """The texts of a language cannot be read; one line names the file and says why."""


def offered_of(wanted: Iterable[str]) -> str:
    """The first of these languages that is offered, or whose dialect (`es-MX`) it is; English if none is."""
    for name in wanted:
        language = name.replace("_", "-").partition("-")[0].lower()
        if language in OWN_NAMES:
            return language
    return ENGLISH
