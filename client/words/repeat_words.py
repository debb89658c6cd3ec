"""Matches whose deals are known, in sentences: one that is played on, and one with the same deals again.

Not here: the vote (`presence_words`).
"""

from typing import Final

from client.view.view import View
from client.words.name_words import name_of, side_name
from protocol.log.events import PlayedOn

COUNTS_NOWHERE: Final = "It counts in no statistics."
SAME_DEALS: Final = (
    f"The deals of the last match are dealt again. Everybody knows them, so they are not mixed. {COUNTS_NOWHERE}"
)
NOT_MIXED: Final = f"The players may know the deals of this match, so the host alone deals them. {COUNTS_NOWHERE}"
PLAY_ON_FROM: Final = "Bots play for all others, from the same tiles; the tiles of later rounds are new."


def then(view: View, totals: tuple[int, ...]) -> str:
    """`Then, with these deals: you 45, Ana 61. C compares the rounds.`, once the match has ended."""
    return f"Then, with these deals: {scores_listed(view, totals)}. C compares the rounds."


def scores_listed(view: View, totals: tuple[int, ...]) -> str:
    """`you 45, Ana 61`."""
    return ", ".join(f"{side_name(view, side)} {score}" for side, score in enumerate(totals))


def why_nobody_plays_on(is_whole: bool) -> str:
    """Why a match cannot be played on from a step. `is_whole`: its record follows the rules, and shows every tile."""
    if is_whole:
        return "Nobody has a turn after this: the match ends here. Go back to a move, and try again."
    return "The record does not show all tiles from here on, or breaks the rules, so nobody can play on."


def played_on(view: View, event: PlayedOn) -> str:
    """Says that a finished match is played on from here, and who plays."""
    who = "You play" if view.is_you(event.seat) else f"{name_of(view, event.seat)} plays"
    return f"{who} on from here, and bots play for all others. {COUNTS_NOWHERE}"
