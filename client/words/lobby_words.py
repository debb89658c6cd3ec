"""The lobby in words: the tables of a host, and who sits at them."""

from collections.abc import Container, Iterator, Sequence
from typing import Final

from client.words.board_words import board_in_words
from client.words.english import count, listed
from client.words.name_words import game_title, shown
from protocol.log.table import Stage
from protocol.shared.quoting import command_of
from protocol.wire.messages import SeatSummary, Tables, TableSummary

TITLE: Final = "Tables of this host"
NEW_TABLE: Final = "Open a table"
CHANGE_GAME: Final = "Change the game"
OTHER_TABLES: Final = TITLE
YOUR_MATCHES: Final = "Your matches"
"""The title of the lobby for a player who is alone, at a daemon that nobody else can reach."""
ANOTHER_MATCH: Final = "Begin another match"
OTHER_MATCHES: Final = "Your other matches"
TRY_AGAIN: Final = "Wrong password. Try again: join the table with the right one."
ASKS_FOR_WORD: Final = "password:"

_STAGES = {Stage.SEATING: "waiting for players", Stage.PLAYING: "playing", Stage.OVER: "match over"}


def table_list(message: Tables, own: Container[str] = ()) -> str:
    """The tables, a line each. If one has just been opened for this player, who goes there at once, only that one.

    `own`: the tables where this player has a saved seat.
    """
    if message.opened is not None:
        return f"Table {shown(message.opened)} is open."
    lines = (f"{table_summary(table, is_own=table.table in own)}." for table in message.tables)
    return "\n".join(lines) or "There are no tables."


def table_summary(summary: TableSummary, *, is_own: bool = False) -> str:
    """`oak: All Fives, playing, Ana and Ben (bot), your seat, 1 free seat`; `is_own`: the player has a seat there."""
    return f"{shown(summary.table)}: {about_table(summary, is_own=is_own)}"


def about_table(summary: TableSummary, *, is_own: bool = False) -> str:
    """`All Fives, playing, Ana and Ben (bot), your seat, 1 free seat`: a table without its name."""
    seated = [seat_summary(seat) for seat in summary.seats if seat.name is not None]
    players = [listed(seated)] if seated else []
    parts = [game_title(summary.rules), _STAGES[summary.stage], *players, *_details(summary, is_own=is_own)]
    return ", ".join(parts)


def _details(summary: TableSummary, *, is_own: bool) -> Iterator[str]:
    if summary.board is not None:
        yield board_in_words(summary.board)
    if is_own:
        yield "your seat"
    free = sum(seat.name is None for seat in summary.seats)
    if free:
        yield count(free, "free seat")
    if summary.spectators:
        yield f"{summary.spectators} watching"
    if summary.locked:
        yield "needs a password"
    if summary.home:
        yield "the host's own"


def whose_table(summary: TableSummary) -> str:
    """`Ann's table`, after the first person there: its host sat down first. `Table oak` without anybody."""
    first = next((seat.name for seat in summary.seats if seat.name and seat.bot is None), None)
    return f"Table {shown(summary.table)}" if first is None else f"{shown(first)}'s table"


def seats_free(summary: TableSummary) -> str:
    """`2 of 4 seats free`, `no seat free`."""
    free = sum(seat.name is None for seat in summary.seats)
    return f"{free} of {count(len(summary.seats), 'seat')} free" if free else "no seat free"


def seat_summary(seat: SeatSummary) -> str:
    """`Ana`, `Ben (bot)`, `Cho (away)`."""
    return f"{shown(seat.name or '')}{' (bot)' if seat.bot else '' if seat.here else ' (away)'}"


def how_friends_join(name: str) -> str:
    """How friends come to a table that is not the host's own."""
    return f"Friends come to this table with `--table {shown(name)}`, or from the list of tables."


def table_is_full(name: str) -> str:
    """Says that this table is full, and what the player can do."""
    return f"Every seat of table {shown(name)} is taken. Watch it, choose another table, or open your own."


def is_the_seat_yours(name: str, *, is_host: bool) -> str:
    """The advice at a full table where somebody of this name, which is the player's, has a seat and is away."""
    if is_host:
        command = command_of(("fivesd", "readmit", name))
        return f"If the seat of {shown(name)} is yours, type `{command}` in another terminal, and join again."
    return f"If the seat of {shown(name)} is yours, ask your host to let you back in by name, and join again."


def needs_password(name: str) -> str:
    """Says that a table cannot be joined without its password."""
    return f"Table {shown(name)} needs a password: join it again with the right one."


def password_wanted(name: str, *, is_wrong: bool, is_typed_line: bool = True) -> str:
    """The question for a table's password. `is_wrong`: the last one was. `is_typed_line`: it is typed as a line."""
    fact = f"That is not the password of table {shown(name)}." if is_wrong else f"Table {shown(name)} has a password."
    return f"{fact} Type it (it is not shown), or press Enter to give up." if is_typed_line else fact


def no_password(name: str) -> str:
    """Says that the player has typed no password."""
    return f"Table {shown(name)} has a password, and you gave none: ask your host for it."


def wrong_passwords(name: str, many: int) -> str:
    """Says that all of `many` passwords were wrong."""
    return f"{many} wrong passwords for table {shown(name)}: ask your host for the right one."


def is_gone(table: str) -> str:
    """A table that was listed a moment ago is there no more."""
    return f"Table {shown(table)} is no longer there."


def no_such_table(name: str, names: Sequence[str]) -> str:
    """Says that there is no table of this name, and which tables there are."""
    others = f"there {'is' if len(names) == 1 else 'are'} {listed(map(shown, names))}" if names else "there are none"
    return f"There is no table {shown(name)}: {others}."


def table_refused(text: str) -> str:
    """Says that the daemon refused to open a table; `text` is its reason."""
    return f"No table was opened: {shown(text)}"


def led_to_board(board: str, asked: str) -> str:
    """Says that the player is led to their board of the league instead of the table that they asked for."""
    return f"Your board of the league waits for you: you are led to table {shown(board)}, and not to {shown(asked)}."


def friends_are_led_to(table: str) -> str:
    """Says to who runs the daemon that newcomers come to another table than the one where this player sits."""
    return f"Friends who open the host's link are led to table {shown(table)}: `join {shown(table)}` goes there."
