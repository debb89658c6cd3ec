"""The highlights of a match, from its entries."""

import pytest

from client.view.highlights import BestPlay, Highlights, KnockRun, curves, highlights
from client.view.view import View
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.events import Entry, Event, Knocked, MatchAbandoned, Said, Scored
from protocol.log.table import fold
from tests.client.recorded import laid, record_of, small_record
from tests.client.states import match_of
from tests.played import entered, played_match


def found_in(*events: Event) -> Highlights:
    """The highlights of Ann and Ben's match with these moves in its first round."""
    return highlights(small_record(*events).entries)


def scored(seat: int, points: int, awarded: int | None = None) -> Scored:
    return Scored(seat, 15, points, 0, 0, points if awarded is None else awarded)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "fives-and-threes",
            Highlights(
                ((0, 0, 0, 0), (12, 4, 4, 0), (20, 13, 9, 7), (20, 17, 14, 21)),
                BestPlay(3, Tile(6, 6), 8, 3),
                KnockRun(3, 1),
            ),
        ),
        ("partners", Highlights(((0, 0), (61, 47), (96, 120)), BestPlay(0, Tile(6, 6), 25, 1))),
    ],
)
def test_a_recorded_match_has_its_scores_its_best_play_and_its_longest_run_of_knocks(
    name: str, expected: Highlights
) -> None:
    assert highlights(record_of(name).entries) == expected


@pytest.mark.parametrize("game", ["fives-and-threes", "playroom", "cinq-et-trois", "all-fives", "all-threes"])
def test_the_scores_begin_with_nothing_and_end_with_those_of_the_match(game: str) -> None:
    table = fold(match_of(game))
    scores = highlights(entered(match_of(game))).scores

    assert set(scores[0]) == {0}
    assert scores[-1] == table.scores


def test_the_first_of_several_best_plays_is_named() -> None:
    plays = (laid(0, "6-3", Arm.START), scored(0, 5), laid(1, "6-6", Arm.LEFT), scored(1, 5))

    assert found_in(*plays).best == BestPlay(0, Tile(6, 3), 5, 1)


def test_points_that_do_not_count_make_no_best_play() -> None:
    assert found_in(laid(0, "6-3", Arm.START), scored(0, 5, awarded=0)).best is None


def test_a_play_between_them_divides_knocks_into_two_runs_and_chat_does_not() -> None:
    first = (Knocked(1), Said(0, "Ann", "hm"), Knocked(0))
    second = (laid(1, "3-1", Arm.RIGHT), Knocked(0))

    assert found_in(laid(0, "6-3", Arm.START), *first, *second).knocks == KnockRun(2, 1)


def test_a_single_knock_is_no_run() -> None:
    assert found_in(laid(0, "6-3", Arm.START), Knocked(1)).knocks is None


def test_the_points_of_an_abandoned_round_are_on_the_curve() -> None:
    found = found_in(laid(0, "6-3", Arm.START), scored(0, 3), MatchAbandoned((3, 0)))

    assert found.scores == ((0, 0), (3, 0))


def test_of_many_sides_the_best_are_on_the_curve_and_the_viewers_own() -> None:
    events = played_match("playroom", {"max_pip": "12"}, 12, chance=1)
    table, found = fold(events), highlights([Entry(seq, "", event) for seq, event in enumerate(events, start=1)])
    last = min(range(12), key=lambda side: table.scores[side])

    assert [curve.letter for curve in curves(View(table, None), found, 4)] == list("ABCD")
    shown = [curve.side for curve in curves(View(table, last), found, 4)]
    assert shown[0] == table.won_by[0]
    assert shown[-1] == last
    assert len(shown) == 4
