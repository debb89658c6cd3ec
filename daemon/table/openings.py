"""How a game begins at a table: opened with bots, opened again after a match.

Lives here: the first events of a log. Not here: storing them (`table_game`, `house`).
"""

from daemon.bots.bot_levels import LEVELS
from daemon.deal import Chance
from daemon.decide import begin, bots_for_free_seats
from protocol.clean import brief
from protocol.game.presets import make_rules, preset_named
from protocol.game.rules import RulesError
from protocol.log.events import LONGEST_TIME, Event, SeatTaken, TableOpened
from protocol.log.table import Table, fold
from protocol.wire.messages import OpenTable


def table_asked_for(asked: OpenTable) -> TableOpened:
    """The table that somebody wants to open. Raises `RulesError` for what makes none."""
    preset = preset_named(asked.rules)
    rules, seats = make_rules(preset, asked.set, asked.seats)
    options = asked.options
    if options.bot_level not in LEVELS:
        raise RulesError("bot-level", f"there is no level {brief(options.bot_level)}: they are {', '.join(LEVELS)}")
    if not 0 <= asked.bots <= seats:
        raise RulesError("bots", f"{asked.bots} bots do not fit {seats} seats")
    if asked.password == "":
        raise RulesError("password", "it is empty: give a word that can be asked for, or none")
    for name, seconds in (("grace", options.grace), ("turn_time", options.turn_time)):
        if not 0 <= seconds <= LONGEST_TIME:
            raise RulesError(name, f"{seconds} will not do: it takes 0 to {LONGEST_TIME} seconds")
    return TableOpened(preset.name, rules, seats, options)


def opening(opened: TableOpened, bots: int, level: str, chance: Chance) -> tuple[Event, ...]:
    """A table is opened with so many bots on its highest seats; where they fill it, the first match starts."""
    seated = tuple(bots_for_free_seats(fold([opened]), level, chance, bots)) if bots else ()
    return _begun((opened, *seated), 1, chance)


def reopening(
    table: Table, match: int, host_seat: int | None, chance: Chance, *, keeps_people: bool
) -> tuple[Event, ...]:
    """Another game at the same table: with everybody on their seats, or with the people's seats free for others."""
    kept = [(seat, who) for seat, who in enumerate(table.seats) if keeps_people or who.bot is not None]
    # Whoever was the host sits down first, and so stays the host.
    kept.sort(key=lambda each: each[0] != host_seat)
    opened = TableOpened(table.preset, table.rules, len(table.seats), table.options)
    seated = (SeatTaken(seat, who.name, who.bot) for seat, who in kept if who.name is not None)
    return _begun((opened, *seated), match, chance)


def _begun(events: tuple[Event, ...], match: int, chance: Chance) -> tuple[Event, ...]:
    after = fold(events)
    return (*events, *begin(after, match, chance)) if after.is_full else events
