"""The text of a new `league.toml`, with a comment where a number needs one. Not here: reading one (`league_file`)."""

from collections.abc import Iterable, Iterator
from itertools import chain

from protocol.game.options import Spelling
from protocol.league.league import Fixture, Format, League


def league_text(league: League) -> str:
    """The text of a new file."""
    is_of_persons = all(team.players == (team.name,) and team.bots is None for team in league.teams)
    return "\n".join(chain(_head(league, is_of_persons), _format_lines(league.format), _fixture_lines(league.fixtures)))


def _head(league: League, is_of_persons: bool) -> Iterator[str]:
    yield "# A league of fives; docs/league.md says what can be here. `fives league` checks it."
    yield f"name = {_quoted(league.name)}"
    if is_of_persons:
        yield f"persons = {_quoted_list(team.name for team in league.teams)}"
    yield ""
    yield "[game]"
    yield f"singles = {_quoted(league.singles_game)}"
    yield f"doubles = {_quoted(league.doubles_game)}"
    house_rules = ", ".join(f"{option} = {_value(value)}" for option, value in league.house_rules.items())
    yield f"set = {{ {house_rules} }}" if house_rules else "set = {}"
    yield f"duplicate = {_value(league.duplicate)}  # true: boards played at the same time have the same deals"
    for team in () if is_of_persons else league.teams:
        yield ""
        yield "[[teams]]"
        yield f"name = {_quoted(team.name)}"
        yield f"players = {_quoted_list(team.players)}"
        if team.bots is not None:
            yield f"bots = {_quoted(team.bots)}"


def _format_lines(format_: Format) -> Iterator[str]:
    yield ""
    yield "[fixture]"
    yield f"singles = {format_.singles}"
    yield f"doubles = {format_.doubles}"
    yield f"win = {format_.win}  # points for a fixture"
    yield f"draw = {format_.draw}"
    yield f"narrow = {format_.narrow}  # for who loses by at most so many boards:"
    yield f"margin = {format_.margin}"
    yield f"board = {format_.board}  # for each board that is won"


def _fixture_lines(fixtures: Iterable[Fixture]) -> Iterator[str]:
    for fixture in fixtures:
        yield ""
        yield "[[fixtures]]"
        yield f"number = {fixture.number}"
        if fixture.date is not None:
            yield f"date = {fixture.date}"
        yield f"home = {_quoted(fixture.home)}"
        yield f"away = {_quoted(fixture.away)}"
    yield ""


def _quoted(text: str) -> str:
    """A name as a TOML string: it has no control characters."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _quoted_list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _value(value: Spelling) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    return str(value) if isinstance(value, int) else f"[{', '.join(map(str, value))}]"
