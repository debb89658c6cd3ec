"""The levels of computer players, by name.

Here: the one list of the names, weakest first, and how the levels compare. Daemon, client and command line read it.
Not here: how a level plays. That is in the daemon's `bots.bot_levels`, which has a player for each name.
"""

from typing import Final

LEVEL_NAMES: Final = ("learner", "casual", "club", "expert", "master")
USUAL_LEVEL: Final = "club"
"""The default level."""
AGAINST_GREEDY: Final = (
    "against a player who takes the most points each turn, learner and casual mostly lose, "
    "club and expert are level or better, master mostly wins"
)
"""How strong the levels are, as measured: docs/bots.md has the figures."""
