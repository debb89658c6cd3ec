"""What is typed to open a fixture of a league: its number, and `PLAYER=SUBSTITUTE` for each substitute."""

from collections.abc import Iterable

from protocol.clean import brief
from protocol.digits import number_in
from protocol.league.league_file import MOST_BOARDS
from protocol.shared.exit_status import MisusedError


def fixture_number(typed: str) -> int:
    """The number of a fixture. Raises `MisusedError`."""
    number = number_in(typed)
    if not number or number > MOST_BOARDS:
        raise MisusedError(f"{brief(typed)} is not the number of a fixture; `fives league` lists them")
    return number


def substitutes_in(typed: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of a player, and who plays instead: a name, or the level of a bot. Raises `MisusedError`."""
    return tuple(map(_substitute, typed))


def _substitute(typed: str) -> tuple[str, str]:
    player, _, by = map(str.strip, typed.partition("="))
    if not player or not by:
        raise MisusedError(f"{brief(typed)} is no substitute: write it like Ben=Zoe, or Ben=club for a bot")
    return player, by
