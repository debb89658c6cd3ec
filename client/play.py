"""`fives play`: which table of the private daemon to sit down at.

Lives here: what was asked for; finding the game that was left unfinished, going on with it or ending it, and opening
another. Not here: the child process (`private_daemon`), the game itself (`link` and a front end).
"""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from client.errand import ErrandError, TurnedAwayError, errand
from client.keeping import Keeping, KeptSeat
from client.words import coming_in as words
from client.words.names import game_title
from protocol.address import Address
from protocol.commands import EndMatch
from protocol.events import Entry, TableOpened
from protocol.host_flags import HostFlagError, Hosting
from protocol.messages import (
    PROTOCOL,
    Accepted,
    AskTables,
    Do,
    Hello,
    NotAccepted,
    Notice,
    OpenTable,
    Role,
    Tables,
    TableSummary,
    Welcome,
)
from protocol.presets import make_rules, preset_named
from protocol.session import Session
from protocol.table import Stage

KEPT_AS: Final = ("private", "")
"""A private daemon has another port each time, and one player: its seats are kept by table alone."""
_NAMES_GAME: Final = frozenset(("--rules", "--set", "--seats"))


class GoOn(Enum):
    """What to do with an unfinished game: ask, go on with it, or begin anew."""

    ASK = auto()
    YES = auto()
    NO = auto()


@frozen
class Private:
    """What `fives play` asks for: the table, the daemon's flags and data folder, what about an unfinished game."""

    table: OpenTable
    flags: tuple[str, ...]
    data: Path
    go_on: GoOn

    @property
    def names_game(self) -> bool:
        """Whether the game was asked for, and is not just the usual one."""
        return not _NAMES_GAME.isdisjoint(self.flags)

    @classmethod
    def asked_for(cls, hosting: Hosting, flags: Sequence[str], data: Path, go_on: GoOn) -> "Private":
        """What the host's options ask for; bots take all seats but one, unless their number is given.

        Raises `HostFlagError` where no seat would be left.
        """
        table = hosting.table
        _, seats = make_rules(preset_named(table.rules), table.set, table.seats)
        if "--bots" not in flags:
            table = evolve(table, bots=seats - 1)
            flags = [*flags, "--bots", str(table.bots)]
        if table.bots >= seats:
            raise HostFlagError(words.no_seat_left(table.bots, seats - 1))
        return cls(table, tuple(flags), data, go_on)


async def choose_table(
    address: Address,
    session: Session,
    keeping: Keeping,
    private: Private,
    ask: Callable[[str], Awaitable[bool]] | None,
    say: Callable[[str], None],
) -> str:
    """The table to sit down at; `ask` is None where nobody is there to be asked. Raises `ErrandError`."""
    wanted, go_on = private.table, private.go_on
    async with errand(address) as talk:
        tables = (await talk.ask(AskTables(), Tables)).tables
    left = _left_unfinished(tables, keeping)
    if left is None:
        if len(tables) == 1 and await _is_as_wanted(address, session, tables[0], wanted):
            return tables[0].table
        return await _open(address, wanted)
    table, seat = left
    if go_on is GoOn.ASK:
        is_another = private.names_game and not await _plays(address, session, table, wanted)
        another = game_title(wanted.rules) if is_another else None
        go_on = await _choose(words.unfinished(game_title(table.rules), len(table.seats)), another, ask)
    if go_on is GoOn.YES:
        say(words.going_on(game_title(table.rules)))
        return table.table
    await _end(address, session, seat)
    return await _open(address, wanted)


async def _choose(unfinished: str, another: str | None, ask: Callable[[str], Awaitable[bool]] | None) -> GoOn:
    """Whether to go on; unasked only where no other game is wanted: neither that one nor the old one is given up."""
    if ask is not None:
        return GoOn.YES if await ask(words.go_on_question(unfinished, another)) else GoOn.NO
    if another is not None:
        raise ErrandError(words.say_which(unfinished, another))
    return GoOn.YES


def _left_unfinished(tables: tuple[TableSummary, ...], keeping: Keeping) -> tuple[TableSummary, KeptSeat] | None:
    """The match that was left, with the key to its seat; one to which nobody has the key cannot be gone on with."""
    for table in tables:
        seat = keeping.seat(*KEPT_AS, table.table)
        if table.stage is Stage.PLAYING and seat is not None:
            return table, seat
    return None


async def _is_as_wanted(address: Address, session: Session, table: TableSummary, wanted: OpenTable) -> bool:
    """Whether a table that waits for its player is the one asked for, and not one that an earlier run left behind."""
    levels = [seat.bot for seat in table.seats if seat.bot is not None]
    if table.stage is not Stage.SEATING or len(levels) != wanted.bots:
        return False
    if set(levels) - {wanted.options.bot_level}:
        return False
    rules, seats = make_rules(preset_named(wanted.rules), wanted.set, wanted.seats)
    opened = await _opened(address, session, table, wanted.password)
    return opened == TableOpened(wanted.rules, rules, seats, wanted.options)


async def _plays(address: Address, session: Session, table: TableSummary, wanted: OpenTable) -> bool:
    """Whether the game at this table is the one asked for, as far as can be seen."""
    rules, seats = make_rules(preset_named(wanted.rules), wanted.set, wanted.seats)
    if (table.rules, len(table.seats)) != (wanted.rules, seats):
        return False
    opened = await _opened(address, session, table, wanted.password)
    return opened is None or opened.rules == rules


async def _opened(address: Address, session: Session, table: TableSummary, password: str | None) -> TableOpened | None:
    """How a table was opened, as somebody sees who looks on; None where nobody may."""
    look = Hello(PROTOCOL, session.client, session.name, Role.SPECTATOR, table.table, password=password)
    try:
        async with errand(address) as talk:
            first = (await talk.ask(look, Entry)).event
    except TurnedAwayError:
        return None
    return first if isinstance(first, TableOpened) else None


async def _end(address: Address, session: Session, seat: KeptSeat) -> None:
    """Abandon the unfinished match, as its host. Where that is refused it is left as it is, and does no harm."""
    hello = Hello(PROTOCOL, session.client, session.name, table=seat.table, token=seat.token)
    try:
        async with errand(address) as talk:
            welcome = await talk.ask(hello, Welcome)
            await talk.ask(Do(f"end-{welcome.game}", welcome.head, EndMatch()), Accepted, NotAccepted)
    except TurnedAwayError:
        return


async def _open(address: Address, wanted: OpenTable) -> str:
    async with errand(address) as talk:
        answer = await talk.ask(wanted, Tables, Notice)
    if isinstance(answer, Tables) and answer.opened is not None:
        return answer.opened
    raise ErrandError((answer.text if isinstance(answer, Notice) else None) or words.NO_TABLE_OPENED)
