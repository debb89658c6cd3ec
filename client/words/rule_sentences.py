"""The rules of a table as sentences, each with the options that it depends on.

Here: plain English for every option of RULES.md section 2 that has an effect at this table. Not here: marking house
rules and laying out the page (`words.rule_words`).
"""

from collections.abc import Iterator
from typing import Final

from client.words.english import count, listed
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
    if rules.partners:
        yield Sentence(f"{seats} players; partners sit opposite each other and share one score.", ("partners",))
    else:
        yield Sentence(f"{seats} players, each for themselves.", ("partners",))
    tiles = len(set_of_tiles(rules.max_pip))
    yield Sentence(f"The set is double-{rules.max_pip}: {tiles} tiles, from 0-0 to {_double(rules)}.", ("max_pip",))
    rest = tiles - seats * rules.hand
    if rest == 0:
        left = "none are left over"
    elif rules.draw is Draw.NONE:
        left = not_dealt(rest)
    else:
        left = f"the other {rest} are the boneyard" if rest > 1 else "the last one is the boneyard"
    yield Sentence(f"Each player is dealt {count(rules.hand, 'tile')}; {left}.", ("hand",))


def not_dealt(tiles: int) -> str:
    """`4 tiles are not dealt`: those that nobody can draw."""
    return f"{count(tiles, 'tile')} {'is' if tiles == 1 else 'are'} not dealt"


def _double(rules: Rules) -> str:
    return f"{rules.max_pip}-{rules.max_pip}"


