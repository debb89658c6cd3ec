"""The command line of `fivesd`.

Here: reading what was typed, and reporting errors, each in one plain line. Exit status 0: done; 1: the command failed;
2: it was not valid. A command imports what takes time itself, so that `--help` is quick.
"""

import argparse
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from daemon.program.output import print_error
from protocol.console.command_line import Parser
from protocol.console.exit_status import DONE, FAILED, FailedError, MisusedError
from protocol.console.flags import add_flag, add_host_flags, given_path, read_flag, read_host_flags
from protocol.console.host_options import add_house_flags
from protocol.console.operator_key import host_folder
from protocol.console.plain_signs import replace_missing_signs
from protocol.console.streams import drop_output, open_closed_streams
from protocol.digits import number_in
from protocol.game.table_options import BOT_LEVEL
from protocol.version import __version__

_EPILOG = """other commands:
  fivesd games                     list the games in the journal
  fivesd export GAME [-o FILE]     write one of them as a record
  fivesd forget GAME               delete a game for good, after asking; --older-than DAYS: all that are older
  fivesd verify [FILE...]          check that records, or all games, are whole and by their rules
  fivesd analyse RECORD            show what each play cost, and who was lucky
  fivesd resume GAME               let a damaged game go on from its last finished round
  fivesd pause | resume | end      on a running daemon: stop play, go on, abandon the match
  fivesd kick | stand-in SEAT      remove a player; let a bot play for a player who is away
  fivesd arena LEVEL LEVEL...      play a round robin of bot levels
  fivesd engine COMMAND...         let your own program, which speaks lines, play or be checked
each has a --help of its own."""


MOST_DAYS: Final = 100_000


class _Parser(Parser):
    """The parser of `fivesd`, or of one of its commands."""

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
        """What was typed. Raises `MisusedError`, also for bytes that are not text: only file names may have those."""
        given = self.parse_args(words)
        for action in self._actions:
            value = getattr(given, action.dest, None)
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and not _is_text(each):
                    name = action.option_strings[-1] if action.option_strings else action.dest
                    self.error(f"{name}: this is not text in this terminal's encoding")
        return given


def _is_text(typed: str) -> bool:
    """Whether all the bytes that were typed are characters."""
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
        status = _host(words) if command is None else command(words[1:])
        sys.stdout.flush()  # here, where an error can still be reported
    except KeyboardInterrupt:
        return FAILED
    except BrokenPipeError:
        drop_output()
        return DONE  # its reader has seen enough
    except FailedError as error:
        _report(error, str(error), words)
        return error.status
    except OSError as error:  # of standard output: each command reports errors of its files
        drop_output()
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
        "--data", metavar="DIR", type=given_path, help="where games are stored (default: this user's data folder)"
    )


def _data_folder(given: argparse.Namespace) -> Path:
    if given.data is not None:
        return Path(given.data)
    return host_folder()


def _host(words: list[str]) -> int:
    parser = _Parser("", "Host scoring dominoes for friends: they join with `fives join ADDRESS`.", _EPILOG)
    parser.add_argument("--version", action="version", version=f"fivesd {__version__}")
    add_host_flags(parser)
    house = add_house_flags(parser)
    child = house.add_mutually_exclusive_group()
    child.add_argument(
        "--private", action="store_true", help="for `fives play`: this machine only, until stdin is closed"
    )
    child.add_argument("--child", action="store_true", help="for `fives host`: until stdin is closed")
    _data_flag(house)
    given = parser.read(words)
    from daemon.program.hosting import host

    host(given, read_host_flags(given), _data_folder(given))
    return DONE


def _games(words: list[str]) -> int:
    parser = _Parser("games", "List the games in the journal, oldest first, one per line.")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.stored_games import list_games

    list_games(_data_folder(given))
    return DONE


def _export(words: list[str]) -> int:
    parser = _Parser("export", "Write a game from the journal as a record, finished or not.")
    parser.add_argument("game", metavar="GAME", help="its id: see `fivesd games`")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=given_path,
        help="the file to write (default, and for -: standard output)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.stored_games import export_game

    output = None if given.output == Path("-") else given.output
    export_game(_data_folder(given), given.game, output, force=given.force)
    return DONE


