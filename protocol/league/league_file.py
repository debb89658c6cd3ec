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
    LONGEST_REASON,
    ORDER,
    SEATS_OF_DOUBLES,
    SEATS_OF_SINGLES,
    SINGLES_GAME,
    Award,
    Fixture,
    Format,
    League,
    Team,
    Walkover,
)
from protocol.league.league_faults import FAULTS
from protocol.league.season import ORDERINGS
from protocol.names import LONGEST_NAME, checked_name, comparison_key
from protocol.sentences import Said, Sentence, in_line

NO_TEAM: Final = "none"
"""Typed in place of a team, it takes a walkover or an award back."""
VOID, DRAWN = "void", "drawn"
"""In place of a team, a board that was not played counts for none."""
MOST_BOARDS: Final = 10_000
"""In a season: far more than any has, so that nobody fills another's memory with one."""
MOST_BOARDS_OF_FIXTURE: Final = 1000
MOST_TEAMS: Final = 1000
"""Teams or persons in a league, and players in a team: as many as a list in a message can have."""
_FORMAT_KEYS: Final = ("singles", "doubles", "win", "draw", "narrow", "margin", "board")


class LeagueError(Exception):
    """The text is not a league: what is wrong, and what would do, in one line. `said`: the same as a sentence."""

    def __init__(self, said: Said) -> None:
        super().__init__(str(said))
        self.said = said


