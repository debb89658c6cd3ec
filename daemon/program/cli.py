"""The command line of `fivesd`.

Lives here: reading what was typed, and telling what went wrong in one plain line. Exit status 0: done; 1: the thing
asked for failed; 2: wrong usage. Imports that take time wait for the command that needs them: `--help` is quick.
"""

import argparse
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from daemon.program.output import tell
from protocol.console.address import DEFAULT_PORT
from protocol.console.command_line import Parser
from protocol.console.exit_status import DONE, FAILED, MISUSED, FailedError, MisusedError
from protocol.console.flags import HostFlagError, add_host_flags, given_path, read_host_flags
from protocol.console.plain_signs import take_any_sign
from protocol.console.streams import drop_output, open_closed_streams
from protocol.digits import number_in
from protocol.version import __version__

_EPILOG = """other commands:
  fivesd games                     the games in the journal, a line each
  fivesd export GAME [-o FILE]     one of them as a record
  fivesd verify [FILE...]          whether records, or all games, are whole and by their rules
  fivesd analyse RECORD            what each play cost, and who was lucky
  fivesd pause | resume | end      on a running daemon: stop play, go on, abandon the match
  fivesd kick | stand-in SEAT      send somebody away; let a bot play for somebody who is away
  fivesd arena LEVEL LEVEL...      a round robin of bot levels
  fivesd engine COMMAND...         let a player of your own, which speaks lines, play or be checked
each has a --help of its own."""


