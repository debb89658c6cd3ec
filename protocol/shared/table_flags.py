"""The table that the host's flags ask for, checked.

Not here: the flags (`flags`), which a command line adds before it needs a table; the request (`wire.table_request`).
"""

import argparse
from typing import NamedTuple

from protocol.game.options import RulesError
from protocol.game.rules import house_rules_in
from protocol.game.table_options import GAME, SEATS, TABLE_OPTIONS
from protocol.log.events import TableOptions
from protocol.shared.exit_status import MisusedError
from protocol.shared.flags import FAULTS, MATCHES, THINK, host_options_given, read_flag
from protocol.wire.messages import OpenTable
from protocol.wire.table_request import table_opened, table_request


class WrongSeatsError(MisusedError):
    """The game does not allow this number of players."""


class Hosting(NamedTuple):
    """The host's flags: the table, how many seconds bots think, and after how many matches to stop."""

    table: OpenTable
    think: float
    matches: int | None


def read_host_flags(given: argparse.Namespace, defaults: TableOptions | None = None) -> Hosting:
    """The host's flags, checked. Raises `MisusedError`, for a wrong number of players `WrongSeatsError`.

    Table options that are not given have their values from `defaults`.
    """
    names = host_options_given(given)
    values = {option.name: read_flag(given, option) for option in TABLE_OPTIONS.values() if option.name in names}
    try:
        house_rules = house_rules_in(given.set)
    except RulesError as error:
        raise MisusedError(FAULTS("value", flag=f"--set {error.option}", why=error.text)) from None
    try:
        table = table_request(values, house_rules, defaults or TableOptions())
        table_opened(table)
    except RulesError as error:
        kind = WrongSeatsError if error.option == SEATS.name else MisusedError
        is_named = error.option == GAME.flag_name and getattr(given, "named", None) is not None
        raise kind(error.text if is_named else FAULTS("value", flag=_flag_of(error), why=error.text)) from None
    return Hosting(table, read_flag(given, THINK), read_flag(given, MATCHES))


def _flag_of(error: RulesError) -> str:
    """The flag to change. The option `game` is called `rules` on the command line and on the wire."""
    option = GAME if error.option == GAME.flag_name else TABLE_OPTIONS.get(error.option)
    return f"--set {error.option}" if option is None else option.flag
