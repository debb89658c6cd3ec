"""The games, and the rules of a table made from a game and house rules.

Here: each game's values with their source (RULES.md section 3), Playroom's deal tables, and every check that is
possible before the first deal. Not here: the options themselves (`rules`).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from protocol.clean import brief, clean
from protocol.closest import closest
from protocol.frozen import frozen
from protocol.game.options import LESS, MORE, PRIMES, Option, RulesError, Spelling, Value, span
from protocol.game.rule_faults import FAULTS
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
from protocol.game.scoring import highest_sum, points_of, reachable_sums
from protocol.game.table_options import GAME, SEATS, TABLE_OPTIONS
from protocol.game.tiles import SET_SIZES, set_of_tiles
from protocol.sentences import in_line

SEATS_OF_PARTNERS: Final = 4
SeatLimits = Mapping[int, tuple[int, int]]
"""The smallest and the largest number of seats, by the size of the set."""


@frozen
class Preset:
    """A game: its name on the command line, its title, its source, its seats and its values for the options.

    `seed`: the source's number in RULES.md, like `seed 000`; empty for a game without one. Its `partners` are for four.
    """

    name: str
    title: str
    seed: str
    source: str
    default_seats: int
    seats: SeatLimits
    values: Mapping[str, Value]
    hand_by_seats: Mapping[int, int]
    target_by_seats: Mapping[int, int]

    def hand(self, seats: int) -> Value:
        """The number of tiles dealt to each seat, or the name of a deal table."""
        return self.hand_by_seats.get(seats, self.values.get("hand", MORE))

    def target(self, seats: int) -> int:
        """The score that wins this game."""
        return self.target_by_seats.get(seats, 61)


def _any_set(fewest: int, most: int) -> SeatLimits:
    return dict.fromkeys(SET_SIZES, (fewest, most))


_COMMON: Final[Mapping[str, Value]] = {
    "max_pip": 6,
    "after_block": LeadRule.SAME,
    "lead_tile": LeadTile.ANY,
    "no_double": NoDouble.REDEAL,
    "draw": Draw.NONE,
    "reserve": 0,
    "spinner": SpinnerRule.NONE,
    "spinner_count": SpinnerCount.PLAIN,
    "divisors": (3, 5),
    "points": Points.QUOTIENT,
    "knock_bonus": 0,
    "chip_bonus": 0,
    "pips_divisor": 0,
    "pips_round": PipsRound.NEAREST,
    "pips_unit": PipsUnit.MULTIPLE,
    "pips_scope": PipsScope.SUM,
    "pips_from": PipsFrom.OPPONENTS,
    "blocked": Blocked.NONE,
    "block_end": BlockEnd.IMMEDIATE,
    "target_mode": TargetMode.EXACT,
    "combine": True,
    "lead_wins": True,
    "tie": Tie.EXTRA_ROUND,
    "partners": False,
    "chip_out": ChipOut.ONE,
    "max_rounds": 500,
}
"""The values that most games share. Each game below lists only its differences."""

PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        Preset(
            name="fives-and-threes",
            title="Fives and Threes",
            seed="seed 000",
            source="sadmansoftware",
            default_seats=4,
            seats=_any_set(4, 4),
            values={
                **_COMMON,
                "hand": 6,
                "first_lead": LeadRule.DOUBLE_CYCLE,
                "later_lead": LeadRule.DOUBLE_CYCLE,
                "lead_tile": LeadTile.REQUIRED,
            },
            hand_by_seats={},
            target_by_seats={},
        ),
        Preset(
            name="playroom",
            title="Playroom's Fives and Threes",
            seed="seed 001",
            source="QuentinC's Playroom",
            default_seats=4,
            seats={6: (2, 5), 9: (2, 11), 12: (2, 12)},
            values={
                **_COMMON,
                "hand": MORE,
                "first_lead": LeadRule.HIGHEST_DOUBLE,
                "later_lead": LeadRule.HIGHEST_DOUBLE,
                "no_double": NoDouble.HEAVIEST,
                "chip_bonus": 1,
            },
            hand_by_seats={},
            target_by_seats={},
        ),
        Preset(
            name="cinq-et-trois",
            title="Cinq et Trois",
            seed="seed 002",
            source="William Hill's Dominos - Cinq & Trois",
            default_seats=2,
            seats=_any_set(2, 2),
            values={
                **_COMMON,
                "hand": 7,
                "first_lead": LeadRule.CHANCE,
                "later_lead": LeadRule.ROTATE,
                "chip_bonus": 1,
                "block_end": BlockEnd.ALL_KNOCK,
            },
            hand_by_seats={},
            target_by_seats={},
        ),
        Preset(
            name="all-fives",
            title="All Fives",
            seed="seed 003",
            source="tappaz.games",
            default_seats=2,
            seats=_any_set(2, 4),
            values={
                **_COMMON,
                "first_lead": LeadRule.CHANCE,
                "later_lead": LeadRule.WINNER,
                "after_block": LeadRule.CHANCE,
                "draw": Draw.UNTIL,
                "spinner": SpinnerRule.FIRST_DOUBLE,
                "divisors": (5,),
                "points": Points.TOTAL,
                "pips_divisor": 5,
                "blocked": Blocked.LOWEST,
                "target_mode": TargetMode.AT_LEAST,
            },
            hand_by_seats={2: 7, 3: 5, 4: 5},
            target_by_seats={2: 250, 3: 200, 4: 200},
        ),
        Preset(
            name="all-threes",
            title="All Threes",
            seed="seed 004",
            source="cardsdicedominoes.com",
            default_seats=2,
            seats=_any_set(2, 4),
            values={
                **_COMMON,
                "first_lead": LeadRule.CHANCE,
                "later_lead": LeadRule.WINNER,
                "after_block": LeadRule.CHANCE,
                "draw": Draw.UNTIL,
                "divisors": (3,),
                "points": Points.TOTAL,
                "pips_divisor": 3,
                "pips_round": PipsRound.UP,
                "pips_unit": PipsUnit.QUOTIENT,
                "pips_scope": PipsScope.EACH,
                "blocked": Blocked.LOWEST,
                "target_mode": TargetMode.AT_LEAST,
            },
            hand_by_seats={2: 7, 3: 5, 4: 5},
            target_by_seats={2: 150, 3: 100, 4: 100},
        ),
        Preset(
            name="pub",
            title="Pub Fives and Threes",
            seed="",
            source="the rule sheets of English leagues",
            default_seats=4,
            seats=_any_set(2, 4),
            values={
                **_COMMON,
                "first_lead": LeadRule.CHANCE,
                "later_lead": LeadRule.ROTATE,
                "lead_wins": False,
                "partners": True,
                "chip_out": ChipOut.BOTH,
            },
            hand_by_seats={2: 9, 3: 6, 4: 6},
            target_by_seats={},
        ),
    )
}
DEFAULT_PRESET: Final[str] = GAME.default

DEALS: Final[Mapping[str, Mapping[int, tuple[int, ...]]]] = {
    MORE: {
        6: (14, 9, 7, 5),
        9: (16, 16, 13, 11, 8, 7, 6, 6, 5, 5),
        12: (16, 16, 16, 16, 15, 13, 11, 10, 9, 8, 7),
    },
    LESS: {
        6: (5, 5, 7, 5),
        9: (10, 10, 10, 10, 8, 7, 6, 6, 5, 5),
        12: (10, 10, 10, 10, 10, 10, 10, 10, 9, 8, 7),
    },
}
"""Playroom's two deal tables (seed 001): tiles per seat, by the size of the set, for two and more seats."""


