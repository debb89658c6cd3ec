"""Commands to a running daemon from the command line: what an operator can do there.

Here: the list of these commands, and sending one over the wire with the operator's key. Not here: the key
(`protocol.console.operator_key`), and their effect at a table (`decide`).
"""

import secrets
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from attrs import evolve

from daemon.house.house import MOST_GAMES_ASKED_FOR
from daemon.journal.sqlite_file import JOURNAL
from daemon.program.game_places import GamesInFolder
from daemon.table.readmissions import TIME_TO_COME_BACK
from protocol.clean import brief, clean
from protocol.console.address import LOCALHOST, Address
from protocol.console.exit_status import FailedError, MisusedError
from protocol.console.friends_link import friends_link, host_links
from protocol.console.join_link import Endpoint, JoinLink
from protocol.console.operator_key import OperatorKey, read_key
from protocol.console.quoting import quoted
from protocol.digits import number_in
from protocol.log.commands import AddBot, Command, EndMatch, HandOver, Kick, Pause, Readmit, Resume
from protocol.names import comparison_key
from protocol.wire.codec import MalformedError, decode_from_daemon, encode_from_client
from protocol.wire.messages import (
    Accepted,
    AskTables,
    FromClient,
    FromDaemon,
    Goodbye,
    NotAccepted,
    Tables,
    TableSummary,
)
from protocol.wire.operator_messages import (
    AskFixture,
    AskHostCode,
    AskReach,
    HostCode,
    Invite,
    KnownAs,
    Operate,
    Operator,
    Reach,
    Substitute,
    Uninvite,
)

TIME_TO_ANSWER: Final = 10.0


class OperatorCommand(NamedTuple):
    """The meaning of a command, and a function that makes it from a seat and a bot level; most commands ignore both."""

    meaning: str
    make: Callable[[int, str], Command]


COMMANDS: Final = {
    "pause": OperatorCommand("pause the match", lambda _seat, _level: Pause()),
    "resume": OperatorCommand("continue after a pause", lambda _seat, _level: Resume()),
    "kick": OperatorCommand(
        "remove a player; during a match, a bot takes over the seat", lambda seat, _level: Kick(seat)
    ),
    "stand-in": OperatorCommand(
        "let a bot play for a player who is away, until they are back; before a match, put a bot on a free seat", AddBot
    ),
    "hand-over": OperatorCommand(
        "ask a player to go on hosting from the end of this round on, on their own machine",
        lambda seat, _level: HandOver(seat),
    ),
    "end": OperatorCommand("end the match for everybody; it is stored as abandoned", lambda _seat, _level: EndMatch()),
}


def operate(data: Path, command: Command, table: str | None) -> None:
    """Send a command to the daemon that uses this folder. Raises `FailedError` if it is not accepted."""
    key = _key(data)
    _send(data, key, Operate(_new_id(), key.secret, table, command))


def readmit(data: Path, player: str, table: str | None) -> str:
    """Let a player who is away come back by name, and return a line that says how.

    `player`: the name, or the number of the seat from 1. `table` None: the only table with such a player. Games that
    sleep count too. Raises `FailedError`.
    """
    key = _key(data)
    number, wanted_key = number_in(player), comparison_key(clean(player))
    places = [
        (summary, seat, who)
        for summary in _tables(data, key, search=(table or "") if number is not None else clean(player))
        for seat, who in enumerate(summary.seats)
        if table in (None, summary.table)
        and who.name is not None
        and who.bot is None
        and (comparison_key(who.name) == wanted_key if number is None else seat == number - 1)
    ]
    places = [place for place in places if not place[2].here] or places
    if not places:
        where = "any table" if table is None else f"table {brief(table)}"
        raise MisusedError(f"no player {brief(player)} has a seat at {where}: give a name, or a seat's number from 1")
    if len(places) > 1:
        there = ", ".join(f"{summary.table} ({who.name})" for summary, _, who in places)
        raise MisusedError(f"there are several such players: name the table with --table: {there}")
    ((summary, seat, who),) = places
    _send(data, key, Operate(_new_id(), key.secret, summary.table, Readmit(seat)))
    minutes, name = round(TIME_TO_COME_BACK / 60), clean(who.name or "")
    return (
        f"for {minutes} minutes {name} may come back to seat {seat + 1} of table {summary.table}:"
        f" fives join ADDRESS --table {summary.table} --name {quoted(name)}"
    )


def _tables(data: Path, key: OperatorKey, search: str) -> list[TableSummary]:
    """The daemon's tables, with those of all unfinished games, or in a club of those in which `search` is.

    Raises `FailedError`.
    """
    games: list[str] = []
    if (data / JOURNAL).is_file():  # a daemon of a club has none, and searches the club
        with GamesInFolder(data).reading() as journal:
            games = [info.game for info in journal.games(unfinished_only=True)]
    tables: dict[str, TableSummary] = {}
    for first in range(0, max(1, len(games)), MOST_GAMES_ASKED_FOR):
        answer = _answer(data, key, AskTables(tuple(games[first : first + MOST_GAMES_ASKED_FOR]), search))
        if isinstance(answer, Goodbye):
            raise FailedError(answer.detail)
        if isinstance(answer, Tables):
            tables |= {table.table: table for table in answer.tables}
    return list(tables.values())


