"""The options of a table: which game, who plays, and how the table is run.

Here: one row for each. The flags of both programs, `open` in line mode, the form for a new table, the player's
settings and the checks of `open_table` are made from these rows. Not here: the rules of the game (`rules`), and what an
option does. Those that the log stores are fields of `protocol.log.events.TableOptions` too.

Imports no attrs, so that `--help` is quick.
"""

from enum import StrEnum
from typing import Final

from protocol.game.levels import AGAINST_GREEDY, LEVEL_NAMES, USUAL_LEVEL
from protocol.game.options import YES_NO, Number, Option, Text, Words

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 12
LONGEST_TIME: Final = 86_400
"""The most seconds that a grace or a turn may take."""


class Assist(StrEnum):
    """How much help every client at the table gives: points and legal plays, legal plays, or none."""

    POINTS = "points"
    LEGAL = "legal"
    NONE = "none"


class Away(StrEnum):
    """What happens in the turn of a player who is away for longer than the grace: wait, or a bot stands in."""

    WAIT = "wait"
    BOT = "bot"


GAME: Final = Option(
    "game",
    Text(64),
    "which game is played",
    "game",
    "fives-and-threes",
    metavar="NAME",
    flag_name="rules",
    note="; see `fives rules`",
)
"""The name of a preset; which names there are is known to `presets`, which imports attrs."""
SEATS: Final = Option(
    "seats",
    Number.between(FEWEST_SEATS, MOST_SEATS),
    "how many play",
    "seats",
    note=" (default: the game's own number)",
)
BOTS: Final = Option(
    "bots",
    Number.between(0, MOST_SEATS),
    "computer players from the beginning, on the highest seats; more can be seated later",
    "bots",
)
BOT_LEVEL: Final = Option(
    "bot_level",
    Words(*LEVEL_NAMES),
    "how well computer players play",
    "bot level",
    USUAL_LEVEL,
    metavar="LEVEL",
    note=f"; {AGAINST_GREEDY}",
)
ASSIST: Final = Option(
    "assist",
    Words(*Assist),
    "what every player is shown: what plays score, which plays are legal, or neither",
    "help shown",
    Assist.POINTS,
    metavar="HELP",
)
AWAY: Final = Option(
    "away",
    Words(*Away),
    "when a player is away: everybody waits, or a bot stands in after a while",
    "if away",
    Away.BOT,
    metavar="WHAT",
)
GRACE: Final = Option(
    "grace",
    Number.between(0, LONGEST_TIME),
    "seconds that a player may be away before a bot stands in",
    "seconds away",
    60,
    metavar="SECONDS",
)
TURN_TIME: Final = Option(
    "turn_time",
    Number.between(0, LONGEST_TIME),
    "seconds that a turn may take; 0: no limit",
    "turn seconds",
    0,
    metavar="SECONDS",
)
SPECTATORS: Final = Option(
    "spectators", YES_NO, "whether others may watch", "spectators", default=True, note="nobody may watch"
)
PASSWORD: Final = Option(
    "password", Text(200), "a word that players and spectators have to give", "password", metavar="WORD"
)

TABLE_OPTIONS: Final = {
    option.name: option
    for option in (GAME, SEATS, BOTS, BOT_LEVEL, ASSIST, AWAY, GRACE, TURN_TIME, SPECTATORS, PASSWORD)
}
"""The table of them by name, in the order of the form and of the help."""
