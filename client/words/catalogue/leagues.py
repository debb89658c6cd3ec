"""A league: the table, fixtures, boards, players."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "league.title": "League",
    "league.table": "Table",
    "league.fixtures": "Fixtures",
    "league.players": "Players",
    "league.open_fixture": "Open a fixture",
    "league.all_played": "There is no fixture to open.",
    "league.fetching": "The league is being fetched.",
    "league.no_fixtures": "There are no fixtures in the calendar.",
    "league.opened": "Fixture {fixture} is being opened; who plays in it is led to their board.",
    "league.team": (
        "{place}. {team}: {points} from {fixtures}, {won} won, {drawn} drawn, {lost} lost; boards {boards}."
    ),
    "league.fixtures_played": ("no fixtures", "{n} fixture", "{n} fixtures"),
    "league.drawn": "Board {board}: {pairing}, {scores}, drawn.",
    "league.won": "Board {board}: {pairing}, {scores}, won by {team}.",
    "league.awarded": "Board {board} was not played; it counts for {team}.",
    "league.board_drawn": "Board {board} was not played; it is drawn.",
    "league.board_void": "Board {board} was not played; it is void.",
    "league.does_not_count": "It does not count in the table.",
    # `points` is a number of points, and `reason` is the host's word.
    "league.points_given": "{points} given: {reason}.",
    "league.points_taken": "{points} taken: {reason}.",
    "league.team_withdrawn": "{team} has withdrawn: its fixtures do not count in the table.",
    "league.withdrawn": "a team has withdrawn",
    "league.ended": "Board {board}: {pairing}, ended by the host at {scores}, {date} {time} UTC; it does not count.",
    # `state` is one of those that follow, or `6-3`.
    "league.fixture": "Fixture {fixture}: {teams}, {state}.",
    "league.fixture_on": "Fixture {fixture}, {date}: {teams}, {state}.",
    "league.so_far": "{boards} so far",
    "league.walkover": "walkover for {team}",
    "league.to_play": "to play",
    "league.postponed": "postponed",
    "league.player": (
        "{name}, {team}: won {won} of {played}, {singles} singles, {doubles} doubles; {scored} points to {conceded}."
    ),
    "league.player_rated": (
        "{name}, {team}: won {won} of {played}, {singles} singles, {doubles} doubles; {scored} points to {conceded};"
        " rating {rating}."
    ),
    "league.won_of": "{won} of {played}",
    # What a fixture is: `boards` and `points` list what follows.
    "league.format": "A fixture is {boards}: {points}.",
    "league.singles": ("{n} single", "{n} singles"),
    "league.doubles": ("{n} doubles", "{n} doubles"),
    "league.for_win": "{points} for a win",
    "league.for_draw": "{points} for a draw",
    "league.for_narrow": ("{points} for losing by {n} board", "{points} for losing by {n} boards at most"),
    "league.for_board": "{points} for each board won",
    # The sheet of a fixture, which captains sign.
    "fixture_sheet.title": "{league}, fixture {fixture}",
    "fixture_sheet.title_on": "{league}, fixture {fixture}, {date}",
    "fixture_sheet.board": "Board",
    "fixture_sheet.score": "Score",
    "fixture_sheet.won_by": "Won by",
    "fixture_sheet.drawn": "drawn",
    "fixture_sheet.written": "{file} is written; print it with a browser.",
    "fixture_sheet.signed": "Signed for {team}",
}
