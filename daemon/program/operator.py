"""Commands to a running daemon from the command line: what is sent and answered.

Here: sending one over the wire with the operator's key. Not here: their arguments (`running_commands`), the key
(`protocol.shared.operator_key`), and their effect at a table (`decide`).
"""

import secrets
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

from attrs import evolve

from daemon.house.house import MOST_GAMES_ASKED_FOR
from daemon.house.table_names import no_such_table
from daemon.journal.sqlite_file import JOURNAL
from daemon.program.game_places import GamesInFolder
from daemon.table.readmissions import TIME_TO_COME_BACK
from protocol.clean import brief, clean
from protocol.digits import number_in
from protocol.log.commands import AnswerRequest, Command, Readmit
from protocol.log.operator_commands import FollowReach, Invite, MakeHostCode, OpenFixture, Substitute
from protocol.log.table import Stage
from protocol.names import comparison_key
from protocol.shared.address import LOCALHOST, Address
from protocol.shared.exit_status import FailedError, MisusedError
from protocol.shared.friends_link import friends_link, host_links
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.shared.operator_key import OperatorKey, read_key
from protocol.shared.quoting import quoted
from protocol.wire.codec import MalformedError, decode_from_daemon, encode_from_client
from protocol.wire.messages import (
    Accepted,
    AskTables,
    Do,
    Farewell,
    FromClient,
    FromDaemon,
    Goodbye,
    NotAccepted,
    SeatAsked,
    Tables,
    TableSummary,
)
from protocol.wire.operator_messages import HostCode, Operator, Reach

M = TypeVar("M", bound=FromDaemon)

TIME_TO_ANSWER: Final = 10.0


def operate(data: Path, command: Command, table: str | None = None) -> None:
    """Send a command to the daemon that uses this folder. Raises `FailedError` if it is not accepted."""
    _answer(data, _do(command, table), Accepted)


def readmit(data: Path, player: str, table: str | None) -> str:
    """Let a player who is away come back by name, and return a line that says how.

    `player`: the name, or the number of the seat from 1. `table` None: the only table with such a player. Games that
    sleep count too. Raises `FailedError`.
    """
    number, wanted_key = number_in(player), comparison_key(clean(player))
    places = [
        (summary, seat, who)
        for summary in _tables(data, search=(table or "") if number is not None else clean(player))
        for seat, who in enumerate(summary.seats)
        if table in (None, summary.table)
        and who.name is not None
        and who.bot is None
        and (comparison_key(who.name) == wanted_key if number is None else seat == number - 1)
    ]
    places = [place for place in places if not place[2].here] or places
    if not places:
        where = _where(data, table)
        raise MisusedError(f"no player {brief(player)} has a seat at {where}: give a name, or a seat's number from 1")
    if len(places) > 1:
        there = ", ".join(f"{summary.table} ({who.name})" for summary, _, who in places)
        raise MisusedError(f"there are several such players: name the table with --table: {there}")
    ((summary, seat, who),) = places
    operate(data, Readmit(seat), summary.table)
    minutes, name = round(TIME_TO_COME_BACK / 60), clean(who.name or "")
    return (
        f"for {minutes} minutes {name} may come back to seat {seat + 1} of table {summary.table}:"
        f" fives join ADDRESS --table {summary.table} --name {quoted(name)}"
    )


def seat_requests(data: Path) -> list[str]:
    """A line for each request for the seat of a bot in a running match. Raises `FailedError`."""
    return [
        f"{summary.table}: {clean(asked.name)} asks for seat {asked.seat + 1}, of {clean(who.name or '')}"
        + ("; agreed: it is theirs when the round ends" if asked.admitted else "")
        for summary, asked in _requests(data)
        for who in summary.seats[asked.seat : asked.seat + 1]
    ]


def answer_request(data: Path, name: str, table: str | None, *, admits: bool) -> None:
    """Let the spectator of this name have the seat of a bot that they ask for, or not. Raises `FailedError`.

    `table` None: the only table with such a spectator.
    """
    wanted, requests = comparison_key(clean(name)), _requests(data)
    found = [
        (summary, asked)
        for summary, asked in requests
        if table in (None, summary.table) and comparison_key(asked.name) == wanted
    ]
    if not found:
        where = _where(data, table)
        raise MisusedError(f"nobody called {brief(name)} asks for a seat at {where}: {_who_asks(requests)}")
    if len(found) > 1:
        there = ", ".join(summary.table for summary, _ in found)
        raise MisusedError(f"several called {brief(name)} ask for a seat: name the table with --table: {there}")
    ((summary, asked),) = found
    operate(data, AnswerRequest(asked.seat, asked.name, admits), summary.table)


def _where(data: Path, table: str | None) -> str:
    """`any table` or `table oak`, where nobody was found. Raises `MisusedError` if there is no such table at all."""
    if table is None:
        return "any table"
    if all(table != summary.table for summary in _tables(data, search=table)):
        names = (summary.table for summary in _answer(data, AskTables(), Tables).tables)
        raise MisusedError(no_such_table(table, names))
    return f"table {brief(table)}"


