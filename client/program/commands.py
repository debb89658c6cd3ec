"""The commands of `fives`: what each does, its options, and how it is carried out.

Imports little, so that help, typing errors and the first frame of `fives play` are quick: what a command needs is
imported once it is carried out; the modules behind it import normally, at the top. Not here: the command line and its
errors (`command`), what the commands do (`play_command`, `app`, `games_command` and the other modules imported here).
"""

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from client.program.given_link import given_link, link_and_more, link_or_choice
from client.program.setting_flags import LOOK_SETTINGS, PLAY_SETTINGS, add_settings, flags_of
from client.store.files import HOME_VARIABLE, RECORDS, data_folder, settings_file
from client.terminal.look import Look
from client.words.settings import LANGUAGE
from protocol.game.table_options import SEATS
from protocol.shared.address import DEFAULT_PORT, LOCALHOST
from protocol.shared.command_line import Parser
from protocol.shared.exit_status import DONE
from protocol.shared.flags import (
    add_flag,
    add_game,
    add_host_flags,
    add_house_rules_flag,
    given_folder,
    given_path,
    read_flag,
)
from protocol.shared.host_options import PAGE_PORT, PLAY_ON, add_house_flags, add_known_as_flag
from protocol.shared.join_link import typed_link
from protocol.shared.known_name import known_name

Given = argparse.Namespace
Main = Callable[[Sequence[str]], int]
"""Carries out another command, whose words it gets, if the player leaves for that; returns the exit status."""
DEFAULT_WIDTH: Final = 80
MOST_READABLE: Final = 100
"""Columns of the widest text."""


class ProgramCommand(NamedTuple):
    """A command: what it does, adding its options, and carrying it out; returns the exit status.

    `topic`: of `fives help`, that explains it, if there is one.
    """

    does: str
    add: Callable[[Parser], None]
    run: Callable[[Given, Main], int]
    topic: str = ""


# Playing.


def _add_learn(parser: Parser) -> None:
    add_settings(parser, LOOK_SETTINGS)


def _learn(given: Given, main: Main) -> int:
    from client.practice.first_match import FIRST_MATCH
    from client.program.course_commands import learn_command

    language = () if LANGUAGE in given.filled_in else flags_of(given, [LANGUAGE])
    first_match = (*FIRST_MATCH, *(("--lines",) if given.lines else ()), *language)
    return learn_command(Look.from_arguments(given), lambda: main(first_match), lines=given.lines)


def _add_play(parser: Parser) -> None:
    add_game(parser)
    _add_data(parser)
    add_settings(parser, PLAY_SETTINGS)
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--new", action="store_true", help="end the unfinished match of this GAME only, and begin another"
    )
    group.add_argument("--resume", action="store_true", help="continue the unfinished match without asking")
    group.add_argument(
        "--list", action="store_true", help="list the unfinished matches and the commands to continue them"
    )
    parser.add_argument("--comments", action="store_true", help="after each of your plays, how good it was and why")
    _add_play_on(parser)
    add_host_flags(parser, is_private=True)


def _add_play_on(parser: Parser) -> None:
    group = parser.add_argument_group("to play a finished match on (so does P in a replay)")
    group.add_argument(
        PLAY_ON, metavar="FILE", type=given_path, help="play the match in this record on, against bots; not counted"
    )
    group.add_argument("--entry", metavar="N", type=int, help="from after this entry on (default: the first deal)")
    group.add_argument("--own-seat", metavar="SEAT", type=int, help="on this seat, counted from 1 (default: 1)")


def _play(given: Given, main: Main) -> int:
    from client.program.play_command import play

    return play(given, main)


def _add_where(parser: Parser) -> None:
    _add_link(
        parser,
        f"the host's link or address, port {DEFAULT_PORT} unless given (default: choose a host in your network)",
    )
    parser.add_argument(
        "--table", metavar="T", help="the table's name (default: one where you have a seat, or the host's own)"
    )
    parser.add_argument("--password", metavar="WORD", help="the table's password, if it has one")
    _add_data(parser)


def _add_link(parser: Parser, help_: str) -> None:
    """A link may come in several words: a terminal that is too narrow breaks it, and so does who copies it there."""
    parser.add_argument("link", metavar="LINK", nargs="*", help=help_)


def _add_join(parser: Parser) -> None:
    _add_where(parser)
    add_settings(parser, PLAY_SETTINGS)
    parser.set_defaults(assist=None, bot_level=None)  # from the settings, for tables that the player opens


def _join(given: Given, main: Main) -> int:
    where, watches = link_or_choice(given.link), given.command == "watch"
    from client.program.app import App

    app = App.from_arguments(given, main, is_seen=not watches)
    if where is None:
        from client.program.host_choice import choose_link

        where = choose_link(data_folder(given.data), app.settings.look, uses_lines=app.lines)
    return DONE if where is None else app.join(where, watches=watches)


