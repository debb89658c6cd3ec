"""How a table is kept, in sentences: what players are shown, how long a turn may take, who is waited for.

Lives here: the options of a table that are no rules of the game. Not here: the rules (`words.rule_words`).
"""

from typing import Final

from client.words.english import count
from client.words.name_words import shown
from protocol.game.table_options import Assist, Away
from protocol.log.events import TableOptions

HEADING: Final = "This table"
_HELP: Final = {
    Assist.POINTS: "Everybody at this table is shown which tiles fit, and what they would score.",
    Assist.LEGAL: "Everybody at this table is shown which tiles fit, but not what they would score.",
    Assist.NONE: "Nobody at this table is shown which tiles fit, nor what they would score.",
}


def help_shown(assist: Assist) -> str:
    """How much help everybody has."""
    return _HELP[assist]


def how_kept(options: TableOptions) -> tuple[str, ...]:
    """All of it, a sentence each."""
    bot = f"a bot of level {shown(options.bot_level)}"
    away = (
        "Somebody who is away is waited for."
        if options.away is Away.WAIT
        else f"For somebody who is away, {bot} stands in after {count(options.grace, 'second')}."
    )
    turn = f"A turn may take {count(options.turn_time, 'second')}." if options.turn_time else "A turn has no clock."
    watch = "Others may watch." if options.spectators else "Nobody may watch."
    return _HELP[options.assist], away, turn, watch
