"""How a game begins at a table: opened with bots, or opened again after a match.

Here: the first events of a log. Not here: storing them (`live_table`, `house`).
"""

from daemon.deal import Chance
from daemon.decide import begin, bots_for_free_seats
from protocol.log.events import Event, SeatTaken, TableOpened
from protocol.log.table import Table, fold


def opening(opened: TableOpened, bots: int, level: str, chance: Chance) -> tuple[Event, ...]:
    """The first events of a table with `bots` bots on its highest seats. If they fill it, the first match starts."""
    seated = tuple(bots_for_free_seats(fold([opened]), level, chance, bots)) if bots else ()
    return _with_start((opened, *seated), 1, chance)


def reopening(
    table: Table, match: int, host_seat: int | None, chance: Chance, *, keeps_people: bool
) -> tuple[Event, ...]:
    """The first events of another game at a table: with everybody on their seats, or with the people's seats free."""
    kept = [(seat, who) for seat, who in enumerate(table.seats) if keeps_people or who.bot is not None]
    # The host sits down first, and so stays the host.
    kept.sort(key=lambda place: place[0] != host_seat)
    opened = TableOpened(table.preset, table.rules, len(table.seats), table.options)
    seated = (SeatTaken(seat, who.name, who.bot) for seat, who in kept if who.name is not None)
    return _with_start((opened, *seated), match, chance)


def _with_start(events: tuple[Event, ...], match: int, chance: Chance) -> tuple[Event, ...]:
    after = fold(events)
    return (*events, *begin(after, match, chance)) if after.is_full else events
