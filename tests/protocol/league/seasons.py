"""A small league, and results for it in a short notation."""

from protocol.league.league import Fixture, League, Team
from protocol.league.lineup import boards_of
from protocol.league.results import Result

OAK, ASH, ELM, FIR = (
    Team("Oak", ("Ann", "Ben", "Cho")),
    Team("Ash", ("Dan", "Eva", "Fay")),
    Team("Elm", ("Gus", "Hal", "Ida")),
    Team("Fir", ("Jo", "Kim", "Leo")),
)


def league(*pairs: str, teams: tuple[Team, ...] = (OAK, ASH, ELM, FIR), **fields: object) -> League:
    """A league with these fixtures, such as `Oak-Ash`, numbered from 1."""
    fixtures = tuple(
        Fixture(number=number, home=home, away=away)
        for number, (home, away) in enumerate((pair.split("-") for pair in pairs), start=1)
    )
    return League(name="Hedge", teams=teams, fixtures=fixtures, **fields)  # type: ignore[arg-type]


def played(in_league: League, number: int, winners: str, at: str = "2026-11-26") -> list[Result]:
    """The results of a fixture: for each board `h` if the home team won it, `a` for away, `.` if it is not played."""
    fixture = in_league.fixture(number)
    assert fixture is not None
    results = []
    for board, winner in zip(boards_of(in_league, fixture), winners, strict=True):
        if winner != ".":
            side = board.teams.index(fixture.home if winner == "h" else fixture.away)
            scores = (121, 80) if side == 0 else (80, 121)
            results.append(Result(f"{number}-{board.number}", f"{at}-{number:03}", board, scores, (side,)))
    return results
