"""Names for bots.

Here: the list, and choosing a name that is free at the table. Not here: how well they play (`bots.bot_levels`).
"""

from collections.abc import Iterable
from typing import Final

from protocol.log.deal import Chance
from protocol.names import comparison_key

NAMES: Final = (
    "Abel",
    "Ada",
    "Bruno",
    "Carmen",
    "Clara",
    "Desmond",
    "Edith",
    "Emil",
    "Fatima",
    "Felix",
    "Greta",
    "Hugo",
    "Ines",
    "Iris",
    "Jonas",
    "Kofi",
    "Leila",
    "Linus",
    "Mabel",
    "Mateo",
    "Nadia",
    "Olga",
    "Oscar",
    "Paloma",
    "Quentin",
    "Rosa",
    "Rufus",
    "Selma",
    "Teodor",
    "Uma",
    "Viktor",
    "Wanda",
    "Yusuf",
    "Zelda",
)
"""Short enough for a narrow screen, and easy to tell apart when a screen reader reads them."""


def name_for(taken: Iterable[str], chance: Chance) -> str:
    """A name that is not in `taken`, ignoring case; with a number if all names are taken."""
    used = set(map(comparison_key, taken))
    free = [name for name in NAMES if comparison_key(name) not in used]
    if free:
        return free[chance.randrange(len(free))]
    name = NAMES[chance.randrange(len(NAMES))]
    number = 2
    while comparison_key(f"{name} {number}") in used:
        number += 1
    return f"{name} {number}"
