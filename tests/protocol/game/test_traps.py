"""Every trap of RULES.md section 4, by number: one game situation each, and the correct result."""

from collections.abc import Mapping
from random import Random

import pytest

from protocol.game.layout import Spinning
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import DEALS
from protocol.game.rules import Rules
from protocol.game.scoring import award, highest_sum, points_of, reachable_sums, round_pips
from protocol.game.tiles import HIDDEN, set_of_tiles
from protocol.log.choices import choices
from protocol.log.events import (
    Event,
    HowMatchWon,
    HowRoundEnded,
    MatchWon,
    RoundDealt,
    RoundEnded,
    Scored,
    TileDrawn,
    TilePlayed,
)
from protocol.log.leading import ByLot, Leader, find_leader
from protocol.log.sight import SPECTATOR, Viewer, see
from protocol.log.table import evolve, fold
from tests.protocol.table_notation import (
    draws,
    hands_of,
    knocks,
    layout_of,
    plays,
    random_match,
    round_of,
    rules_of,
    seated_table,
    tile_of,
)

BOTH: Mapping[str, Spelling] = {"partners": "yes", "chip_out": "both", "chip_bonus": 1, "knock_bonus": 1}
ADVANCED = rules_of("playroom", {"divisors": "primes", "max_pip": 12})


def points_told(events: tuple[Event, ...]) -> list[tuple[int, int]]:
    return [(event.sum, event.awarded) for event in events if isinstance(event, Scored)]


def how_it_ended(events: tuple[Event, ...]) -> list[HowRoundEnded]:
    return [event.how for event in events if isinstance(event, RoundEnded)]


def arms(laid: str, tile: str) -> list[str]:
    return [arm.value for arm in layout_of(laid).arms_for(tile_of(tile))]


def test_trap_01_an_opening_double_counts_once() -> None:
    assert layout_of("6-6").end_sum == 12
    assert layout_of("4-1").end_sum == 5
    assert layout_of("4-1 r:4-4").end_sum == 9  # the double at an end counts twice 4, plus the 1


def test_trap_02_an_end_double_counts_twice_until_its_far_side_is_covered() -> None:
    assert layout_of("6-6 r:6-3").end_sum == 15
    assert layout_of("6-6 r:6-3 l:6-1").end_sum == 4
    assert layout_of("6-3 l:3-3").end_sum == 12
    assert layout_of("6-3 l:3-3 l:3-1").end_sum == 7


def test_trap_03_the_same_tile_on_the_same_number_scores_by_its_arm() -> None:
    """Ends 4 and 4-4: playing 4-2 gives 10 or 6."""
    table = round_of(rules="playroom", hands="4-2 5-5 | 6-6", line="4-1 l:6-1 l:6-4 r:4-4")

    assert [f"{play.tile} {play.arm}" for play in choices(table, 0).plays] == ["4-2 left", "4-2 right"]
    assert points_told(plays(table, 0, "4-2", "l")) == [(10, 2)]
    assert points_told(plays(table, 0, "4-2", "r")) == [(6, 2)]


def test_trap_04_a_flanked_spinner_stops_counting_and_its_number_stays_playable() -> None:
    laid = "5-5 r:5-2 l:5-1"

    assert layout_of(laid).end_sum == 3
    assert arms(laid, "6-5") == ["up", "down"]
    assert layout_of(f"{laid} u:6-5").end_sum == 9


def test_trap_05_narrow_ends_stay_shut_until_both_long_sides_are_covered() -> None:
    assert arms("5-5 r:5-2", "6-5") == ["left"]  # the spinner is the lead
    assert arms("6-5 l:5-5", "5-4") == ["left"]  # the spinner was played late, at the end of the line
    assert arms("6-5 l:5-5 l:5-1", "5-4") == ["up", "down"]


