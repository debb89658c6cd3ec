from datetime import date

import pytest

from protocol.league.calendar import round_robin
from protocol.league.league import Format, League, Team
from protocol.league.league_file import MOST_BOARDS, MOST_TEAMS, LeagueError, read_league
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
    assert MOST_TEAMS == MOST_BOARDS == MOST_IN_A_LIST
    assert len(read_league(f"name = 'Hedge'\npersons = {named(MOST_TEAMS)}").teams) == MOST_TEAMS
    with pytest.raises(LeagueError, match="a league has 1000 teams or persons at most, and this one 1001"):
        read_league(f"name = 'Hedge'\npersons = {named(MOST_TEAMS + 1)}")
    with pytest.raises(LeagueError, match="'Oak' has more than 1000 players"):
        read_league(SMALL.replace('["Ann", "Ben"]', named(MOST_TEAMS + 1)))
