"""The command line of `fivesd`.

Here: a function for each command, which parses the arguments and then imports what carries the command out; and
reporting each error in one plain line. Exit status 0: success; 1: the command failed; 2: the command was not valid.
Imports little at the top, so that help and the start of a player's own daemon are quick. The modules behind it import
normally.
"""

import argparse
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from daemon.program.output import print_error
from protocol.clean import brief
from protocol.console.command_line import Examples, Parser, no_such_command
from protocol.console.exit_status import DONE, FAILED, FailedError, MisusedError
from protocol.console.flags import add_flag, add_host_flags, given_folder, given_path, read_flag
from protocol.console.host_options import TAKE_OVER, TAKE_OVER_SEAT, add_house_flags
from protocol.console.known_name import known_name
from protocol.console.operator_key import host_folder
from protocol.console.plain_signs import replace_missing_signs
from protocol.console.streams import drop_output, is_closed_pipe, open_closed_streams
from protocol.digits import number_in
from protocol.game.table_options import BOT_LEVEL
from protocol.version import __version__

_EXAMPLES: Final = (
    ("fivesd", "a table of four, at port 5533"),
    ("fivesd --rules all-fives --bots 1", "another game, with a computer player"),
)
_OF_ARENA: Final = (
    ("fivesd arena club expert master", "compare these levels, in 400 matches a pair"),
    ("fivesd arena club expert --rules all-fives", "in another game"),
    ("fivesd arena club expert --matches 40 --json", "a quick look, for programs"),
)
_OTHERS: Final = """\
other commands:
  games                 list the stored games
  export | forget GAME  save a game as a record; delete it, or all older ones
  copy DIR              back up all games, now or `--every 1d`, while it runs
  verify [FILE...]      check that games are complete and follow their rules
  analyse RECORD        show what each play cost, and who was lucky
  resume GAME           continue a damaged game from its last finished round
  pause | resume | end  in a running daemon: pause, continue or abandon a match
  kick | stand-in | hand-over SEAT  remove; let a bot play; let them host
  readmit NAME          let a player who has lost their data come back by name
  invite | uninvite | invitations  links for friends in other houses, by NAME
  host-code | known-as NAME  let a phone host a running daemon; name its page
  arena LEVEL LEVEL...  play a round robin between bot levels
  engine COMMAND...     let your own program play, or check that it can
`fivesd COMMAND -h` shows more about a command.
"""
MOST_DAYS: Final = 100_000


class _Parser(Parser):
    """The parser of `fivesd`, or of one of its commands."""

    def __init__(self, command: str, description: str, examples: Examples = (), others: str = "") -> None:
        program = f"fivesd {command}".strip()
        super().__init__(
            prog=program,
            description=description,
            epilog=others or None,
            formatter_class=argparse.RawDescriptionHelpFormatter if others else argparse.HelpFormatter,
            examples=examples,
            more=[*others.splitlines(), f"`{program} --help` lists every option."],
        )
        self.add_argument("--debug", action="store_true", help="show where an error came from")

    def read(self, words: list[str]) -> argparse.Namespace:
        """The parsed arguments. Raises `MisusedError`, also for undecodable bytes anywhere but in a file name."""
        given = self.parsed(words)
        for action in self._actions:
            value = getattr(given, action.dest, None)
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and not _is_text(word):
                    name = action.option_strings[-1] if action.option_strings else action.dest
                    self.error(f"{name}: not valid text in this terminal's encoding")
        return given