@pytest.mark.parametrize(
    ("laid", "opens", "plain", "sniff"),
    [
        ("6-5 l:5-5", "left", 6 + 10, 6 + 10),
        ("6-5 r:6-3 l:5-5", "left", 3 + 10, 3 + 10),
        ("6-5 r:6-3 r:3-1 l:5-5", "left", 1 + 10, 1 + 10),
        ("6-5 r:6-3 l:5-5 r:3-3", "left", 6 + 10, 6 + 10),
        ("5-2 l:2-1 r:5-5", "right", 1 + 10, 1 + 10),
        ("6-2 l:2-1 r:6-5 r:5-5", "right", 1 + 10, 1 + 10),
        ("6-5 r:6-3 l:5-5 l:5-1", "up down", 3 + 1, 3 + 1 + 10),
        ("5-2 l:2-1 r:5-5 r:6-5", "up down", 1 + 6, 1 + 6 + 10),
    ],
)
def test_trap_05_a_late_spinner_at_the_end_of_the_line_is_an_end_like_any_double(
    laid: str, opens: str, plain: int, sniff: int
) -> None:
    """Both halves count and only its far side is open, however long the line on its other side is."""
    assert arms(laid, "5-4") == opens.split()
    assert layout_of(laid, Spinning.PLAIN).end_sum == plain
    assert layout_of(laid, Spinning.SNIFF).end_sum == sniff


def test_trap_06_the_spinner_is_the_first_double_whenever_it_comes() -> None:
    layout = layout_of("6-5 r:6-3 l:5-5 l:5-1")

    assert layout.spinner is not None
    assert layout.spinner.tile == tile_of("5-5")
    assert {end.arm.value: end.pip for end in layout.ends} == {"left": 1, "right": 3, "up": 5, "down": 5}
    later = layout_of("6-5 r:6-6 r:6-3 l:5-5 l:5-1")
    assert later.spinner is not None
    assert later.spinner.tile == tile_of("6-6")


def test_trap_07_22_scores_only_in_advanced_mode_and_two_is_no_divisor() -> None:
    ordinary = rules_of("playroom", {"max_pip": 12})

    for end_sum in (7, 11, 13, 14, 22, 26, 28, 44):
        assert points_of(ordinary, end_sum) == 0
        assert points_of(ADVANCED, end_sum) > 0
    assert points_of(ADVANCED, 22) == 2
    assert points_of(ADVANCED, 2) == points_of(ADVANCED, 4) == points_of(ADVANCED, 16) == 0
    with pytest.raises(RulesError, match="2"):
        rules_of("playroom", {"divisors": "2,3"})


@pytest.mark.parametrize("rules", ["playroom", "cinq-et-trois", "all-fives", "all-threes"])
def test_trap_08_a_sum_of_zero_is_not_a_score(rules: str) -> None:
    table = round_of(rules=rules, hands="0-0 6-6 | 5-5 1-0")

    assert [type(event) for event in plays(table, 0, "0-0")] == [TilePlayed]


def test_trap_09_the_possible_sums() -> None:
    nine = rules_of("playroom", {"max_pip": 9})

    assert points_of(nine, 30) == 16
    assert points_of(nine, 45) == 24
    for max_pip, highest_odd in ((6, 17), (9, 27), (12, 35)):
        sums = reachable_sums(rules_of("playroom", {"max_pip": max_pip}))
        assert 45 not in sums
        assert max(end_sum for end_sum in sums if end_sum % 2) == highest_odd
    assert highest_sum(6, spinner=True) == 36


def test_trap_10_overshoot_is_all_or_nothing() -> None:
    rules = rules_of("cinq-et-trois", {"knock_bonus": 1})
    table = round_of(
        rules="cinq-et-trois", set={"knock_bonus": 1}, hands="6-3 | 5-5", line="6-6", scores=(58, 0), knocks=1
    )
    events = plays(table, 0, "6-3", "r")

    assert award(rules, 58, 15, 0, leads=False, goes_out=False).awarded == 0  # neither its 3 nor its 5
    assert award(rules, 58, 5, 3, leads=False, goes_out=False).awarded == 0  # knocks
    assert award(rules, 60, 5, 0, leads=False, goes_out=True).awarded == 0  # chip-out
    assert points_told(events) == [(15, 0)]
    assert how_it_ended(events) == [HowRoundEnded.OUT]
    after = fold(events, table)
    assert after.round is not None
    assert (after.round.knocks, after.scores) == (0, (58, 0))


def test_trap_11_knocks_pay_the_next_player_to_play() -> None:
    table = round_of(set={"knock_bonus": 1}, hands="5-4 | 5-0 | 3-1 3-2 | 2-0", line="3-3")
    table = fold((*knocks(table, 0), *knocks(table, 1)), table)

    assert points_told(plays(table, 2, "3-1", "r")) == [(7, 2)]
    out = round_of(set=BOTH, hands="6-3 |  | 3-1 1-0 | 3-2 2-1", line="6-6")
    after = fold(plays(out, 0, "6-3", "r"), out)
    assert points_told(plays(after, 2, "3-1", "r")) == []