def preset_named(name: str) -> Preset:
    """The game with this name. Raises `RulesError`."""
    if name not in PRESETS:
        meant, games = closest(name, PRESETS), in_line(PRESETS)
        if meant is None:
            raise RulesError("rules", FAULTS("no_such_game", typed=brief(name), games=games))
        raise RulesError("rules", FAULTS("no_such_game_but", typed=brief(name), meant=meant, games=games))
    return PRESETS[name]


def make_rules(
    preset: Preset, settings: Mapping[str, Spelling] | None = None, seats: int | None = None
) -> tuple[Rules, int]:
    """The rules and the number of seats of a table: the game's values, changed by house rules.

    `settings` are the house rules, spelled as for `--set` or as in JSON. Raises `RulesError` if the result is not a
    playable game.
    """
    chosen = {name: _option(name).parse(spelled) for name, spelled in (settings or {}).items()}
    values = {**preset.values, **chosen}
    max_pip = values["max_pip"]
    assert isinstance(max_pip, int)
    seats = _check_seats(preset, max_pip, preset.default_seats if seats is None else seats)
    values["partners"] = chosen.get("partners", preset.values["partners"] and seats == SEATS_OF_PARTNERS)
    values["hand"] = _hand_size(chosen.get("hand", preset.hand(seats)), max_pip, seats)
    values.setdefault("target", preset.target(seats))
    if values["divisors"] == PRIMES:
        values["divisors"] = tuple(
            _odd_primes(highest_sum(max_pip, spinner=values["spinner"] is SpinnerRule.FIRST_DOUBLE))
        )
    rules = Rules(**values)  # type: ignore[arg-type]  # the kind of each option made its value
    _check(rules, seats, chosen)
    return rules, seats


def _option(name: str) -> Option:
    of_the_table = SEATS if name == "players" else TABLE_OPTIONS.get(name)
    if of_the_table is not None:
        raise RulesError(name, FAULTS("not_a_rule", flag=of_the_table.flag))
    if name not in OPTIONS and clean(name) in OPTIONS:
        raise RulesError(name, FAULTS("invisible", option=clean(name)))
    if name not in OPTIONS:
        meant = closest(name, OPTIONS)
        if meant is not None:
            raise RulesError(name, FAULTS("no_such_option_but", meant=meant))
        raise RulesError(name, FAULTS("no_such_option", options=in_line(OPTIONS)))
    return OPTIONS[name]


