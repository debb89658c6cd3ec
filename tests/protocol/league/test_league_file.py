from datetime import date

import pytest

from protocol.league.calendar import round_robin
from protocol.league.league import FORMAT_OF_PERSONS, Award, Format, League, Team, Walkover
from protocol.league.league_file import MOST_BOARDS_OF_FIXTURE, MOST_TEAMS, LeagueError, read_league
from protocol.league.league_text import league_text
from protocol.wire.limits import MOST_IN_A_LIST
from tests.protocol.league.seasons import ASH, OAK

SMALL = """
name = "Hedge"
[[teams]]
name = "Oak"
players = ["Ann", "Ben"]
[[teams]]
name = "Ash"
players = ["Dan", "Eva"]
[[fixtures]]
number = 1
home = "Oak"
away = "Ash"
"""


def test_what_is_written_is_read_again() -> None:
    teams = (OAK, ASH, Team("Elm", ("Gus", 'H"al'), "club"))
    fixtures = round_robin(["Oak", "Ash", "Elm"], first=date(2026, 11, 26))
    league = League(
        name="Solihull & District", teams=teams, fixtures=fixtures, house_rules={"target": 121}, duplicate=True
    )

    assert read_league(league_text(league)) == league


def test_a_league_of_persons_has_one_single_a_fixture() -> None:
    league = read_league('name = "Ladder"\npersons = ["Ann", "Ben"]\n')

    assert (league.format, league.teams[0]) == (Format(singles=1, doubles=0, narrow=0), Team("Ann", ("Ann",)))


def test_a_team_is_named_in_any_case() -> None:
    assert read_league(SMALL.replace('home = "Oak"', 'home = "OAK"')).fixtures[0].home == "Oak"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('home = "Oak"', 'home = "Oakk"', "fixture 1, home: there is no team 'Oakk'; did you mean Oak?"),
        ('away = "Ash"', 'away = "Oak"', "fixture 1: Oak cannot meet itself"),
        ("number = 1", "", "number 1 of [[fixtures]]: number is missing; write it like number = 1"),
        ('"Eva"', '"ann"', "there are two players called 'ann'; give each a name of their own"),
        ('"Eva"', '"Club"', "team 2, 'Ash': 'Club' is no name: commands mean something else by it"),
        ('"Eva"', '"you"', "team 2, 'Ash': 'you' is no name: the game itself uses 'you' for players"),
        ('name = "Hedge"', 'nam = "Hedge"', "there is nothing called 'nam'; did you mean name?"),
        ('home = "Oak"', "", 'fixture 1: home is missing; write it like home = "..."'),
        ("number = 1", "number = 1\ndate = 5", "fixture 1: date is '5', and not a date like 2026-11-26"),
        ("number = 1", "number = 1\nawarded = {12 = 'Oak'}", "fixture 1: there is no board 12 of 9"),
        ("number = 1", "number = 1\nawarded = {1 = 'Oak', 01 = 'Ash'}", "fixture 1: '01' is no board"),
        ("number = 1", f"number = 1\nawarded = {{{'9' * 5000} = 'Oak'}}", "is no board; write it like awarded = "),
        ("[[fixtures]]", "[game]\nset = {target = 0}\n[[fixtures]]", "[game]: target: 0 is not valid"),
        ("[[fixtures]]", "[fixture]\nsingles = -1\n[[fixtures]]", "[fixture]: singles is -1, and not a whole number"),
        ('["Dan", "Eva"]', '["Dan"]', "'Ash' has one player, and cannot play doubles; set doubles = 0"),
        (
            'name = "Oak"',
            'name = "Oak"\npoints = -2',
            "points are given or taken without a reason; write it like reason",
        ),
        ('name = "Oak"', 'name = "Oak"\nreason = "late"', "there is a reason, and no points that are given or taken"),
        ('name = "Oak"', 'name = "Oak"\npoints = "2"', "points is '2', and not a whole number from -999 to 999"),
        ('name = "Oak"', f'name = "Oak"\npoints = 2\nreason = "{"x" * 101}"', "not a text of 1 to 100 characters"),
        ('name = "Oak"', 'name = "Oak"\nwithdrawn = 1', "withdrawn is 1, and not true or false"),
        ("number = 1", 'number = 1\ncounts = "no"', "fixture 1: counts is 'no', and not true or false"),
        ("number = 1", 'number = 1\nawarded = {1 = "voyd"}', "there is no team 'voyd'; did you mean void?"),
        ('"Eva"', '"void"', "'void' is no name: commands mean something else by it"),
        ("[[fixtures]]", "[fixture]\nwalkover = 7\n[[fixtures]]", "[fixture]: walkover is 7, and not a table"),
        ("[[fixtures]]", "[fixture]\nwalkover = {board = 5}\n[[fixtures]]", "did you mean boards?"),
        ("[[fixtures]]", "[fixture]\nwalkover = {boards = [5]}\n[[fixtures]]", "and not two numbers, such as [5, 4]"),
        ("[[fixtures]]", "[fixture]\nwalkover = {boards = [true, 4]}\n[[fixtures]]", "and not two numbers"),
        (
            "[[fixtures]]",
            "[fixture]\nwalkover = {boards = [6, 4]}\n[[fixtures]]",
            "boards are 6 and 4, and a fixture has",
        ),
        (
            "[[fixtures]]",
            "[table]\norder = ['point']\n[[fixtures]]",
            "[table]: there is no order by 'point'; it takes points, ",
        ),
        ("[[fixtures]]", "[table]\norder = []\n[[fixtures]]", "[table]: order is empty; it takes points, "),
        ("[[fixtures]]", "[table]\norder = ['won', 'won']\n[[fixtures]]", "[table]: order names something twice"),
        ("[[fixtures]]", "[table]\norder = 'won'\n[[fixtures]]", "[table]: order is 'won', and not a list"),
        ("[[fixtures]]", "[game]\nset = {hand = 9}\n[[fixtures]]", "[game]: "),
        ("[[fixtures]]", "[game]\nset_singles = {target = 0}\n[[fixtures]]", "[game]: target: 0 is not valid"),
        (
            "[[fixtures]]",
            "[game]\nset_singles = {hand = 1.5}\n[[fixtures]]",
            "[game] set_singles: 'hand' cannot be 1.5",
        ),
        ("[[fixtures]]", "[game]\nset_double = {}\n[[fixtures]]", "did you mean set_doubles?"),
        ("name =", "name", "it is not TOML: "),
    ],
)
def test_a_fault_is_named_in_one_line(before: str, after: str, says: str) -> None:
    with pytest.raises(LeagueError) as caught:
        read_league(SMALL.replace(before, after, 1))

    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def named(count: int) -> str:
    """So many names, as a list of the file."""
    return str([f"P{number}" for number in range(count)])