def test_trap_12_what_counts_as_blocked_with_a_boneyard() -> None:
    def ending(settings: Mapping[str, Spelling], boneyard: str) -> list[HowRoundEnded]:
        table = round_of(rules="all-fives", set=settings, hands="5-3 6-6 | 1-0", line="5-4", boneyard=boneyard)
        return how_it_ended(plays(table, 0, "5-3"))

    assert ending({"draw": "none"}, "4-4 4-3") == [HowRoundEnded.BLOCKED]
    assert ending({"reserve": 2}, "4-4 4-3") == [HowRoundEnded.BLOCKED]
    assert ending({"reserve": 1}, "2-2 4-3") == []
    assert ending({}, "2-2") == []


def test_trap_12_drawing_can_empty_the_boneyard_into_one_hand() -> None:
    """Two players, 7 + 14 tiles: a hand can grow to 21."""
    low = [tile for tile in set_of_tiles(6) if 6 not in tile]
    table = round_of(
        rules="all-fives",
        hands=f"{' '.join(map(str, low[:7]))} | 6-5 6-4",
        line="6-6",
        boneyard=" ".join(map(str, low[7:])),
    )
    while choices(table, 0).may_draw:
        table = fold(draws(table, 0), table)

    assert table.round is not None
    assert len(table.round.hands[0]) == 21
    assert choices(table, 0).may_knock


def test_trap_13_no_pips_after_a_winning_play() -> None:
    table = round_of(rules="all-fives", hands="6-3 | 6-5", line="6-6", scores=(240, 0))
    *_, end, won = plays(table, 0, "6-3", "r")

    assert isinstance(end, RoundEnded)
    assert (end.how, end.winner, end.pips) == (HowRoundEnded.OUT, None, 0)
    assert won == MatchWon(HowMatchWon.TARGET, (0,), (255, 0))


def test_trap_14_a_game_that_cannot_end_is_refused_or_capped() -> None:
    with pytest.raises(RulesError, match="no points add up to exactly 61"):
        rules_of("fives-and-threes", {"hand": 1})
    with pytest.raises(RulesError, match="no points add up to exactly 61"):
        rules_of("all-fives", {"target_mode": "exact", "target": 61})
    drags_on = random_match("all-fives", {"target_mode": "exact", "target": 10000, "max_rounds": 2}, None, Random(1))
    assert isinstance(drags_on[-1], MatchWon)
    assert drags_on[-1].how is HowMatchWon.ROUND_CAP


@pytest.mark.parametrize(("preset", "seats", "settings"), [("playroom", 2, {}), ("fives-and-threes", 4, {"hand": 7})])
def test_trap_15_a_deal_may_leave_nothing_undealt(preset: str, seats: int, settings: Mapping[str, Spelling]) -> None:
    events = random_match(preset, {**settings, "max_rounds": 1}, seats, Random(3))
    (deal,) = (event for event in events if isinstance(event, RoundDealt))

    assert deal.boneyard == ()
    assert sum(map(len, deal.hands)) == 28


def test_trap_16_every_deal_of_the_tables_fits_its_set() -> None:
    for deals in DEALS.values():
        for max_pip, row in deals.items():
            for seats, hand in enumerate(row, start=2):
                assert seats * hand <= len(set_of_tiles(max_pip))
    assert rules_of("playroom", {"max_pip": 9}, 6).hand == 8
    assert rules_of("playroom", {"hand": "less"}, 4).hand == 7
    with pytest.raises(RulesError, match="at most"):
        rules_of("playroom", {"hand": 16, "max_pip": 9}, 4)


def test_trap_17_skipped_doubles_are_skipped_for_good() -> None:
    table = seated_table()
    hands = hands_of("5-5 | 1-0 | 2-0 | 3-0")

    assert find_leader(table, hands) == Leader(0, tile_of("5-5"), tile_of("5-5"))
    assert evolve(table, RoundDealt(1, hands, (), 0, tile_of("5-5"), None)).next_double == 4
    assert evolve(table, RoundDealt(1, hands, (), 0, tile_of("0-0"), None)).next_double == 6


@pytest.mark.parametrize("hands", ["6-3 | 5-4", "5-4 | 6-3"])
def test_trap_18_of_two_heaviest_tiles_the_higher_half_wins(hands: str) -> None:
    leader = find_leader(seated_table("playroom", None, 2), hands_of(hands))

    assert isinstance(leader, Leader)
    assert leader.chosen_by == tile_of("6-3")


