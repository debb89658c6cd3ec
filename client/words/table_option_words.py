"""The options of a table in sentences: what it shows its players, how long a turn may take, who may watch.

Here: the options that are not rules of the game. Not here: the rules (`words.rule_words`).
"""

from typing import Final

from client.words import deal_words
from client.words.english import count
from client.words.name_words import shown
from client.words.say import say
from protocol.game.table_options import Assist, Away, Reactions
from protocol.log.events import TableOptions

HEADING: Final = "This table"
_HELP: Final = {
    Assist.POINTS: "This table shows every player which tiles fit, and what they would score.",
    Assist.LEGAL: "This table shows every player which tiles fit, but not what they would score.",
    Assist.NONE: "This table does not show which tiles fit, or what they would score.",
}


_REACTIONS: Final = {
    Reactions.FAIR: "Players may react with a word, but not during a round in which partners play.",
    Reactions.ALWAYS: "Players may react with a word at any time.",
    Reactions.NONE: "There are no reactions.",
}
_WARNS: Final = "Before a play that certainly costs much, the host asks its player, and nobody else, if it is meant."


def assist_sentence(assist: Assist) -> str:
    """The sentence about `assist`."""
    return _HELP[assist]


def table_options(options: TableOptions, *, is_alone: bool = False) -> tuple[str, ...]:
    """All options, a sentence each; for a player who `is_alone`, without those about other people."""
    bot = f"a {shown(options.bot_level)}-level bot"
    away = (
        "The table waits for a player who is away."
        if options.away is Away.WAIT
        else f"When a player is away, {bot} stands in after {count(options.grace, 'second')}."
    )
    turn = f"A turn may take {count(options.turn_time, 'second')}." if options.turn_time else "There is no time limit."
    warns = (_WARNS,) if options.warnings else ()
    if is_alone:
        return _HELP[options.assist], turn, *warns
    watch = "Spectators are welcome." if options.spectators else "Nobody may watch."
    deals = deal_words.explained() if options.may_mix else (say("deal.how_host"),)
    return _HELP[options.assist], away, turn, watch, _REACTIONS[options.reactions], *warns, *deals
