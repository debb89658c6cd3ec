"""The leader of a round and the tile it must lead (RULES.md 1.15)."""

from collections.abc import Mapping

import pytest

from protocol.game.options import Spelling
from protocol.log.events import HowRoundEnded, RoundDealt
from protocol.log.leading import ByLot, DealAgain, Leader, find_leader, next_leader
from protocol.log.table import Table, evolve
from tests.protocol.table_notation import hands_of, round_of, seated_table, tile_of

OUT, BLOCKED = HowRoundEnded.OUT, HowRoundEnded.BLOCKED


def leader_of(table: Table, hands: str) -> Leader | ByLot | DealAgain:
    return find_leader(table, hands_of(hands))


def chosen(seat: int, by: str, lead: str | None = None) -> Leader:
    return Leader(seat, tile_of(by), None if lead is None else tile_of(lead))


def after_a_round(
    rules: str,
    settings: Mapping[str, Spelling] | None = None,
    *,
    hands: str = "| 1-0",
    leader: int = 0,
    first_out: int | None = None,
    ended: HowRoundEnded = OUT,
    next_double: int | None = None,
) -> Table:
    """A table at which a round has just ended."""
    return round_of(
        rules=rules, set=settings, hands=hands, leader=leader, first_out=first_out, ended=ended, next_double=next_double
    )


def wanting(pip: int, settings: Mapping[str, Spelling] | None = None) -> Table:
    return after_a_round("fives-and-threes", settings, hands="| 1-0 | 2-0 | 3-0", next_double=pip)


# double_cycle: seed 000.


def test_the_holder_of_the_highest_double_of_the_set_leads_the_first_round() -> None:
    assert leader_of(seated_table(), "1-0 | 5-5 | 6-6 | 3-3") == chosen(2, "6-6", "6-6")


def test_when_nobody_holds_the_highest_double_the_next_lower_one_leads() -> None:
    """Seed 000: if no one has double-six, then the player with double-five starts, or double-four etc."""
    assert leader_of(seated_table(), "1-0 | 5-5 | 6-5 | 3-3") == chosen(1, "5-5", "5-5")
    assert leader_of(seated_table(), "0-0 | 6-5 | 6-4 | 6-3") == chosen(0, "0-0", "0-0")


def dealt_by(table: Table, chosen_by: str | None) -> Table:
    by = None if chosen_by is None else tile_of(chosen_by)
    return evolve(table, RoundDealt(1, hands_of("6-6 | 5-5 | 4-4 | 3-3"), (), 0, by, None))


@pytest.mark.parametrize(("found", "next_double"), [("6-6", 5), ("5-5", 4), ("1-1", 0), ("0-0", 6)])
def test_the_next_round_is_led_by_the_double_one_lower_and_double_blank_is_followed_by_double_six(
    found: str, next_double: int
) -> None:
    """Trap 17: the cycle follows the double that was found: 6-6 missing, 5-5 led, next 4-4."""
    assert dealt_by(seated_table(), found).next_double == next_double


def test_the_cycle_continues_from_the_highest_double_of_the_first_round() -> None:
    settings = {"first_lead": "highest_double"}

    assert leader_of(seated_table("fives-and-threes", settings), "1-0 | 6-6 | 5-5 | 3-3") == chosen(1, "6-6", "6-6")
    assert dealt_by(seated_table("fives-and-threes", settings), "6-6").next_double == 5


def test_the_cycle_follows_the_double_whatever_is_led() -> None:
    table = dealt_by(seated_table("fives-and-threes", {"lead_tile": "any"}), "5-5")

    assert table.next_double == 4


def test_the_search_wraps_past_double_blank_within_a_round() -> None:
    """Trap 17."""
    assert leader_of(wanting(1), "6-6 | 5-5 | 4-4 | 2-1") == chosen(0, "6-6", "6-6")
    assert leader_of(wanting(1), "2-2 | 0-0 | 4-4 | 2-1") == chosen(1, "0-0", "0-0")
    assert leader_of(wanting(0), "5-4 | 3-3 | 6-4 | 1-1") == chosen(1, "3-3", "3-3")


@pytest.mark.parametrize("top", [9, 12])
def test_larger_sets_start_at_their_own_highest_double(top: int) -> None:
    """Trap 17."""
    table = seated_table("fives-and-threes", {"max_pip": top})

    assert table.next_double == top
    assert leader_of(table, f"6-6 | {top}-{top} | 5-5 | 4-4") == chosen(1, f"{top}-{top}", f"{top}-{top}")
    assert evolve(table, RoundDealt(1, hands_of("0-0 | | | "), (), 0, tile_of("0-0"), None)).next_double == top


def test_a_deal_without_a_double_is_repeated_and_the_cycle_does_not_advance() -> None:
    """`no_double=redeal`: shuffle and deal again, the next double unchanged."""
    assert leader_of(wanting(4), "6-5 | 6-4 | 6-3 | 6-2") == DealAgain()


def test_the_cycle_does_not_advance_when_the_heaviest_tile_leads() -> None:
    table = wanting(4, {"no_double": "heaviest"})

    assert leader_of(table, "6-2 | 6-4 | 6-3 | 5-1") == chosen(1, "6-4", "6-4")
    assert dealt_by(table, "6-4").next_double == 4


def test_the_cycle_does_not_advance_when_the_leader_is_chosen_by_lot() -> None:
    assert dealt_by(wanting(4), None).next_double == 4


# highest_double: seed 001.


@pytest.mark.parametrize("ended", [OUT, BLOCKED])
def test_the_highest_double_dealt_leads_every_round_of_playroom(ended: HowRoundEnded) -> None:
    hands = "4-4 6-5 | 5-5 1-0"

    assert leader_of(seated_table("playroom", None, 2), hands) == chosen(1, "5-5")
    assert leader_of(after_a_round("playroom", ended=ended), hands) == chosen(1, "5-5")


