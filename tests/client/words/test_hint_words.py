"""The sentences of a hint: the advice and its reason, and what each play leads to."""

import pytest

from client.view.view import View
from client.words.hint_words import advice, estimate, estimates
from protocol.game.layout import Arm
from protocol.wire.hints import HintedPlay, Why
from protocol.wire.messages import Hint
from tests.protocol.table_notation import round_of, tile_of

DUEL = round_of(rules="cinq-et-trois", hands="3-1 6-3 | 5-5 4-4", line="3-1")
VIEW = View(DUEL, 0)


def hinted(tile: str, arm: Arm, points: int, **facts: object) -> HintedPlay:
    usual = {"win": 0.6, "error": 0.02, "knock": 0.0, "reply": tile_of("5-5"), "reply_points": 1.25}
    return HintedPlay(tile_of(tile), arm, points, **{**usual, **facts})  # type: ignore[arg-type]  # as given


BEST = hinted("3-1", Arm.LEFT, 2)
OTHER = hinted("6-3", Arm.RIGHT, 0, win=0.4, knock=0.25)


def hint(why: str, *plays: HintedPlay, seq: int = 0, about: tuple[int, ...] = ()) -> Hint:
    return Hint("r-1", seq, plays or (BEST, OTHER), why, "as the daemon says it", about)


@pytest.mark.parametrize(
    ("why", "about", "text"),
    [
        (Why.POINTS, (), "Play 3-1 on the left: 2 points. Next best: 6-3 on the right, no points."),
        (Why.WINS, (), "Play 3-1 on the left: it wins the match."),
        (
            Why.TARGET,
            (2, 1),
            "Play 3-1 on the left: at 59 only sums of 3, 5, 6 and 10 still count; "
            "at 60, after 6-3 on the right, only sums of 3 and 5 still count.",
        ),
        (
            Why.TARGET,
            (4, 3),
            "Play 3-1 on the left: at 57 sums of 15 and 18 are too much; "
            "at 58, after 6-3 on the right, sums of 12, 15, 18 and 20 are too much.",
        ),
        (
            Why.TARGET,
            (8, 6),
            "Play 3-1 on the left: at 53 every sum still counts; "
            "at 55, after 6-3 on the right, sums of 15 are too much.",
        ),
        (Why.TARGET, (14, 12), "Play 3-1 on the left: you then need 14 more; 12 after 6-3 on the right."),
        (
            Why.STOPS,
            (3, 29),
            "Play 3-1 on the left: Ben then wins at once 3 % of the time; after 6-3 on the right, 29 %.",
        ),
        (Why.REPLY, (), "Play 3-1 on the left: it leaves Ben less to score than 6-3 on the right."),
        (Why.LACKS, (4,), "Play 3-1 on the left: Ben has no 4."),
        (Why.LACKS, (0, 4), "Play 3-1 on the left: Ben has no 0 and no 4."),
        (Why.GONE, (5, 0), "Play 3-1 on the left: no 5 is left in the other hands."),
        (Why.GONE, (5, 2), "Play 3-1 on the left: only 2 of the 5s are still out of sight."),
        (
            Why.KNOCK,
            (),
            "Play 3-1 on the left: Ben is more likely to have nothing that fits than after 6-3 on the right.",
        ),
        (Why.PARTNER, (4,), "Play 3-1 on the left: it leaves the 4 open, which your partner led."),
        (Why.KEEPS, (3, 0), "Play 3-1 on the left: 3 of your other tiles fit then; none after 6-3 on the right."),
        (Why.DOUBLE, (), "Play 3-1 on the left: a double fits one number only, so play it while you can."),
        (Why.PIPS, (9, 4), "Play 3-1 on the left: your hand then has 5 pips fewer than after 6-3 on the right."),
        (Why.CHANCE, (), "Play 3-1 on the left: it wins 20 in 100 more of such matches than 6-3 on the right."),
        (Why.EVEN, (), "Play 3-1 on the left, or 6-3 on the right: they are about the same."),
        ("a_reason_of_tomorrow", (), "Play 3-1 on the left."),
        (Why.KEEPS, (), "Play 3-1 on the left."),
    ],
)
def test_the_best_play_comes_with_its_reason(why: str, about: tuple[int, ...], text: str) -> None:
    assert advice(VIEW, hint(why, about=about)) == text


