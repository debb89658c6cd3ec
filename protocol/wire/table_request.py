"""The request to open a table: made from options as they are typed, and checked.

Here: `table_request`, for the flags, line mode and the form, and `table_opened`, by which clients and the daemon find
out whether a request makes a table. Not here: the options (`protocol.game.table_options`), and opening the table (the
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
"""The options that the log stores: those that say how a table is run."""


def table_request(
    given: Mapping[str, Spelling], house_rules: Mapping[str, Spelling], defaults: TableOptions
) -> OpenTable:
    """The request for a table with these options, given by name and as they are typed.

    What is not given is as in `defaults`, or as the game has it. The request may not make a table yet: see
    `table_opened`. Raises `RulesError` for a value that its option does not take.
    """
    values = {name: TABLE_OPTIONS[name].parse(each) for name, each in given.items()}
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
    """The first event of the table that is requested. Raises `RulesError` where the request does not make a table."""
    preset = preset_named(request.rules)
    rules, seats = make_rules(preset, request.set, request.seats)
    for option in STORED:
        option.parse(getattr(request.options, option.name))
    if not 0 <= request.bots <= seats:
        raise RulesError(BOTS.name, f"{request.bots} bots do not fit {seats} seats")
    if request.password == "":
        raise RulesError(PASSWORD.name, "it is empty: give a word that can be asked for, or none")
    return TableOpened(preset.name, rules, seats, request.options)
