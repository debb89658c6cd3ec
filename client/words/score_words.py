"""Ends, sums and points in words.

Here: the long form, which names every end that counts, and the short form for a log line. Not here: who played
(`words.event_words`).
"""

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Final

from client.view.view import Tally, View
from client.words.english import in_line, listed
from client.words.say import say
from protocol.game.layout import LONG_ARMS, NARROW_ARMS, Arm, End, Layout, Spinning
from protocol.game.rules import PipsRound, PipsScope, PipsUnit, Points, Rules, TargetMode
from protocol.game.scoring import Award, shares

_ARMS: Final = {
    Arm.START: "arm.start",
    Arm.LEFT: "arm.left",
    Arm.RIGHT: "arm.right",
    Arm.UP: "arm.up",
    Arm.DOWN: "arm.down",
}
_ARMS_FIRST: Final = {
    Arm.LEFT: "arm.left_first",
    Arm.RIGHT: "arm.right_first",
    Arm.UP: "arm.up_first",
    Arm.DOWN: "arm.down_first",
}
_WHERE: Final = {
    Arm.START: "at.start",
    Arm.LEFT: "at.left",
    Arm.RIGHT: "at.right",
    Arm.UP: "at.up",
    Arm.DOWN: "at.down",
}
_MULTIPLES: Final = {
    3: "multiples.3",
    5: "multiples.5",
    7: "multiples.7",
    9: "multiples.9",
    11: "multiples.11",
    13: "multiples.13",
}
_DIVISORS: Final = {
    3: "divisors.3",
    5: "divisors.5",
    7: "divisors.7",
    9: "divisors.9",
    11: "divisors.11",
    13: "divisors.13",
}
_ROUNDED: Final = {
    (False, False, False): "rounded.nearest",
    (False, False, True): "rounded.up",
    (False, True, False): "rounded.divided",
    (False, True, True): "rounded.divided_up",
    (True, False, False): "rounded.each",
    (True, False, True): "rounded.each_up",
    (True, True, False): "rounded.each_divided",
    (True, True, True): "rounded.each_divided_up",
}
"""By whether each hand is rounded alone, is divided, and is rounded up."""


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
    if view.is_drawn and arm is not Arm.START:
        return say("at.end", end=end_name(view.layout, arm))
    return say(_WHERE[arm])


def end_brief(view: View, arm: Arm) -> str:
    """`left`; on a drawn table `on 4`."""
    if view.is_drawn and arm is not Arm.START:
        return say("at.brief_end", end=end_name(view.layout, arm))
    return say(_ARMS[arm])


def end_spoken(layout: Layout, end: End, *, is_first: bool = False) -> str:
    """`left double 1 counts 2`, `right 3`, `up 5 counts nothing`. `is_first`: a sentence begins with it."""
    arm = say(_ARMS_FIRST[end.arm]) if is_first else say(_ARMS[end.arm])
    if is_exposed_double(layout, end):
        return say("end.double", arm=arm, pip=end.pip, worth=end.worth)
    if counts_nothing(layout, end):
        return say("end.nothing", arm=arm, pip=end.pip)
    return say("end.plain", arm=arm, pip=end.pip)


def ends_spoken(layout: Layout, *, all_ends: bool = False, is_drawn: bool = False) -> str:
    """`Left double 1 counts 2, right 3`; if the table is drawn, `Ends 1×2 and 3`.

    Playable ends that count nothing are included only with `all_ends`.
    """
    if layout.lead is None:
        return say("ends.empty")
    if len(layout.tiles) == 1:
        if layout.lead.is_double or is_drawn:
            return say("ends.only", tile=layout.lead)
        sides = listed(end_spoken(layout, end) for end in layout.ends)
        return say("ends.only_with", tile=layout.lead, ends=sides)
    ends = [end for end in layout.ends if all_ends or not counts_nothing(layout, end)]
    if is_drawn:
        return say("ends.drawn", ends=listed(end_counted(layout, end) for end in ends))
    return in_line(end_spoken(layout, end, is_first=end is ends[0]) for end in ends)


