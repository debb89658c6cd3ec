"""What is wrong with a league's file: a sentence for each fault.

Not here: the checks (`league_file`, `protocol.shared.league_path`).
"""

from typing import Final

from protocol.sentences import Sentences

FAULTS: Final = Sentences(
    "wrong_league",
    "What is wrong with the file of a league, as the middle of a sentence; the last ones say where. Names of keys stay"
    " as they are, and so do examples.",
    {
        # Of a host that has none to show.
        "no_league": "this host has no league; `fives league` makes one",
        "none_in_clubs": "a club with a PostgreSQL database has no league; host it with a daemon of its own",
        "no_results": "the results cannot be read; the host knows why",
        "not_toml": "it is not TOML: {error}",
        "persons_or_teams": 'give either persons = ["Ann", "Ben"] or [[teams]], one for each team',
        "few_teams": "a league needs two teams or persons at least",
        "many_teams": "a league has {most} teams or persons at most, and this one {teams}; divide it",
        "many_players": "{team} has more than {most} players",
        "team_no_table": "team {nth} is {row}, and not a table like [[teams]]",
        "bots": "bots is {bots}, and not one of {levels}",
        "set_value": "[game] {key}: {option} cannot be {value}",
        "points_alone": "points are given or taken without a reason; write it like {example}",
        "reason_alone": "there is a reason, and no points that are given or taken; write it like {example}",
        "walkover_boards": "boards is {boards}, and not two numbers, such as {example}",
        "many_walkover_boards": "boards are {won} and {lost}, and a fixture has {boards}",
        "no_order": "order is empty; it takes {known}",
        "unknown_order": "there is no order by {word}; it takes {known}",
        "order_twice": "order names something twice",
        "fixture_no_table": "fixture {nth} is {row}, and not a table like [[fixtures]]",
        "same_number": "two fixtures have the number {number}; give each its own",
        "meets_itself": "{team} cannot meet itself",
        "no_board": "{board} is no board; write it like {example}",
        "nothing_to_play": "[fixture]: singles and doubles are both 0, so nothing would be played",
        "no_doubles": "{team} has one player, and cannot play doubles; set doubles = 0",
        "no_such_board": "fixture {fixture}: there is no board {board} of {boards}",
        "many_boards": "a season has {most} boards at most; divide the league",
        "game": "[game]: {option}: {why}",
        "no_text": "{key} is missing; write it like {example}",
        "text": "{key} is {value}, and not a text of 1 to {longest} characters",
        "no_quotes": "it is no text in quotes",
        "name_of_commands": "{name} is no name: commands mean something else by it",
        "no_names": "{key} is missing; write it like {example}",
        "list": "{key} is {value}, and not a list",
        "table": "{key} is {value}, and not a table",
        "no_number": "{key} is missing; write it like {example}",
        "number": "{key} is {value}, and not a whole number from {least} to 999",
        "yes_or_no": "{key} is {value}, and not true or false",
        "date": "date is {date}, and not a date like 2026-11-26, without quotes",
        "not_read": "it cannot be read: {why}",
        "long": "it has more than {most} bytes",
        "not_utf_8": "it is not text in UTF-8",
        "no_reason": "the system does not say why",
        "name": "{name} is no name: {why}",
        "write_as": "write it as {name}",
        "unknown": "there is nothing called {key}; it takes {known}",
        "unknown_but": "there is nothing called {key}; did you mean {meant}?",
        "no_team": "there is no team {team}; there are {teams}",
        "no_team_but": "there is no team {team}; did you mean {meant}?",
        "two_teams": "there are two teams called {name}; give each a name of their own",
        "two_players": "there are two players called {name}; give each a name of their own",
        "at": "{where}: {what}",
        "team": "team {nth}",
        "named_team": "team {nth}, {name}",
        "fixture": "fixture {number}",
        "nth_fixture": "number {nth} of [[fixtures]]",
        "within": "{where}, {key}",
        "of_board": "{where}, board {board}",
    },
)
