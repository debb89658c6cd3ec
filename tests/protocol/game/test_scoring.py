"""Points, cell by cell as the seeds print them (RULES.md 1.7, 1.9, 1.11, 1.12)."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.game.presets import PRESETS
from protocol.game.rules import Rules
from protocol.game.scoring import (
    SUMS_KEPT,
    _points,
    award,
    highest_sum,
    pips_points,
    points_of,
    reachable_sums,
    round_pips,
    shares,
    sums_that_count,
    sums_too_high,
)
from tests.played import tables_of
from tests.protocol.table_notation import hands_of, random_match, rules_of

FIVES_AND_THREES = rules_of("fives-and-threes")
CINQ = rules_of("cinq-et-trois")
ALL_FIVES = rules_of("all-fives")
ALL_THREES = rules_of("all-threes")


# Sums (1.7).


@pytest.mark.parametrize(
    ("end_sum", "points"),
    [
        *((0, 0), (6, 2), (12, 4), (18, 6)),
        *((1, 0), (7, 0), (13, 0), (20, 4)),
        *((2, 0), (8, 0), (14, 0), (22, 0)),
        *((3, 1), (9, 3), (15, 8)),
        *((4, 0), (10, 2), (16, 0)),
        *((5, 1), (11, 0), (17, 0)),
    ],
)
def test_the_table_that_seed_000_prints(end_sum: int, points: int) -> None:
    assert points_of(FIVES_AND_THREES, end_sum) == points


def test_the_sums_that_seed_000_prints_are_those_that_a_line_can_reach() -> None:
    assert reachable_sums(FIVES_AND_THREES) == (*range(19), 20, 22)


@pytest.mark.parametrize(
    ("room", "count", "too_high"),
    [
        (1, (3, 5), (6, 9, 10, 12, 15, 18, 20)),
        (2, (3, 5, 6, 10), (9, 12, 15, 18, 20)),
        (4, (3, 5, 6, 9, 10, 12, 20), (15, 18)),
        (8, (3, 5, 6, 9, 10, 12, 15, 18, 20), ()),
    ],
)
def test_near_an_exact_target_some_sums_pay_too_much(
    room: int, count: tuple[int, ...], too_high: tuple[int, ...]
) -> None:
    assert sums_that_count(FIVES_AND_THREES, room) == count
    assert sums_too_high(FIVES_AND_THREES, room) == too_high


def test_the_cache_of_sums_is_bounded() -> None:
    for divisors in combinations(range(3, 47, 2), 2):
        rules = rules_of("playroom", {"max_pip": 12, "divisors": list(divisors)})
        assert all(points_of(rules, end_sum) >= 0 for end_sum in range(48))

    assert _points.cache_info().currsize <= SUMS_KEPT


@pytest.mark.parametrize(
    ("end_sum", "points"), [(3, 1), (5, 1), (6, 2), (9, 3), (10, 2), (12, 4), (15, 8), (18, 6), (20, 4)]
)
def test_the_table_that_seed_002_prints(end_sum: int, points: int) -> None:
    assert points_of(CINQ, end_sum) == points


@pytest.mark.parametrize(("end_sum", "points"), [(4, 0), (9, 3), (10, 2), (15, 8), (8, 0)])
def test_the_examples_of_seed_001(end_sum: int, points: int) -> None:
    assert points_of(rules_of("playroom"), end_sum) == points


@pytest.mark.parametrize(
    ("end_sum", "points"),
    [(21, 10), (22, 2), (7, 1), (11, 1), (13, 1), (14, 2), (26, 2), (28, 4), (15, 8), (8, 0), (2, 0), (4, 0), (0, 0)],
)
def test_advanced_mode_scores_every_odd_prime_and_never_two(end_sum: int, points: int) -> None:
    """Seed 001: a sum of 21 gives 10 points. Trap 7: 22 is two elevens; 2 is never a divisor."""
    assert points_of(rules_of("playroom", {"divisors": "primes", "max_pip": 12}), end_sum) == points


@pytest.mark.parametrize(
    ("end_sum", "points"), [(10, 10), (5, 5), (20, 20), (35, 35), (12, 0), (0, 0), (7, 0), (25, 25)]
)
def test_all_fives_pays_the_sum_itself(end_sum: int, points: int) -> None:
    """Seed 003: for each multiple of five, the player receives 5 points."""
    assert points_of(ALL_FIVES, end_sum) == points


@pytest.mark.parametrize(("end_sum", "points"), [(12, 12), (3, 3), (18, 18), (0, 0), (5, 0), (10, 0)])
def test_all_threes_pays_the_sum_itself(end_sum: int, points: int) -> None:
    """Seed 004: if the total is a multiple of three, the player scores that number of points."""
    assert points_of(ALL_THREES, end_sum) == points


def test_the_points_of_all_divisors_are_added() -> None:
    fifteen = shares(FIVES_AND_THREES, 15)

    assert [(share.divisor, share.times, share.points) for share in fifteen] == [(3, 5, 5), (5, 3, 3)]
    assert points_of(rules_of("fives-and-threes", {"points": "total"}), 15) == 30


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sum_of_zero_scores_nothing(preset: str) -> None:
    """Trap 8."""
    assert points_of(rules_of(preset), 0) == 0
    assert shares(rules_of(preset), 0) == ()


@pytest.mark.parametrize(
    ("max_pip", "highest", "unreachable"), [(6, 22, {19, 21}), (9, 34, {29, 31, 33}), (12, 46, {37, 39, 41, 43, 45})]
)
def test_the_sums_that_a_line_can_reach(max_pip: int, highest: int, unreachable: set[int]) -> None:
    """Trap 9."""
    rules = rules_of("playroom", {"max_pip": max_pip})

    assert highest_sum(max_pip, spinner=False) == highest
    assert set(range(highest + 1)) - set(reachable_sums(rules)) == unreachable
    assert max(reachable_sums(rules)) == highest


def test_the_sums_that_a_spinner_can_reach() -> None:
    """Trap 9: 36 at the most with double-six, 35 the highest multiple of five."""
    assert highest_sum(6, spinner=True) == max(reachable_sums(ALL_FIVES)) == 36
    assert max(end_sum for end_sum in reachable_sums(ALL_FIVES) if end_sum % 5 == 0) == 35


@given(st.integers(), st.sampled_from(list(PRESETS)), st.sampled_from(["plain", "sniff"]))
def test_no_game_reaches_a_sum_that_is_not_listed(chance: int, preset: str, count: str) -> None:
    settings = {"spinner_count": count} if preset == "all-fives" else {}
    events = random_match(preset, {**settings, "max_rounds": 2}, None, Random(chance))
    layouts = [table.round.layout for table in tables_of(events) if table.round is not None]

    assert {layout.end_sum for layout in layouts} <= set(reachable_sums(rules_of(preset, settings)))


# The points of a turn (1.11).


def awarded(rules: Rules, score: int, end_sum: int, knocks: int = 0, *, goes_out: bool = False) -> int:
    return award(rules, score, end_sum, knocks, leads=False, goes_out=goes_out).awarded


def exact(combine: str, knock_bonus: int = 1, chip_bonus: int = 1) -> Rules:
    return rules_of("cinq-et-trois", {"combine": combine, "knock_bonus": knock_bonus, "chip_bonus": chip_bonus})


def test_a_turn_is_offered_points_of_three_kinds() -> None:
    earned = award(exact("yes"), 0, 15, 2, leads=False, goes_out=True)

    assert (earned.end_sum, earned.play, earned.knocks, earned.chip_out, earned.awarded) == (15, 8, 2, 1, 11)
    assert earned.offered == 11


def test_points_that_land_on_the_target_count() -> None:
    assert awarded(exact("yes"), 53, 15) == 8


def test_a_turn_that_overshoots_gets_none_of_its_points() -> None:
    """Seed 000: on 60, two points do not count. Trap 10: 15 does not fall back to its threes or its fives."""
    assert awarded(FIVES_AND_THREES, 60, 6) == 0
    assert awarded(FIVES_AND_THREES, 58, 15) == 0
    assert awarded(rules_of("playroom"), 60, 9) == 0  # seed 001: Alice on 60 plays 6/1 onto 3 and 1


def test_a_last_tile_overshoots_with_all_its_points_together() -> None:
    """The combine note: on 59, the last tile makes 6: 2 + 1 = 3 is too many."""
    assert awarded(exact("yes"), 59, 6, goes_out=True) == 0
    assert awarded(exact("yes"), 58, 6, goes_out=True) == 3


def test_on_sixty_going_out_wins_only_without_a_scoring_sum() -> None:
    """The combine note: a sum worth 1 prevents the win, a sum worth nothing wins."""
    assert awarded(exact("yes"), 60, 5, goes_out=True) == 0
    assert awarded(exact("yes"), 60, 4, goes_out=True) == 1


@pytest.mark.parametrize(("preset", "score"), [("cinq-et-trois", 60), ("all-fives", 245)])
def test_where_a_lead_cannot_win_its_points_count_only_below_the_target(preset: str, score: int) -> None:
    """ "Not out on the down", in the leagues of Teesdale and Leek."""
    usual, pub = rules_of(preset), rules_of(preset, {"lead_wins": "no"})
    points = usual.target - score

    def lead(rules: Rules, score: int) -> int:
        return award(rules, score, 5, 0, leads=True, goes_out=False).awarded

    assert (lead(usual, score), lead(pub, score)) == (points, 0)
    assert lead(pub, score - 1) == points, "one short of the target"
    assert award(pub, score, 5, 0, leads=False, goes_out=False).awarded == points, "a later tile may win"


def test_knocks_overshoot_like_everything_else() -> None:
    assert awarded(exact("yes"), 58, 6, knocks=2) == 0
    assert awarded(exact("yes"), 58, 6, knocks=1) == 3


@pytest.mark.parametrize(
    ("score", "end_sum", "knocks", "goes_out", "points"),
    [
        (59, 6, 0, True, 2),  # the play counts, going out would be one too many
        (60, 6, 0, True, 1),  # the play is refused, going out counts
        (60, 5, 0, True, 1),
        (58, 6, 3, False, 2),  # the knocks are refused whole
        (58, 15, 2, True, 3),  # the play is refused, knocks and going out count
        (60, 6, 2, False, 0),
    ],
)
def test_with_combine_off_each_kind_of_points_is_checked_separately_in_order(
    score: int, end_sum: int, knocks: int, goes_out: bool, points: int
) -> None:
    assert awarded(exact("no"), score, end_sum, knocks, goes_out=goes_out) == points


@pytest.mark.parametrize("mode", ["at_least", "end_of_round"])
def test_without_an_exact_target_everything_counts(mode: str) -> None:
    rules = rules_of("cinq-et-trois", {"target_mode": mode, "knock_bonus": 1})

    assert awarded(rules, 60, 15, knocks=2, goes_out=True) == 11


def test_the_chip_out_bonus_goes_to_the_player_who_goes_out() -> None:
    assert award(CINQ, 0, 4, 0, leads=False, goes_out=True).chip_out == 1
    assert award(CINQ, 0, 4, 0, leads=False, goes_out=False).chip_out == 0


def test_each_knock_is_worth_the_bonus() -> None:
    """1.9; a bonus of zero is the default in every game."""
    assert award(rules_of("fives-and-threes", {"knock_bonus": 2}), 0, 4, 3, leads=False, goes_out=False).knocks == 6
    assert award(FIVES_AND_THREES, 0, 4, 3, leads=False, goes_out=False).knocks == 0


# Pips left at the end of a round (1.12).


@pytest.mark.parametrize(
    ("pips", "points"), [(27, 25), (0, 0), (1, 0), (2, 0), (3, 5), (4, 5), (5, 5), (7, 5), (8, 10), (22, 20), (23, 25)]
)
def test_pips_go_to_the_nearest_multiple_of_five(pips: int, points: int) -> None:
    """Seed 003: a sum of 27 pays 25. Trap 19: 2 pips pay nothing, 3 pay five."""
    assert round_pips(ALL_FIVES, pips) == points


@pytest.mark.parametrize(("pips", "points"), [(0, 0), (1, 0), (2, 3), (3, 3), (4, 3), (5, 6), (10, 9)])
def test_pips_go_to_the_nearest_multiple_of_three(pips: int, points: int) -> None:
    assert round_pips(rules_of("all-fives", {"pips_divisor": 3}), pips) == points


@pytest.mark.parametrize(("pips", "points"), [(0, 0), (1, 1), (3, 1), (7, 3), (8, 3), (10, 4), (12, 4)])
def test_all_threes_divides_pips_by_three_and_rounds_up(pips: int, points: int) -> None:
    """Seed 004. Trap 20: 12 on the ends are 12 points, 12 pips left are 4; a last tile may earn 12 + 4 for 10 pips."""
    assert round_pips(ALL_THREES, pips) == points


@pytest.mark.parametrize(("unit", "points"), [("multiple", 25), ("quotient", 5)])
def test_the_unit_of_pips(unit: str, points: int) -> None:
    assert round_pips(rules_of("all-fives", {"pips_unit": unit}), 27) == points


@given(st.integers(0, 500), st.sampled_from([3, 5]))
def test_rounding_is_exact_however_many_pips_are_left(pips: int, divisor: int) -> None:
    """Trap 19: by another method: the nearest multiple is at most half a step away."""
    nearest = round_pips(rules_of("all-fives", {"pips_divisor": divisor}), pips)
    up = round_pips(rules_of("all-fives", {"pips_divisor": divisor, "pips_round": "up"}), pips)

    assert nearest in range(0, pips + divisor, divisor)
    assert 2 * abs(nearest - pips) < divisor
    assert up in range(0, pips + divisor, divisor)
    assert 0 <= up - pips < divisor


def test_the_total_is_rounded_or_each_hand() -> None:
    """RULES.md section 3: hands of 12 and 12 pips are 25 by the sum, 20 by hand; in threes, 7 and 8 are 6, not 5."""
    hands = hands_of(" | 6-6 | 6-6")

    assert pips_points(rules_of("all-fives", None, 3), hands, 0) == 25
    assert pips_points(rules_of("all-fives", {"pips_scope": "each"}, 3), hands, 0) == 20
    assert pips_points(rules_of("all-threes", None, 3), hands_of(" | 6-1 | 6-2"), 0) == 6
    assert pips_points(rules_of("all-threes", {"pips_scope": "sum"}, 3), hands_of(" | 6-1 | 6-2"), 0) == 5


def test_the_winners_own_pips_are_paid_only_where_all_pips_are() -> None:
    hands = hands_of("5-0 | 5-5 | 6-4")

    assert pips_points(rules_of("all-fives", None, 3), hands, 0) == 20
    assert pips_points(rules_of("all-fives", {"pips_from": "all"}, 3), hands, 0) == 25


def test_a_partners_pips_are_not_paid() -> None:
    """Trap 21: the side takes the pips, and its own pips do not count."""
    rules = rules_of("all-fives", {"partners": "yes"}, 4)
    hands = hands_of(" | 5-5 | 6-6 | 5-0")

    assert pips_points(rules, hands, 0) == 15
    assert pips_points(rules, hands, 1) == 10
