"""The levels of computer players by name, as players and programs know them.

Lives here: the names, weakest first. Not here: how a level plays (the daemon's `bots.levels`, which has each of these).
"""

from typing import Final

LEVEL_NAMES: Final = ("learner", "casual", "club", "expert", "master")
USUAL_LEVEL: Final = "club"
"""The level where nobody names another."""
