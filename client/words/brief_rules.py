"""The rules of a table in three lines, for a player who is new to the game.

Here: what scores, with one worked sum; how to win; where to see the points of each tile. Not here: all the rules
(`words.rule_sentences`), when the lines are shown (`model.game_introduction`).
"""

from collections.abc import Iterator
from typing import Final

from client.words.english import count, listed
from client.words.rule_sentences import worked_sum
from client.words.score_words import sum_explained
from protocol.game.rules import Points, Rules, SpinnerRule, TargetMode
from protocol.game.scoring import points_of, shares
from protocol.game.table_options import Assist

_MOST_DIVISORS: Final = 5
"""If there are more, only the first three are named."""
_UNDER_THE_TILES: Final = {
    Assist.POINTS: "Under each tile: its points, or a dot if it fits nowhere.",
    Assist.LEGAL: "Under each tile: a dot if it fits nowhere.",
}
_IN_THE_HAND: Final = {
    Assist.POINTS: "With w, each tile has the points it would score.",
    Assist.LEGAL: "With w, each tile has the ends it fits.",
}


def in_brief(rules: Rules, assist: Assist, *, is_drawn: bool) -> tuple[str, ...]:
    """The rules in brief: three lines, or two at a table that shows no help.

    `is_drawn`: the player sees the hand with something under each tile; otherwise it is listed by `w`.
    """
    shown = (_UNDER_THE_TILES if is_drawn else _IN_THE_HAND).get(assist, "")
    return tuple(filter(None, (" ".join(_scoring(rules)), _winning(rules), shown)))


def _scoring(rules: Rules) -> Iterator[str]:
    """What scores, and a worked sum."""
    ends = "ends" if rules.spinner is SpinnerRule.NONE else "ends, up to four"
    yield f"Add up the open {ends}, doubles twice: {what_scores(rules)}."
    example = worked_sum(rules)
    if example is not None:
        yield _worked(rules, example)
    going_out = [count(rules.chip_bonus, "point")] if rules.chip_bonus else []
    going_out += ["points for the pips left in the other hands"] if rules.pips_divisor else []
    if going_out:
        yield f"Going out scores {listed(going_out)}."


def what_scores(rules: Rules) -> str:
    """`a multiple of 5 scores that many points`"""
    several = len(rules.divisors) > 1
    if rules.points is Points.TOTAL:
        scores = f"scores that many points{', once for each number' if several else ''}"
    else:
        scores = "scores"
    return f"a multiple of {_divisors(rules)} {scores}"


def _divisors(rules: Rules) -> str:
    names = [str(divisor) for divisor in rules.divisors]
    if len(names) > _MOST_DIVISORS:
        names = [*names[:3], f"one of {len(names) - 3} other numbers"]
    return listed(names, "or")


def _worked(rules: Rules, end_sum: int) -> str:
    """`15 = 5 threes + 3 fives = 8 points.`; `A sum of 15 scores 15 + 15 = 30 points.`"""
    points = count(points_of(rules, end_sum), "point")
    if rules.points is not Points.TOTAL:
        return f"{sum_explained(rules, end_sum)} = {points}."
    parts = [str(share.points) for share in shares(rules, end_sum)]
    made = f"{' + '.join(parts)} = " if len(parts) > 1 else ""
    return f"A sum of {end_sum} scores {made}{points}."


def _winning(rules: Rules) -> str:
    """How the match is won."""
    first = "Partners share one score. The first side" if rules.partners else "The first"
    match rules.target_mode:
        case TargetMode.EXACT:
            return f"{first} to reach exactly {rules.target} wins; points past {rules.target} do not count."
        case TargetMode.AT_LEAST:
            return f"{first} to reach {rules.target} or more wins."
        case TargetMode.END_OF_ROUND:
            shared = "Partners share one score. " if rules.partners else ""
            return f"{shared}The highest score wins, after a round in which a score reaches {rules.target}."
