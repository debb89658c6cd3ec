from collections.abc import Mapping, Sequence

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce, PlackettLuceRating

from protocol.league.ratings import NEWCOMER, ratings_of
from protocol.league.results import Result
from protocol.log.events import Board
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


def game(players: Sequence[str], won_by: tuple[int, ...]) -> Result:
    """A finished board between two sides of one or two players, home and away in turn."""
    return Result("g", "2026-11-26", Board("Hedge", 1, 1, ("Oak", "Ash"), tuple(players)), (121, 80), won_by)


def as_openskill_has_it(results: Sequence[Result]) -> Mapping[str, PlackettLuceRating]:
    """The ratings after these games in openskill's implementation of the same article, at our scale."""
    model = PlackettLuce(mu=NEWCOMER, sigma=500.0, beta=250.0, tau=5.0)
    rated: dict[str, PlackettLuceRating] = {}
    for result in results:
        sides = [result.board.players[side::2] for side in (0, 1)]
        teams = [[rated.get(name) or model.rating() for name in side] for side in sides]
        after = model.rate(teams, ranks=[0.0 if side in result.won_by else 1.0 for side in (0, 1)])
        for side, team in zip(sides, after, strict=True):
            rated |= zip(side, team, strict=True)
    return rated


@given(
    st.lists(
        st.builds(
            game,
            st.permutations(["Ann", "Ben", "Cho", "Dan", "Eva"]).flatmap(
                lambda order: st.sampled_from([order[:2], order[:4]])
            ),
            st.sampled_from([(0,), (1,), (0, 1)]),
        ),
        min_size=1,
        max_size=40,
    )
)
def test_ratings_are_those_of_another_implementation_of_the_same_article(results: list[Result]) -> None:
    expected = as_openskill_has_it(results)

    found = ratings_of(results)

    assert {rating.name for rating in found} == set(expected)
    for rating in found:
        assert rating.rating == pytest.approx(expected[rating.name].mu)
        assert rating.deviation == pytest.approx(expected[rating.name].sigma)
        assert rating.games == sum(rating.name in result.board.players for result in results)
