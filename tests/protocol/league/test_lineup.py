from protocol.league.calendar import round_robin
from protocol.league.league import Format, Team
from protocol.league.lineup import boards_of, substituted
from tests.protocol.league.seasons import league

SIX = tuple(Team(name, tuple(f"{name} {nth}" for nth in range(1, 8))) for name in ("Oak", "Ash"))


def test_six_players_have_one_single_and_one_doubles_each() -> None:
    hedge = league("Oak-Ash", teams=SIX)
    boards = boards_of(hedge, hedge.fixtures[0])
    names = [name for board in boards for name in board.players]

    assert [len(board.players) for board in boards] == [2] * 6 + [4] * 3
    assert {names.count(name) for name in names} == {2}
    assert "Oak 7" not in names  # a reserve


def test_three_players_meet_two_opponents_and_pair_with_both_others() -> None:
    hedge = league("Oak-Ash")
    boards = boards_of(hedge, hedge.fixtures[0])

    assert [board.players for board in boards[:4]] == [("Ann", "Dan"), ("Eva", "Ben"), ("Cho", "Fay"), ("Eva", "Ann")]
    assert [set(board.players) & {"Ann", "Ben", "Cho"} for board in boards[6:]] == [
        {"Ann", "Ben"}, {"Cho", "Ann"}, {"Ben", "Cho"},
    ]  # fmt: skip


def test_partners_sit_opposite_and_the_teams_change_ends_from_board_to_board() -> None:
    hedge = league("Oak-Ash")
    boards = boards_of(hedge, hedge.fixtures[0])

    assert (boards[6].teams, boards[6].players) == (("Oak", "Ash"), ("Ann", "Dan", "Ben", "Eva"))
    assert boards[7].teams == ("Ash", "Oak")


def test_a_substitute_takes_a_place_whatever_the_case_of_the_name() -> None:
    hedge = league("Oak-Ash", format=Format(singles=1, doubles=0))
    (board,) = boards_of(hedge, hedge.fixtures[0])

    assert substituted(board, {"ANN": "Zoe"}).players == ("Zoe", "Dan")
    assert board.seat_of("ann") == 0


def test_in_a_round_robin_each_team_meets_each_other_at_home_and_away() -> None:
    fixtures = round_robin(["Oak", "Ash", "Elm", "Fir"])

    assert [fixture.number for fixture in fixtures] == list(range(1, 13))
    assert {fixture.teams for fixture in fixtures} == {
        (home, away) for home in ("Oak", "Ash", "Elm", "Fir") for away in ("Oak", "Ash", "Elm", "Fir") if home != away
    }
    assert all(len({*one.teams, *other.teams}) == 4 for one, other in zip(fixtures[::2], fixtures[1::2], strict=True))


def test_with_an_odd_number_of_teams_one_rests_each_night() -> None:
    assert len(round_robin(["Oak", "Ash", "Elm"], twice=False)) == 3