class _Parser(Parser):
    """A parser of `fivesd` alone, or of one of its commands: what all of them have in common."""

    def __init__(self, command: str, description: str, epilog: str | None = None) -> None:
        super().__init__(
            prog=f"fivesd {command}".strip(),
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.add_argument("--debug", action="store_true", help="show where an error came from")

    def read(self, words: list[str]) -> argparse.Namespace:
        """What was typed; only names of files may be no text. Raises `HostFlagError` where it cannot be read."""
        given = self.parse_args(words)
        for name, value in vars(given).items():
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and not _is_text(each):
                    flag = f"--{name.replace('_', '-')}"
                    which = flag if flag in self._option_string_actions else name
                    self.error(f"{which}: that is no text in this terminal's encoding")
        return given


def _is_text(typed: str) -> bool:
    """Whether there are characters for all the bytes that were typed."""
    try:
        typed.encode()
    except UnicodeEncodeError:
        return False
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fivesd` and return its exit status."""
    open_closed_streams()
    take_any_sign()
    words = list(sys.argv[1:] if argv is None else argv)
    command = _COMMANDS.get(words[0]) if words else None
    try:
        status = _host(words) if command is None else command(words[1:])
        sys.stdout.flush()  # here, where it can still be told that something did not get out
    except KeyboardInterrupt:
        return FAILED
    except BrokenPipeError:
        drop_output()
        return DONE  # whoever read it has seen enough
    except FailedError as error:
        _tell_of(error, str(error), words)
        return error.status
    except HostFlagError as error:
        _tell_of(error, str(error), words)
        return MISUSED
    except OSError as error:  # of standard output, for each command tells of its files
        drop_output()
        _tell_of(error, f"{error.filename or 'standard output'}: {error.strerror or error}", words)
        return FAILED
    return status


def _tell_of(error: Exception, line: str, words: Sequence[str]) -> None:
    if "--debug" in words:
        traceback.print_exception(error)
    else:
        tell(line)


def _data_flag(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--data", metavar="DIR", type=given_path, help="where games are kept (default: this user's data folder)"
    )


def _data_folder(given: argparse.Namespace) -> Path:
    if given.data is not None:
        return Path(given.data)
    import platformdirs

    return platformdirs.user_data_path("fivesd", appauthor=False)


def _host(words: list[str]) -> int:
    parser = _Parser("", "Host scoring dominoes for friends: they join with `fives join ADDRESS`.", _EPILOG)
    parser.add_argument("--version", action="version", version=f"fivesd {__version__}")
    add_host_flags(parser)
    house = parser.add_argument_group("the host")
    house.add_argument("--listen", metavar="ADDR", help="the address to listen on (default: all of this machine's)")
    house.add_argument("--port", metavar="PORT", help=f"the port; 0: any free one (default: {DEFAULT_PORT})")
    house.add_argument("--most-connections", metavar="N", default="500", help="connections in all (default: 500)")
    house.add_argument("--most-from-one", metavar="N", default="50", help="connections from one address (default: 50)")
    house.add_argument(
        "--private", action="store_true", help="for `fives play`: this machine only, until stdin is closed"
    )
    house.add_argument("--verbose", action="store_true", help="log connections too")
    _data_flag(house)
    given = parser.read(words)
    from daemon.program.hosting import host

    host(given, read_host_flags(given), _data_folder(given))
    return DONE


def _games(words: list[str]) -> int:
    parser = _Parser("games", "List the games in the journal, oldest first, a line each.")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.shelf import list_games

    list_games(_data_folder(given))
    return DONE


def _export(words: list[str]) -> int:
    parser = _Parser("export", "Write a game of the journal as a record, finished or not.")
    parser.add_argument("game", metavar="GAME", help="its id: see `fivesd games`")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=given_path,
        help="the file to write (default, and for -: standard output)",
    )
    parser.add_argument("--force", action="store_true", help="write over FILE where it is there already")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.shelf import export_game

    output = None if given.output == Path("-") else given.output
    export_game(_data_folder(given), given.game, output, force=given.force)
    return DONE


def _verify(words: list[str]) -> int:
    parser = _Parser(
        "verify",
        "Check that every entry of a record is what its own rules make of the game. Without a file: check all games"
        " of the journal, and that nothing of them was changed or lost since it was written.",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=given_path, help="records; also by name, of those of --data"
    )
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program import shelf

    if not given.files:
        return shelf.verify_journal(_data_folder(given))
    return shelf.verify_records(given.files, _data_folder(given))


def _analyse(words: list[str]) -> int:
    from daemon.measure.analysis_command import add_analyse_arguments, analyse_command

    parser = _Parser("analyse", "Look a game over: what each play cost, what was better, and who was lucky.")
    add_analyse_arguments(parser)
    analyse_command(parser.read(words))
    return DONE


def _arena(words: list[str]) -> int:
    from daemon.measure.arena_command import add_arena_arguments, arena_command

    parser = _Parser("arena", "Let bot levels play a round robin, and tell the results with their intervals.")
    add_arena_arguments(parser)
    arena_command(parser.read(words))
    return DONE


def _engine(words: list[str]) -> int:
    from daemon.engine.command import add_engine_arguments, engine_command

    parser = _Parser("engine", "Run a player that reads lines and answers them.")
    add_engine_arguments(parser)
    return engine_command(parser.read(words))


def _operate(name: str, words: list[str]) -> int:
    from daemon.bots.levels import LEVELS
    from daemon.program.operator import COMMANDS, command_named, operate
    from protocol.clean import brief
    from protocol.game.levels import USUAL_LEVEL

    parser = _Parser(name, f"On a running daemon: {COMMANDS[name]}.")
    if name in ("kick", "stand-in"):
        parser.add_argument("seat", metavar="SEAT", help="the number of the seat, from 1, as at the table")
    if name == "stand-in":
        parser.add_argument(
            "--level",
            metavar="LEVEL",
            choices=list(LEVELS),
            default=USUAL_LEVEL,
            help="how well the bot plays (default: %(default)s)",
        )
    parser.add_argument("--table", metavar="TABLE", help="the table, where there are several")
    _data_flag(parser)
    given = parser.read(words)
    spelled = getattr(given, "seat", "1")
    seat = number_in(spelled)
    if not seat or seat > 999:
        raise MisusedError(f"{brief(spelled)} is no seat: they are numbers from 1, as at the table")
    command = command_named(name, seat - 1, getattr(given, "level", USUAL_LEVEL))
    operate(_data_folder(given), command, given.table)
    return DONE


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    **{name: partial(_operate, name) for name in ("pause", "resume", "kick", "stand-in", "end")},
    "games": _games,
    "export": _export,
    "verify": _verify,
    "analyse": _analyse,
    "arena": _arena,
    "engine": _engine,
}
