"""Hints in sentences: the advice, what each play leads to, and why there is no hint.

Not here: the announcement that a player took one (`words.presence_words`), working the hint out (the daemon does).
"""

from typing import Final

from client.view.view import View
from client.words.english import capital, count, listed
from client.words.name_words import name_of
from client.words.score_words import at_end
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.log.refusals import Reason
from protocol.wire.hints import LIKELY, HintedPlay, Why, next_best
from protocol.wire.messages import Hint

NOT_AT_THIS_TABLE: Final = "This table gives no hints."
OUT_OF_TURN: Final = "You can take a hint only on your turn."


def no_hint(view: View, reason: Reason) -> str:
    """Why the player cannot have a hint now."""
    if view.assist is not Assist.POINTS:
        return NOT_AT_THIS_TABLE
    if reason is not Reason.NOT_ALLOWED:
        return OUT_OF_TURN
    return f"Nothing fits: {'draw' if view.choices().may_draw else 'knock'}."


def sentences(view: View, hint: Hint) -> list[str]:
    """The advice, then a line for each play, best first."""
    return [advice(view, hint), *(estimate(view, play) for play in hint.plays)]


def advice(view: View, hint: Hint) -> str:
    """`Play 6-4 on the left: 3 points. Next best: 5-5 on the right, no points.`"""
    best, other = hint.plays[0], next_best(hint.plays)
    play, why = f"Play {play_named(view, best)}", hint.why
    if why == Why.WINS:
        return f"{play}: it wins the match."
    if other is None or why == Why.ONLY_PLAY:
        return f"{play}: nothing else fits."
    reason = reason_against(view, best, other, why, hint.about)
    return f"{play}{reason}." if reason else f"{play}."


def reason_against(view: View, best: HintedPlay, other: HintedPlay, why: str, about: tuple[int, ...]) -> str:
    """What follows `Play 6-4 on the left`: its advantage over another play, without a full stop.

    Empty for a reason of a later release.
    """
    against = play_named(view, other)
    match (why, about):
        case (Why.POINTS, _):
            return f": {count(best.points, 'point')}. Next best: {against}, {count(other.points, 'point')}"
        case (Why.TARGET, (left, left_by_other)):
            return f": you then need {left} more; {left_by_other} after {against}"
        case (Why.REPLY, _):
            return f": it leaves {_next(view)} less to score than {against}"
        case (Why.LACKS, (_, *_)):
            return f": {_next(view)} has no {' and no '.join(map(str, about))}"
        case (Why.GONE, (number, 0)):
            return f": no {number} is left in the other hands"
        case (Why.GONE, (number, left)):
            return f": only {left} of the {number}s {'is' if left == 1 else 'are'} still out of sight"
        case (Why.KNOCK, _):
            return f": {_next(view)} is more likely to have nothing that fits than after {against}"
        case (Why.PARTNER, (number,)):
            return f": it leaves the {number} open, which your partner led"
        case (Why.KEEPS, (fit, fit_other)):
            return f": {fit} of your other tiles fit then; {fit_other or 'none'} after {against}"
        case (Why.DOUBLE, _):
            return ": a double fits one number only, so play it while you can"
        case (Why.PIPS, (pips, pips_of_other)):
            return f": your hand then has {count(pips - pips_of_other, 'pip')} fewer than after {against}"
        case (Why.CHANCE, _):
            return f": it wins {round(100 * (best.win - other.win))} in 100 more of such matches than {against}"
        case (Why.EVEN, _):
            return f", or {against}: they are about the same"
        case _:
            return ""


def estimate(view: View, play: HintedPlay) -> str:
    """`6-4 on the left: 3 points. You win 54 %, give or take 2. Then Ben ...`"""
    we = "Your side wins" if view.table.rules.partners else "You win"
    error = f", give or take {max(1, round(200 * play.error))}" if play.error else ""
    win = _percent(play.win)
    scored = f"{capital(play_named(view, play))}: {count(play.points, 'point')}. {we} {win} of such matches{error}."
    return f"{scored}{_afterwards(view, play)}"


def _afterwards(view: View, play: HintedPlay) -> str:
    if play.reply is None:
        return f" Then {_next(view)} has nothing that fits." if play.knock >= 1 else ""
    parts = [f"scores {play.reply_points:.1f} on average"]
    if play.reply_chance >= LIKELY:
        parts.append(f"will probably play {play.reply}")
    if play.knock >= 1:
        parts.insert(0, "has to draw")
    elif play.knock >= 0.01:
        parts.insert(0, f"has nothing that fits {_percent(play.knock)} of the time")
    return f" Then {_next(view)} {listed(parts)}."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def play_named(view: View, play: HintedPlay) -> str:
    """`6-4 on the left`; just the tile for a lead."""
    return str(play.tile) if play.arm is Arm.START else f"{play.tile} {at_end(view, play.arm)}"


def _next(view: View) -> str:
    """The name of the next player."""
    if view.round is None or view.seat is None:
        return "the next player"
    return name_of(view, view.round.seat_after(view.seat))
