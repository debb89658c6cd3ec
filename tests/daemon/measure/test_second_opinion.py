"""Hints and grades agree with many more deals; the long form looks at 60 choices and 20,000 deals."""

import pytest

from daemon.bots.bare_match import Contest
from protocol.game.presets import PRESETS, make_rules
from protocol.wire.analysis import Grade
from protocol.wire.hints import Why
from tests.daemon.bots.tables import LONG
from tests.daemon.measure.second_opinion import GOOD, ONE_POINT, Opinion, SecondOpinion, Task, opinions_of, report


def opinion(*plays: Opinion, why: Why = Why.POINTS, same: tuple[Grade, ...] = ()) -> SecondOpinion:
    return SecondOpinion(plays, why, same, (2, 1))


def test_grades_that_are_too_hard_or_too_mild_are_counted() -> None:
    found = list(
        report(
            [
                opinion(Opinion(Grade.INACCURACY, 0.012, 0.004), Opinion(Grade.MISTAKE, 0.05, 0.06)),
                opinion(Opinion(Grade.BEST, 0.0, 0.021), Opinion(Grade.GOOD, 0.004, 0.012)),
            ]
        )
    )

    assert "graded an inaccuracy or worse, but lose less than 1 in 100: 1 of 2" in found
    assert "graded good or best, but lose 2 in 100 or more: 1 of 2" in found


def test_a_hint_that_an_analysis_contradicts_is_counted() -> None:
    found = list(report([opinion(why=Why.EVEN, same=(Grade.BEST, Grade.INACCURACY)), opinion()]))

    assert "about the same in a hint, but graded an inaccuracy or worse: 1 of 2" in found
    assert "reasons: even 1, points 1" in found
    assert "replies named: 2 of 4" in found


@pytest.mark.parametrize("preset", PRESETS if LONG else ["cinq-et-trois"])
def test_grades_hold_in_many_more_deals(preset: str) -> None:
    rules, seats = make_rules(PRESETS[preset], None)
    task = Task(Contest(preset, rules, seats, 1), "casual", 1, 12 if LONG else 4, 20_000 if LONG else 1_500)
    plays = [play for found in opinions_of(task) for play in found.plays]

    assert {play.grade for play in plays} >= {Grade.BEST}
    for play in plays:
        slack = ONE_POINT if LONG else 3 * ONE_POINT
        assert play.lost == pytest.approx(play.truly_lost, abs=max(slack, play.truly_lost / 2)) or play.grade in GOOD
        assert play.truly_lost < 2 * slack or play.grade not in GOOD
