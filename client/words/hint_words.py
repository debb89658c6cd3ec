"""Hints in sentences: the advice, what each play leads to, and why there is no hint.

Not here: the announcement that a player took one (`words.presence_words`), working the hint out (the daemon does).
"""

from client.view.view import View
from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.name_words import player
from client.words.say import Who, say, together
from client.words.score_words import at_end, lacking
from protocol.game.layout import Arm
from protocol.game.table_options import Assist
from protocol.log.refusals import Reason
from protocol.wire.hints import LIKELY, HintedPlay, Why, next_best
from protocol.wire.messages import Hint


def no_hint(view: View, reason: Reason) -> str:
    """Why the player cannot have a hint now."""
    if view.assist is not Assist.POINTS:
        return say("hint.not_at_this_table")
    if reason is not Reason.NOT_ALLOWED:
        return say("hint.out_of_turn")
    return say("hint.nothing_fits_draw") if view.choices().may_draw else say("hint.nothing_fits_knock")


def sentences(view: View, hint: Hint) -> list[str]:
    """The advice, then a line for each play, best first."""
    return [advice(view, hint), *(estimate(view, play) for play in hint.plays)]


def advice(view: View, hint: Hint) -> str:
    """`Play 6-4 on the left: 3 points. Next best: 5-5 on the right, no points.`"""
    best, other, why = hint.plays[0], next_best(hint.plays), hint.why
    play = play_named(view, best)
    if why == Why.WINS:
        return say("hint.wins", play=play)
    if other is None or why == Why.ONLY_PLAY:
        return say("hint.only_play", play=play)
    if why == Why.POINTS:
        points, other_points = say("count.points", n=best.points), say("count.points", n=other.points)
        return say("hint.points", play=play, points=points, other=play_named(view, other), other_points=other_points)
    if why == Why.EVEN:
        return say("hint.even", play=play, other=play_named(view, other))
    reason = reason_against(view, best, other, why, hint.about)
    return say("hint.because", play=play, reason=reason) if reason else say("hint.play", play=play)


def reason_against(view: View, best: HintedPlay, other: HintedPlay, why: str, about: tuple[int, ...]) -> str:
    """What follows `Play 6-4 on the left: `, its advantage over another play. Empty for a reason of a later release."""
    against = play_named(view, other)
    match (why, about):
        case (Why.TARGET, (left, left_by_other)):
            return say("reason.target", left=left, other_left=left_by_other, other=against)
        case (Why.REPLY, _):
            return say("reason.reply", who=_next(view), other=against)
        case (Why.LACKS, (_, *_)):
            return say("reason.lacks", who=_next(view), missing=lacking(about))
        case (Why.GONE, (number, 0)):
            return say("reason.gone", number=number)
        case (Why.GONE, (number, left)):
            return say("reason.few_left", n=left, number=number)
        case (Why.KNOCK, _):
            return say("reason.knock", who=_next(view), other=against)
        case (Why.PARTNER, (number,)):
            return say("reason.partner", number=number)
        case (Why.KEEPS, (fit, 0)):
            return say("reason.keeps_none", n=fit, other=against)
        case (Why.KEEPS, (fit, fit_other)):
            return say("reason.keeps", n=fit, fit_other=fit_other, other=against)
        case (Why.DOUBLE, _):
            return say("reason.double")
        case (Why.PIPS, (pips, pips_of_other)):
            return say("reason.pips", n=pips - pips_of_other, other=against)
        case (Why.CHANCE, _):
            return say("reason.chance", n=round(100 * (best.win - other.win)), other=against)
        case _:
            return ""


def estimate(view: View, play: HintedPlay) -> str:
    """`6-4 on the left: 3 points. You win 54 %, give or take 2. Then Ben ...`"""
    named, points, share = play_named(view, play), say("count.points", n=play.points), _percent(play.win)
    if play.error:
        key = "estimate.side_about" if view.table.rules.partners else "estimate.you_about"
        worth = say(key, play=named, points=points, share=share, error=max(1, round(200 * play.error)))
    else:
        worth = say(
            "estimate.side" if view.table.rules.partners else "estimate.you", play=named, points=points, share=share
        )
    return together(worth, _afterwards(view, play))


def _afterwards(view: View, play: HintedPlay) -> str:
    if play.reply is None:
        return say("estimate.nothing_fits", who=_next(view)) if play.knock >= 1 else ""
    parts = [say("estimate.scores", points=f"{play.reply_points:.1f}")]
    if play.reply_chance >= LIKELY:
        parts.append(say("estimate.will_play", tile=play.reply))
    if play.knock >= 1:
        parts.insert(0, say("estimate.has_to_draw"))
    elif play.knock >= 0.01:
        parts.insert(0, say("estimate.often_nothing_fits", share=_percent(play.knock)))
    return say("estimate.then", who=_next(view), does=listed(parts))


def _percent(share: float) -> str:
    return say("percent", number=f"{100 * share:.0f}")


def play_named(view: View, play: HintedPlay) -> str:
    """`6-4 on the left`; just the tile for a lead."""
    return str(play.tile) if play.arm is Arm.START else say("hint.a_play", tile=play.tile, where=at_end(view, play.arm))


def _next(view: View) -> Who:
    """The next player."""
    if view.round is None or view.seat is None:
        return Who(Person.ONE, say("name.next_player"), say("name.next_player_first"))
    return player(view, view.round.seat_after(view.seat))
