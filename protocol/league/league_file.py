"""`league.toml`: the file in the host's data folder that describes a league.

Here: reading its text, with every check. Not here: writing a new one (`league_text`), where it is
(`protocol.shared.league_path`), and changing one (`client.store.league_files`).
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

from protocol.clean import brief
from protocol.closest import closest
from protocol.digits import number_in
from protocol.game.levels import LEVEL_NAMES
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import make_rules, preset_named
from protocol.league.league import (
    DOUBLES_GAME,
    FORMAT_OF_PERSONS,
    LONGEST_LEAGUE_NAME,
    SEATS_OF_DOUBLES,
    SEATS_OF_SINGLES,
    SINGLES_GAME,
    Award,
    Fixture,
    Format,
    League,
    Team,
)
from protocol.names import LONGEST_NAME, checked_name, comparison_key

NO_TEAM: Final = "none"
"""Typed in place of a team, it takes a walkover or an award back."""
MOST_BOARDS: Final = 1000
"""In a season: as many results as one message can have."""
MOST_TEAMS: Final = 1000
"""Teams or persons in a league, and players in a team: as many as a list in a message can have."""
_FORMAT_KEYS: Final = ("singles", "doubles", "win", "draw", "narrow", "margin", "board")


class LeagueError(Exception):
    """The text is not a league: what is wrong, and what would do, in one line."""


def read_league(text: str) -> League:
    """The league that this text describes. Raises `LeagueError`."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise LeagueError(f"it is not TOML: {error}") from None
    _check_keys(found, ("name", "teams", "persons", "game", "fixture", "fixtures"), "")
    rules = _table(found, "game", "")
    _check_keys(rules, ("singles", "doubles", "set", "duplicate"), "[game]")
    name, teams = _text(found, "name", "", longest=LONGEST_LEAGUE_NAME), _teams(found)
    league = League(
        name=name,
        teams=teams,
        fixtures=tuple(_fixtures(_list(found, "fixtures", ""), teams)),
        format=_format(_table(found, "fixture", ""), is_of_persons="persons" in found),
        singles_game=_text(rules, "singles", "[game]") if "singles" in rules else SINGLES_GAME,
        doubles_game=_text(rules, "doubles", "[game]") if "doubles" in rules else DOUBLES_GAME,
        house_rules=_house_rules(_table(rules, "set", "[game]")),
        duplicate=_yes_or_no(rules, "duplicate", "[game]"),
    )
    _check_boards(league)
    return league


# Parts of the file.


def _teams(found: Mapping[str, Any]) -> tuple[Team, ...]:
    if ("teams" in found) == ("persons" in found):
        raise LeagueError('give either persons = ["Ann", "Ben"] or [[teams]], one for each team')
    if "persons" in found:
        teams = [Team(name, (name,)) for name in _names(found, "persons", "")]
    else:
        teams = [_team(row, nth) for nth, row in enumerate(_list(found, "teams", ""), start=1)]
    if len(teams) < 2:
        raise LeagueError("a league needs two teams or persons at least")
    if len(teams) > MOST_TEAMS:
        raise LeagueError(f"a league has {MOST_TEAMS} teams or persons at most, and this one {len(teams)}; divide it")
    for team in teams:
        if len(team.players) > MOST_TEAMS:
            raise LeagueError(f"{brief(team.name)} has more than {MOST_TEAMS} players")
    _check_once((team.name for team in teams), "team")
    _check_once((player for team in teams for player in team.players), "player")
    return tuple(teams)


def _team(row: object, nth: int) -> Team:
    where = f"team {nth}"
    if not isinstance(row, dict):
        raise LeagueError(f"{where} is {brief(row)}, and not a table like [[teams]]")
    where = f"team {nth}, {brief(row.get('name'))}" if "name" in row else where
    _check_keys(row, ("name", "players", "bots"), where)
    bots = row.get("bots")
    if bots is not None and bots not in LEVEL_NAMES:
        raise _fault(where, f"bots is {brief(bots)}, and not one of {', '.join(LEVEL_NAMES)}")
    return Team(_name(_text(row, "name", where), where), _names(row, "players", where), bots)


def _format(found: Mapping[str, Any], *, is_of_persons: bool) -> Format:
    _check_keys(found, _FORMAT_KEYS, "[fixture]")
    usual = FORMAT_OF_PERSONS if is_of_persons else Format()
    numbers = {key: _number(found, key, "[fixture]", getattr(usual, key)) for key in _FORMAT_KEYS}
    return Format(**numbers)


def _house_rules(found: Mapping[str, Any]) -> dict[str, Spelling]:
    for option, value in found.items():
        is_list = isinstance(value, list) and all(type(part) is int for part in value)
        if not (is_list or isinstance(value, str | int | bool)):
            raise LeagueError(f"[game] set: {brief(option)} cannot be {brief(value)}")
    return {option: tuple(value) if isinstance(value, list) else value for option, value in found.items()}


def _fixtures(rows: Iterable[object], teams: tuple[Team, ...]) -> Iterator[Fixture]:
    names, seen = tuple(team.name for team in teams), set[int]()
    for nth, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise LeagueError(f"fixture {nth} is {brief(row)}, and not a table like [[fixtures]]")
        number = _number(row, "number", f"the {_th(nth)} of [[fixtures]]", None, least=1)
        if number in seen:
            raise LeagueError(f"two fixtures have the number {number}; give each its own")
        seen.add(number)
        yield _fixture(row, number, names)


