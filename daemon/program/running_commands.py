"""The commands of `fivesd` to a running daemon: a function for each, which parses the arguments.

Not here: sending them (`operator`), all other commands (`command`). Imports little at the top, as that does.
"""

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from daemon.program.command_parser import CommandParser, add_data_flag, add_journal_flag, data_folder
from daemon.program.output import print_error
from protocol.clean import brief
from protocol.digits import number_in
from protocol.game.table_options import BOT_LEVEL
from protocol.shared.exit_status import DONE, MisusedError
from protocol.shared.flags import add_flag, read_flag
from protocol.shared.known_name import known_name
from protocol.shared.substitutes import fixture_number, substitutes_in

if TYPE_CHECKING:
    from protocol.log.commands import Command  # which help does without

_GAME_TO_RESUME: Final = (
    "a damaged game (see `fivesd games`): continue it from its last finished round as a new game; stop the daemon first"
)
_LIGHT, _DARK = "30;107", "97;40"
"""Dark on light, and light on dark, among the sixteen colours of a terminal."""
_LEVEL = BOT_LEVEL._replace(meaning="how well the bot plays", flag_name="level", note="")


def _pause(words: list[str]) -> int:
    given = _with_table(_parser("pause", "pause the match")).read(words)
    from protocol.log.commands import Pause

    return _operate(given, Pause())


def _end(words: list[str]) -> int:
    given = _with_table(_parser("end", "end the match for everybody; it is stored as abandoned")).read(words)
    from protocol.log.commands import EndMatch

    return _operate(given, EndMatch())


def _kick(words: list[str]) -> int:
    parser = _about_seat("kick", "remove a player; during a match, a bot takes over the seat")
    given = _with_table(parser).read(words)
    from protocol.log.commands import Kick

    return _operate(given, Kick(_seat(given)))


def _stand_in(words: list[str]) -> int:
    parser = _about_seat(
        "stand-in",
        "let a bot play for a player who is away, until they are back, or for good if they have not agreed to the"
        " match; before a match, put a bot on a free seat",
    )
    add_flag(parser, _LEVEL)
    given = _with_table(parser).read(words)
    from protocol.log.commands import AddBot

    return _operate(given, AddBot(_seat(given), read_flag(given, _LEVEL)))


def _hand_over(words: list[str]) -> int:
    parser = _about_seat(
        "hand-over", "ask a player to go on hosting from the end of this round on, on their own machine"
    )
    parser.add_argument(
        "--everything", action="store_true", help="the sleeping games, too, and the records of the finished ones"
    )
    parser.add_argument("--anyway", action="store_true", help="also if some players do not reach that machine")
    given = _with_table(parser).read(words)
    from protocol.log.commands import HandOver

    return _operate(given, HandOver(_seat(given), given.everything, given.anyway))


def _requests(words: list[str]) -> int:
    parser = _parser("requests", "list who watches a match and asks for the seat of a bot in it")
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import seat_requests

    print("\n".join(seat_requests(data_folder(given))) or "nobody asks for a seat")
    return DONE


def _admit(words: list[str]) -> int:
    meaning = "let somebody who asks for the seat of a bot have it from the next round on, as the table's host may"
    return _answer_request(_parser("admit", meaning), words, admits=True)


def _refuse(words: list[str]) -> int:
    meaning = "refuse somebody the seat of a bot that they ask for, also after they were admitted, until the round ends"
    return _answer_request(_parser("refuse", meaning), words, admits=False)


def _answer_request(parser: CommandParser, words: list[str], *, admits: bool) -> int:
    parser.add_argument("name", metavar="NAME", help="who asks; `fivesd requests` lists them")
    parser.add_argument("--table", metavar="TABLE", help="the table's name, if several of that name ask")
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import answer_request

    answer_request(data_folder(given), given.name, given.table, admits=admits)
    return DONE


def _resume(words: list[str]) -> int:
    parser = _parser("resume", "continue after a pause")
    parser.add_argument("game", metavar="GAME", nargs="?", help=_GAME_TO_RESUME)
    _with_table(parser)
    add_journal_flag(parser)
    given = parser.read(words)
    if given.game is None and given.journal is not None:
        raise MisusedError("--journal is for GAME, a damaged game of a club; give its id, too")
    if given.game is None:
        from protocol.log.commands import Resume

        return _operate(given, Resume())
    if given.table is not None:
        raise MisusedError(
            "give either --table, to end a pause on a running daemon, or GAME, to continue a damaged game"
        )
    from daemon.program.game_places import game_place
    from daemon.program.resuming import resume_game

    resume_game(game_place(given), given.game)
    return DONE


def _parser(name: str, meaning: str) -> CommandParser:
    return CommandParser(name, f"On a running daemon: {meaning}.")


def _about_seat(name: str, meaning: str) -> CommandParser:
    parser = _parser(name, meaning)
    parser.add_argument("seat", metavar="SEAT", help="the seat's number, from 1, as the table shows it")
    return parser


def _with_table(parser: CommandParser) -> CommandParser:
    parser.add_argument("--table", metavar="TABLE", help="the table's name (default: the host's own)")
    add_data_flag(parser)
    return parser


def _seat(given: argparse.Namespace) -> int:
    """The number of the seat, from 0. Raises `MisusedError`."""
    seat = number_in(given.seat)
    if not seat or seat > 999:
        raise MisusedError(f"{brief(given.seat)} is not a seat: give its number, from 1, as the table shows it")
    return seat - 1


