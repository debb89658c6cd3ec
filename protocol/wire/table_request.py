"""The request to open a table: made from typed options, and checked.

Here: `table_request`, for the flags, line mode and the form, and `table_opened`, with which clients and the daemon
check whether the request is possible. Not here: the options (`protocol.game.table_options`), and opening the table (the
daemon's `house`).
"""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, fields

from protocol.game.options import RulesError, Spelling
from protocol.game.presets import make_rules, preset_named
from protocol.game.table_options import BOTS, GAME, PASSWORD, SEATS, TABLE_OPTIONS
from protocol.log.events import TableOpened, TableOptions
from protocol.wire.messages import OpenTable

STORED = tuple(TABLE_OPTIONS[field.name] for field in fields(TableOptions))
"""The options that the log stores: they say how a table is run."""


def table_request(
    given: Mapping[str, Spelling], house_rules: Mapping[str, Spelling], defaults: TableOptions
) -> OpenTable:
    """The request for a table with these options, by name, as typed.

    Other options have their values from `defaults`, or the game's own. The request may still be impossible: see
    `table_opened`. Raises `RulesError` for an invalid value.
    """
    values = {name: TABLE_OPTIONS[name].parse(spelled) for name, spelled in given.items()}
    stored: dict[str, Any] = {option.name: values[option.name] for option in STORED if option.name in values}
    others: dict[str, Any] = {name: value for name, value in values.items() if name not in stored}
    return OpenTable(
        rules=others.get(GAME.name, GAME.default),
        set=dict(house_rules),
        seats=others.get(SEATS.name),
        options=evolve(defaults, **stored),
        bots=others.get(BOTS.name, 0),
        password=others.get(PASSWORD.name),
    )


def table_opened(request: OpenTable) -> TableOpened:
    """The first event of the requested table. Raises `RulesError` if such a table is impossible."""
    preset = preset_named(request.rules)
    rules, seats = make_rules(preset, request.set, request.seats)
    for option in STORED:
        option.parse(getattr(request.options, option.name))
    if not 0 <= request.bots <= seats:
        raise RulesError(BOTS.name, f"{request.bots} bots do not fit {seats} seats")
    if request.password == "":
        raise RulesError(PASSWORD.name, "it is empty: give a word that can be asked for, or none")
    return TableOpened(preset.name, rules, seats, request.options)
