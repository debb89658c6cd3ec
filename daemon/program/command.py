"""The command line of `fivesd`.

Here: a function for each command, which parses the arguments and then imports what carries the command out; and
reporting each error in one plain line. Not here: the commands to a running daemon (`running_commands`). Exit status 0:
success; 1: the command failed; 2: the command was not valid. Imports little at the top, so that help and the start of a
player's own daemon are quick. The modules behind it import normally.
"""

import argparse
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from daemon.program.command_parser import (
    CommandParser,
    add_data_flag,
    add_journal_flag,
    add_place_flags,
    data_folder,
)
from daemon.program.output import print_error
from daemon.program.running_commands import RUNNING_COMMANDS
from protocol.clean import brief
from protocol.digits import number_in
from protocol.shared.address import AddressError, parse_address
from protocol.shared.command_line import no_such_command
from protocol.shared.exit_status import DONE, FAILED, FailedError, MisusedError
from protocol.shared.flags import add_flag, add_host_flags, given_folder, given_path
from protocol.shared.garbage import collect_rarely, end_at_once
from protocol.shared.host_options import HOLD, PLAY_ON, TAKE_ALONG, TAKE_OVER, TAKE_OVER_SEAT, add_house_flags
from protocol.shared.plain_signs import replace_missing_signs
from protocol.shared.streams import drop_output, is_closed_pipe, open_closed_streams
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
  copy | import DIR     back up all games; bring those of a house into a club
  verify [FILE...]      check that games are complete and follow their rules
  analyse RECORD        show what each play cost, and who was lucky
  resume GAME           continue a damaged game, or one left to another host
  pause | resume | end  in a running daemon: pause, continue or abandon a match
  kick | stand-in | hand-over SEAT  remove; let a bot play; let them host
  take-back             take back a match that has gone to another host
  fixture NUMBER        open a fixture of the league (`fives league`)
  requests | admit | refuse | readmit NAME  seats asked for; come back by name
  invite | uninvite | invitations  links for friends in other houses, by NAME
  host-code | known-as NAME  let a phone host a running daemon; name its page
  arena | engine        let bot levels play a round robin; let your program play
"""
_MORE: Final = "`fivesd COMMAND -h` shows more about a command, `fivesd --help` every option."
MOST_DAYS: Final = 100_000
_GC_THRESHOLDS: Final = (100_000, 20, 100)
"""The garbage collector does not look during the imports, which leave nothing to collect; `serve` sets its own."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fivesd` and return its exit status."""
    collect_rarely(*_GC_THRESHOLDS)
    end_at_once()
    open_closed_streams()
    replace_missing_signs()
    words = list(sys.argv[1:] if argv is None else argv)
    command = COMMANDS.get(words[0]) if words else None
    try:
        if command is None and words and not words[0].startswith("-"):
            raise no_such_command("fivesd", words[0], COMMANDS)
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


def _host(words: list[str]) -> int:
    about = "Host scoring dominoes for your friends. They join with a link, or `fives join`."
    parser = CommandParser("", about, examples=_EXAMPLES, others=_OTHERS, more=_MORE)
    parser.add_argument("--version", action="version", version=f"fivesd {__version__}")
    add_host_flags(parser)
    house = add_house_flags(parser)
    house.add_argument(
        "--log-file", metavar="FILE", type=given_path, help="add the log to this file (default: standard error)"
    )
    add_data_flag(house)
    _take_over_flags(house)
    _club_flags(house)
    child = house.add_mutually_exclusive_group()  # of `fives play` and `fives host`: WIRE.md, "Command line"
    child.add_argument("--private", action="store_true", help=argparse.SUPPRESS)
    child.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.read(words)
    from daemon.program.hosting import host
    from protocol.shared.table_flags import read_host_flags

    host(given, read_host_flags(given), data_folder(given))
    return DONE


def _take_over_flags(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        TAKE_OVER,
        metavar="FILE",
        type=given_path,
        help="go on with the game of a host that is gone, from a player's record of it: from its last finished round",
    )
    add_flag(parser, TAKE_OVER_SEAT)
    parser.add_argument(
        TAKE_ALONG,
        metavar="DIR",
        type=given_path,
        help="with it, take along the host's other games, whose records are in this folder",
    )
    parser.add_argument(HOLD, metavar="DIGEST", type=_digest, help=argparse.SUPPRESS)  # for the program of its player
    parser.add_argument(PLAY_ON, metavar="FILE", type=given_path, help=argparse.SUPPRESS)  # for `fives play`


def _digest(typed: str) -> str:
    """A SHA-256 as typed. Raises `ArgumentTypeError`."""
    if re.fullmatch("[0-9a-f]{64}", typed) is None:
        raise argparse.ArgumentTypeError("it takes 64 hexadecimal digits, in lower case")
    return typed


def _club_flags(parser: argparse._ActionsContainer) -> None:
    add_journal_flag(parser)
    parser.add_argument(
        "--public-address",
        metavar="HOST:PORT",
        type=_given_address,
        help="with --journal: where players reach this daemon of the club",
    )