def _operate(given: argparse.Namespace, command: "Command") -> int:
    from daemon.program.operator import operate

    operate(data_folder(given), command, given.table)
    return DONE


def _fixture(words: list[str]) -> int:
    parser = CommandParser(
        "fixture",
        "On a running daemon: open a fixture of its league, a table for each board that has not been played, and lead"
        " its players there. A substitute plays at all boards that have not begun.",
    )
    parser.add_argument("number", metavar="NUMBER", help="the fixture's number; `fives league` lists them")
    parser.add_argument(
        "substitutes",
        metavar="PLAYER=SUBSTITUTE",
        nargs="*",
        help="who plays instead of a player: a name, or the level of a bot, like Ben=club",
    )
    add_data_flag(parser)
    given = parser.read(words)
    number, substitutes = fixture_number(given.number), substitutes_in(given.substitutes)
    from daemon.program.operator import open_fixture

    boards = open_fixture(data_folder(given), number, substitutes)
    print("\n".join(boards) or f"fixture {number} has no board left to play")
    return DONE


def _readmit(words: list[str]) -> int:
    parser = CommandParser(
        "readmit",
        "On a running daemon: for ten minutes, a player who is away may come back to their seat by name, without the"
        " seat's key, which their old device has. The old key stops working then.",
    )
    parser.add_argument("who", metavar="NAME", help="the player's name, or the number of the seat, from 1")
    parser.add_argument("--table", metavar="TABLE", help="the table's name, if there are several such players")
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import readmit

    print(readmit(data_folder(given), given.who, given.table))
    return DONE


def _take_back(words: list[str]) -> int:
    parser = CommandParser(
        "take-back",
        "On a running daemon: go on here with the match that went on at another host, as long as nobody has played a"
        " round there. The daemon asks that host first. The players' programs come back by themselves.",
    )
    parser.add_argument("--table", metavar="TABLE", help="its table here, if the matches of several are elsewhere")
    parser.add_argument(
        "--anyway", action="store_true", help="also if that host does not answer; if they play on there, both exist"
    )
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import operate
    from protocol.log.operator_commands import TakeMatchBack

    operate(data_folder(given), TakeMatchBack(given.table, given.anyway))
    print("the match is taken back: it goes on here from the end of its last round, and the others come back to it")
    return DONE


def _known_as(words: list[str]) -> int:
    parser = CommandParser("known-as", "On a running daemon: let browsers open the page under another name, too.")
    parser.add_argument("name", metavar="NAME", help="the name of a machine, such as a tunnel's")
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import operate
    from protocol.log.operator_commands import NamePage

    operate(data_folder(given), NamePage(known_name(given.name)))
    return DONE


def _invite(words: list[str]) -> int:
    parser = CommandParser(
        "invite",
        "On a running daemon: make a link for friends in other houses, and print it. The same name has the same link.",
    )
    parser.add_argument("name", metavar="NAME", help="whom it is for: a friend, or several")
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import invite

    line, warning = invite(data_folder(given), given.name)
    print(line)
    if warning is not None:
        print_error(warning)
    return DONE


def _invitations(words: list[str]) -> int:
    parser = CommandParser(
        "invitations", "On a running daemon: list the links for friends in other houses, the newest first."
    )
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import invitation_lines

    for line in invitation_lines(data_folder(given)):
        print(line)
    return DONE


def _host_code(words: list[str]) -> int:
    parser = CommandParser(
        "host-code",
        "On a running daemon: let one browser host. Print a link, and its QR code at a terminal. It is good for ten"
        " minutes and one browser, which then does what the operator can, until it is revoked or the daemon stops.",
    )
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import host_code

    links = host_code(data_folder(given))
    what = "Open this on the phone. It is good for ten minutes and one browser:"
    for line in links[:1] if not sys.stdout.isatty() else (what, *links, *_qr_code(links[0])):
        print(line)
    return DONE


def _qr_code(link: str) -> list[str]:
    """The lines of a QR code, dark on light in the terminal's colours; none where the terminal lacks the blocks."""
    from protocol.shared.qr_lines import HALF, qr_lines

    try:
        HALF.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return []
    lines = ("".join(f"\x1b[{_DARK if run.is_dark else _LIGHT}m{run.text}" for run in line) for line in qr_lines(link))
    return ["", *(f"{line}\x1b[0m" for line in lines)]


def _uninvite(words: list[str]) -> int:
    parser = CommandParser(
        "uninvite",
        "On a running daemon: end the link with this name. Who has a seat keeps it, and can come back to it.",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", metavar="NAME", nargs="?", help="whom it was for; `fivesd invitations` lists them")
    which.add_argument("--all", action="store_true", help="end all of them")
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import operate
    from protocol.log.operator_commands import Uninvite

    operate(data_folder(given), Uninvite(None if given.all else given.name))
    return DONE


RUNNING_COMMANDS: Final[dict[str, Callable[[list[str]], int]]] = {
    "pause": _pause,
    "resume": _resume,
    "kick": _kick,
    "stand-in": _stand_in,
    "requests": _requests,
    "admit": _admit,
    "refuse": _refuse,
    "hand-over": _hand_over,
    "end": _end,
    "fixture": _fixture,
    "readmit": _readmit,
    "take-back": _take_back,
    "known-as": _known_as,
    "invite": _invite,
    "invitations": _invitations,
    "host-code": _host_code,
    "uninvite": _uninvite,
}
