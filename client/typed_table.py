"""A new table asked for in one line: `all-fives seats=3 target=100`.

Lives here: what such a line asks for. Not here: the same by a form (`form`) or by questions (`lines.opening`), sending
it (`model`).
"""

import shlex
from collections.abc import Iterator
from itertools import pairwise

from client.words import form as words_form
from client.words import lines as words_lines
from protocol.console.command_line import Parser
from protocol.console.flags import HostFlagError, add_host_flags, read_host_flags
from protocol.game.option_kinds import YES_NO
from protocol.game.rules import OPTIONS
from protocol.log.events import TableOptions
from protocol.wire.messages import OpenTable


def _as_flags(typed: list[str]) -> Iterator[str]:
    """`hand=7` and `seats=3` as they would stand on a command line. Raises `RulesError`."""
    for before, each in pairwise(["", *typed]):
        name, equals, value = each.partition("=")
        is_of_a_flag = before.startswith("-") or each.startswith("-")
        if not equals or is_of_a_flag or name not in (*OPTIONS, *words_form.OF_THE_TABLE):
            yield each
        elif name in OPTIONS:
            yield from ("--set", each)
        elif name == "spectators":
            yield from [] if YES_NO.parse(name, value) else ["--no-spectators"]
        elif name == "game":
            yield from ("--rules", value)
        else:
            yield from (f"--{name.replace('_', '-')}", value)


def table_to_open(typed: str, usual: TableOptions) -> OpenTable:
    """The table that `open` asks for: a game's name, then options as on the command line. Raises `HostFlagError`.

    Assist and the level of bots are as `usual` has them where they are not given.
    """
    parser = Parser(prog="open", add_help=False, allow_abbrev=False)
    add_host_flags(parser)
    parser.add_argument("game", nargs="?")
    try:
        given = parser.parse_args(list(_as_flags(shlex.split(typed))))
    except ValueError as error:
        raise HostFlagError(str(error)) from None
    if given.game and given.rules not in (None, given.game):
        raise HostFlagError(words_lines.two_games(given.game, given.rules))
    given.rules = given.game if given.rules is None else given.rules
    given.assist = given.assist or usual.assist.value
    given.bot_level = given.bot_level or usual.bot_level
    if given.think is not None or given.matches is not None:
        raise HostFlagError(words_lines.NOT_FOR_A_TABLE)
    return read_host_flags(given).table