def test_without_a_double_the_heaviest_tile_leads_in_playroom() -> None:
    assert leader_of(seated_table("playroom", None, 2), "6-4 1-0 | 6-5 2-0") == chosen(1, "6-5")


@pytest.mark.parametrize("hands", ["5-4 1-0 | 6-3", "1-0 4-5 | 6-3"])
def test_of_two_equally_heavy_tiles_the_one_with_the_higher_half_leads(hands: str) -> None:
    """Trap 18: 6-3 and 5-4 are both 9."""
    assert leader_of(seated_table("playroom", None, 2), hands.replace("4-5", "5-4")) == chosen(1, "6-3")


# rotate, winner, chance: seeds 002 to 004.


@pytest.mark.parametrize("preset", ["cinq-et-trois", "all-fives", "all-threes"])
def test_the_first_round_is_led_by_lot(preset: str) -> None:
    assert leader_of(seated_table(preset), "6-6 | 5-5") == ByLot()


@pytest.mark.parametrize("ended", [OUT, BLOCKED])
def test_in_cinq_et_trois_the_lead_passes_to_the_other_player_also_after_a_block(ended: HowRoundEnded) -> None:
    assert leader_of(after_a_round("cinq-et-trois", leader=0, first_out=0, ended=ended), "6-6 | 5-5") == Leader(1)
    assert leader_of(after_a_round("cinq-et-trois", leader=1, first_out=1, ended=ended), "6-6 | 5-5") == Leader(0)


def test_the_lead_passes_clockwise() -> None:
    table = after_a_round("playroom", {"later_lead": "rotate"}, hands="1-0 | 2-0 | 3-0", leader=2)

    assert leader_of(table, "6-6 | 5-5 | 4-4") == Leader(0)


@pytest.mark.parametrize("preset", ["all-fives", "all-threes"])
def test_the_player_who_went_out_leads_the_next_round(preset: str) -> None:
    assert leader_of(after_a_round(preset, first_out=1), "6-6 | 5-5") == Leader(1)


@pytest.mark.parametrize("preset", ["all-fives", "all-threes"])
def test_after_a_block_the_lead_is_drawn_by_lot_again(preset: str) -> None:
    """Seed 004: if it happens that there is a `blocked` hand, the start player is again chosen in a random manner."""
    assert leader_of(after_a_round(preset, ended=BLOCKED), "6-6 | 5-5") == ByLot()


def test_with_winner_leads_the_leader_is_drawn_by_lot_when_nobody_went_out() -> None:
    table = after_a_round("all-fives", {"after_block": "same"}, ended=BLOCKED)

    assert leader_of(table, "6-6 | 5-5") == ByLot()


def test_with_partners_who_both_must_go_out_the_first_one_out_leads() -> None:
    """RULES.md section 3, 004: even if from the losing team, or out before a block."""
    settings = {"partners": "yes", "chip_out": "both", "after_block": "same"}

    for ended in (OUT, BLOCKED):
        table = after_a_round("all-threes", settings, hands="| | 1-0 | ", first_out=1, ended=ended)
        assert leader_of(table, "6-6 | 5-5 | 4-4 | 3-3") == Leader(1)


@pytest.mark.parametrize(("after_block", "leader"), [("rotate", Leader(1)), ("chance", ByLot())])
def test_after_block_overrides_only_after_a_block(after_block: str, leader: Leader | ByLot) -> None:
    settings = {"after_block": after_block}
    hands = "6-6 | 5-5"

    assert leader_of(after_a_round("playroom", settings, ended=BLOCKED), hands) == leader
    assert leader_of(after_a_round("playroom", settings, ended=OUT), hands) == chosen(0, "6-6")


# lead_tile.


def test_the_tile_that_chose_the_leader_must_be_led_when_the_game_requires_it() -> None:
    assert leader_of(seated_table("playroom", {"lead_tile": "required"}, 2), "6-4 | 6-6") == chosen(1, "6-6", "6-6")
    assert leader_of(seated_table("playroom", {"lead_tile": "required"}, 2), "6-4 | 6-5") == chosen(1, "6-5", "6-5")


@pytest.mark.parametrize("lead_tile", ["any", "any_double"])
def test_the_leader_is_the_same_when_another_tile_may_be_led(lead_tile: str) -> None:
    table = seated_table("fives-and-threes", {"lead_tile": lead_tile})

    assert leader_of(table, "1-0 | 6-6 | 2-0 | 3-0") == chosen(1, "6-6")


def test_when_no_tile_chose_the_leader_no_tile_is_required() -> None:
    settings = {"later_lead": "rotate", "lead_tile": "required"}
    table = after_a_round("playroom", settings, leader=0)

    assert leader_of(table, "6-6 | 5-5") == Leader(1, None, None)


def test_where_the_lead_rotates_it_is_known_before_the_deal_who_leads() -> None:
    assert next_leader(after_a_round("cinq-et-trois", leader=0)) == 1
    assert next_leader(after_a_round("cinq-et-trois", leader=1, ended=BLOCKED)) == 0


@pytest.mark.parametrize(
    ("rules", "hands", "settings"),
    [
        ("fives-and-threes", "| 1-0 | 2-0 | 3-0", {}),
        ("all-fives", "| 1-0", {}),
        ("cinq-et-trois", "| 1-0", {"after_block": "chance"}),
    ],
)
def test_where_tiles_luck_or_the_winner_decide_it_is_not_known_who_leads(
    rules: str, hands: str, settings: dict[str, str]
) -> None:
    assert next_leader(after_a_round(rules, settings, hands=hands)) is None