def test_the_only_play_is_called_that() -> None:
    assert advice(VIEW, hint(Why.ONLY_PLAY, BEST)) == "Play 3-1 on the left: nothing else fits."


def test_each_play_has_its_points_and_chances() -> None:
    assert estimates(VIEW, hint(Why.POINTS)) == [
        "3-1 on the left: 2 points. You win 60 % of such matches, give or take 4. Then Ben scores 1.2 on average.",
        "6-3 on the right: no points. You win 40 %. "
        "Then Ben has nothing that fits 25 % of the time and scores 1.2 on average.",
    ]


def test_the_same_play_at_both_ends_of_a_lone_double_is_said_once() -> None:
    lone = View(round_of(rules="cinq-et-trois", hands="6-3 6-1 | 5-5 4-4", line="6-6"), 0, is_drawn=True)
    plays = [hinted(tile, arm, 0) for tile in ("6-3", "6-1") for arm in (Arm.LEFT, Arm.RIGHT)]

    said = estimates(lone, hint(Why.EVEN, *plays))

    assert [line.split(":")[0] for line in said] == ["6-3 on the 6", "6-1 on the 6"]


@pytest.mark.parametrize(("chance", "is_named"), [(0.0, False), (0.49, False), (0.5, True), (1.0, True)])
def test_a_reply_is_named_if_it_is_as_likely_as_not(chance: float, is_named: bool) -> None:
    said = estimate(VIEW, hinted("3-1", Arm.LEFT, 2, reply_chance=chance))

    assert said.endswith(" and will probably play 5-5.") == is_named
    assert ("5-5" in said) == is_named


def test_a_next_player_who_certainly_draws_may_still_score() -> None:
    said = estimate(VIEW, hinted("3-1", Arm.LEFT, 2, knock=1.0))

    assert said.endswith(" Then Ben has to draw and scores 1.2 on average.")


def test_a_next_player_who_may_win_at_once_is_said_to() -> None:
    said = estimate(VIEW, hinted("3-1", Arm.LEFT, 2, reply_wins=0.24))

    assert said.endswith(" Then Ben scores 1.2 on average and wins the match 24 % of the time.")


def test_points_past_the_target_are_told_from_none() -> None:
    """5-5 makes 10 + 5 = 15, which is worth 8, and 5-3 makes 8; at 58 only 3 points count."""
    table = round_of(
        rules="fives-and-threes", hands="5-5 5-3 | ? | ? | ?", line="5-2 l:2-4 l:4-5", scores=(58, 0, 0, 0)
    )
    near, lost, none = View(table, 0), hinted("5-5", Arm.LEFT, 0), hinted("5-3", Arm.LEFT, 0)

    assert estimate(near, lost).startswith("5-5 on the left: 0 of 8 points, past the target. You win")
    assert estimate(near, none).startswith("5-3 on the left: no points. You win")


def test_a_play_without_a_reply_has_no_outlook() -> None:
    last = hinted("3-1", Arm.LEFT, 2, win=1.0, error=0.0, reply=None, reply_points=0.0)
    stuck = hinted("3-1", Arm.LEFT, 2, knock=1.0, reply=None, reply_points=0.0)

    assert estimate(VIEW, last) == "3-1 on the left: 2 points. You win 100 % of such matches."
    assert estimate(VIEW, stuck).endswith(" Then Ben has nothing that fits.")


def test_partners_win_together() -> None:
    four = round_of(rules="fives-and-threes", set={"partners": "yes"}, hands="3-1 | ? | ? | ?", line="3-1")

    assert "Your side wins 60 %" in estimate(View(four, 0), BEST)
