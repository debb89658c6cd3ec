"""The rules of a table as sentences, each with the options that it depends on.

Here: which sentence every option of RULES.md section 2 that has an effect at this table needs. Not here: marking house
rules and laying out the page (`words.rule_words`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from client.words.english import listed
from client.words.say import say
from protocol.frozen import frozen
from protocol.game.rules import (
    OPTIONS,
    Blocked,
    BlockEnd,
    ChipOut,
    Draw,
    LeadRule,
    LeadTile,
    NoDouble,
    PipsFrom,
    PipsRound,
    PipsScope,
    PipsUnit,
    Points,
    Rules,
    SpinnerCount,
    SpinnerRule,
    TargetMode,
    Tie,
)
from protocol.game.scoring import points_of, reachable_sums, round_pips, shares
from protocol.game.tiles import set_of_tiles


@frozen
class Sentence:
    """A sentence of the rules, and the names of the options that change it."""

    text: str
    options: tuple[str, ...] = ()


def players_and_tiles(rules: Rules, seats: int) -> Iterator[Sentence]:
    """Players, partners and tiles."""
    yield Sentence(say("rule.partners" if rules.partners else "rule.single", n=seats), ("partners",))
    tiles = len(set_of_tiles(rules.max_pip))
    in_set = say("count.tiles", n=tiles)
    yield Sentence(say("rule.set", pips=rules.max_pip, tiles=in_set, double=_double(rules)), ("max_pip",))
    rest = tiles - seats * rules.hand
    if rest == 0:
        left = say("rule.none_left")
    else:
        left = say("rule.not_dealt" if rules.draw is Draw.NONE else "rule.boneyard", n=rest)
    yield Sentence(say("rule.dealt", tiles=say("count.tiles", n=rules.hand), rest=left), ("hand",))


def _double(rules: Rules) -> str:
    return f"{rules.max_pip}-{rules.max_pip}"


def who_leads(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """Who leads a round, and with which tile."""
    yield Sentence(say(_FIRST_LEAD[rules.first_lead], double=_double(rules)), ("first_lead",))
    begins_cycle = rules.later_lead is LeadRule.DOUBLE_CYCLE and rules.first_lead is LeadRule.CHANCE
    later = "rule.later.cycle_begins" if begins_cycle else _LATER_LEAD[rules.later_lead]
    yield Sentence(say(later, double=_double(rules)), ("later_lead",))
    yield Sentence(say(_AFTER_BLOCK[rules.after_block]), ("after_block",))
    if OPTIONS["no_double"].ignored_when(rules) is None:
        yield Sentence(say(_NO_DOUBLE[rules.no_double]), ("no_double",))
    yield Sentence(_lead_tile(rules), ("lead_tile",))


_FIRST_LEAD: Final = {
    LeadRule.DOUBLE_CYCLE: "rule.first.cycle",
    LeadRule.HIGHEST_DOUBLE: "rule.first.highest",
    LeadRule.CHANCE: "rule.first.chance",
}
_LATER_LEAD: Final = {
    LeadRule.DOUBLE_CYCLE: "rule.later.cycle",
    LeadRule.HIGHEST_DOUBLE: "rule.later.highest",
    LeadRule.ROTATE: "rule.later.rotate",
    LeadRule.WINNER: "rule.later.winner",
    LeadRule.CHANCE: "rule.later.chance",
}
_AFTER_BLOCK: Final = {
    LeadRule.SAME: "rule.after_block.same",
    LeadRule.ROTATE: "rule.after_block.rotate",
    LeadRule.CHANCE: "rule.after_block.chance",
}
_NO_DOUBLE: Final = {NoDouble.REDEAL: "rule.no_double.redeal", NoDouble.HEAVIEST: "rule.no_double.heaviest"}


def _lead_tile(rules: Rules) -> str:
    if rules.lead_tile is LeadTile.ANY_DOUBLE:
        return say("rule.lead.any_double")
    if rules.lead_tile is LeadTile.ANY or OPTIONS["lead_tile"].ignored_when(rules) is not None:
        return say("rule.lead.any")
    by_tile = {LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE}
    always = {rules.first_lead, rules.later_lead} <= by_tile and rules.after_block is LeadRule.SAME
    return say("rule.lead.decided" if always else "rule.lead.if_decided")


def playing(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """Where tiles may be played, and what happens if none fits."""
    yield Sentence(say("rule.play"))
    yield Sentence(say("rule.line" if rules.spinner is SpinnerRule.NONE else "rule.spinner"), ("spinner",))
    yield Sentence(say("rule.must_play"))
    yield Sentence(say(_DRAW[rules.draw]), ("draw",))
    if rules.draw is not Draw.NONE:
        yield Sentence(say(_RESERVE[min(rules.reserve, 2)]), ("reserve",))


_DRAW: Final = {Draw.NONE: "rule.draw.none", Draw.ONE: "rule.draw.one", Draw.UNTIL: "rule.draw.until"}
_RESERVE: Final = ("rule.reserve.0", "rule.reserve.1", "rule.reserve.2")


def end_of_round(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """How a round ends."""
    if not rules.partners:
        yield Sentence(say("rule.goes_out"))
    else:
        is_one = rules.chip_out is ChipOut.ONE
        yield Sentence(say("rule.one_goes_out" if is_one else "rule.both_go_out"), ("chip_out",))
    if rules.block_end is BlockEnd.ALL_KNOCK:
        # With draw=until nobody knocks before there is nothing left to draw.
        blocked = say("rule.all_knock_undrawn" if rules.draw is Draw.ONE else "rule.all_knock")
    else:
        blocked = say("rule.none_fits" if rules.draw is Draw.NONE else "rule.none_fits_undrawn")
    yield Sentence(blocked, ("block_end",))


def points(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """What a play, a knock, going out and pips left in hand score."""
    yield Sentence(say("rule.sum"))
    if rules.spinner is not SpinnerRule.NONE:
        is_plain = rules.spinner_count is SpinnerCount.PLAIN
        yield Sentence(say("rule.spinner.plain" if is_plain else "rule.spinner.sniff"), ("spinner_count",))
    yield Sentence(_scoring(rules), ("divisors", "points"))
    bonus, out = (say("count.points", n=number) for number in (rules.knock_bonus, rules.chip_bonus))
    knocks = say("rule.knock_bonus", points=bonus) if rules.knock_bonus else say("rule.no_knock_bonus")
    yield Sentence(knocks, ("knock_bonus",))
    goes_out = say("rule.chip_bonus", points=out) if rules.chip_bonus else say("rule.no_chip_bonus")
    yield Sentence(goes_out, ("chip_bonus",))
    yield from _left_over_pips(rules)


def worked_sum(rules: Rules) -> int | None:
    """The sum for an example: of the smaller ones, the one that scores most; None if no sum scores."""
    scoring = [end_sum for end_sum in reachable_sums(rules) if points_of(rules, end_sum)]
    small = [end_sum for end_sum in scoring if end_sum <= 20] or scoring
    return max(small, key=lambda end_sum: points_of(rules, end_sum), default=None)


def _scoring(rules: Rules) -> str:
    """What sums score, with an example if one does."""
    numbers, is_total = listed(map(str, rules.divisors), "or"), rules.points is Points.TOTAL
    if len(rules.divisors) == 1:
        scoring = say("rule.total" if is_total else "rule.quotient", number=numbers)
    else:
        scoring = say("rule.totals" if is_total else "rule.quotients", numbers=numbers)
    best = worked_sum(rules)
    if best is None:
        return say("rule.scoring", scoring=scoring)
    example = say("rule.sum_scores", sum=best, points=added([share.points for share in shares(rules, best)]))
    return say("rule.scoring_example", scoring=scoring, example=example)


def added(numbers: Sequence[int]) -> str:
    """`5 + 3 = 8`; a number alone as it is."""
    parts = " + ".join(map(str, numbers))
    return f"{parts} = {sum(numbers)}" if len(numbers) > 1 else parts


def _left_over_pips(rules: Rules) -> Iterator[Sentence]:
    if not rules.pips_divisor:
        yield Sentence(say("rule.no_pips"), ("pips_divisor",))
        return
    yield Sentence(say(_PIPS_FROM[rules.pips_from, rules.partners]), ("pips_from",))
    if rules.pips_scope is PipsScope.SUM:
        example = say("rule.pips_score", pips=27, points=round_pips(rules, 27))
    else:
        example = say("rule.hands_score", one=7, other=8, points=added([round_pips(rules, pips) for pips in (7, 8)]))
    rounded = _ROUNDED[rules.pips_scope, rules.pips_round, rules.pips_unit]
    yield Sentence(
        say(rounded, number=rules.pips_divisor, example=example),
        ("pips_divisor", "pips_round", "pips_unit", "pips_scope"),
    )
    in_block = "rule.blocked_side" if rules.partners else "rule.blocked"
    yield Sentence(say("rule.blocked.none" if rules.blocked is Blocked.NONE else in_block), ("blocked",))


_PIPS_FROM: Final = {
    (PipsFrom.OPPONENTS, False): "rule.pips.opponents",
    (PipsFrom.OPPONENTS, True): "rule.pips.opponents_side",
    (PipsFrom.ALL, False): "rule.pips.all",
    (PipsFrom.ALL, True): "rule.pips.all_side",
}
_ROUNDED: Final = {
    (PipsScope.SUM, PipsRound.NEAREST, PipsUnit.MULTIPLE): "rule.sum_nearest",
    (PipsScope.SUM, PipsRound.NEAREST, PipsUnit.QUOTIENT): "rule.sum_nearest_divided",
    (PipsScope.SUM, PipsRound.UP, PipsUnit.MULTIPLE): "rule.sum_up",
    (PipsScope.SUM, PipsRound.UP, PipsUnit.QUOTIENT): "rule.sum_up_divided",
    (PipsScope.EACH, PipsRound.NEAREST, PipsUnit.MULTIPLE): "rule.each_nearest",
    (PipsScope.EACH, PipsRound.NEAREST, PipsUnit.QUOTIENT): "rule.each_nearest_divided",
    (PipsScope.EACH, PipsRound.UP, PipsUnit.MULTIPLE): "rule.each_up",
    (PipsScope.EACH, PipsRound.UP, PipsUnit.QUOTIENT): "rule.each_up_divided",
}


def winning(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """How the match is won."""
    target = _TARGET_OF_SIDE if rules.partners else _TARGET
    at_once = rules.target_mode is not TargetMode.END_OF_ROUND
    options = ("target", "target_mode", *(["lead_wins"] if at_once and rules.lead_wins else []))
    yield Sentence(say(target[rules.target_mode], target=rules.target), options)
    if rules.target_mode is TargetMode.EXACT:
        together = say("rule.combined") if rules.combine else say("rule.in_turn", target=rules.target)
        yield Sentence(together, ("combine",))
        if rules.pips_divisor:
            yield Sentence(say("rule.pips_exact", target=rules.target), ("pips_divisor",))
    if at_once and not rules.lead_wins:
        yield Sentence(say("rule.lead_cannot_win", target=rules.target), ("lead_wins",))
    if rules.target_mode is TargetMode.END_OF_ROUND:
        yield Sentence(say("rule.tie.round" if rules.tie is Tie.EXTRA_ROUND else "rule.tie.shared"), ("tie",))
    yield Sentence(say("rule.most_rounds", n=rules.max_rounds), ("max_rounds",))


_TARGET: Final = {
    TargetMode.EXACT: "rule.exact",
    TargetMode.AT_LEAST: "rule.at_least",
    TargetMode.END_OF_ROUND: "rule.at_round_end",
}
_TARGET_OF_SIDE: Final = {
    TargetMode.EXACT: "rule.exact_side",
    TargetMode.AT_LEAST: "rule.at_least_side",
    TargetMode.END_OF_ROUND: "rule.at_round_end_side",
}
