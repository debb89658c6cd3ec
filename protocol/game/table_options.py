"""The options of a table: which game, who plays, and how the table is run.

Here: one row for each option. The flags of both programs, `open` in line mode, the form for a new table, the player's
settings and the checks of `open_table` are made from these rows. Not here: the rules of the game (`rules`), and the
effect of an option. Options that the log stores are also fields of `protocol.log.events.TableOptions`.
"""

from enum import StrEnum
from typing import Final

from protocol.game.levels import AGAINST_GREEDY, LEVEL_NAMES, USUAL_LEVEL
from protocol.game.options import YES_NO, Number, Option, Text, Words

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 12
LONGEST_TIME: Final = 86_400
"""The longest grace and the longest turn, in seconds."""


class Assist(StrEnum):
    """The help that every client at the table shows: points and legal plays, legal plays only, or neither."""

    POINTS = "points"
    LEGAL = "legal"
    NONE = "none"


class Away(StrEnum):
    """What happens when a player has been away for longer than the grace: the table waits, or a bot stands in."""

    WAIT = "wait"
    BOT = "bot"


class Reactions(StrEnum):
    """When players may react: not while partners play a round, at any time, or never."""

    FAIR = "fair"
    ALWAYS = "always"
    NONE = "none"


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
"""The name of a preset. The valid names are in `presets`."""
SEATS: Final = Option(
    "seats",
    Number.between(FEWEST_SEATS, MOST_SEATS),
    "how many players",
    "seats",
    note=" (default: the game's own number)",
)
BOTS: Final = Option(
    "bots",
    Number.between(0, MOST_SEATS),
    "how many computer players (bots) to start with, on the highest seats; you can add more later",
    "bots",
)
BOT_LEVEL: Final = Option(
    "bot_level",
    Words(*LEVEL_NAMES),
    "how well bots play",
    "bot level",
    USUAL_LEVEL,
    metavar="LEVEL",
    note=f"; {AGAINST_GREEDY}",
)
ASSIST: Final = Option(
    "assist",
    Words(*Assist),
    "what the table shows every player: what each play scores, which plays are legal, or neither",
    "help shown",
    Assist.POINTS,
    metavar="HELP",
)
AWAY: Final = Option(
    "away",
    Words(*Away),
    "when a player is away: wait for them, or let a bot stand in after a while",
    "if away",
    Away.BOT,
    metavar="WHAT",
)
GRACE: Final = Option(
    "grace",
    Number.between(0, LONGEST_TIME),
    "how many seconds a player may be away before a bot stands in",
    "seconds away",
    60,
    metavar="SECONDS",
)
TURN_TIME: Final = Option(
    "turn_time",
    Number.between(0, LONGEST_TIME),
    "how many seconds a turn may take; 0: no limit",
    "turn seconds",
    0,
    metavar="SECONDS",
)
SPECTATORS: Final = Option(
    "spectators", YES_NO, "whether others may watch", "spectators", default=True, note="do not let others watch"
)
DEALS: Final = Option(
    "deals",
    Words("mixed", "host"),
    "who deals: the host and the players together, so that nobody can choose a deal, or the host alone",
    "deals",
    "mixed",
    metavar="WHO",
)
REACTIONS: Final = Option(
    "reactions",
    Words(*Reactions),
    "when players may react with a word: not while partners play a round, at any time, or never",
    "reactions",
    Reactions.FAIR,
    metavar="WHEN",
)
WARNINGS: Final = Option(
    "warnings",
    YES_NO,
    "whether the host privately asks a player, before a play that certainly costs much, if it is meant",
    "warnings",
    default=False,
    note="ask a player, privately, before a play that certainly costs much",
)
PASSWORD: Final = Option(
    "password", Text(200), "the password that players and spectators need", "password", metavar="WORD"
)

TABLE_OPTIONS: Final = {
    option.name: option
    for option in (
        GAME,
        SEATS,
        BOTS,
        BOT_LEVEL,
        ASSIST,
        AWAY,
        GRACE,
        TURN_TIME,
        SPECTATORS,
        DEALS,
        WARNINGS,
        REACTIONS,
        PASSWORD,
    )
}
"""All of them by name, in the order of the form and of `--help`."""
