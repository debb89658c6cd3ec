"""The table of a league, computed a second time: from the file and the records as text, with nothing of the program.

Here: what a test compares. Not here: ties, which the program breaks by the words of the file.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

USUAL = {"singles": 6, "doubles": 3, "win": 3, "draw": 1, "narrow": 1, "margin": 1, "board": 0}
COUNTS = ("points", "played", "won", "drawn", "lost", "boards_for", "boards_against")


def table(file: str, records: Iterable[str]) -> dict[str, dict[str, int]]:
    """By team, what `COUNTS` names."""
    league = tomllib.loads(file)
    rows = {team["name"]: Counter({"points": team.get("points", 0)}) for team in league["teams"]}
    won = _boards_won(records)
    for fixture in league["fixtures"]:
        if fixture.get("counts", True):
            _add(rows, {**USUAL, **league["fixture"]}, fixture, won)
    return {team: {name: row[name] for name in COUNTS} for team, row in rows.items()}


def _boards_won(records: Iterable[str]) -> dict[tuple[int, int], str | None]:
    """By fixture and board, the team that won; the first game of each board counts."""
    games = sorted(records, key=lambda text: json.loads(text.splitlines()[0])["at"])
    won: dict[tuple[int, int], str | None] = {}
    for text in games:
        events = [json.loads(line)["event"] for line in text.splitlines()[1:]]
        board = events[0]["board"]
        ends = [event for event in events if event["type"] == "match_won"]
        if ends:
            sides = ends[0]["sides"]
            won.setdefault((board["fixture"], board["number"]), board["teams"][sides[0]] if len(sides) == 1 else None)
    return won


def _add(
    rows: Mapping[str, Counter[str]],
    night: Mapping[str, Any],
    fixture: Mapping[str, Any],
    won: Mapping[tuple[int, int], str | None],
) -> None:
    home, away = fixture["home"], fixture["away"]
    boards: Counter[str] = Counter()
    points: Counter[str] = Counter()
    if (given := fixture.get("walkover")) is not None:
        other = away if given == home else home
        what = night.get("walkover", {"points": night["win"]})
        boards[given], boards[other] = what.get("boards", (0, 0))
        points[given] = what["points"]
        winner = given
    else:
        decided = {number: team for (of, number), team in won.items() if of == fixture["number"]}
        decided |= {int(number): team for number, team in fixture.get("awarded", {}).items()}
        boards.update(team for team in decided.values() if team is not None and team in (home, away))
        is_decided = len(decided) == night["singles"] + night["doubles"]
        winner = max((home, away), key=lambda team: boards[team]) if boards[home] != boards[away] else None
        if is_decided:
            for team in (home, away):
                behind = boards[home] + boards[away] - 2 * boards[team]
                narrow = night["narrow"] if behind <= night["margin"] else 0
                points[team] = night["draw"] if winner is None else night["win"] if team == winner else narrow
                points[team] += night["board"] * boards[team]
    for team, other in ((home, away), (away, home)):
        row = rows[team]
        row.update(points=points[team], boards_for=boards[team], boards_against=boards[other])
        if given is not None or is_decided:
            row.update(played=1, won=int(team == winner), drawn=int(winner is None))
            row.update(lost=int(winner not in (team, None)))


def leads_that_won(record: str) -> int:
    """How often the first tile of a round has won the match of this record."""
    found, tiles = 0, 0
    for line in record.splitlines()[1:]:
        event = json.loads(line)["event"]
        match event["type"]:
            case "round_dealt":
                tiles = 0
            case "tile_played":
                tiles += 1
            case "match_won":
                found += tiles == 1
    return found