def _given_address(typed: str) -> str:
    try:
        return str(parse_address(typed))
    except AddressError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def _games(words: list[str]) -> int:
    parser = CommandParser(
        "games", "List the stored games, oldest first, one per line. `fivesd verify` checks every entry of them."
    )
    add_place_flags(parser)
    given = parser.read(words)
    from daemon.program.game_places import game_place
    from daemon.program.stored_games import list_games

    list_games(game_place(given))
    return DONE


def _export(words: list[str]) -> int:
    parser = CommandParser("export", "Save a stored game as a record. The game need not be finished.")
    parser.add_argument("game", metavar="GAME", help="the game's id; `fivesd games` lists them")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=given_path,
        help="the file to write; - or nothing: standard output",
    )
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    add_place_flags(parser)
    given = parser.read(words)
    from daemon.program.game_places import game_place
    from daemon.program.stored_games import export_game

    output = None if given.output == Path("-") else given.output
    export_game(game_place(given), given.game, output, force=given.force)
    return DONE


def _copy(words: list[str]) -> int:
    parser = CommandParser(
        "copy",
        "Copy the stored games, the host's key, the invitations and the league into a new folder in DIR, also while"
        " the daemon runs. `fivesd --data` takes that folder as it is, here or on another machine.",
    )
    parser.add_argument(
        "folder", metavar="DIR", type=given_folder, help="where the copies go: best another disk; made if it is missing"
    )
    parser.add_argument(
        "--every",
        metavar="TIME",
        help="go on running, make a copy every 1d, 12h or 30m, and keep the newest seven",
    )
    add_data_flag(parser)
    given = parser.read(words)
    from daemon.program.copying import copy_data, interval_in

    every = None if given.every is None else interval_in(given.every)
    return copy_data(data_folder(given), Path(given.folder), every)


def _forget(words: list[str]) -> int:
    parser = CommandParser("forget", "Delete games and their records for good, after asking. Stop the daemon first.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("game", metavar="GAME", nargs="?", help="the game's id; `fivesd games` lists them")
    which.add_argument("--older-than", metavar="DAYS", help="delete all games last played more than DAYS days ago")
    parser.add_argument("--yes", action="store_true", help="do not ask first")
    add_place_flags(parser)
    given = parser.read(words)
    from daemon.program.forgetting import forget_game, forget_older
    from daemon.program.game_places import game_place

    if given.game is not None:
        forget_game(game_place(given), given.game, asks=not given.yes)
        return DONE
    days = number_in(given.older_than)
    if days is None or days > MOST_DAYS:
        raise MisusedError(f"--older-than takes a number of days from 0 to {MOST_DAYS}, not {brief(given.older_than)}")
    forget_older(game_place(given), days, asks=not given.yes)
    return DONE


def _import(words: list[str]) -> int:
    parser = CommandParser(
        "import",
        "Bring the games of a house, and its key, into the database of a club. Stop its daemon first. It may be run"
        " again, and brings in what is missing.",
    )
    parser.add_argument("folder", metavar="DIR", type=given_folder, help="the data folder of the house")
    add_journal_flag(parser)
    given = parser.read(words)
    if given.journal is None:
        raise MisusedError("--journal URL is missing: it names the database of the club")
    from daemon.program.game_places import check_driver

    check_driver()
    from daemon.program.importing import import_games

    return import_games(Path(given.folder), given.journal)


def _verify(words: list[str]) -> int:
    parser = CommandParser(
        "verify",
        "Check that each entry of a record follows from the rules of its game. Without a FILE, check all stored games,"
        " and that nothing in them was changed or lost since it was written.",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=given_path, help="a record: a file, or its name in DIR/records"
    )
    add_place_flags(parser)
    given = parser.read(words)
    from daemon.program import stored_games
    from daemon.program.game_places import game_place

    if not given.files:
        return stored_games.verify_journal(game_place(given))
    return stored_games.verify_records(given.files, data_folder(given))


def _analyse(words: list[str]) -> int:
    from daemon.measure.analysis_command import add_analyse_arguments, analyse_command

    parser = CommandParser("analyse", "Analyse a game: what each play cost, which play was better, and who was lucky.")
    add_analyse_arguments(parser)
    analyse_command(parser.read(words))
    return DONE


def _arena(words: list[str]) -> int:
    from daemon.measure.arena_command import add_arena_arguments, arena_command

    about = "Play a round robin between bot levels. Print the results with confidence intervals."
    parser = CommandParser("arena", about, _OF_ARENA)
    add_arena_arguments(parser)
    arena_command(parser.read(words))
    return DONE


def _engine(words: list[str]) -> int:
    from daemon.engine.engine_command import add_engine_arguments, engine_command

    parser = CommandParser("engine", "Let your own program play: it reads lines from stdin and answers on stdout.")
    add_engine_arguments(parser)
    return engine_command(parser.read(words))


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    **RUNNING_COMMANDS,
    "games": _games,
    "export": _export,
    "copy": _copy,
    "forget": _forget,
    "import": _import,
    "verify": _verify,
    "analyse": _analyse,
    "arena": _arena,
    "engine": _engine,
}
