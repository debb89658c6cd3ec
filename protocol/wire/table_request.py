"""The request to open a table, or to change its game: made from typed options, and checked.

Here: `table_request`, for the flags, line mode and the form, and `table_opened` and `game_changed`, with which clients
and the daemon check whether a request is possible. Not here: the options (`protocol.game.table_options`), and doing
what is requested (the daemon).
"""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, fields

from protocol.game.options import RulesError, Spelling
from protocol.game.presets import make_rules, preset_named
from protocol.game.rule_faults import FAULTS
from protocol.game.table_options import BOTS, DEALS, GAME, PASSWORD, SEATS, TABLE_OPTIONS
from protocol.log.commands import ChangeGame
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
    opened = _opened(request.rules, request.set, request.seats, _complete(request.options))
    if not 0 <= request.bots <= opened.seats:
        raise RulesError(BOTS.name, FAULTS("too_many_bots", bots=request.bots, seats=opened.seats))
    if request.password == "":
        raise RulesError(PASSWORD.name, FAULTS("no_password"))
    return opened


def game_changed(change: ChangeGame, options: TableOptions) -> TableOpened:
    """The first event of the game that a table with these options changes to. Raises `RulesError`."""
    changed = _complete(options if change.options is None else change.options)
    return _opened(change.rules, change.set, change.seats, changed)


def _complete(options: TableOptions) -> TableOptions:
    """The options of a request, in which `deals` may be left out; in a log that means that the host alone deals."""
    return evolve(options, deals=DEALS.default) if options.deals is None else options


def _opened(game: str, house_rules: Mapping[str, Spelling], wanted: int | None, options: TableOptions) -> TableOpened:
    preset = preset_named(game)
    rules, seats = make_rules(preset, house_rules, wanted)
    for option in STORED:
        option.parse(getattr(options, option.name))
    return TableOpened(preset.name, rules, seats, options)