def open_pips(layout: Layout) -> str:
    """What a tile has to fit: `the ends are 1 and 3`, `every end is 5`."""
    pips = tuple(dict.fromkeys(str(end.pip) for end in layout.ends))
    if not pips:
        return say("fit.none")
    return say("fit.one", pip=pips[0]) if len(pips) == 1 else say("fit.several", pips=listed(pips))


def lacking(pips: Iterable[int]) -> str:
    """`no 3 and no 6`: numbers of which a player has no tile; at least one."""
    *most, last = pips
    line = ""
    for pip in most:
        line = say("missing.comma", most=line, pip=pip) if line else say("missing.number", pip=pip)
    return say("missing.and", most=line, pip=last) if line else say("missing.number", pip=last)


def sum_explained(rules: Rules, end_sum: int) -> str:
    """`15 = 5 threes + 3 fives`; just the sum if that adds nothing."""
    parts = shares(rules, end_sum)
    if not parts or (len(parts) == 1 and (rules.points is Points.TOTAL or parts[0].times == 1)):
        return str(end_sum)
    if rules.points is Points.TOTAL:
        divisors = (say(_DIVISORS.get(part.divisor, "divisors.other"), divisor=part.divisor) for part in parts)
        return say("sum.once_each", sum=end_sum, divisors=listed(divisors))
    multiples = (
        say(_MULTIPLES.get(part.divisor, "multiples.other"), n=part.times, divisor=part.divisor) for part in parts
    )
    return say("sum.of_multiples", sum=end_sum, multiples=" + ".join(multiples))


def missed(tally: Tally) -> str:
    """`1 under 15`, `2 over 10`; empty if the sum scores or no sum does."""
    if not tally.missed_by:
        return ""
    by, nearest = tally.missed_by, tally.nearest
    return say("sum.under", by=-by, nearest=nearest) if by < 0 else say("sum.over", by=by, nearest=nearest)


def tally_spoken(rules: Rules, tally: Tally, *, is_drawn: bool = False) -> str:
    """`sum 15 = 5 threes + 3 fives, 8 points`; `sum 14, 1 under 15`, or on a drawn table `sum 14, no points`."""
    return say("sum.scores", sum=sum_explained(rules, tally.end_sum), result=tally_result(tally, is_drawn=is_drawn))


def tally_result(tally: Tally, *, is_drawn: bool) -> str:
    """`8 points`; `1 under 15`, or on a drawn table `no points`."""
    how_far = "" if is_drawn else missed(tally)
    return how_far or say("count.points", n=tally.points)


def tally_short(tally: Tally) -> str:
    """For the bar of ends: `sum 20 = 4 points`, `sum 17: no points`."""
    points = say("count.points", n=tally.points)
    return say("sum.short" if tally.points else "sum.short_nothing", sum=tally.end_sum, points=points)


def extras(earned: Award, knocks: int) -> str:
    """Points beside those for the sum: `1 point for 1 knock and 1 point for going out.`; empty for none."""
    for_knocks, for_out = say("count.points", n=earned.knocks), say("count.points", n=earned.chip_out)
    knocked = say("count.knocks", n=knocks)
    if earned.knocks and earned.chip_out:
        return say("extra.both", for_knocks=for_knocks, knocks=knocked, for_out=for_out)
    if earned.knocks:
        return say("extra.knocks", points=for_knocks, knocks=knocked)
    return say("extra.out", points=for_out) if earned.chip_out else ""


def refused_points(rules: Rules, score: int, earned: Award) -> str:
    """Why points do not count: they would pass an exact target, or a lead cannot win; empty if all count."""
    awarded, offered, target = earned.awarded, earned.offered, rules.target
    if awarded == offered:
        return ""
    if awarded:
        points = say("count.points", n=offered)
        return say("refused.some", awarded=awarded, points=points, left=offered - awarded, target=target)
    if not _passes_target(rules, score, earned):
        return say("refused.lead")
    return say("refused.all", score=score, points=offered, total=score + offered, target=target)


