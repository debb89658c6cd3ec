"""The rules of one table as sentences, each knowing which options it tells of.

Lives here: plain English for every option of RULES.md section 2 that this table takes notice of; a house rule changes
the sentence. Not here: which of them are house rules, and how they stand on a page (`words.rules`).
"""

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from client.words.english import count, listed
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
from protocol.game.scoring import reachable_sums, round_pips, shares
from protocol.game.tiles import set_of_tiles


@frozen
class Sentence:
    """A sentence of the rules, and the names of the options that it tells of."""

    text: str
    options: tuple[str, ...] = ()


def players_and_tiles(rules: Rules, seats: int) -> Iterator[Sentence]:
    """Who plays with whom, and with how many tiles."""
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
        left = f"the other {rest} stay face down and out of play" if rest > 1 else "the last one stays face down"
    else:
        left = f"the other {rest} are the boneyard" if rest > 1 else "the last one is the boneyard"
    yield Sentence(f"Each player is dealt {count(rules.hand, 'tile')}; {left}.", ("hand",))


def _double(rules: Rules) -> str:
    return f"{rules.max_pip}-{rules.max_pip}"


def who_leads(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """Who lays the first tile of a round, and which tile it may be."""
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
                f"The player with {_double(rules)} leads the first round; if nobody holds it, the next lower double"
                " that somebody holds decides."
            )
        case LeadRule.HIGHEST_DOUBLE:
            return "The player with the highest double leads the first round."
        case _:
            return "The leader of the first round is chosen by lot."


def _later_lead(rules: Rules) -> str:
    match rules.later_lead:
        case LeadRule.DOUBLE_CYCLE:
            top = _double(rules)
            wanted = f"{top} is wanted, then" if rules.first_lead is LeadRule.CHANCE else "the wanted double is"
            return (
                f"In each later round {wanted} one lower than the double that last decided who leads; {top} follows"
                " 0-0, and a double that nobody holds is passed over."
            )
        case LeadRule.HIGHEST_DOUBLE:
            return "In each later round the player with the highest double leads."
        case LeadRule.ROTATE:
            return "In each later round the lead passes to the next player clockwise."
        case LeadRule.WINNER:
            return "Whoever went out first leads the next round; if nobody did, the leader is chosen by lot."
        case _:
            return "In each later round the leader is chosen by lot again."


_AFTER_BLOCK: Final = {
    LeadRule.SAME: "A blocked round makes no difference to who leads next.",
    LeadRule.ROTATE: "After a blocked round the lead passes to the next player clockwise.",
    LeadRule.CHANCE: "After a blocked round the leader is chosen by lot.",
}
_NO_DOUBLE: Final = {
    NoDouble.REDEAL: "If a double should decide and nobody holds one, the tiles are dealt again.",
    NoDouble.HEAVIEST: (
        "If a double should decide and nobody holds one, the heaviest tile decides: the most pips, and of two tiles"
        " alike the one with the higher half."
    ),
}


def _lead_tile(rules: Rules) -> str:
    if rules.lead_tile is LeadTile.ANY_DOUBLE:
        return "A double must be led, whichever it is; a leader who holds none may lead any tile."
    if rules.lead_tile is LeadTile.ANY or OPTIONS["lead_tile"].ignored_when(rules) is not None:
        return "Any tile may be led."
    by_tile = {LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE}
    always = {rules.first_lead, rules.later_lead} <= by_tile and rules.after_block is LeadRule.SAME
    if always:
        return "The tile that decided who leads must be led."
    return "Where a tile decided who leads, that tile must be led; otherwise any tile may be."


