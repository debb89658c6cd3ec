"""Ends, sums and points in words.

Here: the long form, which names every end that counts, and the short form for a log line. Not here: who played
(`words.event_words`).
"""

from string import ascii_lowercase
from typing import Final

from client.view.view import Tally, View
from client.words.english import capital, count, listed
from protocol.game.layout import LONG_ARMS, NARROW_ARMS, Arm, End, Layout, Spinning
from protocol.game.rules import PipsRound, PipsScope, PipsUnit, Points, Rules
from protocol.game.scoring import Award, shares

_WHERE: Final = {
    Arm.START: "as the lead",
    Arm.LEFT: "on the left",
    Arm.RIGHT: "on the right",
    Arm.UP: "up",
    Arm.DOWN: "down",
}
_NUMBERS: Final = {3: "three", 5: "five", 7: "seven", 9: "nine", 11: "eleven", 13: "thirteen"}


def is_exposed_double(layout: Layout, end: End) -> bool:
    """Whether this end is a double that counts both halves."""
    tiles = layout.arm_tiles(end.arm) or (layout.arm_tiles(Arm.START) if end.arm in LONG_ARMS else ())
    return len(layout.tiles) > 1 and bool(tiles) and tiles[-1].is_double


def counts_nothing(layout: Layout, end: End) -> bool:
    """Whether this is a narrow end of the spinner that counts only once it has a tile. (A blank end counts, as 0.)"""
    return layout.spinning is Spinning.PLAIN and end.arm in NARROW_ARMS and not layout.arm_tiles(end.arm)


def end_letter(layout: Layout, arm: Arm) -> str:
    """`a`, `b`, ... for the open end of this arm if others have the same pip, in the order of `layout.ends`.

    Empty if there is no other, and for a double that is the only tile, because its sides are equivalent.
    """
    if layout.is_lone_double:
        return ""
    pips = {end.arm: end.pip for end in layout.ends}
    same = [other for other, pip in pips.items() if pip == pips.get(arm)]
    return ascii_lowercase[same.index(arm)] if len(same) > 1 else ""


def end_name(layout: Layout, arm: Arm) -> str:
    """The end of this arm on a drawn table: `4`; `5a` and `5b` for two ends with the same pip; empty for the lead."""
    pip = next((str(end.pip) for end in layout.ends if end.arm is arm), "")
    return f"{pip}{end_letter(layout, arm)}"


def end_counted(layout: Layout, end: End) -> str:
    """The end on a drawn table, with a mark if it does not count its pip once: `4`, `6×2`, `5a×0`."""
    counted = "×2" if is_exposed_double(layout, end) else "×0" if counts_nothing(layout, end) else ""
    return f"{end_name(layout, end.arm)}{counted}"


def at_end(view: View, arm: Arm) -> str:
    """`on the left`; on a drawn table `on the 4`."""
    return f"on the {end_name(view.layout, arm)}" if view.is_drawn and arm is not Arm.START else _WHERE[arm]


def end_brief(view: View, arm: Arm) -> str:
    """`left`; on a drawn table `on 4`."""
    return f"on {end_name(view.layout, arm)}" if view.is_drawn and arm is not Arm.START else str(arm)


def end_spoken(layout: Layout, end: End) -> str:
    """`left double 1 counts 2`, `right 3`, `up 5 counts nothing`."""
    if is_exposed_double(layout, end):
        return f"{end.arm} double {end.pip} counts {end.worth}"
    if counts_nothing(layout, end):
        return f"{end.arm} {end.pip} counts nothing"
    return f"{end.arm} {end.pip}"


def ends_spoken(layout: Layout, *, all_ends: bool = False, is_drawn: bool = False) -> str:
    """`Left double 1 counts 2, right 3`; if the table is drawn, `Ends 1×2 and 3`.

    Playable ends that count nothing are included only with `all_ends`.
    """
    if layout.lead is None:
        return "The table is empty"
    if len(layout.tiles) == 1:
        sides = (
            "" if layout.lead.is_double or is_drawn else f", {listed(end_spoken(layout, end) for end in layout.ends)}"
        )
        return f"{layout.lead} is the only tile{sides}"
    ends = [end for end in layout.ends if all_ends or not counts_nothing(layout, end)]
    if is_drawn:
        return f"Ends {listed(end_counted(layout, end) for end in ends)}"
    return capital(", ".join(end_spoken(layout, end) for end in ends))


def open_pips(layout: Layout) -> str:
    """What a tile has to fit: `the ends are 1 and 3`, `every end is 5`."""
    pips = tuple(dict.fromkeys(str(end.pip) for end in layout.ends))
    return f"every end is {pips[0]}" if len(pips) == 1 else f"the ends are {listed(pips) or 'none yet'}"


def sum_explained(rules: Rules, end_sum: int) -> str:
    """`15 = 5 threes + 3 fives`; just the sum if that adds nothing."""
    parts = shares(rules, end_sum)
    if rules.points is Points.TOTAL and len(parts) == 1:
        return str(end_sum)
    if rules.points is Points.TOTAL and parts:
        return f"{end_sum}, scored once each for {listed(_number(part.divisor) + 's' for part in parts)}"
    if len(parts) == 1 and parts[0].times == 1:
        return str(end_sum)
    multiples = " + ".join(f"{part.times} {_number(part.divisor)}{'' if part.times == 1 else 's'}" for part in parts)
    return f"{end_sum} = {multiples}" if multiples else str(end_sum)