def test_trap_19_rounding_has_no_halves() -> None:
    rules = rules_of("all-fives")

    assert [round_pips(rules, pips) for pips in range(11)] == [0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10]


def test_trap_20_all_threes_pays_sums_and_pips_in_different_units() -> None:
    rules = rules_of("all-threes")

    assert points_of(rules, 12) == 12
    assert round_pips(rules, 12) == 4


def test_trap_21_with_partners_the_side_owns_every_score() -> None:
    settings: Mapping[str, Spelling] = {"partners": "yes"}
    table = round_of(rules="all-fives", set=settings, hands="5-3 2-1 | 6-6 | 2-2 | 1-0", line="5-4", scores=(0, 5))
    blocked = fold(plays(table, 0, "5-3"), table)
    exact = round_of(set=settings, hands="1-0 | 6-3 5-5 | 2-0 | 4-0", line="6-6", turn=1, scores=(0, 60))

    assert blocked.scores == (15, 5)
    assert points_told(plays(exact, 1, "6-3", "r")) == [(15, 0)]
    won = round_of(set=settings, hands="1-0 | 6-3 5-5 | 2-0 | 4-0", line="6-6", turn=1, scores=(0, 53))
    assert plays(won, 1, "6-3", "r")[-1] == MatchWon(HowMatchWon.TARGET, (1,), (0, 61))


def test_trap_22_both_partners_must_go_out() -> None:
    first = round_of(set=BOTH, hands="6-4 | 4-1 | 2-0 | 3-1", line="6-6")
    events = plays(first, 0, "6-4", "r")
    after = fold(events, first)

    assert (points_told(events), how_it_ended(events)) == ([], [])
    assert after.round is not None
    assert after.round.seat_after(3) == 1  # seat 0 is skipped
    second = round_of(set=BOTH, hands=" | 4-1 | 6-4 | 3-1", line="6-6", turn=2)
    assert points_told(plays(second, 2, "6-4", "r")) == [(16, 1)]
    two_left = round_of(set=BOTH, hands=" |  | 5-3 6-6 | 1-0", line="5-4", turn=2)
    assert how_it_ended(plays(two_left, 2, "5-3")) == [HowRoundEnded.BLOCKED]


def test_trap_23_the_first_past_the_target_may_lose_and_a_tie_has_no_winner() -> None:
    settings: Mapping[str, Spelling] = {"target_mode": "end_of_round"}
    loses = round_of(rules="playroom", set=settings, hands="6-4 | 4-0", line="6-6", scores=(61, 63))
    ties = round_of(rules="playroom", set=settings, hands="6-4 | 4-0", line="6-6", scores=(62, 63))

    assert plays(loses, 0, "6-4", "r")[-1] == MatchWon(HowMatchWon.TARGET, (1,), (62, 63))
    assert isinstance(plays(ties, 0, "6-4", "r")[-1], RoundEnded)


def test_trap_24_hands_and_boneyard_are_hidden_from_others() -> None:
    deal = RoundDealt(1, hands_of("6-6 | 5-5"), hands_of("4-4 3-3")[0], 0, tile_of("6-6"), None)

    assert see(deal, SPECTATOR).event == RoundDealt(1, ((HIDDEN,), (HIDDEN,)), (HIDDEN,) * 2, 0, tile_of("6-6"), None)
    assert see(deal, Viewer(1)).event == RoundDealt(1, hands_of("? | 5-5"), (HIDDEN,) * 2, 0, tile_of("6-6"), None)
    assert see(TileDrawn(0, tile_of("4-4")), Viewer(1)).event == TileDrawn(0, HIDDEN)


def test_trap_25_a_leader_by_lot_without_a_double_leads_any_tile() -> None:
    settings: Mapping[str, Spelling] = {"lead_tile": "any_double"}
    assert find_leader(seated_table("all-fives", settings), hands_of("6-3 5-4 | 6-6")) == ByLot()

    table = round_of(rules="all-fives", set=settings, hands="6-3 5-4 | 6-6")
    assert [str(play.tile) for play in choices(table, 0).plays] == ["6-3", "5-4"]


def test_a_double_on_a_plain_line_is_not_a_spinner_in_any_game_but_all_fives() -> None:
    spinning: dict[str, Rules] = {preset: rules_of(preset) for preset in ("playroom", "all-fives", "all-threes")}

    assert [rules.spinning for rules in spinning.values()] == [Spinning.NONE, Spinning.PLAIN, Spinning.NONE]