def open_fixture(data: Path, number: int, substitutes: Sequence[tuple[str, str]]) -> list[str]:
    """Open a fixture of the league; returns a line for each of its boards. Raises `FailedError`."""
    key = _key(data)
    _send(data, key, AskFixture(_new_id(), number, tuple(Substitute(*pair) for pair in substitutes), key.secret))
    boards = [(table.board, table) for table in _tables(data, key, "")]
    return [
        f"{table.table}: {' and '.join(board.players[::2])} against {' and '.join(board.players[1::2])}, {table.stage}"
        for board, table in boards
        if board is not None and board.fixture == number
    ]


def know_page_as(data: Path, name: str) -> None:
    """Have browsers find the page of the daemon that uses this folder under this name. Raises `FailedError`."""
    key = _key(data)
    _send(data, key, KnownAs(_new_id(), key.secret, name))


def invite(data: Path, name: str) -> tuple[str, str | None]:
    """Invite friends by this name; returns the line with their link, and a warning if it is not for other houses.

    Raises `FailedError`.
    """
    reach = _reach(data, Invite(_new_id(), name))
    warning = None
    if not reach.outside:
        warning = (
            "this daemon knows no address at which friends in other houses can reach it, so this link is for your own"
            " network only: see `fives help hosting`"
        )
    return _invitation_lines(data, reach)[0], warning


def invitation_lines(data: Path) -> list[str]:
    """A line for each invitation, the newest first: its name and its link. Raises `FailedError`."""
    return _invitation_lines(data, _reach(data, AskReach()))


def uninvite(data: Path, name: str | None) -> None:
    """End the invitation with this name, or all. Raises `FailedError`."""
    _reach(data, Uninvite(_new_id(), name))


def host_code(data: Path) -> tuple[str, ...]:
    """Make a code for a browser; returns the links with it, the one in this network first. Raises `FailedError`."""
    key = _key(data)
    match _answer(data, key, AskHostCode(_new_id())):
        case HostCode(code=code):
            return host_links(_reach(data, AskReach()), code, f"http://{Address(LOCALHOST, key.port)}")
        case NotAccepted() | Goodbye() as answer:
            raise FailedError(answer.detail)
        case _:
            raise FailedError("the daemon gave no answer")


def _reach(data: Path, request: Invite | AskReach | Uninvite) -> Reach:
    """Send a request that is answered with where friends can join. Raises `FailedError` if it is not accepted."""
    match _answer(data, _key(data), request):
        case Reach() as reach:
            return reach
        case NotAccepted() | Goodbye() as answer:
            raise FailedError(answer.detail)
        case _:
            raise FailedError("the daemon gave no answer")


def _invitation_lines(data: Path, reach: Reach) -> list[str]:
    """A line for each invitation: its name, and the link that leads to the host's own table."""
    key = _key(data)
    answer = _answer(data, key, AskTables())
    tables = answer.tables if isinstance(answer, Tables) else ()
    home = next((table.table for table in tables if table.home), None)
    link = friends_link(reach, home) or JoinLink((Endpoint(Address(LOCALHOST, key.port)),), home, reach.key)
    return [f"{clean(friend.name)}: {evolve(link, invitation=friend.invitation)}" for friend in reach.invitations]


def _key(data: Path) -> OperatorKey:
    """The key of the daemon that uses this folder. Raises `MisusedError` if none does."""
    key = read_key(data)
    if key is None:
        raise _not_running(data)
    return key


def _new_id() -> str:
    return f"operator-{secrets.token_hex(6)}"


def _send(data: Path, key: OperatorKey, request: Operate | KnownAs | AskFixture) -> None:
    """Send a request and read the answer. Raises `FailedError` if it is not accepted."""
    match _answer(data, key, request):
        case Accepted():
            return
        case NotAccepted() | Goodbye() as answer:
            raise FailedError(answer.detail)
        case _:
            raise FailedError("the daemon gave no answer")


def _answer(data: Path, key: OperatorKey, request: FromClient) -> FromDaemon | None:
    """The answer to a request; None for one of an unknown type. Raises `FailedError`."""
    try:
        with socket.create_connection((key.address, key.port), TIME_TO_ANSWER) as connection:
            connection.sendall(encode_from_client(Operator(key.secret)) + encode_from_client(request))
            with connection.makefile("rb") as lines:
                return decode_from_daemon(lines.readline())
    except ConnectionRefusedError:
        raise _not_running(data) from None  # the last daemon was killed and left its key behind
    except (OSError, MalformedError) as error:
        raise FailedError(f"the daemon that uses {data} does not answer: {error}") from error


def _not_running(data: Path) -> MisusedError:
    return MisusedError(f"no running daemon uses {data}; name its folder with --data")
