"""Hints in sentences: the advice, what each play leads to, and why there is no hint; and the cells of its table.

Not here: the announcement that a player took one (`words.presence_words`), working the hint out (the daemon does).
"""

from client.view.view import View
from client.words.catalogue.row import Person
from client.words.english import listed
from client.words.name_words import player
from client.words.number_words import with_fraction
from client.words.say import Who, say, together
from client.words.score_words import at_end, lacking, refused_briefly
from protocol.game.layout import Arm
from protocol.game.rules import Rules
from protocol.game.scoring import sums_that_count, sums_too_high
from protocol.game.table_options import Assist
from protocol.log.choices import Play
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


def estimates(view: View, hint: Hint) -> list[str]:
    """A line for each play, best first. How exact the chances are is said once, of the best play."""
    best, *others = different_plays(view, hint)
    return [estimate(view, best), *(estimate(view, play, is_best=False) for play in others)]


def different_plays(view: View, hint: Hint) -> list[HintedPlay]:
    """The plays, best first; of those that have the same name, as at both ends of a lone double, the first one."""
    by_name: dict[str, HintedPlay] = {}
    for play in hint.plays:
        by_name.setdefault(play_named(view, play), play)
    return list(by_name.values())


def advice(view: View, hint: Hint) -> str:
    """`Play 6-4 on the left: 3 points. Next best: 5-5 on the right, no points.`"""
    best, other, why = hint.plays[0], next_best(hint.plays), hint.why
    play = play_named(view, best)
    if why == Why.WINS:
        return say("hint.wins", play=play)
    if other is None or why == Why.ONLY_PLAY:
        return say("hint.only_play", play=play)
    if why == Why.POINTS:
        points, other_points = points_named(view, best), points_named(view, other)
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
            return _nearer(view, (left, left_by_other), against)
        case (Why.STOPS, (of_100, of_100_after_other)):
            shares = _percent(of_100 / 100), _percent(of_100_after_other / 100)
            return say("reason.stops", who=_next(view), share=shares[0], other=against, other_share=shares[1])
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


def _nearer(view: View, to_go: tuple[int, int], other: str) -> str:
    """Which sums still count at the score after a play, and after another one, if those are more.

    At 59 the sums 3, 5, 6 and 10, at 60 only 3 and 5; at 57 all but 15 and 18.
    """
    rules = view.table.rules
    left, other_left = to_go
    counting, counting_of_other = (sums_that_count(rules, room) for room in to_go)
    if len(counting) <= len(counting_of_other):
        return say("reason.target", left=left, other_left=other_left, other=other)
    return say(
        "reason.target_sums",
        score=rules.target - left,
        sums=_sums_left(rules, left),
        other=other,
        other_score=rules.target - other_left,
        other_sums=_sums_left(rules, other_left),
    )


def _sums_left(rules: Rules, room: int) -> str:
    """The sums that still count for so many points to go, or those that do not, whichever are fewer."""
    count, too_high = sums_that_count(rules, room), sums_too_high(rules, room)
    if not too_high:
        return say("sums.all_count")
    if len(too_high) < len(count):
        return say("sums.too_high", sums=listed(map(str, too_high)))
    return say("sums.count", sums=listed(map(str, count)))


def estimate(view: View, play: HintedPlay, *, is_best: bool = True) -> str:
    """`6-4 on the left: 3 points. You win 54 % of such matches, give or take 2. Then Ben ...`"""
    named, points, share = play_named(view, play), points_named(view, play), _percent(play.win)
    is_side = view.table.rules.partners
    if not is_best:
        briefly = "estimate.side_briefly" if is_side else "estimate.you_briefly"
        worth = say(briefly, play=named, points=points, share=share)
    elif play.error:
        about = "estimate.side_about" if is_side else "estimate.you_about"
        worth = say(about, play=named, points=points, share=share, error=_error(play))
    else:
        worth = say("estimate.side" if is_side else "estimate.you", play=named, points=points, share=share)
    return together(worth, _afterwards(view, play))


def points_named(view: View, play: HintedPlay) -> str:
    """`3 points`; `0 of 8 points, past the target` of a play whose points do not all count."""
    earned = view.worth_of(Play(play.tile, play.arm))
    refused = "" if earned is None else refused_briefly(view.table.rules, earned, play.arm)
    return refused or say("count.points", n=play.points)


def _error(play: HintedPlay) -> int:
    """Twice the standard error of the chance to win, in 100."""
    return max(1, round(200 * play.error))


# The table.


def columns() -> tuple[str, ...]:
    """The names of the columns, which fit a narrow terminal."""
    return "", say("hint.column_points"), say("hint.column_win"), say("hint.column_next")


def in_cells(view: View, play: HintedPlay) -> tuple[str, ...]:
    """`6-4 on the left`, `3`, `54 %`, and what the next player scores."""
    after = say("hint.scores_nothing") if play.reply is None else with_fraction(play.reply_points)
    return play_named(view, play), str(play.points), _percent(play.win), after


def about_columns(view: View, hint: Hint) -> str:
    """What the columns mean whose names are short."""
    meaning = "hint.about_columns_side" if view.table.rules.partners else "hint.about_columns"
    return say(meaning, who=_next(view), error=_error(hint.plays[0]))


def _afterwards(view: View, play: HintedPlay) -> str:
    if play.reply is None:
        return say("estimate.nothing_fits", who=_next(view)) if play.knock >= 1 else ""
    parts = [say("estimate.scores", points=with_fraction(play.reply_points))]
    if play.reply_chance >= LIKELY:
        parts.append(say("estimate.will_play", tile=play.reply))
    if play.reply_wins >= 0.01:
        parts.append(say("estimate.wins", share=_percent(play.reply_wins)))
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
