"""The command line of `fives`, and every error as one plain line.

Exit status 0: done; 1: the command failed; 2: wrong usage. Imports little, so that help, typing errors and the first
frame of `fives play` are quick. Not here: the commands and their options (`commands`).
"""

import sys
from collections.abc import Sequence
from typing import Final

from client.program.commands import COMMANDS, ProgramCommand
from client.program.setting_flags import fill_in, own_language
from client.store.files import settings_file
from client.store.settings import SettingsError
from client.terminal.printed_lines import print_error
from client.words.example_commands import EXAMPLES, PROGRAM
from client.words.say import speaking
from protocol.shared.address import AddressError
from protocol.shared.command_line import Parser, no_such_command
from protocol.shared.exit_status import DONE, FAILED, MISUSED, MisusedError
from protocol.shared.garbage import collect_rarely, end_at_once
from protocol.shared.plain_signs import replace_missing_signs
from protocol.shared.streams import close_inherited_terminals, drop_output, is_closed_pipe, open_closed_streams
from protocol.version import __version__

_GC_THRESHOLDS: Final = (20_000, 20, 100)
"""The garbage collector looks rarely: imports leave nothing to collect, and its searches take a tenth of their time."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fives` and return its exit status."""
    collect_rarely(*_GC_THRESHOLDS)
    end_at_once()
    open_closed_streams()
    close_inherited_terminals()
    replace_missing_signs()
    parser = _parser()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words and not words[0].startswith("-") and words[0] not in parser.commands:
            raise no_such_command("fives", words[0], parser.commands)
        given = parser.parsed(words)
    except MisusedError as error:
        print_error(str(error))
        return MISUSED
    if given.command is None:
        print(parser.short_help(), end="")
        return MISUSED
    try:
        fill_in(given, settings_file())
        with speaking(own_language(given, settings_file())):
            status = COMMANDS[given.command].run(given, main)
        sys.stdout.flush()  # here, where a failure can still be reported
    except (MisusedError, AddressError, SettingsError) as error:
        print_error(str(error))
        return MISUSED
    except OSError as error:  # of standard output: each command reports errors of its own files
        if is_closed_pipe(error):
            drop_output()
            return DONE
        if given.debug:
            raise
        drop_output()
        print_error(f"{error.filename or 'standard output'}: {error.strerror or error}")
        return FAILED
    except KeyboardInterrupt:
        return DONE
    return status


def _parser() -> Parser:
    about = "Scoring dominoes in the terminal, alone or with friends."
    parser = Parser(prog="fives", description=about, examples=PROGRAM, more=_more_about_all())
    parser.add_argument("--version", action="version", version=f"fives {__version__}")
    parser.set_defaults(command=None, debug=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    for name, command in COMMANDS.items():
        more = _more_about(name, command)
        about, examples = f"{command.does[0].upper()}{command.does[1:]}.", EXAMPLES.get(name, ())
        made = commands.add_parser(name, help=command.does, description=about, examples=examples, more=more)
        made.add_argument("--debug", action="store_true", help="show where an error came from")
        command.add(made)
        made.set_defaults(command=name, parser=made)
    parser.commands = commands.choices
    return parser


def _more_about_all() -> list[str]:
    width = max(map(len, COMMANDS))
    listing = [f"  {name:{width}}  {command.does}" for name, command in COMMANDS.items()]
    return ["commands (`fives COMMAND -h` shows more about one):", *listing]


def _more_about(name: str, command: ProgramCommand) -> list[str]:
    explains = f", `fives help {command.topic}` explains more" if command.topic else ""
    return [f"`fives {name} --help` lists every option{explains}."]