def refused_briefly(rules: Rules, earned: Award, arm: Arm) -> str:
    """`0 of 8 points, past the target`: what counts of the points of a play on this arm; empty if all of them do."""
    if earned.awarded == earned.offered:
        return ""
    awarded, points = earned.awarded, say("count.points", n=earned.offered)
    if arm is Arm.START and not rules.lead_wins:
        return say("answer.lead_cannot_win", awarded=awarded, points=points)
    return say("answer.past_target", awarded=awarded, points=points)


def _passes_target(rules: Rules, score: int, earned: Award) -> bool:
    """Whether points would pass an exact target; otherwise those that do not count are a lead's, which cannot win."""
    return rules.target_mode is TargetMode.EXACT and score + earned.offered > rules.target


def how_rounded(rules: Rules, hands: int) -> str:
    """How the pips of so many hands become points: `rounded`, `each hand divided by 3 and rounded up`."""
    is_each, is_divided = rules.pips_scope is PipsScope.EACH and hands > 1, rules.pips_unit is PipsUnit.QUOTIENT
    key = _ROUNDED[is_each, is_divided, rules.pips_round is PipsRound.UP]
    return say(key, divisor=rules.pips_divisor)


def earned_besides(view: View, earned: Award, knocks: int, score: int) -> tuple[str, ...]:
    """What follows the points for the sum: those for knocks and for going out, all together, and what does not count.

    `view` is the table before the play, `score` its side's score then.
    """
    more, refused = extras(earned, knocks), refused_points(view.table.rules, score, earned)
    is_added = more and earned.play and not refused
    in_all = say("extra.in_all", points=say("count.points", n=earned.offered)) if is_added else ""
    return tuple(filter(None, (more, in_all, refused)))


def earned_short(layout: Layout, tally: Tally, earned: Award, total: int, rules: Rules) -> str:
    """For a log line: `ends 6+9 = 15, 8 points, total 34`; `ends 0+2 = 2`."""
    worths = [end.worth for end in layout.ends if not counts_nothing(layout, end)]
    if len(layout.tiles) > 1 and len(worths) > 1:
        ends = say("short.ends_added", added="+".join(map(str, worths)), sum=tally.end_sum)
    else:
        ends = say("short.ends", sum=tally.end_sum)
    return in_line(filter(None, (ends, points_short(earned, total, rules))))


def points_short(earned: Award, total: int, rules: Rules) -> str:
    """The points of a play with the total after it: `8 points, total 34`; empty if it scored nothing.

    `8 points, only 2 count: past 61; total 61`, and without a total if none count, because it is the same as before.
    """
    for_sum = say("count.points", n=earned.play) if earned.play else ""
    for_knocks = say("short.knocks", points=earned.knocks) if earned.knocks else ""
    for_out = say("short.out", points=earned.chip_out) if earned.chip_out else ""
    points = in_line(filter(None, (for_sum, for_knocks, for_out)))
    if not points:
        return ""
    target = rules.target
    if not earned.awarded:
        passes = _passes_target(rules, total, earned)
        return say("short.none_count", points=points, target=target) if passes else say("short.lead", points=points)
    if earned.awarded < earned.offered:
        return say("short.some_count", points=points, awarded=earned.awarded, target=target, total=total)
    return say("short.total", points=points, total=total)


def arms_listed(view: View, arms: tuple[Arm, ...], last: str = "or") -> str:
    """`left or right`; on a drawn table `the 4 or the 6`."""
    if view.is_drawn:
        return listed((say("at.the_end", end=end_name(view.layout, arm)) for arm in view.distinct(arms)), last)
    return listed((say(_ARMS[arm]) for arm in view.distinct(arms)), last)