# Hosting.


def _add_host(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="the folder of the games (default: that of `fivesd`)"
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--new", action="store_true", help="begin a new match; unfinished ones are kept")
    group.add_argument(
        "--resume", metavar="TABLE", nargs="?", const="", help="continue an unfinished match without asking"
    )
    add_host_flags(parser)
    add_settings(parser, PLAY_SETTINGS)
    add_house_flags(parser)


def _host(given: Given, main: Main) -> int:
    from client.program.app import App
    from client.program.hosting import HostOptions, hosting_of

    options = HostOptions.from_arguments(given, hosting_of(given))
    return App.from_arguments(given, main, is_seen=True).host(options)


def _add_service(parser: Parser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--install", action="store_true", help="start the daemon now, and whenever this machine starts")
    group.add_argument("--remove", action="store_true", help="stop it, and start it no more; its games stay")
    add_game(parser)
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="the folder of the games (default: that of `fivesd`)"
    )
    add_house_flags(parser)
    add_host_flags(parser)


def _service(given: Given, _: Main) -> int:
    from client.program.service_command import service_command

    return service_command(given)


def _add_take_over(parser: Parser) -> None:
    parser.add_argument(
        "record", metavar="RECORD", nargs="?", type=given_path, help="a record (default: the newest unfinished match)"
    )
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="the folder of the games (default: that of `fivesd`)"
    )
    add_settings(parser, PLAY_SETTINGS[1:])  # a seat has its player's name
    add_house_flags(parser)
    parser.set_defaults(name=None, password=None, assist=None, bot_level=None)


def _take_over(given: Given, _: Main) -> int:
    from client.program.take_over_command import take_over_command

    return take_over_command(given)


def _add_page(parser: Parser) -> None:
    _add_link(parser, f"the host's link or address (default: {LOCALHOST}, port {DEFAULT_PORT})")
    parser.add_argument(
        "--listen", metavar="ADDR", help="the address to listen on (default: every address of this machine)"
    )
    add_flag(parser, PAGE_PORT)
    add_known_as_flag(parser)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)  # of `fivesd`: stop with stdin


def _page(given: Given, _: Main) -> int:
    if given.child:
        from client.program.page_child import page_child

        return page_child()
    host, names = given_link(given.link), [known_name(name) for name in given.known_as]
    from client.program.page_command import page_command

    return page_command(host or typed_link(LOCALHOST), given.listen, read_flag(given, PAGE_PORT), names)


# Games that have ended.


def _add_replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a record (default: choose a saved one)")
    _add_data(parser)
    add_settings(parser, LOOK_SETTINGS)
    parser.add_argument("--speed", metavar="X", type=float, help="play at once, X steps a second")
    _add_export(parser)


def _add_export(parser: Parser) -> None:
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


def _replay(given: Given, main: Main) -> int:
    from client.program.export import ExportOptions
    from client.program.replay_command import ReplayOptions, replay_command

    options = ReplayOptions(given.lines, Look.from_arguments(given), given.speed)
    export_options = ExportOptions(given.html, given.svg, given.at, given.chat, given.force)
    folder, more = data_folder(given.data) / RECORDS, _passed_on(given)
    return replay_command(
        given.file, folder, options, export_options, given.analysis, lambda words: main([*words, *more])
    )


def _passed_on(given: argparse.Namespace) -> Sequence[str]:
    """The flags of a replay that the command has, too, which plays its match on."""
    data = () if given.data is None else ("--data", str(given.data))
    return (*flags_of(given, LOOK_SETTINGS), *data)


def _add_games(parser: Parser) -> None:
    _add_data(parser)
    add_settings(parser, LOOK_SETTINGS)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--json", action="store_true", help="print the games and totals as one JSON object")
    group.add_argument("--evening", action="store_true", help="print the last evening, to paste into a group's chat")
    group.add_argument(
        "--svg", metavar="OUT", type=given_path, help="write the last evening to this file, as a picture"
    )
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def _games(given: Given, main: Main) -> int:
    from client.program.games_command import ListingOptions, games_command

    look = Look.from_arguments(given)
    options = ListingOptions(given.data, given.lines, given.json, look, given.evening, given.svg, given.force)
    return games_command(options, main)


def _add_practise(parser: Parser) -> None:
    _add_data(parser)
    add_settings(parser, LOOK_SETTINGS)


def _practise(given: Given, _: Main) -> int:
    from client.program.course_commands import practise_command

    return practise_command(data_folder(given.data), Look.from_arguments(given), lines=given.lines)


