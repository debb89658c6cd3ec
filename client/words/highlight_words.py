"""The highlights of a match in sentences.

Not here: finding them (`view.highlights`), who won (`words.event_words`).
"""

from client.view.highlights import BestPlay, Highlights, KnockRun
from client.view.view import View
from client.words.name_words import player_in
from client.words.say import say


def highlight_sentences(view: View, found: Highlights) -> tuple[str, ...]:
    """A sentence for each highlight that the match had."""
    best = () if found.best is None else (_best_play(view, found.best),)
    knocks = () if found.knocks is None else (_knock_run(found.knocks),)
    return *best, *knocks


def _best_play(view: View, best: BestPlay) -> str:
    """`Best play: Ana's 5-4 in round 2, 8 points.`"""
    points = say("count.points", n=best.points)
    return say("best_play", who=player_in(view, best.seat, best.round), tile=best.tile, round=best.round, points=points)


def _knock_run(run: KnockRun) -> str:
    """`Most knocks in a row: 4, in round 3.`"""
    return say("knock_run", knocks=run.knocks, round=run.round)
