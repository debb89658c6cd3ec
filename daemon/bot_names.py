"""Names for computer players.

Lives here: the list, and picking one that nobody at the table has. Not here: how well they play (`levels`).
"""

from collections.abc import Iterable
from typing import Final

from daemon.deal import Chance

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
"""Short enough for a narrow screen, and far enough apart to be told from one another when read aloud."""


def name_for(taken: Iterable[str], chance: Chance) -> str:
    """A name that is not taken, however it is written; with a number behind it once all are."""
    used = {name.casefold() for name in taken}
    free = [name for name in NAMES if name.casefold() not in used]
    if free:
        return free[chance.randrange(len(free))]
    name = NAMES[chance.randrange(len(NAMES))]
    number = 2
    while f"{name} {number}".casefold() in used:
        number += 1
    return f"{name} {number}"
