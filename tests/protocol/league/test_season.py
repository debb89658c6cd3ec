"""The season, against tables worked out by hand."""

from typing import Any

import pytest
from attrs import evolve

from protocol.league.league import Award, Format, League, Walkover
from protocol.league.results import EndedBoard
from protocol.league.season import FixtureState, Season, season_of
from protocol.log.events import Board
from tests.protocol.league.seasons import league, played


def table_of(season: Season) -> list[tuple[object, ...]]:
    return [
        (row.place, row.team, row.played, row.won, row.drawn, row.lost, row.boards_for, row.boards_against, row.points)
        for row in season.table
    ]


def test_a_win_is_three_points_and_losing_five_to_four_is_one() -> None:
    hedge = league("Oak-Ash", "Elm-Fir")
    results = [*played(hedge, 1, "hhhhhaaaa"), *played(hedge, 2, "hhhaaaaaa")]

    assert table_of(season_of(hedge, results)) == [
        (1, "Fir", 1, 1, 0, 0, 6, 3, 3),
        (2, "Oak", 1, 1, 0, 0, 5, 4, 3),
        (3, "Ash", 1, 0, 0, 1, 4, 5, 1),
        (4, "Elm", 1, 0, 0, 1, 3, 6, 0),
    ]


def test_head_to_head_comes_before_boards() -> None:
    hedge = league("Oak-Ash", "Oak-Elm", "Ash-Elm")
    # Oak: 5-4 and 0-9, 3 points. Ash: 4-5 and 9-0, 1 + 3 points. Elm: 9-0 and 0-9, 3 points.
    results = [*played(hedge, 1, "hhhhhaaaa"), *played(hedge, 2, "a" * 9), *played(hedge, 3, "h" * 9)]

    # Oak and Elm are level, and Elm won between them.
    assert table_of(season_of(hedge, results))[:3] == [
        (1, "Ash", 2, 1, 0, 1, 13, 5, 4),
        (2, "Elm", 2, 1, 0, 1, 9, 9, 3),
        (3, "Oak", 2, 1, 0, 1, 5, 13, 3),
    ]


def test_teams_that_nothing_tells_apart_share_a_place() -> None:
    hedge = league("Oak-Ash", "Elm-Fir")
    results = [*played(hedge, 1, "h" * 9), *played(hedge, 2, "h" * 9)]

    assert [(row.place, row.team) for row in season_of(hedge, results).table] == [
        (1, "Elm"), (1, "Oak"), (3, "Ash"), (3, "Fir"),
    ]  # fmt: skip


def test_a_fixture_under_way_gives_boards_but_no_points() -> None:
    hedge = league("Oak-Ash")
    season = season_of(hedge, played(hedge, 1, "hh......."))

    assert season.fixtures[0].state is FixtureState.UNDER_WAY
    assert table_of(season)[0] == (1, "Oak", 0, 0, 0, 0, 2, 0, 0)


def test_a_walkover_gives_the_points_of_a_win_and_no_boards() -> None:
    hedge = league("Oak-Ash")
    hedge = evolve(hedge, fixtures=(evolve(hedge.fixtures[0], walkover="Ash"),))

    assert table_of(season_of(hedge, played(hedge, 1, "hhhhhhhhh")))[0] == (1, "Ash", 1, 1, 0, 0, 0, 0, 3)


def test_an_awarded_board_counts_as_if_it_was_won() -> None:
    hedge = league("Oak-Ash", format=Format(singles=3, doubles=0))
    hedge = evolve(hedge, fixtures=(evolve(hedge.fixtures[0], awarded=(Award(3, "Ash"),)),))
    season = season_of(hedge, played(hedge, 1, "ha."))

    assert (season.fixtures[0].state, season.fixtures[0].boards) == (FixtureState.PLAYED, (1, 2))


def test_a_drawn_fixture_gives_both_the_points_of_a_draw() -> None:
    hedge = league("Oak-Ash", format=Format(singles=4, doubles=0))

    assert [row.points for row in season_of(hedge, played(hedge, 1, "hhaa")).table][:2] == [1, 1]


def test_a_league_may_give_points_for_boards_too() -> None:
    hedge = league("Oak-Ash", format=Format(win=2, narrow=0, board=1))

    assert [row.points for row in season_of(hedge, played(hedge, 1, "hhhhhhaaa")).table][:2] == [8, 3]


def test_who_has_won_a_fixture_does_not_depend_on_its_points() -> None:
    hedge = league("Oak-Ash", "Oak-Ash", format=Format(win=0, draw=0, narrow=0, board=1))
    hedge = evolve(hedge, fixtures=(hedge.fixtures[0], evolve(hedge.fixtures[1], walkover="Ash")))

    assert table_of(season_of(hedge, played(hedge, 1, "hhhhhaaaa")))[:2] == [
        (1, "Oak", 2, 1, 0, 1, 5, 4, 5),
        (2, "Ash", 2, 1, 0, 1, 4, 5, 4),
    ]


