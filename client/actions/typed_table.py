"""A new table requested in one line: `all-fives seats=3 target=100`.

Here: what such a line requests. Not here: the same by a form (`form`) or by questions (`lines.opening`), sending it
(`model`).
"""

import shlex
from itertools import pairwise

from client.actions import typed_words as words_lines
from protocol.console.command_line import Parser
from protocol.console.exit_status import MisusedError
from protocol.console.flags import add_host_flags, read_host_flags
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS
from protocol.log.events import TableOptions
from protocol.wire.messages import OpenTable


def table_to_open(typed: str, defaults: TableOptions) -> OpenTable:
    """The table that `open` requests: a game's name, then options, also as on the command line.

    What is not given about how the table is run is as in `defaults`. Raises `MisusedError`.
    """
    parser = Parser(prog="open", add_help=False, allow_abbrev=False)
    add_host_flags(parser)
    parser.add_argument("named", nargs="?")
    flags, options = _split(typed)
    given = parser.parse_args(flags)
    for each in options:
        name, _, value = each.partition("=")
        if name in OPTIONS:
            given.set = [*given.set, each]
        else:
            setattr(given, name, value)
    if given.named and given.game not in (None, given.named):
        raise MisusedError(words_lines.two_games(given.named, given.game))
    given.game = given.named if given.game is None else given.game
    if given.think is not None or given.matches is not None:
        raise MisusedError(words_lines.NOT_FOR_A_TABLE)
    return read_host_flags(given, defaults).table


def _split(typed: str) -> tuple[list[str], list[str]]:
    """What is written as on a command line, and what is written `seats=3`. Raises `MisusedError`."""
    flags: list[str] = []
    options: list[str] = []
    try:
        words = shlex.split(typed)
    except ValueError as error:
        raise MisusedError(str(error)) from None
    for before, each in pairwise(["", *words]):
        name, equals, _ = each.partition("=")
        is_option = equals and not before.startswith("-") and name in (*OPTIONS, *TABLE_OPTIONS)
        (options if is_option else flags).append(each)
    return flags, options