def _add_league(parser: Parser) -> None:
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="new, check; table, fixtures or players; sheet 3; walkover 3 TEAM, postpone 3 [DATE], award 3 BOARD TEAM"
        " (default: all that has been played, or new)",
    )
    parser.add_argument("--link", metavar="LINK", nargs="+", help="a friend's league: the host's link or address")
    parser.add_argument(
        "--data", metavar="DIR", type=given_folder, help="the folder of the host's games (default: that of `fivesd`)"
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--csv", action="store_true", help="print the table, fixtures or players as CSV")
    group.add_argument("--json", action="store_true", help="print everything as one JSON object")
    parser.add_argument("--html", metavar="FILE", type=given_path, help="write the sheet as a page to print")
    parser.add_argument("--blank", action="store_true", help="leave out of the sheet what has been played")
    parser.add_argument("--force", action="store_true", help="replace a file of --html that is there")


def _league(given: Given, _: Main) -> int:
    from client.program.league_command import WORDS, LeagueOptions, league_command
    from protocol.shared.operator_key import host_folder

    link, more = link_and_more(given.link or (), WORDS)
    options = LeagueOptions(
        given.data or host_folder(), link, given.csv, given.json, given.html, given.blank, given.force
    )
    return league_command([*given.words, *more], options)


# Looking something up.


def _add_rules(parser: Parser) -> None:
    parser.add_argument("game", metavar="NAME", nargs="?", help="a game (default: list them)")
    add_house_rules_flag(parser)
    add_flag(parser, SEATS)


def _rules(given: Given, _: Main) -> int:
    from client.program.rules_command import rules_command

    return rules_command(given.game, given.set, read_flag(given, SEATS), _width())


def _add_key_and_value(parser: Parser) -> None:
    parser.add_argument("key", metavar="KEY", nargs="?", help="a setting (default: all of them)")
    parser.add_argument("value", metavar="VALUE", nargs="?", help="its new value (default: show the current one)")
    parser.add_argument("--unset", action="store_true", help="remove the setting: the default applies again")


def _settings(given: Given, _: Main) -> int:
    from client.program.settings_command import settings_command

    width = _width() if sys.stdout.isatty() else None
    return settings_command(settings_file(), given.key, given.value, unset=given.unset, width=width)


def _add_report(parser: Parser) -> None:
    _add_link(parser, "also check the way to this host")
    parser.add_argument(
        "--report", action="store_true", help="leave out names, addresses and folders, so you can send it"
    )


def _doctor(given: Given, _: Main) -> int:
    from client.program.doctor import doctor_command

    return doctor_command(given_link(given.link), is_report=given.report)


def _add_topic(parser: Parser) -> None:
    parser.add_argument("topic", metavar="TOPIC", nargs="?", help="a topic (default: list the topics)")


def _help(given: Given, _: Main) -> int:
    from client.program.help_command import help_command

    return help_command(given.topic, min(_width(), MOST_READABLE))


def _add_data(parser: Parser) -> None:
    help_ = f"the folder of your seats and records (default: ${HOME_VARIABLE}, or your data folder)"
    parser.add_argument("--data", metavar="DIR", type=given_folder, help=help_)


def _width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else DEFAULT_WIDTH


COMMANDS: Final = {
    "learn": ProgramCommand("learn to play, in six positions", _add_learn, _learn, "learning"),
    "play": ProgramCommand("play against the computer", _add_play, _play, "playing"),
    "host": ProgramCommand("host a game for friends: shows the link to send them", _add_host, _host, "hosting"),
    "service": ProgramCommand("have a daemon start together with this machine", _add_service, _service, "hosting"),
    "take-over": ProgramCommand(
        "go on with a match whose host is gone, as its host", _add_take_over, _take_over, "hosting"
    ),
    "join": ProgramCommand("play at a friend's table: fives join LINK", _add_join, _join),
    "watch": ProgramCommand("watch a friend's table", _add_join, _join),
    "page": ProgramCommand("serve a page for browsers, to play at a host's tables", _add_page, _page),
    "replay": ProgramCommand("replay a finished game", _add_replay, _replay, "replay"),
    "games": ProgramCommand("list your games, finished or not, and how you did", _add_games, _games),
    "practise": ProgramCommand("exercises from your own costliest plays", _add_practise, _practise, "learning"),
    "league": ProgramCommand("make a league, or see its table, fixtures and players", _add_league, _league, "league"),
    "rules": ProgramCommand("explain the games, their rules and their options", _add_rules, _rules, "rules"),
    "settings": ProgramCommand("show your settings, or change one", _add_key_and_value, _settings, "settings"),
    "doctor": ProgramCommand("check that this machine can play, or reach a host", _add_report, _doctor),
    "help": ProgramCommand("more about hosting, keys, line mode and the like", _add_topic, _help),
}