def _is_text(typed: str) -> bool:
    """Whether all typed bytes could be decoded."""
    try:
        typed.encode()
    except UnicodeEncodeError:
        return False
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fivesd` and return its exit status."""
    open_closed_streams()
    replace_missing_signs()
    words = list(sys.argv[1:] if argv is None else argv)
    command = _COMMANDS.get(words[0]) if words else None
    try:
        if command is None and words and not words[0].startswith("-"):
            raise no_such_command("fivesd", words[0], _COMMANDS)
        status = _host(words) if command is None else command(words[1:])
        sys.stdout.flush()  # here, where an error can still be reported
    except KeyboardInterrupt:
        return FAILED
    except FailedError as error:
        _report(error, str(error), words)
        return error.status
    except OSError as error:  # from standard output: each command reports the errors of its files
        drop_output()
        if is_closed_pipe(error):  # as `head` does
            return DONE
        _report(error, f"{error.filename or 'standard output'}: {error.strerror or error}", words)
        return FAILED
    return status


def _report(error: Exception, line: str, words: Sequence[str]) -> None:
    if "--debug" in words:
        traceback.print_exception(error)
    else:
        print_error(line)


def _data_flag(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="where games are stored (default: this user's data folder)"
    )


def _data_folder(given: argparse.Namespace) -> Path:
    if given.data is not None:
        return Path(given.data)
    return host_folder()


def _host(words: list[str]) -> int:
    about = "Host scoring dominoes for your friends. They join with a link, or `fives join`."
    parser = _Parser("", about, examples=_EXAMPLES, others=_OTHERS)
    parser.add_argument("--version", action="version", version=f"fivesd {__version__}")
    add_host_flags(parser)
    house = add_house_flags(parser)
    _data_flag(house)
    _take_over_flags(house)
    child = house.add_mutually_exclusive_group()  # of `fives play` and `fives host`: WIRE.md, "Command line"
    child.add_argument("--private", action="store_true", help=argparse.SUPPRESS)
    child.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.read(words)
    from daemon.program.hosting import host
    from protocol.console.table_flags import read_host_flags

    host(given, read_host_flags(given), _data_folder(given))
    return DONE


def _take_over_flags(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        TAKE_OVER,
        metavar="FILE",
        type=given_path,
        help="go on with the game of a host that is gone, from a player's record of it: from its last finished round",
    )
    add_flag(parser, TAKE_OVER_SEAT)


def _games(words: list[str]) -> int:
    parser = _Parser("games", "List the stored games, oldest first, one per line.")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.stored_games import list_games

    list_games(_data_folder(given))
    return DONE


def _export(words: list[str]) -> int:
    parser = _Parser("export", "Save a stored game as a record. The game need not be finished.")
    parser.add_argument("game", metavar="GAME", help="the game's id; `fivesd games` lists them")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=given_path,
        help="the file to write; - or nothing: standard output",
    )
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.stored_games import export_game

    output = None if given.output == Path("-") else given.output
    export_game(_data_folder(given), given.game, output, force=given.force)
    return DONE


def _copy(words: list[str]) -> int:
    parser = _Parser(
        "copy",
        "Copy the stored games, the host's key and the invitations into a new folder in DIR, also while the daemon"
        " runs. `fivesd --data` takes that folder as it is, here or on another machine.",
    )
    parser.add_argument(
        "folder", metavar="DIR", type=given_folder, help="where the copies go: best another disk; made if it is missing"
    )
    parser.add_argument(
        "--every",
        metavar="TIME",
        help="go on running, make a copy every 1d, 12h or 30m, and keep the newest seven",
    )
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.copying import copy_data, interval_in

    every = None if given.every is None else interval_in(given.every)
    return copy_data(_data_folder(given), Path(given.folder), every)


def _forget(words: list[str]) -> int:
    parser = _Parser("forget", "Delete games and their records for good, after asking. Stop the daemon first.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("game", metavar="GAME", nargs="?", help="the game's id; `fivesd games` lists them")
    which.add_argument("--older-than", metavar="DAYS", help="delete all games last played more than DAYS days ago")
    parser.add_argument("--yes", action="store_true", help="do not ask first")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.forgetting import forget_game, forget_older

    if given.game is not None:
        forget_game(_data_folder(given), given.game, asks=not given.yes)
        return DONE
    days = number_in(given.older_than)
    if days is None or days > MOST_DAYS:
        raise MisusedError(f"--older-than takes a number of days from 0 to {MOST_DAYS}, not {brief(given.older_than)}")
    forget_older(_data_folder(given), days, asks=not given.yes)
    return DONE


def _verify(words: list[str]) -> int:
    parser = _Parser(
        "verify",
        "Check that each entry of a record follows from the rules of its game. Without a FILE, check all stored games,"
        " and that nothing in them was changed or lost since it was written.",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=given_path, help="a record: a file, or its name in DIR/records"
    )
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program import stored_games

    if not given.files:
        return stored_games.verify_journal(_data_folder(given))
    return stored_games.verify_records(given.files, _data_folder(given))


def _analyse(words: list[str]) -> int:
    from daemon.measure.analysis_command import add_analyse_arguments, analyse_command

    parser = _Parser("analyse", "Analyse a game: what each play cost, which play was better, and who was lucky.")
    add_analyse_arguments(parser)
    analyse_command(parser.read(words))
    return DONE


def _arena(words: list[str]) -> int:
    from daemon.measure.arena_command import add_arena_arguments, arena_command

    about = "Play a round robin between bot levels. Print the results with confidence intervals."
    parser = _Parser("arena", about, _OF_ARENA)
    add_arena_arguments(parser)
    arena_command(parser.read(words))
    return DONE


def _engine(words: list[str]) -> int:
    from daemon.engine.engine_command import add_engine_arguments, engine_command

    parser = _Parser("engine", "Let your own program play: it reads lines from stdin and answers on stdout.")
    add_engine_arguments(parser)
    return engine_command(parser.read(words))


_GAME_TO_RESUME: Final = (
    "a damaged game (see `fivesd games`): continue it from its last finished round as a new game; stop the daemon first"
)
_LEVEL = BOT_LEVEL._replace(meaning="how well the bot plays", flag_name="level", note="")


def _operate(name: str, words: list[str]) -> int:
    from daemon.program.operator import COMMANDS, operate

    meaning, command_for = COMMANDS[name]
    parser = _Parser(name, f"On a running daemon: {meaning}.")
    if name in ("kick", "stand-in", "hand-over"):
        parser.add_argument("seat", metavar="SEAT", help="the seat's number, from 1, as the table shows it")
    if name == "stand-in":
        add_flag(parser, _LEVEL)
    parser.add_argument("--table", metavar="TABLE", help="the table's name (default: the host's own)")
    if name == "resume":
        parser.add_argument("game", metavar="GAME", nargs="?", help=_GAME_TO_RESUME)
    _data_flag(parser)
    parser.set_defaults(seat="1", bot_level=None, game=None)
    given = parser.read(words)
    if given.game is not None:
        if given.table is not None:
            raise MisusedError(
                "give either --table, to end a pause on a running daemon, or GAME, to continue a damaged game"
            )
        from daemon.program.resuming import resume_game

        resume_game(_data_folder(given), given.game)
        return DONE
    seat = number_in(given.seat)
    if not seat or seat > 999:
        raise MisusedError(f"{brief(given.seat)} is not a seat: give its number, from 1, as the table shows it")
    operate(_data_folder(given), command_for(seat - 1, read_flag(given, _LEVEL)), given.table)
    return DONE


def _readmit(words: list[str]) -> int:
    parser = _Parser(
        "readmit",
        "On a running daemon: for ten minutes, a player who is away may come back to their seat by name, without the"
        " seat's key, which their old device has. The old key stops working then.",
    )
    parser.add_argument("who", metavar="NAME", help="the player's name, or the number of the seat, from 1")
    parser.add_argument("--table", metavar="TABLE", help="the table's name, if there are several such players")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import readmit

    print(readmit(_data_folder(given), given.who, given.table))
    return DONE


def _known_as(words: list[str]) -> int:
    parser = _Parser("known-as", "On a running daemon: let browsers open the page under another name, too.")
    parser.add_argument("name", metavar="NAME", help="the name of a machine, such as a tunnel's")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import know_page_as

    know_page_as(_data_folder(given), known_name(given.name))
    return DONE


def _invite(words: list[str]) -> int:
    parser = _Parser(
        "invite",
        "On a running daemon: make a link for friends in other houses, and print it. The same name has the same link.",
    )
    parser.add_argument("name", metavar="NAME", help="whom it is for: a friend, or several")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import invite

    line, warning = invite(_data_folder(given), given.name)
    print(line)
    if warning is not None:
        print_error(warning)
    return DONE


def _invitations(words: list[str]) -> int:
    parser = _Parser(
        "invitations", "On a running daemon: list the links for friends in other houses, the newest first."
    )
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import invitation_lines

    for line in invitation_lines(_data_folder(given)):
        print(line)
    return DONE


def _host_code(words: list[str]) -> int:
    parser = _Parser(
        "host-code",
        "On a running daemon: let one browser host. Print a link, and its QR code at a terminal. It is good for ten"
        " minutes and one browser, which then does what the operator can, until it is revoked or the daemon stops.",
    )
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import host_code

    links = host_code(_data_folder(given))
    what = "Open this on the phone. It is good for ten minutes and one browser:"
    for line in links[:1] if not sys.stdout.isatty() else (what, *links, *_qr_code(links[0])):
        print(line)
    return DONE


def _qr_code(link: str) -> list[str]:
    """The lines of a QR code, dark on light in the terminal's colours; none where the terminal lacks the blocks."""
    from protocol.console.qr_lines import qr_lines

    lines = qr_lines(link)
    try:
        "".join(lines).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return []
    return ["", *(f"\x1b[30;107m{line}\x1b[0m" for line in lines)]


def _uninvite(words: list[str]) -> int:
    parser = _Parser(
        "uninvite",
        "On a running daemon: end the link with this name. Who has a seat keeps it, and can come back to it.",
    )
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", metavar="NAME", nargs="?", help="whom it was for; `fivesd invitations` lists them")
    which.add_argument("--all", action="store_true", help="end all of them")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.operator import uninvite

    uninvite(_data_folder(given), None if given.all else given.name)
    return DONE


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    **{name: partial(_operate, name) for name in ("pause", "resume", "kick", "stand-in", "hand-over", "end")},
    "readmit": _readmit,
    "known-as": _known_as,
    "invite": _invite,
    "invitations": _invitations,
    "host-code": _host_code,
    "uninvite": _uninvite,
    "games": _games,
    "export": _export,
    "copy": _copy,
    "forget": _forget,
    "verify": _verify,
    "analyse": _analyse,
    "arena": _arena,
    "engine": _engine,
}