def test_a_league_has_no_more_teams_persons_or_players_than_clients_can_show() -> None:
    assert MOST_TEAMS == MOST_BOARDS_OF_FIXTURE == MOST_IN_A_LIST
    assert len(read_league(f"name = 'Hedge'\npersons = {named(MOST_TEAMS)}").teams) == MOST_TEAMS
    with pytest.raises(LeagueError, match="a league has 1000 teams or persons at most, and this one 1001"):
        read_league(f"name = 'Hedge'\npersons = {named(MOST_TEAMS + 1)}")
    with pytest.raises(LeagueError, match="'Oak' has more than 1000 players"):
        read_league(SMALL.replace('["Ann", "Ben"]', named(MOST_TEAMS + 1)))
    with pytest.raises(LeagueError, match="singles and doubles are 1001 boards; a fixture has 1000 at most"):
        read_league(SMALL + "[fixture]\nsingles = 999\ndoubles = 2")


@pytest.mark.parametrize(("persons", "boards"), [(51, 2550), (100, 9900)])
def test_a_season_may_be_long(persons: int, boards: int) -> None:
    names = [f"P{number}" for number in range(persons)]
    season = League(
        name="Friday",
        teams=tuple(Team(name, (name,)) for name in names),
        fixtures=round_robin(names, twice=True, first=date(2026, 11, 26)),
        format=FORMAT_OF_PERSONS,
    )

    assert len(season.fixtures) == boards
    assert read_league(league_text(season)) == season


def test_a_season_that_nobody_plays_is_refused() -> None:
    fixtures = "".join(f'[[fixtures]]\nnumber = {number}\nhome = "Oak"\naway = "Ash"\n' for number in range(2, 1112))

    with pytest.raises(LeagueError, match="a season has 10000 boards at most; divide the league"):
        read_league(SMALL + fixtures + "[fixture]\nsingles = 9\ndoubles = 1")


AS_SECRETARIES_WRITE_IT = """
name = "Hedge"

[game]
set = {}
set_singles = { target = 61, hand = 9 }
set_doubles = { target = 121, hand = 6 }

[fixture]
singles = 6
doubles = 3
win = 2
draw = 1
narrow = 0
board = 1
walkover = { points = 7, boards = [5, 4] }

[table]
order = ["points", "won"]

[[teams]]
name = "Oak"
players = ["Ann", "Ben"]
points = -2
reason = "an unregistered player"

[[teams]]
name = "Ash"
players = ["Dan", "Eva"]
withdrawn = true

[[fixtures]]
number = 1
home = "Oak"
away = "Ash"
counts = false
awarded = { 1 = "Oak", 2 = "drawn", 3 = "void" }
"""
"""The tiles, the targets, the points and the walkover of a real league's rule sheet, and what any league may need."""


def test_a_league_has_house_rules_for_singles_and_doubles_each() -> None:
    hedge = read_league(AS_SECRETARIES_WRITE_IT.replace("set = {}", "set = { target = 200 }"))
    of_both = read_league(SMALL + "[game]\nset = { target = 200 }\nset_singles = { hand = 9 }")

    assert hedge.rules_for(2) == {"target": 61, "hand": 9, "partners": False}
    assert hedge.rules_for(4) == {"target": 121, "hand": 6, "partners": True}
    assert of_both.rules_for(2) == {"target": 200, "hand": 9, "partners": False}
    assert of_both.rules_for(4) == {"target": 200, "partners": True}


def test_a_league_says_what_its_committee_has_decided() -> None:
    hedge = read_league(AS_SECRETARIES_WRITE_IT)
    oak, ash = hedge.teams

    assert (oak.points, oak.reason, oak.withdrawn, ash.withdrawn) == (-2, "an unregistered player", False, True)
    assert hedge.format.walkover == Walkover(points=7, boards=(5, 4))
    assert hedge.order == ("points", "won")
    assert not hedge.fixtures[0].counts
    assert hedge.fixtures[0].awarded == (Award(1, "Oak"), Award(2, None, drawn=True), Award(3, None))
