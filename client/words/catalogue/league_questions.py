"""Questions that make a league, and what came of them."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "league_question.name": "What is the league called?",
    "league_question.how_to_answer": "At each question ? explains it, < goes back, and q gives up.",
    "league_question.unit": "Does each play alone, or do teams play? 1 persons, 2 teams. Enter alone: persons.",
    "league_question.who_plays": "Who plays? Type all names, like Ann, Ben, Cho.",
    "league_question.how_to_name": "Type its name and its players, like Oak: Ann, Ben, Cho.",
    "league_question.team": "Team {number}?",
    "league_number.singles": "How many singles has a fixture?",
    "league_number.doubles": "How many doubles?",
    "league_number.win": "How many points for winning a fixture?",
    "league_number.narrow": "How many for losing it by one board, like 5-4?",
    "league_number.target": "How many points win a board?",
    "league_yes.duplicate": "Are the deals the same at boards that are played at the same time? yes or no.",
    "league_yes.twice": "Do all meet twice, at home and away? yes or no.",
    "league_question.first_night": "The date of the first night, like 2026-11-26? Enter alone: no dates.",
    # What ? says about a question.
    "league_about.name": "The name is shown above the table, and to everybody who opens your list of tables.",
    "league_about.unit": (
        "Persons: everybody meets everybody, one board at a time, for instance five friends every Friday. Teams: a"
        " fixture is several boards, between two players or two pairs of each team."
    ),
    "league_about.persons": (
        "Each name has to be the one with which that person joins you. Everybody meets everybody once; more fixtures,"
        " and other rules, can be written in the file later."
    ),
    "league_about.team": (
        "A team is a name, a colon, and its players with commas between them. Each player's name has to be the one with"
        " which that person joins you."
    ),
    "league_about.singles": "A single is a board of one player of each team. The boards of a night are a fixture.",
    "league_about.doubles": "A double is a board of two players of each team, who are partners.",
    "league_about.win": "What the team gets that wins more boards of a fixture than the other.",
    "league_about.narrow": "What the losing team gets if it has won only one board fewer; 0 for nothing.",
    "league_about.target": "A board is one match, and the first to reach this score wins it.",
    "league_about.duplicate": (
        "With yes, boards that are played at the same time get the same tiles, and the teams change ends: that takes"
        " out a part of the luck."
    ),
    "league_about.twice": "With no, all meet once in the season.",
    "league_about.first": (
        "With a date, the fixtures get dates, a week apart. They only tell who is due: you can play any fixture on any"
        " day."
    ),
    # What an empty line means.
    "league_question.that_is_all": "Enter alone: that is all.",
    "league_question.usual": "Enter alone: {usual}.",
    "league_question.usually_no": "Enter alone: no.",
    # Why an answer is none.
    "league_question.is_first": "This is the first question.",
    "league_question.not_a_unit": "{typed} is not 1 for persons or 2 for teams.",
    "league_question.no_players": "A team needs players; type it like Oak: Ann, Ben, Cho.",
    "league_question.no_name": "{typed} is no name.",
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
    # After `fives: `.
    "league_question.input_ended": "the input ended before all questions were answered; no league is made",
    "league_question.not_written": "{path} cannot be written: {why}",
}
