"""The options of the rules, in one table.

Here: each option's name, values and meaning, and when a game ignores it. Validation, `--set`, `fives rules`, the form
for a new table, the documentation and the log's `table_opened` are all made from this table. Not here: the values of
each game (`presets`), the effect of an option (`layout`, `choices`, `scoring`, `leading`), the options of a table that
are not rules (`table_options`).

The options and their spellings are those of RULES.md section 2.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from attrs import NOTHING, field, fields

from protocol.clean import echoed
from protocol.frozen import frozen
from protocol.game.layout import Spinning
from protocol.game.options import (
    DIVISORS,
    HAND,
    YES_NO,
    IgnoredWhen,
    Kind,
    Number,
    Option,
    RulesError,
    Value,
    Words,
    never_ignored,
)
from protocol.game.rule_faults import FAULTS
from protocol.game.tiles import SET_SIZES
from protocol.sentences import Sentence, Sentences


class LeadRule(StrEnum):
    """Who leads a round (RULES.md 1.15)."""

    DOUBLE_CYCLE = "double_cycle"
    HIGHEST_DOUBLE = "highest_double"
    CHANCE = "chance"
    ROTATE = "rotate"
    WINNER = "winner"
    SAME = "same"


class LeadTile(StrEnum):
    """Which tiles may be led."""

    REQUIRED = "required"
    ANY_DOUBLE = "any_double"
    ANY = "any"


class NoDouble(StrEnum):
    """What happens if a double has to lead and nobody holds one."""

    REDEAL = "redeal"
    HEAVIEST = "heaviest"


class Draw(StrEnum):
    """Whether a seat that cannot play draws, and how many tiles."""

    NONE = "none"
    ONE = "one"
    UNTIL = "until"


class SpinnerRule(StrEnum):
    """Whether the first double of the round opens two more arms."""

    NONE = "none"
    FIRST_DOUBLE = "first_double"


class SpinnerCount(StrEnum):
    """Whether a spinner's bare narrow ends count once both its long sides are covered."""

    PLAIN = "plain"
    SNIFF = "sniff"


class Points(StrEnum):
    """The points a divisor pays for a sum: the quotient, or the sum itself."""

    QUOTIENT = "quotient"
    TOTAL = "total"


class PipsRound(StrEnum):
    """The multiple that left-over pips are rounded to."""

    NEAREST = "nearest"
    UP = "up"


class PipsUnit(StrEnum):
    """The points for rounded pips: the multiple (25), or the multiple divided by the divisor (5)."""

    MULTIPLE = "multiple"
    QUOTIENT = "quotient"


class PipsScope(StrEnum):
    """Whether the total is rounded, or each hand."""

    SUM = "sum"
    EACH = "each"


class PipsFrom(StrEnum):
    """The hands whose pips the winning side is paid."""

    OPPONENTS = "opponents"
    ALL = "all"


class Blocked(StrEnum):
    """Who is paid for left-over pips after a block."""

    NONE = "none"
    LOWEST = "lowest"


class BlockEnd(StrEnum):
    """When a block ends the round."""

    IMMEDIATE = "immediate"
    ALL_KNOCK = "all_knock"


class TargetMode(StrEnum):
    """How the target ends the match."""

    EXACT = "exact"
    AT_LEAST = "at_least"
    END_OF_ROUND = "end_of_round"


class Tie(StrEnum):
    """What follows a tie for the highest score."""

    EXTRA_ROUND = "extra_round"
    SHARED = "shared"


class ChipOut(StrEnum):
    """Whether one partner or both must go out to end a round."""

    ONE = "one"
    BOTH = "both"


def option(
    label: str, kind: Kind, meaning: str, ignored_when: IgnoredWhen = never_ignored, *, in_old_logs: Value | None = None
) -> Any:
    """A field of `Rules`, with its row of the option table.

    `ignored_when` returns the reason why a game with these rules ignores the option, or None. `in_old_logs` is for an
    option that is missing in the logs of earlier releases: the value that those games were played with. This value is
    never written, so that an old log stays the same when it is written again. None: every log has the option.
    """
    return field(
        default=NOTHING if in_old_logs is None else in_old_logs,
        metadata={"kind": kind, "meaning": meaning, "label": label, "ignored_when": ignored_when},
    )


