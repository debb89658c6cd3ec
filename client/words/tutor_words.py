"""What a tutor says of a play: whether it was the best one, and the one reason that decides.

Not here: when it says so, and what it knows (`practice.tutor`), the same about an exercise (`lesson_words`).
"""

from collections.abc import Sequence

from client.view.view import View
from client.words.hint_words import play_named, points_named, reason_against
from client.words.say import say
from protocol.log.events import TilePlayed
from protocol.wire.analysis import LOSES_TOO_MUCH
from protocol.wire.explained import ExplainedPlay
from protocol.wire.hints import Why, next_best


def comment(before: View, played: TilePlayed, plays: Sequence[ExplainedPlay]) -> str:
    """The sentence. `before`: the table before the play. `plays`: the legal ones, best first; none of a single one."""
    made = next((one for one in plays if (one.play.tile, one.play.arm) == (played.tile, played.arm)), None)
    if made is None:
        return say("tutor.only_play", play=played.tile)
    best = plays[0]
    if made is best:
        return _was_best(before, best, plays)
    if made.lost < LOSES_TOO_MUCH:
        return say("tutor.as_good", play=play_named(before, made.play), best=play_named(before, best.play))
    return _was_not(before, best, made)


def _was_best(view: View, best: ExplainedPlay, plays: Sequence[ExplainedPlay]) -> str:
    play, other = play_named(view, best.play), next_best(tuple(one.play for one in plays))
    if best.why == Why.WINS:
        return say("tutor.best_wins", play=play)
    if best.why == Why.POINTS:
        return say("tutor.best_points", play=play, points=points_named(view, best.play))
    reason = "" if other is None else reason_against(view, best.play, other, best.why, best.about)
    return say("tutor.best_because", play=play, reason=reason) if reason else say("tutor.best", play=play)


def _was_not(view: View, best: ExplainedPlay, made: ExplainedPlay) -> str:
    play = play_named(view, best.play)
    if made.why == Why.WINS:
        return say("tutor.better_wins", play=play)
    if made.why == Why.POINTS:
        points, fewer = points_named(view, best.play), points_named(view, made.play)
        return say("tutor.better_points", play=play, points=points, other=play_named(view, made.play), fewer=fewer)
    reason = reason_against(view, best.play, made.play, made.why, made.about)
    if reason:
        return say("tutor.better_because", play=play, reason=reason)
    return say("tutor.better", play=play, n=round(100 * made.lost))
