"""The options of a table in sentences: what it shows its players, how long a turn may take, who may watch.

Here: the options that are not rules of the game. Not here: the rules (`words.rule_words`).
"""

from typing import Final

from client.words import deal_words
from client.words.option_words import level_in_words
from client.words.say import say
from protocol.game.table_options import Assist, Away, Reactions
from protocol.log.events import TableOptions

_HELP: Final = {
    Assist.POINTS: "table.help_points",
    Assist.LEGAL: "table.help_legal",
    Assist.NONE: "table.help_none",
}
_REACTIONS: Final = {
    Reactions.FAIR: "table.reactions_fair",
    Reactions.ALWAYS: "table.reactions_always",
    Reactions.NONE: "table.reactions_none",
}


def heading() -> str:
    """The heading above the options."""
    return say("table.heading")


def assist_sentence(assist: Assist) -> str:
    """The sentence about `assist`."""
    return say(_HELP[assist])


def table_options(options: TableOptions, *, is_alone: bool = False) -> tuple[str, ...]:
    """All options, a sentence each; for a player who `is_alone`, without those about other people."""
    turn = say("table.turn_time", n=options.turn_time) if options.turn_time else say("table.no_turn_time")
    warns = (say("table.warns"),) if options.warnings else ()
    if is_alone:
        return assist_sentence(options.assist), turn, *warns
    if options.away is Away.WAIT:
        away = say("table.waits")
    else:
        away = say("table.stand_in", level=level_in_words(options.bot_level), n=options.grace)
    watch = say("table.spectators" if options.spectators else "table.no_spectators")
    deals = deal_words.explained() if options.may_mix else (say("deal.how_host"),)
    return assist_sentence(options.assist), away, turn, watch, say(_REACTIONS[options.reactions]), *warns, *deals