def _check_seats(preset: Preset, max_pip: int, seats: int) -> int:
    fewest, most = preset.seats[max_pip]
    if not fewest <= seats <= most:
        has_larger, allowed = preset.seats[12][1] >= seats > most, span(fewest, most)
        fault = FAULTS(
            "seats_of_larger_set" if has_larger else "seats",
            game=preset.title,
            pips=max_pip,
            allowed=allowed,
            seats=seats,
        )
        raise RulesError("seats", fault)
    return seats


def _hand_size(hand: Value, max_pip: int, seats: int) -> int:
    if isinstance(hand, str):
        deal = DEALS[hand][max_pip]
        if seats - 2 >= len(deal):
            raise RulesError("hand", FAULTS("no_deal", seats=seats, pips=max_pip))
        return deal[seats - 2]
    assert isinstance(hand, int)
    tiles = len(set_of_tiles(max_pip))
    if hand * seats > tiles:
        dealt, most = seats * hand, tiles // seats
        fault = FAULTS("too_many_tiles", seats=seats, hand=hand, dealt=dealt, pips=max_pip, tiles=tiles, most=most)
        raise RulesError("hand", fault)
    return hand


def _check(rules: Rules, seats: int, chosen: Mapping[str, Value]) -> None:
    if rules.partners and seats != SEATS_OF_PARTNERS:
        raise RulesError("partners", FAULTS("partners", seats=seats))
    for name in chosen:
        reason = OPTIONS[name].ignored_when(rules)
        if reason is not None:
            raise RulesError(name, FAULTS("ignored", reason=reason))
    highest = highest_sum(rules.max_pip, spinner=rules.spinner is SpinnerRule.FIRST_DOUBLE)
    for divisor in rules.divisors:
        if divisor > highest:
            raise RulesError("divisors", FAULTS("never_scores", divisor=divisor, highest=highest))
    _check_that_it_can_end(rules, seats)


def _check_that_it_can_end(rules: Rules, seats: int) -> None:
    """Raise `RulesError` if nobody can ever win (RULES.md trap 14). `max_rounds` ends the cases that it overlooks."""
    awards = {points for points in _possible_awards(rules, seats) if points}
    if not awards:
        raise RulesError("divisors", FAULTS("nothing_scores"))
    if rules.hand == 1 and not (rules.lead_wins or rules.pips_divisor):
        raise RulesError("lead_wins", FAULTS("only_leads_score"))
    if rules.target_mode is not TargetMode.EXACT:
        return
    reachable = _totals(awards, rules.target + 20)
    if not reachable >> rules.target & 1:
        near = (rules.target + off for distance in range(1, rules.target) for off in (-distance, distance))
        nearest = next((total for total in near if reachable >> total & 1), None)
        if nearest is None:
            raise RulesError("target", FAULTS("out_of_reach", target=rules.target))
        raise RulesError("target", FAULTS("out_of_reach_but", target=rules.target, nearest=nearest))


def _totals(awards: set[int], limit: int) -> int:
    """Every score up to `limit` that awards can add up to, as a bit set: bit `n` is set for a score of `n`.

    A bit set is fast, and a player is waiting for the table to open.
    """
    reachable, all_ = 1, (2 << limit) - 1
    for points in awards:
        step = points
        while step <= limit:  # one more of this award, then two, then four: together, any number
            reachable |= reachable << step & all_
            step *= 2
    return reachable


def _possible_awards(rules: Rules, seats: int) -> Iterator[int]:
    """The possible points of a single award. With one tile each, the only play is the lead, which also goes out."""
    lead_only = rules.hand == 1 and rules.chip_out is ChipOut.ONE
    if lead_only:
        # The leader's only tile is the one that made it the leader. Such a round is never blocked.
        doubles_only = _a_double_always_leads(rules)
        sums = {tile.pips for tile in set_of_tiles(rules.max_pip) if tile.is_double or not doubles_only}
    else:
        sums = set(reachable_sums(rules))
    plays = {points_of(rules, end_sum) for end_sum in sums} | (set() if lead_only else {0})
    knocks = {0} if lead_only else {count * rules.knock_bonus for count in range(seats)}
    chips = {rules.chip_bonus} if lead_only else {0, rules.chip_bonus}
    if rules.combine:
        yield from {play + knock + chip for play in plays for knock in knocks for chip in chips}
    else:
        yield from plays | knocks | chips
    if rules.pips_divisor:
        step = rules.pips_divisor if rules.pips_unit is PipsUnit.MULTIPLE else 1
        yield from (step * times for times in range(1, 30))


def _a_double_always_leads(rules: Rules) -> bool:
    by_double = {LeadRule.DOUBLE_CYCLE, LeadRule.HIGHEST_DOUBLE}
    return rules.no_double is NoDouble.REDEAL and {rules.first_lead, rules.later_lead} <= by_double


def _odd_primes(highest: int) -> Iterator[int]:
    for number in range(3, highest + 1, 2):
        if all(number % divisor for divisor in range(3, number, 2)):
            yield number
