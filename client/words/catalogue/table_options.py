"""The options of a table: what it shows, how long a turn may take, who may watch."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "table.help_points": "This table shows every player which tiles fit, and what they would score.",
    "table.help_legal": "This table shows every player which tiles fit, but not what they would score.",
    "table.help_none": "This table does not show which tiles fit, or what they would score.",
    "table.reactions_fair": "Players may react with a word, but not during a round in which partners play.",
    "table.reactions_always": "Players may react with a word at any time.",
    "table.reactions_none": "There are no reactions.",
    "table.warns": (
        "Before a play that certainly costs much, the host asks its player, and nobody else, if it is meant."
    ),
    "table.waits": "The table waits for a player who is away.",
    "table.stand_in": (
        "When a player is away, a {level}-level bot stands in after no seconds.",
        "When a player is away, a {level}-level bot stands in after {n} second.",
        "When a player is away, a {level}-level bot stands in after {n} seconds.",
    ),
    "table.turn_time": ("A turn may take {n} second.", "A turn may take {n} seconds."),
    "table.no_turn_time": "There is no time limit.",
    "table.spectators": "Spectators are welcome.",
    "table.no_spectators": "Nobody may watch.",
    "table.heading": "This table",
    "table.sums": "What each sum scores",
}