def _who_asks(requests: Sequence[tuple[TableSummary, SeatAsked]]) -> str:
    """Who asks for a seat, and at which table: the name may have got a number, or none, since it was last seen."""
    if not requests:
        return "nobody does"
    return ", ".join(f"{clean(asked.name)} does at {summary.table}" for summary, asked in requests)


def _requests(data: Path) -> list[tuple[TableSummary, SeatAsked]]:
    tables = _answer(data, AskTables(), Tables).tables
    return [(summary, asked) for summary in tables for asked in summary.asked]


def _tables(data: Path, search: str = "") -> list[TableSummary]:
    """The daemon's tables, with those of all unfinished games, or in a club of those in which `search` is.

    Raises `FailedError`.
    """
    games: list[str] = []
    if (data / JOURNAL).is_file():  # a daemon of a club has none, and searches the club
        with GamesInFolder(data).reading() as journal:
            games = [info.game for info in journal.games(unfinished_only=True)]
    tables: dict[str, TableSummary] = {}
    for first in range(0, max(1, len(games)), MOST_GAMES_ASKED_FOR):
        answer = _answer(data, AskTables(tuple(games[first : first + MOST_GAMES_ASKED_FOR]), search), Tables)
        tables |= {table.table: table for table in answer.tables}
    return list(tables.values())


def open_fixture(data: Path, number: int, substitutes: Sequence[tuple[str, str]]) -> list[str]:
    """Open a fixture of the league; returns a line for each of its boards. Raises `FailedError`."""
    operate(data, OpenFixture(number, tuple(Substitute(*pair) for pair in substitutes)))
    boards = [(board, table) for table in _tables(data) if (board := table.board) and board.fixture == number]
    played = {board.number for board, table in boards if table.stage is not Stage.OVER}
    return [
        f"{table.table}: {' and '.join(board.players[::2])} against {' and '.join(board.players[1::2])}, {table.stage}"
        for board, table in boards
        if table.stage is not Stage.OVER or board.number not in played  # an ended match there may still be looked at
    ]


def invite(data: Path, name: str) -> tuple[str, str | None]:
    """Invite friends by this name; returns the line with their link, and a warning if it is not for other houses.

    Raises `FailedError`.
    """
    reach = _answer(data, _do(Invite(name)), Reach)
    warning = None
    if not reach.outside:
        warning = (
            "this daemon knows no address at which friends in other houses can reach it, so this link is for your own"
            " network only: see `fives help hosting`"
        )
    return _invitation_lines(data, reach)[0], warning


def invitation_lines(data: Path) -> list[str]:
    """A line for each invitation, the newest first: its name and its link. Raises `FailedError`."""
    return _invitation_lines(data, _reach(data))


def host_code(data: Path) -> tuple[str, ...]:
    """Make a code for a browser; returns the links with it, the one in this network first. Raises `FailedError`."""
    code = _answer(data, _do(MakeHostCode()), HostCode).code
    return host_links(_reach(data), code, f"http://{Address(LOCALHOST, _key(data).port)}")


def _reach(data: Path) -> Reach:
    return _answer(data, _do(FollowReach()), Reach)


def _invitation_lines(data: Path, reach: Reach) -> list[str]:
    """A line for each invitation: its name, and the link that leads to the host's own table."""
    home = next((table.table for table in _answer(data, AskTables(), Tables).tables if table.home), None)
    link = friends_link(reach, home) or JoinLink((Endpoint(Address(LOCALHOST, _key(data).port)),), home, reach.key)
    return [f"{clean(friend.name)}: {evolve(link, invitation=friend.invitation)}" for friend in reach.invitations]


def _key(data: Path) -> OperatorKey:
    """The key of the daemon that uses this folder. Raises `MisusedError` if none does."""
    key = read_key(data)
    if key is None:
        raise _not_running(data)
    return key


def _do(command: Command, table: str | None = None) -> Do:
    return Do(f"operator-{secrets.token_hex(6)}", 0, command, table)


def _answer(data: Path, request: FromClient, wanted: type[M]) -> M:
    """Send a request to the daemon that uses this folder, and return its answer. Raises `FailedError`."""
    key = _key(data)
    try:
        with socket.create_connection((key.address, key.port), TIME_TO_ANSWER) as connection:
            connection.sendall(encode_from_client(Operator(key.secret)) + encode_from_client(request))
            with connection.makefile("rb") as lines:
                for line in lines:
                    match decode_from_daemon(line):
                        case Goodbye(reason=Farewell.NO_SUCH_TABLE) as refusal:
                            raise MisusedError(refusal.detail)
                        case NotAccepted() | Goodbye() as refusal:
                            raise FailedError(refusal.detail)
                        case message if isinstance(message, wanted):
                            return message
        raise FailedError("the daemon gave no answer")
    except ConnectionRefusedError:
        raise _not_running(data) from None  # the last daemon was killed and left its key behind
    except (OSError, MalformedError) as error:
        raise FailedError(f"the daemon that uses {data} does not answer: {error}") from error


def _not_running(data: Path) -> MisusedError:
    return MisusedError(f"no running daemon uses {data}; name its folder with --data")
