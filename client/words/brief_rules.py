"""The rules of a table in three lines, for a player who is new to the game.

Here: what scores, with one worked sum; how to win; where to see the points of each tile. Not here: all the rules
(`words.rule_sentences`), when the lines are shown (`model.game_introduction`).
"""

from collections.abc import Iterator
from typing import Final

from client.words.english import listed
from client.words.rule_sentences import worked_sum
from client.words.say import say, together
from client.words.score_words import sum_explained
from protocol.game.rules import Points, Rules, SpinnerRule, TargetMode
from protocol.game.scoring import points_of, shares
from protocol.game.table_options import Assist

_MOST_DIVISORS: Final = 5
"""If there are more, only the first three are named."""
_UNDER_THE_TILES: Final = {Assist.POINTS: "brief.points_drawn", Assist.LEGAL: "brief.fits_drawn"}
_IN_THE_HAND: Final = {Assist.POINTS: "brief.points_listed", Assist.LEGAL: "brief.fits_listed"}


def in_brief(rules: Rules, assist: Assist, *, is_drawn: bool) -> tuple[str, ...]:
    """The rules in brief: three lines, or two at a table that shows no help.

    `is_drawn`: the player sees the hand with something under each tile; otherwise it is listed by `w`.
    """
    lines = together(*_scoring(rules)), _winning(rules)
    shown = _UNDER_THE_TILES if is_drawn else _IN_THE_HAND
    return (*lines, say(shown[assist])) if assist in shown else lines


def _scoring(rules: Rules) -> Iterator[str]:
    """What scores, and a worked sum."""
    scores = what_scores(rules)
    yield say("brief.ends" if rules.spinner is SpinnerRule.NONE else "brief.ends_to_four", scores=scores)
    example = worked_sum(rules)
    if example is not None:
        yield _worked(rules, example)
    going_out = [say("count.points", n=rules.chip_bonus)] if rules.chip_bonus else []
    going_out += [say("brief.pips")] if rules.pips_divisor else []
    if going_out:
        yield say("brief.going_out", points=listed(going_out))


def what_scores(rules: Rules) -> str:
    """`a multiple of 5 scores that many points`"""
    numbers = [str(divisor) for divisor in rules.divisors]
    if len(numbers) > _MOST_DIVISORS:
        numbers = [*numbers[:3], say("brief.others", n=len(numbers) - 3)]
    if rules.points is not Points.TOTAL:
        return say("brief.scores", numbers=listed(numbers, "or"))
    return say("brief.scores_totals" if len(numbers) > 1 else "brief.scores_total", numbers=listed(numbers, "or"))


def _worked(rules: Rules, end_sum: int) -> str:
    """`15 = 5 threes + 3 fives = 8 points.`; `A sum of 15 scores 15 + 15 = 30 points.`"""
    points = say("count.points", n=points_of(rules, end_sum))
    if rules.points is not Points.TOTAL:
        return say("brief.worked", sum=sum_explained(rules, end_sum), points=points)
    parts = [str(share.points) for share in shares(rules, end_sum)]
    if len(parts) == 1:
        return say("brief.worked_total", sum=end_sum, points=points)
    return say("brief.worked_totals", sum=end_sum, added=" + ".join(parts), points=points)


def _winning(rules: Rules) -> str:
    """How the match is won."""
    shared = say("brief.partners") if rules.partners else ""
    wins = _SIDES_WIN if rules.partners else _WINS
    lead = "" if rules.lead_wins or rules.target_mode is TargetMode.END_OF_ROUND else say("brief.lead_cannot_win")
    return together(shared, say(wins[rules.target_mode], target=rules.target), lead)


_WINS: Final = {
    TargetMode.EXACT: "brief.exact",
    TargetMode.AT_LEAST: "brief.at_least",
    TargetMode.END_OF_ROUND: "brief.at_round_end",
}
_SIDES_WIN: Final = {
    TargetMode.EXACT: "brief.exact_side",
    TargetMode.AT_LEAST: "brief.at_least_side",
    TargetMode.END_OF_ROUND: "brief.at_round_end",
}
