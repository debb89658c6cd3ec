"""The command line of `fives`.

Here: the options, and every error as one plain line. Exit status 0: done; 1: the command failed; 2: wrong usage. Slow
imports are in the command that needs them, so that `--help` is quick.
"""

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from client.program.setting_flags import LOOKING, PLAYING, add_settings, fill_in
from client.store.files import HOME_VARIABLE, RECORDS, data_folder, settings_file
from client.store.settings import SettingsError
from client.terminal.look import Look, can_draw
from client.terminal.printed_lines import print_error
from protocol.console.address import DEFAULT_PORT, LOCALHOST, AddressError, parse_address
from protocol.console.command_line import Parser, no_such_command
from protocol.console.exit_status import DONE, FAILED, MISUSED, MisusedError
from protocol.console.flags import add_flag, add_host_flags, add_house_rules_flag, given_folder, given_path, read_flag
from protocol.console.host_options import PAGE_PORT, add_house_flags, add_known_as_flag
from protocol.console.plain_signs import replace_missing_signs
from protocol.console.streams import drop_output, is_closed_pipe, open_closed_streams
from protocol.game.table_options import SEATS
from protocol.version import __version__

DEFAULT_WIDTH: Final = 80
MOST_READABLE: Final = 100
"""Columns of the widest text."""
_GC_THRESHOLDS: Final = (20_000, 20, 100)
"""The garbage collector looks rarely: imports leave nothing to collect, and its searches take a tenth of their time."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run `fives` and return its exit status."""
    gc.set_threshold(*_GC_THRESHOLDS)
    open_closed_streams()
    replace_missing_signs()
    parser = _parser()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words and not words[0].startswith("-") and words[0] not in parser.commands:
            raise no_such_command("fives", words[0], parser.commands)
        given = parser.parse_args(words)
    except MisusedError as error:
        print_error(str(error))
        return MISUSED
    if given.command is None:
        from client.words.help_topics import PLAY_NOW

        parser.print_help()
        print(f"\n{PLAY_NOW}")
        return MISUSED
    command: Callable[[argparse.Namespace], int] = given.command
    try:
        if command not in _WITHOUT_SETTINGS:
            fill_in(given, settings_file())
        status = command(given)
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
    parser = Parser(
        prog="fives",
        description="Scoring dominoes in the terminal: Fives and Threes, All Fives and more, alone or with friends.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"fives {__version__}")
    parser.set_defaults(command=None, debug=False)
    common = Parser(add_help=False)
    common.add_argument("--debug", action="store_true", help="show where an error came from")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)

    def command(name: str, what: Callable[[argparse.Namespace], int], help_: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help_, description=help_, parents=[common], allow_abbrev=False)
        made.set_defaults(command=what)
        return made

    _add_play(command("play", _play, "play against the computer"))
    _add_host(command("host", _host, "host a game for friends, and play in it"))
    _add_join(command("join", _join, "play at a friend's table"))
    _add_join(command("watch", _watch, "watch a friend's table"))
    _add_page(command("page", _page, "serve a page for browsers, to play at a host's tables"))
    _add_replay(command("replay", _replay, "replay a finished game"))
    _add_games(command("games", _games, "list your games, finished or not, and how you did"))
    _add_rules(command("rules", _rules, "explain the games, their rules and their options"))
    _add_key_and_value(command("settings", _settings, "show your settings, or change one"))
    doctor = command("doctor", _doctor, "check that this machine can play")
    doctor.add_argument(
        "--report", action="store_true", help="leave out names, addresses and folders, so you can send it"
    )
    help_ = command("help", _help, "more about hosting, keys, line mode and the like")
    help_.add_argument("topic", metavar="TOPIC", nargs="?", help="a topic (default: list the topics)")
    parser.commands = commands.choices
    return parser


def _add_data(parser: argparse.ArgumentParser) -> None:
    help_ = f"the folder of your seats and records (default: ${HOME_VARIABLE}, or your data folder)"
    parser.add_argument("--data", metavar="DIR", type=given_folder, help=help_)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help="a game (default: list them)")
    add_house_rules_flag(parser)
    add_flag(parser, SEATS)


def _add_key_and_value(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="KEY", nargs="?", help="a setting (default: all of them)")
    parser.add_argument("value", metavar="VALUE", nargs="?", help="its new value (default: show the current one)")
    parser.add_argument("--unset", action="store_true", help="remove the setting: the default applies again")


def _add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a record (default: choose a saved one)")
    _add_data(parser)
    add_settings(parser, LOOKING)
    parser.add_argument("--speed", metavar="X", type=float, help="play at once, X steps a second")
    _add_export(parser)


def _add_games(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    add_settings(parser, LOOKING)
    parser.add_argument("--json", action="store_true", help="print the games and totals as one JSON object")


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--analysis",
        metavar="FILE",
        type=given_path,
        help="the output of `fivesd analyse FILE --json`, shown with each play",
    )
    parser.add_argument(
        "--at",
        metavar="N",
        type=int,
        help="begin at play N; with --svg, draw the board after it (default: the last board)",
    )
    group = parser.add_argument_group("to send to a friend")
    group.add_argument(
        "--html", metavar="OUT", type=given_path, help="write the game to this file, as a page for a browser"
    )
    group.add_argument("--svg", metavar="OUT", type=given_path, help="write one picture of the table to this file")
    group.add_argument(
        "--chat", action="store_true", help="with --html, include what the players said (default: leave it out)"
    )
    group.add_argument("--force", action="store_true", help="replace an existing file")