IGNORED: Final = Sentences(
    "ignored",
    "Why a game ignores an option, as the middle of a sentence.",
    {
        "no_pips": "pips left in hand do not score (pips_divisor=0)",
        "no_tile_chooses": "no tile decides who leads",
        "nobody_draws": "nobody draws (draw=none)",
        "no_spinner": "there is no spinner (spinner=none)",
        "only_exact": "only an exact target can refuse points",
        "wins_at_round_end": "the target only counts when a round ends",
        "no_ties": "only target_mode=end_of_round can end in a tie",
        "no_partners": "nobody has a partner (partners=no)",
    },
)


def _no_pips(rules: "Rules") -> Sentence | None:
    return None if rules.pips_divisor else IGNORED("no_pips")


def _no_tile_chooses(rules: "Rules") -> Sentence | None:
    if {rules.first_lead, rules.later_lead} & {LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE}:
        return None
    return IGNORED("no_tile_chooses")


@frozen(kw_only=True)
class Rules:
    """The rules of one table, with a value for every option."""

    max_pip: int = option("set of tiles", Number(*SET_SIZES), "the set of tiles: double-6, double-9 or double-12")
    hand: int = option("tiles each", HAND, "tiles dealt to each seat; `more` and `less` are Playroom's two tables")
    first_lead: LeadRule = option(
        "first lead",
        Words(LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE, LeadRule.CHANCE),
        "who leads the first round",
    )
    later_lead: LeadRule = option(
        "later leads",
        Words(LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE, LeadRule.CHANCE, LeadRule.ROTATE, LeadRule.WINNER),
        "who leads the rounds after it",
    )
    after_block: LeadRule = option(
        "after block",
        Words(LeadRule.SAME, LeadRule.ROTATE, LeadRule.CHANCE),
        "who leads after a blocked round; same: as after any other round",
    )
    lead_tile: LeadTile = option(
        "may be led",
        Words(*LeadTile),
        "which tiles may be led",
        lambda rules: _no_tile_chooses(rules) if rules.lead_tile is LeadTile.REQUIRED else None,
    )
    no_double: NoDouble = option(
        "no double", Words(*NoDouble), "what happens if a double has to lead and nobody holds one", _no_tile_chooses
    )
    draw: Draw = option(
        "drawing", Words(*Draw), "how many tiles a player who cannot play draws: none, one, or until one fits"
    )
    reserve: int = option(
        "kept back",
        Number(0, 1, 2),
        "tiles at the end of the boneyard that are never drawn",
        lambda rules: IGNORED("nobody_draws") if rules.draw is Draw.NONE else None,
    )
    spinner: SpinnerRule = option(
        "spinner", Words(*SpinnerRule), "whether the first double of a round opens two more arms"
    )
    spinner_count: SpinnerCount = option(
        "bare spinner",
        Words(*SpinnerCount),
        "what the bare narrow ends of a flanked spinner count: nothing (plain), or their number each (sniff)",
        lambda rules: IGNORED("no_spinner") if rules.spinner is SpinnerRule.NONE else None,
    )
    divisors: tuple[int, ...] = option(
        "divisors", DIVISORS, "the sum of the ends scores if one of these divides it; `primes`: every odd prime"
    )
    points: Points = option(
        "sums pay",
        Words(*Points),
        "what a scoring sum pays for each divisor: the sum divided by it (quotient), or the sum (total)",
    )
    knock_bonus: int = option(
        "knock bonus", Number.between(0, 100), "points for the next tile laid, for each knock just before it"
    )
    chip_bonus: int = option("going out", Number.between(0, 100), "points for the tile that ends a round by going out")
    pips_divisor: int = option(
        "pips left", Number(0, 3, 5), "pips left in hand score, rounded to a multiple of this; 0: they do not score"
    )
    pips_round: PipsRound = option(
        "pips rounded", Words(*PipsRound), "whether left-over pips are rounded to the nearest multiple or up", _no_pips
    )
    pips_unit: PipsUnit = option(
        "pips pay",
        Words(*PipsUnit),
        "what 27 pips, rounded to 25 by fives, pay: 25 points (multiple), or 5 (quotient)",
        _no_pips,
    )
    pips_scope: PipsScope = option(
        "pips counted", Words(*PipsScope), "whether the total of left-over pips is rounded, or each hand", _no_pips
    )
    pips_from: PipsFrom = option(
        "whose pips", Words(*PipsFrom), "which pips are paid: those in the opponents' hands, or in all hands", _no_pips
    )
    blocked: Blocked = option(
        "pips blocked",
        Words(*Blocked),
        "who is paid pips after a block: nobody, or the lowest hand (unless tied)",
        _no_pips,
    )
    block_end: BlockEnd = option(
        "block ends",
        Words(*BlockEnd),
        "when a block ends the round: at once, or when everyone has knocked in turn and nothing can be drawn",
    )
    target: int = option("target", Number.between(1, 10_000), "the score that ends the match")
    target_mode: TargetMode = option(
        "reach target",
        Words(*TargetMode),
        "how to win: hit the target exactly, reach or pass it, or have reached it when a round ends",
    )
    combine: bool = option(
        "near target",
        YES_NO,
        "near an exact target, a turn's points count all or nothing (yes), or each kind separately (no)",
        lambda rules: None if rules.target_mode is TargetMode.EXACT else IGNORED("only_exact"),
    )
    lead_wins: bool = option(
        "lead wins",
        YES_NO,
        "whether the first tile of a round can win; if not, points for it that would reach the target do not count",
        lambda rules: IGNORED("wins_at_round_end") if rules.target_mode is TargetMode.END_OF_ROUND else None,
        in_old_logs=True,
    )
    tie: Tie = option(
        "ties",
        Words(*Tie),
        "what decides a tie for the highest score: another round, or a shared win",
        lambda rules: None if rules.target_mode is TargetMode.END_OF_ROUND else IGNORED("no_ties"),
    )
    partners: bool = option("partners", YES_NO, "whether players opposite each other are partners; four seats only")
    chip_out: ChipOut = option(
        "partners out",
        Words(*ChipOut),
        "who must go out to end a round: one partner, or both",
        lambda rules: None if rules.partners else IGNORED("no_partners"),
    )
    max_rounds: int = option(
        "most rounds", Number.between(1, 10_000), "after this many rounds the match ends, and the highest score wins"
    )

    @property
    def spinning(self) -> Spinning:
        """How the layout treats the first double."""
        if self.spinner is SpinnerRule.NONE:
            return Spinning.NONE
        return Spinning.SNIFF if self.spinner_count is SpinnerCount.SNIFF else Spinning.PLAIN

    def sides(self, seats: int) -> int:
        """The number of sides that have a score, at a table with this many seats."""
        return 2 if self.partners else seats

    def side_of(self, seat: int) -> int:
        """The side that gets this seat's points: the seat itself, or its partnership."""
        return seat % 2 if self.partners else seat


OPTIONS = {row.name: Option(row.name, **row.metadata) for row in fields(Rules)}
"""The option table, by name, in the order of RULES.md section 2."""


def house_rules_in(spelled: Iterable[str]) -> dict[str, str]:
    """The values given with `--set` as OPTION=VALUE, by option, not yet checked. Raises `RulesError`."""
    values: dict[str, str] = {}
    for setting in spelled:
        name, _, value = setting.partition("=")
        if not name or not value:
            option = OPTIONS.get(name)
            if option is None:
                raise RulesError(setting, FAULTS("write_it_as"))
            raise RulesError(setting, FAULTS("write_it_as_it_takes", option=name, values=option.kind.values))
        if values.setdefault(name, value) != value:
            raise RulesError(name, FAULTS("given_twice", one=echoed(values[name]), other=echoed(value)))
    return values
