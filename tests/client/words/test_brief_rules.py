"""The rules of a table in three lines are true for its house rules."""

import pytest

from client.words.brief_rules import in_brief
from client.words.rule_sentences import worked_sum
from protocol.game.options import Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.scoring import points_of
from protocol.game.table_options import Assist
from tests.protocol.table_notation import rules_of


def test_fives_and_threes_in_three_lines() -> None:
    assert in_brief(rules_of("fives-and-threes"), Assist.POINTS, is_drawn=True) == (
        "Add up the open ends, doubles twice: a multiple of 3 or 5 scores. 15 = 5 threes + 3 fives = 8 points.",
        "The first to reach exactly 61 wins; points past 61 do not count.",
        "Under each tile: its points, or a dot if it fits nowhere.",
    )


def test_all_fives_in_three_lines_of_line_mode() -> None:
    assert in_brief(rules_of("all-fives"), Assist.POINTS, is_drawn=False) == (
        "Add up the open ends, up to four, doubles twice: a multiple of 5 scores that many points."
        " A sum of 20 scores 20 points."
        " Going out scores points for the pips left in the other hands.",
        "The first to reach 250 or more wins.",
        "With w, each tile has the points it would score.",
    )


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"divisors": "7"}, "a multiple of 7 scores. 14 = 2 sevens = 2 points."),
        ({"divisors": "primes"}, "a multiple of 3, 5, 7 or one of 4 other numbers scores."),
        ({"points": "total"}, "scores that many points, once for each number. A sum of 15 scores 15 + 15 = 30 points."),
        ({"spinner": "first_double"}, "Add up the open ends, up to four, doubles twice: "),
        ({"chip_bonus": 2}, "Going out scores 2 points."),
        (
            {"chip_bonus": 1, "pips_divisor": 5},
            "Going out scores 1 point and points for the pips left in the other hands.",
        ),
        ({"target": 121}, "The first to reach exactly 121 wins; points past 121 do not count."),
        ({"target_mode": "at_least"}, "The first to reach 60 or more wins."),
        ({"target_mode": "end_of_round"}, "The highest score wins, after a round in which a score reaches 60."),
        ({"partners": "yes"}, "Partners share one score. The first side to reach exactly 60 wins;"),
        ({"partners": "yes", "target_mode": "end_of_round"}, "Partners share one score. The highest score wins,"),
    ],
)
def test_house_rules_change_the_lines(settings: dict[str, Spelling], line: str) -> None:
    usual = in_brief(rules_of("fives-and-threes", {"target": 60}), Assist.POINTS, is_drawn=True)
    changed = in_brief(rules_of("fives-and-threes", {"target": 60, **settings}), Assist.POINTS, is_drawn=True)

    assert line in " ".join(changed)
    assert line not in " ".join(usual)


@pytest.mark.parametrize("is_drawn", [True, False])
def test_a_table_that_shows_no_help_has_no_line_about_points_of_tiles(is_drawn: bool) -> None:
    rules = rules_of("fives-and-threes")

    assert len(in_brief(rules, Assist.NONE, is_drawn=is_drawn)) == 2
    assert "points it would score" not in in_brief(rules, Assist.LEGAL, is_drawn=is_drawn)[-1]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_worked_sum_scores(preset: str) -> None:
    rules, _ = make_rules(PRESETS[preset])
    example = worked_sum(rules)

    assert example is not None
    assert points_of(rules, example) > 0
