"""Why the best play is better, as a player can see it: one position for each reason."""

import pytest
from attrs import evolve

from daemon.bots.memory import Batch, Memory, ObservedPlay
from daemon.bots.reasons import Advantage, reason_for
from daemon.bots.situation import Situation
from protocol.game.layout import Arm, Layout
from protocol.log.choices import worth
from protocol.log.table import Table
from protocol.wire.hints import HintedPlay, Why
from tests.daemon.bots.tables import situation_of
from tests.protocol.table_notation import round_of, tile_of

LOST = 0.05
"""How much the second play loses: enough to be worse for certain, and not good."""


def hinted(
    situation: Situation, tile: str, knock: float = 0.0, reply_points: float = 0.0, reply_wins: float = 0.0
) -> HintedPlay:
    """This tile in a hint, at the only end that it fits, with the points that it scores."""
    (found,) = (play for play in situation.plays if play.tile == tile_of(tile))
    points = worth(situation.table, situation.seat, found).awarded
    return HintedPlay(*found, points, 0.5, 0.01, knock, None, reply_points, reply_wins=reply_wins)


def reason(
    table: Table, best: str, other: str, memory: Memory | None = None, *, lost: float = LOST, **facts: float
) -> Advantage:
    """The reason for the best play over the other one. `facts`: `knock` and `reply_points` of the other play."""
    situation = situation_of(0, table, memory)
    first = evolve(hinted(situation, best), win=0.5 + lost)
    return reason_for(situation, (first, hinted(situation, other, **facts)), (0.0, lost))


def duel(hand: str, line: str, rules: str = "cinq-et-trois", scores: tuple[int, ...] = (0, 0)) -> Table:
    return round_of(rules=rules, hands=f"{hand} | ? ? ?", line=line, scores=scores)


def four(hand: str, line: str, score: int) -> Table:
    """Fives and Threes, with the others at 50."""
    return round_of(rules="fives-and-threes", hands=f"{hand} | ? ? | ? ? | ? ?", line=line, scores=(score, 50, 50, 50))


@pytest.mark.parametrize(
    ("table", "best", "other", "why", "about"),
    [
        (duel("0-0 6-5 4-2", "5-0"), "6-5", "0-0", Why.POINTS, ()),
        (four("4-2 5-5 5-3", "5-2", 56), "4-2", "5-5", Why.TARGET, (2, 1)),
        (duel("6-4 3-0 2-0", "4-2"), "2-0", "6-4", Why.KEEPS, (2, 1)),
        (duel("0-0 6-5 4-2", "5-0"), "0-0", "6-5", Why.DOUBLE, ()),
        (duel("6-1 3-0 6-0", "1-0", "all-fives"), "6-0", "3-0", Why.PIPS, (6, 3)),
        (duel("6-4 3-0 2-0", "4-2"), "6-4", "2-0", Why.CHANCE, ()),
    ],
    ids=["points", "target", "keeps", "double", "pips", "chance"],
)
def test_the_largest_difference_that_a_player_can_see_is_the_reason(
    table: Table, best: str, other: str, why: Why, about: tuple[int, ...]
) -> None:
    found = reason(table, best, other)

    assert (found.why, found.about) == (why, about)


FOURS = duel("6-4 6-2", "1-6")
"""The 6-4 leaves a four open, and the 6-2 a two; the other end is a one. Neither scores."""


def test_less_for_the_next_player_to_score_is_a_reason() -> None:
    assert reason(FOURS, "6-4", "6-2", reply_points=2.0).why is Why.REPLY


def test_a_next_player_who_wins_less_often_is_a_reason_before_points() -> None:
    table = duel("0-0 6-5 4-2", "5-0", scores=(50, 59))
    found = reason(table, "6-5", "0-0", reply_wins=0.3)

    assert (found.why, found.about) == (Why.STOPS, (0, 30))


def test_what_explains_hardly_any_of_a_great_loss_is_no_reason() -> None:
    assert reason(FOURS, "6-4", "6-2", reply_points=0.2).why is Why.REPLY
    assert reason(FOURS, "6-4", "6-2", reply_points=0.2, lost=0.3).why is Why.CHANCE


def test_a_point_more_is_no_reason_where_it_leads_to_a_worse_place() -> None:
    """From 58, 2-1 leads to 60 and 5-3 to 59."""
    table = four("2-1 5-3", "5-2", 58)

    assert reason(table, "2-1", "5-3").why is Why.CHANCE
    assert reason(table, "5-3", "2-1").why is Why.TARGET


def test_what_the_partner_scores_or_cannot_play_is_no_reason() -> None:
    """The opponent between has gone out, so the partner is next."""
    table = round_of(
        rules="fives-and-threes",
        set={"partners": "yes", "chip_out": "both"},
        hands="5-0 3-0 | | ? ? ? | ? ? ?",
        line="0-1",
        scores=(20, 20),
    )

    assert reason(table, "3-0", "5-0", reply_points=2.0, knock=-0.8).why not in (Why.REPLY, Why.KNOCK)


def test_a_likelier_knock_is_a_reason() -> None:
    assert reason(FOURS, "6-4", "6-2", knock=-0.8).why is Why.KNOCK


def test_a_number_that_the_next_player_has_shown_not_to_have_is_a_reason() -> None:
    lacks_four = Memory(((Batch(2),), (Batch(3, frozenset({4, 5})),)))
    found = reason(FOURS, "6-4", "6-2", lacks_four, knock=-0.8)

    assert (found.why, found.about) == (Why.LACKS, (4,))


def test_a_number_of_which_hardly_any_tile_is_out_of_sight_is_a_reason() -> None:
    # All fours but 4-4 and 4-2 are on the table or in the hand.
    table = duel("6-4 6-2", "1-4 r:4-3 r:3-0 r:0-4 r:4-5 r:5-6")
    found = reason(table, "6-4", "6-2", knock=-0.8)

    assert (found.why, found.about) == (Why.GONE, (4, 2))


@pytest.mark.parametrize(("leader", "why", "about"), [(2, Why.PARTNER, (4,)), (1, Why.CHANCE, ()), (3, Why.CHANCE, ())])
def test_to_leave_the_partners_lead_open_is_a_reason(leader: int, why: Why, about: tuple[int, ...]) -> None:
    """This seat led the 4-1. The 6-3 leaves the four open, the 4-2 covers it; neither scores."""
    led = ObservedPlay(leader, tile_of("4-1"), Arm.START, Layout(), 0, 0)
    memory = Memory(((Batch(2),), (Batch(2),), (Batch(2),), (Batch(2),)), observed=(led,))
    table = round_of(
        rules="fives-and-threes", set={"partners": "yes"}, hands="6-3 4-2 | ? ? | ? ? | ? ?", line="1-4 l:1-6"
    )

    found = reason(table, "6-3", "4-2", memory)

    assert (found.why, found.about) == (why, about)


@pytest.mark.parametrize(("lost", "is_even"), [(0.0, True), (0.009, True), (0.01, False)])
def test_plays_are_about_the_same_if_the_second_one_would_be_graded_as_good(lost: float, is_even: bool) -> None:
    found = reason(FOURS, "6-4", "6-2", lost=lost)

    assert (found.why is Why.EVEN) == is_even
    assert found.sentence.endswith("are about the same") == is_even


def test_a_play_that_wins_needs_no_other_reason() -> None:
    table = duel("0-0 6-5 4-2", "5-0", scores=(59, 0))

    assert reason(table, "6-5", "0-0") == Advantage(Why.WINS, "6-5 right wins the match")