def _add_play(parser: argparse.ArgumentParser) -> None:
    _add_data(parser)
    add_settings(parser, PLAYING)
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--new", action="store_true", help="end the unfinished match of this game (--rules) only, and begin another"
    )
    group.add_argument("--resume", action="store_true", help="continue the unfinished match without asking")
    group.add_argument(
        "--list", action="store_true", help="list the unfinished matches and the commands to continue them"
    )
    add_host_flags(parser, is_private=True)


def _add_host(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="the folder of the games (default: that of `fivesd`)"
    )
    add_settings(parser, PLAYING)
    add_house_flags(parser)
    add_host_flags(parser)


def _add_where(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address", metavar="ADDRESS[:PORT]", help=f"the host's address; the port is {DEFAULT_PORT} unless given"
    )
    parser.add_argument(
        "--table", metavar="T", help="the table's name (default: one where you have a seat, or the host's own)"
    )
    parser.add_argument("--password", metavar="WORD", help="the table's password, if it has one")
    _add_data(parser)


def _add_page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS[:PORT]",
        nargs="?",
        default=LOCALHOST,
        help=f"the host's address (default: {LOCALHOST}, port {DEFAULT_PORT})",
    )
    parser.add_argument(
        "--listen", metavar="ADDR", help="the address to listen on (default: every address of this machine)"
    )
    add_flag(parser, PAGE_PORT)
    add_known_as_flag(parser)
    parser.add_argument("--child", action="store_true", help="used by `fivesd`: stop when stdin is closed")


def _add_join(parser: argparse.ArgumentParser) -> None:
    _add_where(parser)
    add_settings(parser, PLAYING)
    parser.set_defaults(assist=None, bot_level=None)  # from the settings, for tables that the player opens


def _play(given: argparse.Namespace) -> int:
    from client.program.daemon_start import PrivateDaemonError, start_private
    from client.program.hosted import hosting_of
    from client.program.naming import player_name
    from client.program.private import IfUnfinished, Private
    from protocol.console.flags import host_options_given

    if_unfinished = IfUnfinished.CONTINUE if given.resume else IfUnfinished.END if given.new else IfUnfinished.ASK
    private = Private.asked_for(hosting_of(given), host_options_given(given), given.data, if_unfinished)
    player_name(given.name)  # an invalid one starts nothing
    if given.list:
        from client.program.app import App

        return App.asked_for(given).list_unfinished(private)
    try:
        process = start_private(private.flags, private.data)
    except PrivateDaemonError as error:
        print_error(str(error))
        return FAILED
    given.lines = given.lines or not can_draw()
    starts = private.is_open and not given.lines
    with nullcontext() if given.lines else _first_frame(starts=starts):
        # Slow; meanwhile the daemon starts, and the full screen shows its first frame.
        from client.program.app import App

        app = App.asked_for(given, is_alone=True)
        if starts:
            from client.program.start import Start

    return Start(app, given, private).play(process, main) if starts else app.play(private, process)


def _first_frame(*, starts: bool) -> AbstractContextManager[None]:
    from client.screen.first_frame import SETTING_UP, STARTING, first_frame

    return first_frame(STARTING if starts else SETTING_UP)


def _host(given: argparse.Namespace) -> int:
    from client.program.app import App
    from client.program.hosted import Hosted, hosting_of

    hosted = Hosted.asked_for(given, hosting_of(given))
    return App.asked_for(given, is_seen=True).host(hosted)


def _join(given: argparse.Namespace) -> int:
    address = parse_address(given.address)
    from client.program.app import App

    return App.asked_for(given, is_seen=True).join(address)


def _page(given: argparse.Namespace) -> int:
    if given.child:
        from client.program.page_child import page_child

        return page_child()
    from client.program.page_command import page_command
    from protocol.console.known_name import known_name

    address, port = parse_address(given.address), read_flag(given, PAGE_PORT)
    return page_command(address, given.listen, port, [known_name(each) for each in given.known_as])


def _watch(given: argparse.Namespace) -> int:
    address = parse_address(given.address)
    from client.program.app import App

    return App.asked_for(given).join(address, watches=True)


def _replay(given: argparse.Namespace) -> int:
    from client.program.replay_command import How, replay_command
    from client.replay.export import Wanted

    how = How(given.lines, Look.asked_for(given), given.speed)
    wanted = Wanted(given.html, given.svg, given.at, given.chat, given.force)
    return replay_command(given.file, data_folder(given.data) / RECORDS, how, wanted, given.analysis)


def _games(given: argparse.Namespace) -> int:
    from client.program.games_command import Listing, games_command

    return games_command(Listing(given.data, given.lines, given.json, Look.asked_for(given)), main)


def _rules(given: argparse.Namespace) -> int:
    from client.program.rules_command import rules_command

    return rules_command(given.name, given.set, read_flag(given, SEATS), _width())


def _width() -> int:
    import shutil

    return shutil.get_terminal_size().columns if sys.stdout.isatty() else DEFAULT_WIDTH


def _help(given: argparse.Namespace) -> int:
    from client.words.help_topics import TOPICS, help_on, list_of_topics, no_such_topic

    if given.topic is not None and given.topic not in TOPICS:
        print_error(no_such_topic(given.topic))
        return MISUSED
    print("\n".join(list_of_topics() if given.topic is None else help_on(given.topic, min(_width(), MOST_READABLE))))
    sys.stdout.flush()
    return DONE


def _settings(given: argparse.Namespace) -> int:
    from client.program.settings_command import settings_command

    width = _width() if sys.stdout.isatty() else None
    return settings_command(settings_file(), given.name, given.value, unset=given.unset, width=width)


def _doctor(given: argparse.Namespace) -> int:
    from client.program.doctor import doctor_command

    return doctor_command(is_report=given.report)


_WITHOUT_SETTINGS: Final = (_page, _rules, _settings, _help, _doctor)
"""Commands that do not use the settings, or report the errors of the file themselves."""
