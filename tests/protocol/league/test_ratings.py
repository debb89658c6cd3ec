from attrs import evolve

from protocol.league.ratings import ratings_of
from tests.protocol.league.seasons import league, played


def test_who_wins_is_rated_above_who_loses_and_more_surely_with_more_games() -> None:
    hedge = league("Oak-Ash", "Ash-Oak")
    one = {rating.name: rating for rating in ratings_of(played(hedge, 1, "hhhhhh..."))}
    both = {rating.name: rating for rating in ratings_of([*played(hedge, 1, "h" * 9), *played(hedge, 2, "a" * 9)])}

    assert one["Ann"].rating > 1500 > one["Dan"].rating
    assert both["Ann"].deviation < one["Ann"].deviation < 500
    assert [rating.name in ("Ann", "Ben", "Cho") for rating in ratings_of(played(hedge, 1, "h" * 9))] == [True] * 3 + [
        False
    ] * 3


def test_a_game_that_somebody_left_to_a_bot_changes_no_rating() -> None:
    results = played(league("Oak-Ash"), 1, "h" * 9)

    assert ratings_of([*results[:-1], evolve(results[-1], left_to_bots=(1,))]) == ratings_of(results[:-1])