def _number(divisor: int) -> str:
    return _NUMBERS.get(divisor, str(divisor))


def missed(tally: Tally) -> str:
    """`1 under 15`, `2 over 10`; empty if the sum scores or no sum does."""
    if not tally.missed_by:
        return ""
    return f"{abs(tally.missed_by)} {'under' if tally.missed_by < 0 else 'over'} {tally.nearest}"


def tally_spoken(rules: Rules, tally: Tally, *, is_drawn: bool = False) -> str:
    """`sum 15 = 5 threes + 3 fives, 8 points`; `sum 14, 1 under 15`, or on a drawn table `sum 14, no points`."""
    if tally.points:
        return f"sum {sum_explained(rules, tally.end_sum)}, {count(tally.points, 'point')}"
    how_far = "" if is_drawn else missed(tally)
    return f"sum {tally.end_sum}, {how_far or 'no points'}"


def tally_short(tally: Tally) -> str:
    """For the bar of ends: `sum 20 = 4 points`, `sum 17: no points`."""
    return (
        f"sum {tally.end_sum} = {count(tally.points, 'point')}" if tally.points else f"sum {tally.end_sum}: no points"
    )


def extras(earned: Award, knocks: int) -> list[str]:
    """Points beside those for the sum: `1 point for 1 knock`, `1 point for going out`."""
    parts = []
    if earned.knocks:
        parts.append(f"{count(earned.knocks, 'point')} for {count(knocks, 'knock')}")
    if earned.chip_out:
        parts.append(f"{count(earned.chip_out, 'point')} for going out")
    return parts


def refused_points(rules: Rules, score: int, earned: Award) -> str:
    """Why points do not count, because they would pass an exact target; empty if all count."""
    if earned.awarded == earned.offered:
        return ""
    if earned.awarded:
        left = earned.offered - earned.awarded
        return (
            f"Only {earned.awarded} of {count(earned.offered, 'point')} count:"
            f" {left} more would pass the target of {rules.target}."
        )
    return (
        f"They do not count: {score} and {earned.offered} make {score + earned.offered},"
        f" past the target of {rules.target}."
    )


def how_rounded(rules: Rules, hands: int) -> str:
    """How the pips of so many hands become points: `rounded`, `each hand divided by 3 and rounded up`."""
    whose = "each hand " if rules.pips_scope is PipsScope.EACH and hands > 1 else ""
    divided = f"divided by {rules.pips_divisor} and " if rules.pips_unit is PipsUnit.QUOTIENT else ""
    return f"{whose}{divided}rounded{' up' if rules.pips_round is PipsRound.UP else ''}"


def earned_spoken(view: View, tally: Tally, earned: Award, knocks: int, score: int) -> str:
    """The result of a play, after its ends: `sum 5, 1 point. 1 point for going out. 2 points in all.`

    `view` is the table before the play, `score` its side's score then.
    """
    rules = view.table.rules
    sentences = [f"{tally_spoken(rules, tally, is_drawn=view.is_drawn)}."]
    more = extras(earned, knocks)
    if more:
        sentences.append(f"{capital(' and '.join(more))}.")
    if more and earned.play and earned.awarded == earned.offered:
        sentences.append(f"{capital(count(earned.offered, 'point'))} in all.")
    refused = refused_points(rules, score, earned)
    if refused:
        sentences.append(refused)
    return " ".join(sentences)


def earned_short(layout: Layout, tally: Tally, earned: Award, total: int, target: int) -> str:
    """For a log line: `ends 6+9 = 15, 8 points, total 34`; `ends 1+3 = 4`."""
    worths = [end.worth for end in layout.ends if end.worth]
    added = "+".join(map(str, worths)) if len(layout.tiles) > 1 and len(worths) > 1 else ""
    ends = f"ends {added} = {tally.end_sum}" if added else f"ends {tally.end_sum}"
    return ", ".join(filter(None, [ends, points_short(earned, total, target)]))


def points_short(earned: Award, total: int, target: int) -> str:
    """The points of a play with the total after it: `8 points, total 34`; empty if it scored nothing.

    `8 points, only 2 count: past 61; total 61`, and without a total if none count, because it is the same as before.
    """
    parts = []
    for points, what in ((earned.play, ""), (earned.knocks, " knocks"), (earned.chip_out, " out")):
        if points:
            parts.append(f"{points}{what}" if what else count(points, "point"))
    if not parts:
        return ""
    if not earned.awarded:
        return f"{', '.join(parts)}, none count: past {target}"
    if earned.awarded < earned.offered:
        return f"{', '.join(parts)}, only {earned.awarded} count: past {target}; total {total}"
    return f"{', '.join(parts)}, total {total}"


def arms_listed(view: View, arms: tuple[Arm, ...], last: str = "or") -> str:
    """`left or right`; on a drawn table `the 4 or the 6`."""
    distinct = view.distinct(arms)
    return listed((f"the {end_name(view.layout, arm)}" if view.is_drawn else str(arm) for arm in distinct), last)