def _fixture(row: Mapping[str, Any], number: int, teams: tuple[str, ...]) -> Fixture:
    where = f"fixture {number}"
    _check_keys(row, ("number", "home", "away", "date", "walkover", "postponed", "awarded"), where)
    home, away = (_one_of(_text(row, side, where), teams, f"{where}, {side}", "team") for side in ("home", "away"))
    if home == away:
        raise _fault(where, f"{home} cannot meet itself")
    walkover = None if "walkover" not in row else _one_of(row["walkover"], (home, away), f"{where}, walkover", "team")
    return Fixture(
        number=number,
        home=home,
        away=away,
        date=_date(row.get("date"), where),
        walkover=walkover,
        postponed=_yes_or_no(row, "postponed", where),
        awarded=tuple(_awards(_table(row, "awarded", where), (home, away), where)),
    )


def _awards(found: Mapping[str, object], teams: tuple[str, str], where: str) -> Iterator[Award]:
    for typed, team in found.items():
        board = number_in(typed)
        if board is None or str(board) != typed:
            raise _fault(where, f'{brief(typed)} is no board; write it like awarded = {{ 4 = "{teams[0]}" }}')
        yield Award(board, _one_of(team, teams, f"{where}, board {board}", "team"))


def _check_boards(league: League) -> None:
    """Raise `LeagueError` if the boards cannot be played."""
    format_ = league.format
    if not format_.boards:
        raise LeagueError("[fixture]: singles and doubles are both 0, so nothing would be played")
    for team in league.teams:
        if format_.doubles and len(team.players) < 2:
            raise LeagueError(f"{brief(team.name)} has one player, and cannot play doubles; set doubles = 0")
    for fixture in league.fixtures:
        for award in fixture.awarded:
            if not 1 <= award.board <= format_.boards:
                raise LeagueError(f"fixture {fixture.number}: there is no board {award.board} of {format_.boards}")
    if len(league.fixtures) * format_.boards > MOST_BOARDS:
        raise LeagueError(f"a season has {MOST_BOARDS} boards at most; divide the league")
    try:
        for has_any, seats in ((format_.singles, SEATS_OF_SINGLES), (format_.doubles, SEATS_OF_DOUBLES)):
            if has_any:
                make_rules(preset_named(league.game_for(seats)), league.rules_for(seats), seats)
    except RulesError as error:
        raise LeagueError(f"[game]: {error}") from None


# Values.


def _check_keys(found: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in found:
        if key not in known:
            meant = closest(key, known)
            advice = f"; did you mean {meant}?" if meant else f"; it takes {', '.join(known)}"
            raise _fault(where, f"there is nothing called {brief(key)}{advice}")


def _text(found: Mapping[str, Any], key: str, where: str, longest: int = LONGEST_NAME) -> str:
    value = found.get(key)
    if value is None:
        raise _fault(where, f'{key} is missing; write it like {key} = "..."')
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable() or value != value.strip():
        raise _fault(where, f"{key} is {brief(value)}, and not a text of 1 to {longest} characters")
    return value


def _name(value: object, where: str) -> str:
    name, fault = checked_name(value) if isinstance(value, str) else ("", "it is no text in quotes")
    if fault is not None or name != value:
        raise _fault(where, f"{brief(value)} is no name: {fault or f'write it as {brief(name)}'}")
    if comparison_key(name) in (NO_TEAM, *LEVEL_NAMES):
        raise _fault(where, f"{brief(value)} is no name: commands mean something else by it")
    return name


def _names(found: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    names = tuple(_name(value, where) for value in _list(found, key, where))
    if not names:
        raise _fault(where, f'{key} is missing; write it like {key} = ["Ann", "Ben"]')
    return names


def _list(found: Mapping[str, Any], key: str, where: str) -> list[Any]:
    value = found.get(key, [])
    if not isinstance(value, list):
        raise _fault(where, f"{key} is {brief(value)}, and not a list")
    return value


def _table(found: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    value = found.get(key, {})
    if not isinstance(value, dict):
        raise _fault(where, f"{key} is {brief(value)}, and not a table")
    return value


def _number(found: Mapping[str, Any], key: str, where: str, usual: int | None, least: int = 0) -> int:
    value = found.get(key, usual)
    if value is None:
        raise _fault(where, f"{key} is missing; write it like {key} = 1")
    if type(value) is not int or not least <= value <= 999:
        raise _fault(where, f"{key} is {brief(value)}, and not a whole number from {least} to 999")
    return value


def _yes_or_no(found: Mapping[str, Any], key: str, where: str) -> bool:
    value = found.get(key, False)
    if not isinstance(value, bool):
        raise _fault(where, f"{key} is {brief(value)}, and not true or false")
    return value


def _date(value: object, where: str) -> str | None:
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    raise _fault(where, f"date is {brief(str(value))}, and not a date like 2026-11-26, without quotes")


def _one_of(value: object, names: tuple[str, ...], where: str, what: str) -> str:
    key = comparison_key(value) if isinstance(value, str) else ""
    by_key = {comparison_key(name): name for name in names}
    if key in by_key:
        return by_key[key]
    meant = by_key.get(closest(key, by_key) or "")
    advice = f"; did you mean {meant}?" if meant else f"; there are {', '.join(names[:6])}"
    raise _fault(where, f"there is no {what} {brief(value)}{advice}")


def _check_once(names: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        key = comparison_key(name)
        if key in seen:
            raise LeagueError(f"there are two {what}s called {brief(name)}; give each a name of their own")
        seen.add(key)


def _fault(where: str, what: str) -> LeagueError:
    """What is wrong at a place in the file; "" is the file itself."""
    return LeagueError(f"{where}: {what}" if where else what)


def _th(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