def playing(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """What may be played where, and what happens when nothing fits."""
    yield Sentence("Turns go clockwise. A tile joins an open end that shows the same number as one of its halves.")
    if rules.spinner is SpinnerRule.NONE:
        yield Sentence("The line has two ends; doubles lie crosswise and do not branch.", ("spinner",))
    else:
        yield Sentence(
            "The first double of a round, led or not, is the spinner: once tiles lie at both of its long sides, tiles"
            " may be joined to its two narrow ends as well, up and down, so that four arms grow. Later doubles do not"
            " branch.",
            ("spinner",),
        )
    yield Sentence("If a tile of yours fits, you must play one.")
    yield Sentence(_DRAW[rules.draw], ("draw",))
    if rules.draw is not Draw.NONE:
        yield Sentence(_RESERVE[min(rules.reserve, 2)], ("reserve",))


_DRAW: Final = {
    Draw.NONE: "If none fits, you knock and miss your turn; nobody draws.",
    Draw.ONE: "If none fits, you draw one tile and play it if it fits; if it does not, or none is left, you knock.",
    Draw.UNTIL: "If none fits, you draw until you get a tile that does, and play it; when none is left, you knock.",
}
_RESERVE: Final = (
    "The boneyard may be drawn empty.",
    "The last tile of the boneyard is never drawn.",
    "The last two tiles of the boneyard are never drawn.",
)


def end_of_round(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """What ends a round."""
    if not rules.partners:
        yield Sentence("A round ends when a player goes out, that is, lays their last tile.")
    elif rules.chip_out is ChipOut.ONE:
        yield Sentence("A round ends when a player lays their last tile; the partner need not.", ("chip_out",))
    else:
        yield Sentence(
            "A round ends when both partners of a side are out of tiles; the one who is out first is passed over.",
            ("chip_out",),
        )
    if rules.block_end is BlockEnd.ALL_KNOCK:
        # With draw=until nobody knocks before there is nothing left to draw.
        empty = " and no tile can be drawn" if rules.draw is Draw.ONE else ""
        yield Sentence(
            f"It is blocked, and over, when everybody who holds tiles has knocked in turn{empty}.", ("block_end",)
        )
    elif rules.draw is Draw.NONE:
        yield Sentence("It is blocked, and over at once, when no tile in any hand fits.", ("block_end",))
    else:
        yield Sentence(
            "It is blocked, and over at once, when no tile in any hand fits and none can be drawn.", ("block_end",)
        )


def points(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """What a play, a knock, going out and left-over pips are worth."""
    yield Sentence(
        "After each tile the open ends are added up. A double at an end counts both its halves; a lead that lies alone"
        " counts its pips once."
    )
    if rules.spinner is not SpinnerRule.NONE:
        yield Sentence(_SPINNER_COUNT[rules.spinner_count], ("spinner_count",))
    numbers = listed([str(divisor) for divisor in rules.divisors], "or")
    worth = "scores itself" if rules.points is Points.TOTAL else "scores how often that number goes into it"
    both = " once for each of them that does" if len(rules.divisors) > 1 and rules.points is Points.TOTAL else ""
    added = "; what several of them make is added" if len(rules.divisors) > 1 and not both else ""
    yield Sentence(
        f"A sum that divides by {numbers} {worth}{both}{added}{_example(rules)}. A sum of 0 scores nothing.",
        ("divisors", "points"),
    )
    yield Sentence(_knock_bonus(rules.knock_bonus), ("knock_bonus",))
    yield Sentence(_chip_bonus(rules.chip_bonus), ("chip_bonus",))
    yield from _left_over_pips(rules)


_SPINNER_COUNT: Final = {
    SpinnerCount.PLAIN: (
        "A spinner with tiles at both long sides counts nothing more; its narrow ends count once tiles lie there."
    ),
    SpinnerCount.SNIFF: (
        "A spinner with tiles at both long sides still counts its number once for each narrow end that is bare."
    ),
}


def _example(rules: Rules) -> str:
    """The best of the smaller sums, worked out."""
    scoring = [end_sum for end_sum in reachable_sums(rules) if shares(rules, end_sum)]
    if not scoring:
        return ""
    small = [end_sum for end_sum in scoring if end_sum <= 20] or scoring
    best = max(small, key=lambda end_sum: sum(share.points for share in shares(rules, end_sum)))
    parts = [share.points for share in shares(rules, best)]
    made = f"{' + '.join(map(str, parts))} = " if len(parts) > 1 else ""
    return f": {best} scores {made}{sum(parts)}"


def _knock_bonus(bonus: int) -> str:
    if not bonus:
        return "Knocks are worth nothing to anybody."
    return f"A tile also earns {count(bonus, 'point')} for each knock since the tile before it, whoever knocked."


def _chip_bonus(bonus: int) -> str:
    if not bonus:
        return "Going out earns no points of its own."
    return f"The tile that ends a round by going out earns {count(bonus, 'point')} more."


def _left_over_pips(rules: Rules) -> Iterator[Sentence]:
    if not rules.pips_divisor:
        yield Sentence("Tiles left in the hands at the end of a round are worth nothing.", ("pips_divisor",))
        return
    whose = "the opponents' hands" if rules.pips_from is PipsFrom.OPPONENTS else "all hands, their own side's included"
    yield Sentence(
        f"Whoever goes out is paid for the pips left in {whose}, unless the play has already won the match.",
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
        yield Sentence("After a blocked round nobody is paid for pips.", ("blocked",))
    else:
        yield Sentence(
            f"After a blocked round the {side} with the fewest pips is paid in the same way; a tie for the fewest pays"
            " nobody.",
            ("blocked",),
        )


def _pips_example(rules: Rules) -> str:
    if rules.pips_scope is PipsScope.SUM:
        return f"27 pips pay {round_pips(rules, 27)}"
    one, other = round_pips(rules, 7), round_pips(rules, 8)
    return f"hands of 7 and 8 pips pay {one} + {other} = {one + other}"


def winning(rules: Rules, _seats: int) -> Iterator[Sentence]:
    """What wins the match."""
    side = "side" if rules.partners else "player"
    yield Sentence(_target(rules, side), ("target", "target_mode"))
    if rules.target_mode is TargetMode.EXACT:
        yield Sentence(
            "All that one tile earns counts together or not at all."
            if rules.combine
            else "What one tile earns is taken in turn - for the sum, for knocks, for going out - and each part counts"
            f" only if it does not pass {rules.target}.",
            ("combine",),
        )
        if rules.pips_divisor:
            yield Sentence(
                "Pips are paid after that and apart from it: they count only if the score does not pass"
                f" {rules.target} with them.",
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
                f"The first {side} to stand on exactly {rules.target} wins, at once. Points that would pass"
                f" {rules.target} do not count, and the tile stays laid."
            )
        case TargetMode.AT_LEAST:
            return f"The first {side} to reach {rules.target} or more wins, at once."
        case TargetMode.END_OF_ROUND:
            return f"When a {side} has {rules.target} or more at the end of a round, the highest score wins."
