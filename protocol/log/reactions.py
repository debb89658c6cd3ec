"""Reactions: six words for everybody at the table, beside chat. They are shown when they come, and stored nowhere.

Here: the words, and when a player may use them. At a table with partners a reaction to a play could be a signal to the
partner, so by default there are none there while a round is played. Not here: the sentences for players (the client's
`words.reaction_words`), the option itself (`protocol.game.table_options`).
"""

from enum import StrEnum

from protocol.game.table_options import Reactions
from protocol.log.table import Stage, Table


class Reaction(StrEnum):
    """The reactions, as on the wire."""

    WELL_PLAYED = "well_played"
    THANKS = "thanks"
    WOW = "wow"
    OOPS = "oops"
    BAD_LUCK = "bad_luck"
    GOOD_GAME = "good_game"


def running_round(table: Table) -> int | None:
    """The number of the round that is being played, perhaps paused; None between rounds and matches."""
    round_ = table.round
    return round_.number if table.stage is Stage.PLAYING and round_ is not None and round_.ended is None else None


def why_no_reaction(table: Table) -> str | None:
    """Why players may not react now, a code of `not_allowed`; None if they may."""
    match table.options.reactions:
        case Reactions.NONE:
            return "no_reactions"
        case Reactions.FAIR if table.rules.partners and running_round(table) is not None:
            return "reactions_wait"
        case _:
            return None
