"""The grades and the accuracy of an analysis."""

import pytest

from protocol.game.layout import Arm
from protocol.wire.analysis import (
    FEWEST_DECISIONS,
    BetterPlay,
    Grade,
    JudgedPlay,
    accuracy_of,
    decode_analysis,
    encode_analysis,
    grade_of,
)
from tests.protocol.table_notation import tile_of


def play(lost: float, at_stake: float) -> JudgedPlay:
    better = BetterPlay(tile_of("0-0"), Arm.LEFT, 0.5 + lost) if lost else None
    return JudgedPlay(1, 0, tile_of("1-1"), Arm.LEFT, 0.5, 0.01, lost, better, at_stake=at_stake)


@pytest.mark.parametrize(
    ("lost", "grade"),
    [
        (0.0, Grade.BEST),
        (0.005, Grade.GOOD),
        (0.01, Grade.INACCURACY),
        (0.04, Grade.MISTAKE),
        (0.1, Grade.BLUNDER),
        (1.0, Grade.BLUNDER),
    ],
)
def test_a_play_is_graded_by_what_it_lost(lost: float, grade: Grade) -> None:
    assert grade_of(lost) is grade
    assert play(lost, 1.0).grade is grade


NOTHING_AT_STAKE = [play(0, 0)] * FEWEST_DECISIONS


def test_losing_nothing_is_100_and_losing_all_that_was_at_stake_is_0() -> None:
    assert accuracy_of([play(0, 0.2), *NOTHING_AT_STAKE]) == 100
    assert accuracy_of([play(0.2, 0.2), play(0.1, 0.1), *NOTHING_AT_STAKE]) == 0


def test_a_slip_counts_as_much_as_was_at_stake() -> None:
    small_slip, large_slip = [play(0.01, 0.01), play(0, 0.3)], [play(0, 0.01), play(0.3, 0.3)]

    assert (accuracy_of([*small_slip, *NOTHING_AT_STAKE]) or 0) > 90
    assert (accuracy_of([*large_slip, *NOTHING_AT_STAKE]) or 100) < 10


def test_few_decisions_have_no_accuracy() -> None:
    enough = [play(0.01, 0.1)] * FEWEST_DECISIONS

    assert accuracy_of([]) is None
    assert accuracy_of(enough[1:]) is None
    assert accuracy_of(enough) is not None


def test_where_hardly_anything_was_at_stake_there_is_no_accuracy() -> None:
    """Four good plays and one inaccuracy in a match that is nearly lost are no "7 %"."""
    assert accuracy_of([play(0.011, 0.012), *NOTHING_AT_STAKE]) is None


def test_an_analysis_of_an_older_release_can_be_read() -> None:
    line = (
        b'{"type":"analysis","version":1,"game":"g1","worlds":4,"seed":1,"players":[],"rounds":[],"plays":[{"seq":9,'
        b'"seat":0,"tile":"5-4","arm":"left","win":0.5,"error":0.01,"lost":0.05,'
        b'"better":{"tile":"4-1","arm":"left","win":0.55}}]}'
    )

    found = decode_analysis(line)

    assert (found.release, found.plays[0].grade, found.plays[0].at_stake) == ("", Grade.MISTAKE, 0)
    assert decode_analysis(encode_analysis(found)) == found


def test_the_costliest_plays_come_first_and_may_be_those_of_some_seats() -> None:
    found = decode_analysis(
        b'{"type":"analysis","version":1,"game":"g1","worlds":4,"seed":1,"players":[],"rounds":[],"plays":['
        + b",".join(
            b'{"seq":%d,"seat":%d,"tile":"5-4","arm":"left","win":0.5,"error":0.01,"lost":%s,"better":%s}'
            % (seq, seat, lost, b"null" if lost == b"0" else b'{"tile":"4-1","arm":"left","win":0.6}')
            for seq, seat, lost in ((3, 0, b"0.02"), (4, 1, b"0.3"), (5, 0, b"0.1"), (6, 0, b"0"))
        )
        + b"]}"
    )

    assert [play.seq for play in found.costliest(2)] == [4, 5]
    assert [play.seq for play in found.costliest(5, [0])] == [5, 3]
