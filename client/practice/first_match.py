"""The first match after the lessons: against beginners, with a tutor.

Here: which match it is. Not here: the tutor (`tutor`), beginning it (`program.course_commands`, `web.first_match`).
"""

from typing import Final

from attrs import evolve

from protocol.game.levels import FIRST_LEVEL
from protocol.game.presets import make_rules, preset_named
from protocol.game.table_options import GAME
from protocol.log.events import TableOptions
from protocol.wire.messages import OpenTable

FIRST_MATCH: Final = ("play", str(GAME.default), "--bot-level", FIRST_LEVEL, "--comments")
"""The words after `fives` for it."""


def first_match(options: TableOptions) -> OpenTable:
    """The request for its table, where bots have all seats but one. `options`: those of the player's other tables."""
    game = str(GAME.default)
    _, seats = make_rules(preset_named(game))
    return OpenTable(game, options=evolve(options, bot_level=FIRST_LEVEL), bots=seats - 1)
