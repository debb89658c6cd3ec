"""The lobby in words: the tables of a host, and who sits at them."""

from collections.abc import Container, Iterator, Sequence
from typing import Final

from client.words.board_words import board_in_words
from client.words.catalogue.row import Person
from client.words.english import in_line, listed
from client.words.name_words import game_title, shown
from client.words.refusal_words import say_by_code
from client.words.say import Who, say, together
from protocol.log.table import Stage
from protocol.shared.quoting import command_of
from protocol.wire.messages import SeatSummary, TableSummary
from protocol.wire.notices import RefusedNotice

_STAGES: Final = {Stage.SEATING: "table.seating", Stage.PLAYING: "table.playing", Stage.OVER: "table.over"}


def table_list(tables: Sequence[TableSummary], own: Container[str] = ()) -> str:
    """The tables, a line each; `own`: those where this player has a saved seat."""
    lines = (say("log.line", line=table_summary(table, is_own=table.table in own)) for table in tables)
    return "\n".join(lines) or say("lobby.no_tables")


def opened(table: str) -> str:
    """Says that this table has been opened for the player."""
    return say("lobby.opened", table=shown(table))


def table_summary(summary: TableSummary, *, is_own: bool = False) -> str:
    """`oak: All Fives, playing, Ana and Ben (bot), your seat, 1 free seat`; `is_own`: the player has a seat there."""
    return say("table.named", table=shown(summary.table), about=about_table(summary, is_own=is_own))


def about_table(summary: TableSummary, *, is_own: bool = False) -> str:
    """`All Fives, playing, Ana and Ben (bot), your seat, 1 free seat`: a table without its name."""
    seated = [seat_summary(seat) for seat in summary.seats if seat.name is not None]
    players = [listed(seated)] if seated else []
    is_between = summary.stage is Stage.SEATING and summary.match > 0
    stage = say("table.between" if is_between else _STAGES[summary.stage])
    return in_line([game_title(summary.rules), stage, *players, *_details(summary, is_own=is_own)])


def _details(summary: TableSummary, *, is_own: bool) -> Iterator[str]:
    if summary.board is not None:
        yield board_in_words(summary.board)
    if is_own:
        yield say("table.your_seat")
    free = sum(seat.name is None for seat in summary.seats)
    if free:
        yield say("table.free", n=free)
    elif summary.bots_make_way and not is_own:
        yield say("table.bot_makes_way")
    if summary.spectators:
        yield say("table.watching", n=summary.spectators)
    if summary.locked:
        yield say("table.locked")
    if summary.home:
        yield say("table.home")


def whose_table(summary: TableSummary) -> str:
    """`Ann's table`, after the first person there: its host sat down first. `Table oak` without anybody."""
    first = next((seat.name for seat in summary.seats if seat.name and seat.bot is None), None)
    return say("table.nobodys", table=shown(summary.table)) if first is None else say("table.whose", name=shown(first))


def seats_free(summary: TableSummary) -> str:
    """`2 of 4 seats free`, `no seat free`; between two matches a bot's seat is as good."""
    free = sum(seat.name is None for seat in summary.seats)
    if free:
        return say("table.seats_free", free=free, n=len(summary.seats))
    return say("table.bot_makes_way" if summary.bots_make_way else "table.no_seat_free")


def seat_summary(seat: SeatSummary) -> str:
    """`Ana`, `Ben (bot)`, `Cho (away)`."""
    name = shown(seat.name or "")
    if seat.bot:
        return say("table.bot", name=name)
    return name if seat.here else say("table.away", name=name)


def how_friends_join(name: str, *, is_page: bool) -> str:
    """How friends come to a table that is not the host's own. `is_page`: a reader of the page has no flags."""
    return say("lobby.friends_join_page") if is_page else say("lobby.friends_join", table=shown(name))


def table_is_full(name: str, *, has_bots: bool = False) -> str:
    """Says that this table is full, and what the player can do. `has_bots`: a bot's seat can be asked for there."""
    return say("lobby.full_with_bots" if has_bots else "lobby.full", table=shown(name))


def is_the_seat_yours(name: str, *, is_host: bool) -> str:
    """The advice at a full table where somebody of this name, which is the player's, has a seat and is away."""
    if is_host:
        return say("lobby.is_yours_host", name=shown(name), command=command_of(("fivesd", "readmit", name)))
    return say("lobby.is_yours", name=shown(name))


def needs_password(name: str) -> str:
    """Says that a table cannot be joined without its password."""
    return say("lobby.needs_password", table=shown(name))


def password_wanted(name: str, *, is_wrong: bool, is_typed_line: bool = True) -> str:
    """The question for a table's password. `is_wrong`: the last one was. `is_typed_line`: it is typed as a line."""
    fact = say("lobby.not_the_password" if is_wrong else "lobby.has_password", table=shown(name))
    return together(fact, say("lobby.type_password") if is_typed_line else "")


def no_password(name: str) -> str:
    """Says that the player has typed no password."""
    return say("lobby.no_password", table=shown(name))


def wrong_passwords(name: str, many: int) -> str:
    """Says that all of `many` passwords were wrong."""
    return say("lobby.wrong_passwords", n=many, table=shown(name))


def is_gone(table: str) -> str:
    """A table that was listed a moment ago is there no more."""
    return say("lobby.is_gone", table=shown(table))


def no_such_table(name: str, names: Sequence[str]) -> str:
    """Says that there is no table of this name, and which tables there are."""
    if not names:
        return say("lobby.no_such_table_none", table=shown(name))
    others = listed(map(shown, names))
    person = Person.ONE if len(names) == 1 else Person.MANY
    return say("lobby.no_such_table", table=shown(name), who=Who(person, others, others))


def table_refused(refused: RefusedNotice) -> str:
    """Says that the daemon refused to open a table, and why."""
    by_code = None if refused.code is None else say_by_code(refused.code, refused.facts)
    return say("lobby.refused", why=by_code or shown(refused.text))


def led_to_board(board: str, asked: str) -> str:
    """Says that the player is led to their board of the league instead of the table that they asked for."""
    return say("lobby.led_to_board", board=shown(board), table=shown(asked))


def friends_are_led_to(table: str) -> str:
    """Says to who runs the daemon that newcomers come to another table than the one where this player sits."""
    return say("lobby.friends_are_led", table=shown(table))