def read_league(text: str) -> League:
    """The league that this text describes. Raises `LeagueError`."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise LeagueError(FAULTS("not_toml", error=str(error))) from None
    _check_keys(found, ("name", "teams", "persons", "game", "fixture", "table", "fixtures"), "")
    rules = _table(found, "game", "")
    _check_keys(rules, ("singles", "doubles", "set", "set_singles", "set_doubles", "duplicate"), "[game]")
    name, teams = _text(found, "name", "", longest=LONGEST_LEAGUE_NAME), _teams(found)
    rows = _list(found, "fixtures", "")
    if len(rows) > MOST_BOARDS:
        raise LeagueError(FAULTS("many_boards", most=MOST_BOARDS))
    league = League(
        name=name,
        teams=teams,
        fixtures=tuple(_fixtures(rows, teams)),
        format=_format(_table(found, "fixture", ""), is_of_persons="persons" in found),
        singles_game=_text(rules, "singles", "[game]") if "singles" in rules else SINGLES_GAME,
        doubles_game=_text(rules, "doubles", "[game]") if "doubles" in rules else DOUBLES_GAME,
        house_rules=_house_rules(rules, "set"),
        singles_rules=_house_rules(rules, "set_singles"),
        doubles_rules=_house_rules(rules, "set_doubles"),
        duplicate=_yes_or_no(rules, "duplicate", "[game]"),
        order=_order(_table(found, "table", "")),
    )
    _check_boards(league)
    return league


# Parts of the file.


def _teams(found: Mapping[str, Any]) -> tuple[Team, ...]:
    if ("teams" in found) == ("persons" in found):
        raise LeagueError(FAULTS("persons_or_teams"))
    if "persons" in found:
        teams = [Team(name, (name,)) for name in _names(found, "persons", "")]
    else:
        teams = [_team(row, nth) for nth, row in enumerate(_list(found, "teams", ""), start=1)]
    if len(teams) < 2:
        raise LeagueError(FAULTS("few_teams"))
    if len(teams) > MOST_TEAMS:
        raise LeagueError(FAULTS("many_teams", most=MOST_TEAMS, teams=len(teams)))
    for team in teams:
        if len(team.players) > MOST_TEAMS:
            raise LeagueError(FAULTS("many_players", team=brief(team.name), most=MOST_TEAMS))
    _check_once((player for team in teams for player in team.players), is_of_teams=False)
    _check_once((team.name for team in teams), is_of_teams=True)
    return tuple(teams)


def _team(row: object, nth: int) -> Team:
    where = FAULTS("team", nth=nth)
    if not isinstance(row, dict):
        raise LeagueError(FAULTS("team_no_table", nth=nth, row=brief(row)))
    where = FAULTS("named_team", nth=nth, name=brief(row["name"])) if "name" in row else where
    _check_keys(row, ("name", "players", "bots", "points", "reason", "withdrawn"), where)
    bots = row.get("bots")
    if bots is not None and bots not in LEVEL_NAMES:
        raise _fault(where, FAULTS("bots", bots=brief(bots), levels=in_line(LEVEL_NAMES)))
    points = _number(row, "points", where, 0, least=-999)
    if points and "reason" not in row:
        raise _fault(where, FAULTS("points_alone", example='reason = "..."'))
    if "reason" in row and not points:
        raise _fault(where, FAULTS("reason_alone", example="points = -2"))
    return Team(
        _name(_text(row, "name", where), where),
        _names(row, "players", where),
        bots,
        points,
        _text(row, "reason", where, longest=LONGEST_REASON) if points else "",
        _yes_or_no(row, "withdrawn", where),
    )


def _format(found: Mapping[str, Any], *, is_of_persons: bool) -> Format:
    _check_keys(found, (*_FORMAT_KEYS, "walkover"), "[fixture]")
    usual = FORMAT_OF_PERSONS if is_of_persons else Format()
    numbers = {key: _number(found, key, "[fixture]", getattr(usual, key)) for key in _FORMAT_KEYS}
    walkover = None if "walkover" not in found else _walkover(_table(found, "walkover", "[fixture]"), numbers)
    return Format(**numbers, walkover=walkover)


def _walkover(found: Mapping[str, Any], numbers: Mapping[str, int]) -> Walkover:
    where = "[fixture] walkover"
    _check_keys(found, ("points", "boards"), where)
    boards = found.get("boards", [0, 0])
    most = numbers["singles"] + numbers["doubles"]
    if not isinstance(boards, list) or [type(number) for number in boards] != [int, int] or min(boards) < 0:
        raise _fault(where, FAULTS("walkover_boards", boards=brief(boards), example="[5, 4]"))
    if sum(boards) > most:
        raise _fault(where, FAULTS("many_walkover_boards", won=boards[0], lost=boards[1], boards=most))
    return Walkover(points=_number(found, "points", where, numbers["win"]), boards=(boards[0], boards[1]))


def _order(found: Mapping[str, Any]) -> tuple[str, ...]:
    where = "[table]"
    _check_keys(found, ("order",), where)
    order = tuple(_list(found, "order", where)) if "order" in found else ORDER
    if not order:
        raise _fault(where, FAULTS("no_order", known=in_line(ORDERINGS)))
    for word in order:
        if not isinstance(word, str) or word not in ORDERINGS:
            raise _fault(where, FAULTS("unknown_order", word=brief(word), known=in_line(ORDERINGS)))
    if len(set(order)) < len(order):
        raise _fault(where, FAULTS("order_twice"))
    return order


def _house_rules(rules: Mapping[str, Any], key: str) -> dict[str, Spelling]:
    found = _table(rules, key, "[game]")
    for option, value in found.items():
        is_list = isinstance(value, list) and all(type(part) is int for part in value)
        if not (is_list or isinstance(value, str | int | bool)):
            raise LeagueError(FAULTS("set_value", key=key, option=brief(option), value=brief(value)))
    return {option: tuple(value) if isinstance(value, list) else value for option, value in found.items()}


def _fixtures(rows: Iterable[object], teams: tuple[Team, ...]) -> Iterator[Fixture]:
    by_key, seen = _by_key(team.name for team in teams), set[int]()
    for nth, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise LeagueError(FAULTS("fixture_no_table", nth=nth, row=brief(row)))
        number = _number(row, "number", FAULTS("nth_fixture", nth=nth), None, least=1, most=MOST_BOARDS)
        if number in seen:
            raise LeagueError(FAULTS("same_number", number=number))
        seen.add(number)
        yield _fixture(row, number, by_key)


def _fixture(row: Mapping[str, Any], number: int, teams: Mapping[str, str]) -> Fixture:
    where = FAULTS("fixture", number=number)
    _check_keys(row, ("number", "home", "away", "date", "walkover", "postponed", "awarded", "counts"), where)
    home, away = (
        _one_of(_text(row, side, where), teams, FAULTS("within", where=where, key=side)) for side in ("home", "away")
    )
    if home == away:
        raise _fault(where, FAULTS("meets_itself", team=home))
    walkover = (
        None
        if "walkover" not in row
        else _one_of(row["walkover"], _by_key((home, away)), FAULTS("within", where=where, key="walkover"))
    )
    return Fixture(
        number=number,
        home=home,
        away=away,
        date=_date(row.get("date"), where),
        walkover=walkover,
        postponed=_yes_or_no(row, "postponed", where),
        awarded=tuple(_awards(_table(row, "awarded", where), (home, away), where)),
        counts=_yes_or_no(row, "counts", where, usual=True),
    )


def _awards(found: Mapping[str, object], teams: tuple[str, str], where: Said) -> Iterator[Award]:
    for typed, team in found.items():
        board = number_in(typed)
        if board is None or str(board) != typed:
            raise _fault(where, FAULTS("no_board", board=brief(typed), example=f'awarded = {{ 4 = "{teams[0]}" }}'))
        one = _one_of(team, _by_key((*teams, VOID, DRAWN)), FAULTS("of_board", where=where, board=board))
        yield Award(board, None if one in (VOID, DRAWN) else one, drawn=one == DRAWN)


def _check_boards(league: League) -> None:
    """Raise `LeagueError` if the boards cannot be played."""
    format_ = league.format
    if not format_.boards:
        raise LeagueError(FAULTS("nothing_to_play"))
    for team in league.teams:
        if format_.doubles and len(team.players) < 2:
            raise LeagueError(FAULTS("no_doubles", team=brief(team.name)))
    for fixture in league.fixtures:
        for award in fixture.awarded:
            if not 1 <= award.board <= format_.boards:
                raise LeagueError(
                    FAULTS("no_such_board", fixture=fixture.number, board=award.board, boards=format_.boards)
                )
    if format_.boards > MOST_BOARDS_OF_FIXTURE:
        raise LeagueError(FAULTS("many_boards_of_fixture", most=MOST_BOARDS_OF_FIXTURE, boards=format_.boards))
    if len(league.fixtures) * format_.boards > MOST_BOARDS:
        raise LeagueError(FAULTS("many_boards", most=MOST_BOARDS))
    try:
        for has_any, seats in ((format_.singles, SEATS_OF_SINGLES), (format_.doubles, SEATS_OF_DOUBLES)):
            if has_any:
                make_rules(preset_named(league.game_for(seats)), league.rules_for(seats), seats)
    except RulesError as error:
        raise LeagueError(FAULTS("game", option=error.option, why=error.text)) from None


# Values.


def _check_keys(found: Mapping[str, Any], known: tuple[str, ...], where: Said) -> None:
    for key in found:
        if key not in known:
            meant = closest(key, known)
            if meant:
                raise _fault(where, FAULTS("unknown_but", key=brief(key), meant=meant))
            raise _fault(where, FAULTS("unknown", key=brief(key), known=in_line(known)))


def _text(found: Mapping[str, Any], key: str, where: Said, longest: int = LONGEST_NAME) -> str:
    value = found.get(key)
    if value is None:
        raise _fault(where, FAULTS("no_text", key=key, example=f'{key} = "..."'))
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable() or value != value.strip():
        raise _fault(where, FAULTS("text", key=key, value=brief(value), longest=longest))
    return value


def _name(value: object, where: Said) -> str:
    name, fault = checked_name(value) if isinstance(value, str) else ("", FAULTS("no_quotes"))
    if fault is not None or name != value:
        raise _fault(where, FAULTS("name", name=brief(value), why=fault or FAULTS("write_as", name=brief(name))))
    if comparison_key(name) in (NO_TEAM, VOID, DRAWN, *LEVEL_NAMES):
        raise _fault(where, FAULTS("name_of_commands", name=brief(value)))
    return name


def _names(found: Mapping[str, Any], key: str, where: Said) -> tuple[str, ...]:
    names = tuple(_name(value, where) for value in _list(found, key, where))
    if not names:
        raise _fault(where, FAULTS("no_names", key=key, example=f'{key} = ["Ann", "Ben"]'))
    return names


def _list(found: Mapping[str, Any], key: str, where: Said) -> list[Any]:
    value = found.get(key, [])
    if not isinstance(value, list):
        raise _fault(where, FAULTS("list", key=key, value=brief(value)))
    return value


def _table(found: Mapping[str, Any], key: str, where: Said) -> dict[str, Any]:
    value = found.get(key, {})
    if not isinstance(value, dict):
        raise _fault(where, FAULTS("table", key=key, value=brief(value)))
    return value


def _number(found: Mapping[str, Any], key: str, where: Said, usual: int | None, least: int = 0, most: int = 999) -> int:
    value = found.get(key, usual)
    if value is None:
        raise _fault(where, FAULTS("no_number", key=key, example=f"{key} = 1"))
    if type(value) is not int or not least <= value <= most:
        raise _fault(where, FAULTS("number", key=key, value=brief(value), least=least, most=most))
    return value


def _yes_or_no(found: Mapping[str, Any], key: str, where: Said, *, usual: bool = False) -> bool:
    value = found.get(key, usual)
    if not isinstance(value, bool):
        raise _fault(where, FAULTS("yes_or_no", key=key, value=brief(value)))
    return value


def _date(value: object, where: Said) -> str | None:
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return value.isoformat()
    raise _fault(where, FAULTS("date", date=brief(str(value))))


def _by_key(names: Iterable[str]) -> dict[str, str]:
    """These names, by what they are compared as."""
    return {comparison_key(name): name for name in names}


def _one_of(value: object, by_key: Mapping[str, str], where: Said) -> str:
    key = comparison_key(value) if isinstance(value, str) else ""
    if key in by_key:
        return by_key[key]
    meant = by_key.get(closest(key, by_key) or "")
    if meant:
        raise _fault(where, FAULTS("no_team_but", team=brief(value), meant=meant))
    raise _fault(where, FAULTS("no_team", team=brief(value), teams=in_line(tuple(by_key.values())[:6])))


def _check_once(names: Iterable[str], *, is_of_teams: bool) -> None:
    seen: set[str] = set()
    for name in names:
        key = comparison_key(name)
        if key in seen:
            raise LeagueError(FAULTS("two_teams" if is_of_teams else "two_players", name=brief(name)))
        seen.add(key)


def _fault(where: Said, what: Sentence) -> LeagueError:
    """What is wrong at a place in the file; "" is the file itself."""
    return LeagueError(FAULTS("at", where=where, what=what) if where != "" else what)
