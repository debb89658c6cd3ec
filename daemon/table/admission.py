"""Who is let in at a table, under which name, and what they still have to be told.

Lives here: the checks on a hello. Not here: what is stored and told when somebody sits down
(`reception`), what a token is (`tokens`).
"""

from typing import Final

from daemon.game_log import GameLog
from daemon.guest import Guest, PartingError
from daemon.table.tokens import is_password
from protocol.clean import clean
from protocol.log.table import Table
from protocol.wire.messages import LONGEST_NAME, Farewell, Hello

NOBODY_MAY_WATCH: Final = "nobody may watch this table"


async def check_password(hello: Hello, password: str | None, *, has_seat: bool) -> None:
    """Raise `PartingError` for a stranger who does not know the word; `password` is its hash, or None."""
    if password is None or has_seat:
        return
    if hello.password is None or not await is_password(hello.password, password):
        raise PartingError(Farewell.BAD_PASSWORD, "this table has a password: give it with --password")


def check_spectators(table: Table) -> None:
    """Raise `PartingError` where nobody may watch."""
    if not table.options.spectators:
        raise PartingError(Farewell.NO_SPECTATORS, NOBODY_MAY_WATCH)


def name_from(hello: Hello) -> str:
    """The name that somebody gives, cleaned. Raises `PartingError` for none."""
    name = clean(hello.name)
    if not 0 < len(name) <= LONGEST_NAME:
        raise PartingError(Farewell.BAD_NAME, f"a name has 1 to {LONGEST_NAME} characters that can be seen")
    return name


def free_name(table: Table, wanted: str) -> str:
    """The name, with a number behind it where somebody at the table has it."""
    taken = {who.name for who in table.seats}
    names = (wanted, *(f"{wanted[: LONGEST_NAME - 3]} {nth}" for nth in range(2, 100)))
    return next(name for name in names if name not in taken)


def start_for(log: GameLog, guest: Guest, hello: Hello) -> int:
    """The number from which this viewer is told: behind what it holds, or 1 where it holds another game's."""
    if hello.game != log.game or hello.since is None or not 0 <= hello.since <= log.head:
        return 1
    was_seated = hello.token is not None
    return hello.since + 1 if was_seated == (guest.seat is not None) else 1
