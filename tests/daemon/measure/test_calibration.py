"""The measure of calibration is itself correct."""

from random import Random

import pytest

from daemon.bots.bare_match import Contest
from protocol.game.presets import PRESETS, make_rules
from tests.daemon.measure.calibration import Forecast, Task, bins_of, brier, forecasts_of, mean_gap, table_of


def forecasts(says: float, is_right: float, count: int = 4000) -> list[Forecast]:
    """Forecasts of one chance that come true with another."""
    chance = Random(1)
    return [Forecast(says, float(chance.random() < is_right)) for _ in range(count)]


def test_forecasts_that_are_always_right_have_no_gap() -> None:
    assert mean_gap([Forecast(1.0, 1.0), Forecast(0.0, 0.0)]) == 0
    assert brier([Forecast(1.0, 1.0), Forecast(0.0, 0.0)]) == 0


def test_calibrated_forecasts_have_hardly_any_gap() -> None:
    assert mean_gap([*forecasts(0.25, 0.25), *forecasts(0.85, 0.85)]) < 0.02


def test_overconfident_forecasts_have_a_gap() -> None:
    assert mean_gap([*forecasts(0.05, 0.25), *forecasts(0.95, 0.75)]) == pytest.approx(0.2, abs=0.02)


def test_each_forecast_is_in_one_bin() -> None:
    forecasts = [Forecast(nth / 100, 0.0) for nth in range(101)]
    bins = list(bins_of(forecasts))

    assert [bin_.count for bin_ in bins] == [10, 10, 10, 10, 10, 10, 10, 10, 10, 11]
    assert len(list(table_of("a game", forecasts))) == len(bins) + 4


def test_all_plays_of_a_match_count_as_one_observation() -> None:
    """A hundred plays of ten matches are as much evidence as ten plays."""
    one_each = [Forecast(0.5, float(match % 2), match) for match in range(10)]
    ten_each = [forecast for forecast in one_each for _ in range(10)]

    assert next(bins_of(ten_each)).error == pytest.approx(next(bins_of(one_each)).error)


def test_a_match_gives_forecasts_of_winners_and_losers() -> None:
    rules, seats = make_rules(PRESETS["cinq-et-trois"], {"max_rounds": 2})
    forecasts = forecasts_of(Task(Contest("cinq-et-trois", rules, seats, 1), "casual", 4, 1, 0))

    assert {forecast.won for forecast in forecasts} == {0.0, 1.0}
    assert all(0 <= forecast.said <= 1 for forecast in forecasts)
