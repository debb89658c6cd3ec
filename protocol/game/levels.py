"""The levels of bots, by name.

Here: the one list of their names, weakest first, and how the levels compare. Daemon, client and command lines use it.
Not here: how a level plays (the daemon's `bots.bot_levels`, which has a player for each name).
"""

from typing import Final

LEVEL_NAMES: Final = ("learner", "casual", "club", "expert", "master")
FIRST_LEVEL: Final = LEVEL_NAMES[0]
USUAL_LEVEL: Final = "club"
"""The default level."""
AGAINST_GREEDY: Final = (
    "against a player who always takes the most points, in cinq-et-trois, learner wins two matches in ten, "
    "casual four, club six, expert seven, master nearly eight"
)
"""The measured strength of the levels; the figures are in docs/bots.md."""