def test_the_first_finished_game_at_a_board_counts() -> None:
    hedge = league("Oak-Ash", format=Format(singles=1, doubles=0))
    results = [*played(hedge, 1, "a", at="2026-11-27"), *played(hedge, 1, "h", at="2026-11-26")]

    assert season_of(hedge, results).fixtures[0].boards == (1, 0)


def test_games_of_another_league_or_of_other_teams_count_for_nothing() -> None:
    hedge, other = league("Oak-Ash"), evolve(league("Oak-Ash"), name="Ditch")

    assert season_of(hedge, played(other, 1, "h" * 9)).results == ()
    assert season_of(hedge, played(league("Oak-Elm"), 1, "h" * 9)).results == ()


def test_a_players_record_tells_singles_from_doubles() -> None:
    hedge = league("Oak-Ash")
    season = season_of(hedge, played(hedge, 1, "hhhhhhaaa"))
    ann = next(row for row in season.players if row.name == "Ann")

    # Ann plays singles 1 and 4, and doubles with Ben and with Cho.
    assert (ann.played, ann.won, ann.singles, ann.singles_won, ann.doubles_won) == (4, 2, 2, 2, 0)
    assert (ann.scored, ann.conceded) == (2 * 121 + 2 * 80, 2 * 80 + 2 * 121)


@pytest.mark.parametrize(
    "changes",
    [
        {"won_by": ()},
        {"won_by": (2,)},
        {"scores": (121,)},
        {"board": Board("Hedge", 1, 1, ("Oak", "Ash", "Oak"), ("Ann", "Dan"))},
        {"board": Board("Hedge", 1, 1, ("Oak", "Ash"), ("Ann",))},
        {"board": Board("Hedge", 1, 10, ("Oak", "Ash"), ("Ann", "Dan"))},
    ],
)
def test_a_result_that_makes_no_sense_counts_for_nothing(changes: dict[str, Any]) -> None:
    hedge = league("Oak-Ash")
    (result, *_) = played(hedge, 1, "h" * 9)

    assert season_of(hedge, [evolve(result, **changes)]).results == ()


def test_a_league_from_a_stranger_may_name_teams_that_it_does_not_have() -> None:
    hedge = league("Oak-Nowhere", format=Format(singles=2**53))

    assert len(season_of(hedge, ()).table) == 5


def test_a_board_that_a_player_left_to_a_bot_counts_for_the_teams_and_not_for_the_player() -> None:
    hedge = league("Oak-Ash")
    first, *others = played(hedge, 1, "h" * 9)
    left = evolve(first, left_to_bots=(0,))
    before, after = season_of(hedge, [first, *others]), season_of(hedge, [left, *others])
    records = [{row.name: row.played for row in season.players} for season in (before, after)]
    name, opponent = first.board.players[:2]

    assert after.table == before.table
    assert records[1][name] == records[0][name] - 1
    assert records[1][opponent] == records[0][opponent]


def ended_at(board: Board, at: str) -> EndedBoard:
    return EndedBoard(f"ended {at}", at, board, (81, 72))


def test_a_match_that_the_host_has_ended_stays_at_its_fixture_and_counts_for_nothing() -> None:
    hedge = league("Oak-Ash", "Elm-Fir", format=Format(singles=2, doubles=0))
    results = played(hedge, 1, "aa")
    later, earlier = ended_at(results[1].board, "2026-11-26-2"), ended_at(results[0].board, "2026-11-26-1")
    without, season = season_of(hedge, results), season_of(hedge, results, [later, earlier])

    assert [now.ended for now in season.fixtures] == [(earlier, later), ()]
    assert (season.table, season.players, season.results) == (without.table, without.players, without.results)


@pytest.mark.parametrize("changes", [{"walkover": "Oak"}, {"awarded": (Award(1, "Oak"), Award(2, "Oak"))}])
def test_an_ended_match_is_still_seen_after_the_host_has_given_its_board_away(changes: dict[str, Any]) -> None:
    hedge = league("Oak-Ash", format=Format(singles=2, doubles=0))
    ended = ended_at(played(hedge, 1, "aa")[0].board, "2026-11-26")
    hedge = evolve(hedge, fixtures=(evolve(hedge.fixtures[0], **changes),))

    assert season_of(hedge, (), [ended]).fixtures[0].ended == (ended,)