def who_leads(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """Who leads a round, and with which tile."""
    yield Sentence(_first_lead(rules), ("first_lead",))
    yield Sentence(_later_lead(rules), ("later_lead",))
    yield Sentence(_AFTER_BLOCK[rules.after_block], ("after_block",))
    if OPTIONS["no_double"].ignored_when(rules) is None:
        yield Sentence(_NO_DOUBLE[rules.no_double], ("no_double",))
    yield Sentence(_lead_tile(rules), ("lead_tile",))


def _first_lead(rules: Rules) -> str:
    match rules.first_lead:
        case LeadRule.DOUBLE_CYCLE:
            return (
                f"The player with {_double(rules)} leads the first round or, if nobody holds it, the player with the"
                " highest double."
            )
        case LeadRule.HIGHEST_DOUBLE:
            return "The player with the highest double leads the first round."
        case _:
            return "The leader of the first round is chosen at random."


def _later_lead(rules: Rules) -> str:
    match rules.later_lead:
        case LeadRule.DOUBLE_CYCLE:
            top = _double(rules)
            first = f"{top}, later with the double" if rules.first_lead is LeadRule.CHANCE else "the double"
            return (
                f"Each later round is led by the player with {first} one below the last that decided; a double that"
                f" nobody holds is skipped, and {top} follows 0-0."
            )
        case LeadRule.HIGHEST_DOUBLE:
            return "In each later round the player with the highest double leads."
        case LeadRule.ROTATE:
            return "In each later round the lead passes to the next player clockwise."
        case LeadRule.WINNER:
            return "The player who went out first leads the next round; if nobody did, the leader is chosen at random."
        case _:
            return "In each later round the leader is again chosen at random."


_AFTER_BLOCK: Final = {
    LeadRule.SAME: "A blocked round does not change who leads next.",
    LeadRule.ROTATE: "After a blocked round the lead passes to the next player clockwise.",
    LeadRule.CHANCE: "After a blocked round the leader is chosen at random.",
}
_NO_DOUBLE: Final = {
    NoDouble.REDEAL: "If nobody holds a double to decide the lead, the tiles are dealt again.",
    NoDouble.HEAVIEST: (
        "If nobody holds a double to decide the lead, the heaviest tile decides: the one with the most pips and, of two"
        " with as many, the one with the higher half."
    ),
}


def _lead_tile(rules: Rules) -> str:
    if rules.lead_tile is LeadTile.ANY_DOUBLE:
        return "The leader must lead a double, any double; a leader without one may lead any tile."
    if rules.lead_tile is LeadTile.ANY or OPTIONS["lead_tile"].ignored_when(rules) is not None:
        return "Any tile may be led."
    by_tile = {LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE}
    always = {rules.first_lead, rules.later_lead} <= by_tile and rules.after_block is LeadRule.SAME
    if always:
        return "The tile that decided who leads must be led."
    return "If a tile decided who leads, that tile must be led; otherwise any tile may be."


def playing(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """Where tiles may be played, and what happens if none fits."""
    yield Sentence("Play goes clockwise. A tile is played at an open end that matches one of its halves.")
    if rules.spinner is SpinnerRule.NONE:
        yield Sentence("The line has two ends; doubles are laid crosswise and do not branch.", ("spinner",))
    else:
        yield Sentence(
            "The first double of a round, led or not, is the spinner. Once both of its long sides have a tile, tiles"
            " may be played at its two narrow ends as well, up and down, so the line can have four arms. Later doubles"
            " do not branch.",
            ("spinner",),
        )
    yield Sentence("If you have a tile that fits, you must play one.")
    yield Sentence(_DRAW[rules.draw], ("draw",))
    if rules.draw is not Draw.NONE:
        yield Sentence(_RESERVE[min(rules.reserve, 2)], ("reserve",))


_DRAW: Final = {
    Draw.NONE: "If none fits, you knock and miss your turn; there is no drawing.",
    Draw.ONE: "If none fits, you draw one tile and play it if it fits; if it does not, or there is none, you knock.",
    Draw.UNTIL: "If none fits, you draw until one does, and play it; if none can be drawn, you knock.",
}
_RESERVE: Final = (
    "Every tile of the boneyard may be drawn.",
    "The last tile of the boneyard is never drawn.",
    "The last two tiles of the boneyard are never drawn.",
)


def end_of_round(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """How a round ends."""
    if not rules.partners:
        yield Sentence("A round ends when a player goes out by playing their last tile.")
    elif rules.chip_out is ChipOut.ONE:
        yield Sentence(
            "A round ends when a player plays their last tile, even if the partner has tiles left.", ("chip_out",)
        )
    else:
        yield Sentence(
            "A round ends when both partners of a side are out of tiles; the first of them to run out is skipped.",
            ("chip_out",),
        )
    if rules.block_end is BlockEnd.ALL_KNOCK:
        # With draw=until nobody knocks before there is nothing left to draw.
        empty = " and no tile can be drawn" if rules.draw is Draw.ONE else ""
        yield Sentence(
            f"It also ends, blocked, when every player with tiles has knocked in turn{empty}.", ("block_end",)
        )
    elif rules.draw is Draw.NONE:
        yield Sentence("It also ends, blocked, as soon as no tile in any hand fits.", ("block_end",))
    else:
        yield Sentence(
            "It also ends, blocked, as soon as no tile in any hand fits and none can be drawn.", ("block_end",)
        )


def points(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """What a play, a knock, going out and pips left in hand score."""
    yield Sentence(
        "After each play the open ends are added up. A double at an end counts both halves; a lead that is still alone"
        " counts its pips once."
    )
    if rules.spinner is not SpinnerRule.NONE:
        yield Sentence(_SPINNER_COUNT[rules.spinner_count], ("spinner_count",))
    numbers = listed([str(divisor) for divisor in rules.divisors], "or")
    is_total, several = rules.points is Points.TOTAL, len(rules.divisors) > 1
    worth = "scores its full value" if is_total else "scores 1 point for each time that number goes into it"
    more = " once for each number that divides it" if is_total else "; points for several numbers are added"
    yield Sentence(
        f"A sum divisible by {numbers} {worth}{more if several else ''}{_example(rules)}. A sum of 0 scores nothing.",
        ("divisors", "points"),
    )
    yield Sentence(_knock_bonus(rules.knock_bonus), ("knock_bonus",))
    yield Sentence(_chip_bonus(rules.chip_bonus), ("chip_bonus",))
    yield from _left_over_pips(rules)


_SPINNER_COUNT: Final = {
    SpinnerCount.PLAIN: (
        "Once both long sides of the first double, the spinner, have a tile, it counts nothing; a narrow end of it"
        " counts once it has a tile."
    ),
    SpinnerCount.SNIFF: (
        "Once both long sides of the first double, the spinner, have a tile, it still counts its number once for each"
        " empty narrow end."
    ),
}


def worked_sum(rules: Rules) -> int | None:
    """The sum for an example: of the smaller ones, the one that scores most; None if no sum scores."""
    scoring = [end_sum for end_sum in reachable_sums(rules) if points_of(rules, end_sum)]
    small = [end_sum for end_sum in scoring if end_sum <= 20] or scoring
    return max(small, key=lambda end_sum: points_of(rules, end_sum), default=None)


def _example(rules: Rules) -> str:
    """`: 15 scores 5 + 3 = 8`; empty if no sum scores."""
    best = worked_sum(rules)
    if best is None:
        return ""
    parts = [share.points for share in shares(rules, best)]
    made = f"{' + '.join(map(str, parts))} = " if len(parts) > 1 else ""
    return f": {best} scores {made}{sum(parts)}"


def _knock_bonus(bonus: int) -> str:
    if not bonus:
        return "Knocks score nothing."
    return f"A play also scores {count(bonus, 'point')} for each knock since the last play, no matter who knocked."


def _chip_bonus(bonus: int) -> str:
    if not bonus:
        return "Going out itself scores nothing."
    return f"The play that ends a round by going out scores {count(bonus, 'point')} more."


def _left_over_pips(rules: Rules) -> Iterator[Sentence]:
    if not rules.pips_divisor:
        yield Sentence("Tiles left in hand at the end of a round score nothing.", ("pips_divisor",))
        return
    whose = (
        "the opponents' hands"
        if rules.pips_from is PipsFrom.OPPONENTS
        else "all hands, including those of the same side"
    )
    goes_out = "side that goes out" if rules.partners else "player who goes out"
    yield Sentence(
        f"The {goes_out} scores the pips left in {whose}, unless the play has already won the match.",
        ("pips_from",),
    )
    how = "up to a" if rules.pips_round is PipsRound.UP else "to the nearest"
    what = "Each hand's pips are" if rules.pips_scope is PipsScope.EACH else "Their total is"
    divided = f" and divided by {rules.pips_divisor}" if rules.pips_unit is PipsUnit.QUOTIENT else ""
    yield Sentence(
        f"{what} rounded {how} multiple of {rules.pips_divisor}{divided}: {_pips_example(rules)}.",
        ("pips_divisor", "pips_round", "pips_unit", "pips_scope"),
    )
    side = "side" if rules.partners else "player"
    if rules.blocked is Blocked.NONE:
        yield Sentence("After a blocked round nobody scores pips.", ("blocked",))
    else:
        yield Sentence(
            f"After a blocked round the {side} with the fewest pips scores in the same way; in a tie nobody does.",
            ("blocked",),
        )


def _pips_example(rules: Rules) -> str:
    if rules.pips_scope is PipsScope.SUM:
        return f"27 pips score {round_pips(rules, 27)}"
    one, other = round_pips(rules, 7), round_pips(rules, 8)
    return f"hands of 7 and 8 pips score {one} + {other} = {one + other}"


def winning(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """How the match is won."""
    side = "side" if rules.partners else "player"
    yield Sentence(_target(rules, side), ("target", "target_mode"))
    if rules.target_mode is TargetMode.EXACT:
        yield Sentence(
            "All points of one play count together or not at all."
            if rules.combine
            else "The points of one play are taken in turn (sum, knocks, going out), and each part counts only"
            f" if it does not pass {rules.target}.",
            ("combine",),
        )
        if rules.pips_divisor:
            yield Sentence(
                f"Pips are scored after that, on their own: they count only if they do not take the score past"
                f" {rules.target}.",
                ("pips_divisor",),
            )
    if rules.target_mode is TargetMode.END_OF_ROUND:
        yield Sentence(
            "A tie for the highest score means another round."
            if rules.tie is Tie.EXTRA_ROUND
            else "A tie for the highest score is a shared win.",
            ("tie",),
        )
    yield Sentence(
        f"If nobody has won after {count(rules.max_rounds, 'round')}, the highest score wins and a tie is shared.",
        ("max_rounds",),
    )


def _target(rules: Rules, side: str) -> str:
    match rules.target_mode:
        case TargetMode.EXACT:
            return (
                f"The first {side} to reach exactly {rules.target} wins at once. Points that would take a score past"
                f" {rules.target} do not count, but the play stands."
            )
        case TargetMode.AT_LEAST:
            return f"The first {side} to reach {rules.target} or more wins at once."
        case TargetMode.END_OF_ROUND:
            return f"When a {side} has {rules.target} or more at the end of a round, the highest score wins."
