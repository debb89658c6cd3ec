"""Questions that make a league, and what came of them."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "league_question.name": "What is the league called? q gives up.",
    "league_question.how_to_name": (
        "Type a team and its players, like Oak: Ann, Ben, Cho, or a person who plays alone, like Ann."
    ),
    "league_question.team": "Team {number}?",
    "league_question.person": "Person {number}?",
    "league_question.singles": "How many singles has a fixture?",
    "league_question.doubles": "How many doubles?",
    "league_question.win": "How many points for winning a fixture?",
    "league_question.narrow": "How many for losing it by one board, like 5-4?",
    "league_question.target": "How many points win a board?",
    "league_question.duplicate": "Are the deals the same at boards that are played at the same time? yes or no.",
    "league_question.twice": "Does each meet each other twice, at home and away? yes or no.",
    "league_question.first_night": "The date of the first night, like 2026-11-26? Enter alone: no dates.",
    # What an empty line means.
    "league_question.that_is_all": "Enter alone: that is all.",
    "league_question.usual": "Enter alone: {usual}.",
    "league_question.usually_no": "Enter alone: no.",
    # Why an answer is none.
    "league_question.teams_only": "a league is of teams or of persons; type it like Oak: Ann, Ben, Cho.",
    "league_question.persons_only": "a league is of teams or of persons; type it like Ann.",
    "league_question.no_number": "{typed} is not a number from {least} to {most}.",
    "league_question.not_yes_or_no": "{typed} is not yes or no.",
    "league_question.no_date": "{typed} is not a date; write it like 2026-11-26.",
    "league_question.fault": "{fault}.",
    # The end.
    "league_question.made": "{name}: {teams}, {fixtures}.",
    "league_question.teams": ("{n} team", "{n} teams"),
    "league_question.persons": ("{n} person", "{n} persons"),
    "league_question.fixtures": ("{n} fixture", "{n} fixtures"),
    "league_question.where": "It is in {path}, where you can change it; `fives league check` says whether it is right.",
    "league_question.on_the_night": (
        "On the night, while you host: `fivesd fixture 1`, or type fixture 1 in `fives host`."
    ),
    # What `fives league` has changed, or found right.
    "league_change.to_play": "Fixture {fixture} is to be played.",
    "league_change.walkover": "Fixture {fixture} is a walkover for {team}.",
    "league_change.postponed": "Fixture {fixture} is postponed.",
    "league_change.is_on": "Fixture {fixture} is on {date}.",
    "league_change.board_to_play": "Board {board} of fixture {fixture} is to be played.",
    "league_change.awarded": "Board {board} of fixture {fixture} counts for {team}.",
    "league_change.board_void": "Board {board} of fixture {fixture} is void.",
    "league_change.board_drawn": "Board {board} of fixture {fixture} is drawn.",
    "league_change.file_is_right": "The file is right.",
    "league_question.given_up": "No league is made.",
}