@pytest.mark.parametrize(
    ("board", "scores"),
    [
        (Board("Ditch", 1, 1, ("Oak", "Ash"), ("Ann", "Dan")), (81, 72)),
        (Board("Hedge", 1, 1, ("Oak", "Elm"), ("Ann", "Gus")), (81, 72)),
        (Board("Hedge", 2, 1, ("Oak", "Ash"), ("Ann", "Dan")), (81, 72)),
        (Board("Hedge", 1, 1, ("Oak", "Ash"), ("Ann", "Dan")), (81,)),
    ],
)
def test_an_ended_match_of_elsewhere_is_at_no_fixture(board: Board, scores: tuple[int, ...]) -> None:
    ended = EndedBoard("g", "2026-11-26", board, scores)

    assert season_of(league("Oak-Ash"), (), [ended]).fixtures[0].ended == ()


def changed(hedge: League, name: str, **changes: Any) -> League:
    """The league with a team that is changed so."""
    return evolve(hedge, teams=tuple(evolve(team, **changes) if team.name == name else team for team in hedge.teams))


def test_points_are_given_and_taken_beside_those_of_fixtures_and_the_table_knows_why() -> None:
    hedge = changed(league("Oak-Ash"), "Oak", points=-2, reason="an unregistered player")
    row = next(row for row in season_of(hedge, played(hedge, 1, "h" * 9)).table if row.team == "Oak")

    assert (row.points, row.adjusted, row.reason) == (1, -2, "an unregistered player")


def test_a_team_that_withdraws_is_in_no_table_and_its_games_stay_the_players_own() -> None:
    hedge = league("Oak-Ash", "Oak-Elm")
    results = [*played(hedge, 1, "h" * 9), *played(hedge, 2, "a" * 9)]
    before, after = season_of(hedge, results), season_of(changed(hedge, "Ash", withdrawn=True), results)

    assert [now.state for now in after.fixtures] == [FixtureState.WITHDRAWN, FixtureState.PLAYED]
    assert [(row.team, row.points, row.played, row.boards_for) for row in after.table] == [
        ("Elm", 3, 1, 9), ("Fir", 0, 0, 0), ("Oak", 0, 1, 0),
    ]  # fmt: skip
    assert (after.players, after.results, after.withdrawn) == (before.players, before.results, ("Ash",))


def test_a_play_off_is_in_the_players_records_and_not_in_the_table() -> None:
    hedge = league("Oak-Ash", "Oak-Ash")
    hedge = evolve(hedge, fixtures=(hedge.fixtures[0], evolve(hedge.fixtures[1], counts=False)))
    first, play_off = played(hedge, 1, "h" * 9), played(hedge, 2, "a" * 9)
    before, after = season_of(hedge, first), season_of(hedge, [*first, *play_off])

    assert after.table == before.table
    assert len(after.results) == 18
    assert (after.fixtures[1].state, after.fixtures[1].boards) == (FixtureState.PLAYED, (0, 9))


def test_a_board_that_is_drawn_or_void_completes_its_fixture_and_counts_for_none() -> None:
    hedge = league("Oak-Ash", format=Format(singles=3, doubles=0))
    awarded = (Award(2, None, drawn=True), Award(3, None))
    hedge = evolve(hedge, fixtures=(evolve(hedge.fixtures[0], awarded=awarded),))

    assert table_of(season_of(hedge, played(hedge, 1, "a..")))[0] == (1, "Ash", 1, 1, 0, 0, 1, 0, 3)


@pytest.mark.parametrize("team", ["Oak", "Ash"])
def test_a_league_says_what_a_walkover_gives(team: str) -> None:
    hedge = league("Oak-Ash", format=Format(win=2, board=1, walkover=Walkover(points=7, boards=(5, 4))))
    hedge = evolve(hedge, fixtures=(evolve(hedge.fixtures[0], walkover=team),))
    table = table_of(season_of(hedge, ()))

    assert table[0] == (1, team, 1, 1, 0, 0, 5, 4, 7)
    assert table[-1][2:] == (1, 0, 0, 1, 4, 5, 0)


def test_a_league_may_order_its_table_by_fixtures_won() -> None:
    hedge = league("Oak-Ash", "Elm-Fir", "Elm-Oak", format=Format(singles=2, doubles=0, win=2, draw=1, narrow=0))
    # Oak: two draws. Elm: a draw and nothing else. Fir: a win. So Oak and Fir have two points each.
    results = [*played(hedge, 1, "ha"), *played(hedge, 2, "aa"), *played(hedge, 3, "ha")]
    by_won = evolve(hedge, order=("points", "won"))
    by_boards = evolve(hedge, order=("points", "boards_between", "no such word"))

    assert [(row.place, row.team) for row in season_of(by_won, results).table] == [
        (1, "Fir"), (2, "Oak"), (3, "Ash"), (3, "Elm"),
    ]  # fmt: skip
    assert [(row.place, row.team) for row in season_of(by_boards, results).table][:2] == [(1, "Fir"), (1, "Oak")]
