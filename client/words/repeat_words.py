"""Matches whose deals are known, in sentences: one that is played on, and one with the same deals again.

Not here: the vote (`presence_words`).
"""

from client.view.view import View
from client.words.english import in_line
from client.words.name_words import player, side_name
from client.words.say import say, together
from protocol.log.events import PlayedOn


def counts_nowhere() -> str:
    """Says that a match is in no statistics."""
    return say("repeat.counts_nowhere")


def same_deals() -> str:
    """Says that a match has the deals of the one before."""
    return together(say("repeat.same_deals"), counts_nowhere())


def not_mixed() -> str:
    """Says why the host alone deals."""
    return together(say("repeat.not_mixed"), counts_nowhere())


def play_on_from() -> str:
    """Says who plays, and with what, if a match is played on from a step."""
    return say("repeat.play_on_from")


def then(view: View, totals: tuple[int, ...]) -> str:
    """`Then, with these deals: you 45, Ana 61. C compares the rounds.`, once the match has ended."""
    return together(say("repeat.then", scores=scores_listed(view, totals)), say("repeat.c_compares"))


def scores_listed(view: View, totals: tuple[int, ...]) -> str:
    """`you 45, Ana 61`."""
    return in_line(say("score", side=side_name(view, side), score=score) for side, score in enumerate(totals))


def why_nobody_plays_on(is_whole: bool) -> str:
    """Why a match cannot be played on from a step. `is_whole`: its record follows the rules, and shows every tile."""
    return say("repeat.nobody_plays_on" if is_whole else "repeat.not_whole")


def played_on(view: View, event: PlayedOn) -> str:
    """Says that a finished match is played on from here, and who plays."""
    return together(say("repeat.played_on", who=player(view, event.seat)), counts_nowhere())