def _forget(words: list[str]) -> int:
    parser = _Parser("forget", "Delete games and their records for good, while the daemon is stopped. It asks first.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("game", metavar="GAME", nargs="?", help="its id: see `fivesd games`")
    which.add_argument("--older-than", metavar="DAYS", help="all games that were played last so many days ago")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    _data_flag(parser)
    given = parser.read(words)
    from daemon.program.forgetting import forget_game, forget_older
    from protocol.clean import brief

    if given.game is not None:
        forget_game(_data_folder(given), given.game, asks=not given.yes)
        return DONE
    days = number_in(given.older_than)
    if days is None or days > MOST_DAYS:
        raise MisusedError(f"--older-than: a number of days from 0 to {MOST_DAYS}, not {brief(given.older_than)}")
    forget_older(_data_folder(given), days, asks=not given.yes)
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
    from daemon.program import stored_games

    if not given.files:
        return stored_games.verify_journal(_data_folder(given))
    return stored_games.verify_records(given.files, _data_folder(given))


def _analyse(words: list[str]) -> int:
    from daemon.measure.analysis_command import add_analyse_arguments, analyse_command

    parser = _Parser("analyse", "Analyse a game: what each play cost, what was better, and who was lucky.")
    add_analyse_arguments(parser)
    analyse_command(parser.read(words))
    return DONE


def _arena(words: list[str]) -> int:
    from daemon.measure.arena_command import add_arena_arguments, arena_command

    parser = _Parser("arena", "Let bot levels play a round robin, and print the results with their intervals.")
    add_arena_arguments(parser)
    arena_command(parser.read(words))
    return DONE


def _engine(words: list[str]) -> int:
    from daemon.engine.engine_command import add_engine_arguments, engine_command

    parser = _Parser("engine", "Run a player that reads lines and answers them.")
    add_engine_arguments(parser)
    return engine_command(parser.read(words))


_GAME_TO_RESUME: Final = (
    "instead, with no daemon running: a damaged game (see `fivesd games`), which goes on from its last finished round"
    " as a new one"
)
_LEVEL = BOT_LEVEL._replace(meaning="how well the bot plays", flag_name="level", note="")


def _operate(name: str, words: list[str]) -> int:
    from daemon.program.operator import COMMANDS, operate
    from protocol.clean import brief

    meaning, command_for = COMMANDS[name]
    parser = _Parser(name, f"On a running daemon: {meaning}.")
    if name in ("kick", "stand-in"):
        parser.add_argument("seat", metavar="SEAT", help="the number of the seat, from 1, as at the table")
    if name == "stand-in":
        add_flag(parser, _LEVEL)
    parser.add_argument("--table", metavar="TABLE", help="the table, if there are several")
    if name == "resume":
        parser.add_argument("game", metavar="GAME", nargs="?", help=_GAME_TO_RESUME)
    _data_flag(parser)
    parser.set_defaults(seat="1", bot_level=None, game=None)
    given = parser.read(words)
    if given.game is not None:
        if given.table is not None:
            raise MisusedError("--table is for a running daemon, and GAME for a damaged game of one that is stopped")
        from daemon.program.resuming import resume_game

        resume_game(_data_folder(given), given.game)
        return DONE
    seat = number_in(given.seat)
    if not seat or seat > 999:
        raise MisusedError(f"{brief(given.seat)} is not a seat: they are numbers from 1, as at the table")
    operate(_data_folder(given), command_for(seat - 1, read_flag(given, _LEVEL)), given.table)
    return DONE


_COMMANDS: dict[str, Callable[[list[str]], int]] = {
    **{name: partial(_operate, name) for name in ("pause", "resume", "kick", "stand-in", "end")},
    "games": _games,
    "export": _export,
    "forget": _forget,
    "verify": _verify,
    "analyse": _analyse,
    "arena": _arena,
    "engine": _engine,
}
