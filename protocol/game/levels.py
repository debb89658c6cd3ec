"""The levels of computer players by name, as players and programs know them.

Lives here: the names, weakest first, and how they compare. Not here: how a level plays (the daemon's `bots.levels`,
which has each of these).
"""

from typing import Final

LEVEL_NAMES: Final = ("learner", "casual", "club", "expert", "master")
USUAL_LEVEL: Final = "club"
"""The level where nobody names another."""
AGAINST_GREEDY: Final = (
    "against a player who takes the most points each turn, learner and casual mostly lose, "
    "club and expert are level or better, master mostly wins"
)
"""How strong they are, as measured: docs/bots.md has the figures."""
