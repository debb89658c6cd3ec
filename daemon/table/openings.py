"""How a game begins at a table: opened with bots, opened again after a match, or changed before one.

Here: the first events of a log. Not here: storing them (`live_table`, `house`), who keeps a seat after a match
(`between_matches`).
"""

from collections.abc import Collection, Mapping

from daemon.dealer import Dealer
from daemon.decide import bots_for_free_seats
from protocol.log.events import Event, SeatTaken, TableOpened
from protocol.log.table import Table, fold


def opening(opened: TableOpened, bots: int, level: str, dealer: Dealer) -> tuple[Event, ...]:
    """The first events of a table with `bots` bots on its highest seats. If they fill it, the first match starts."""
    seated = tuple(bots_for_free_seats(fold([opened]), level, dealer.chance, bots)) if bots else ()
    return _with_start((opened, *seated), 1, dealer)


def board_opening(opened: TableOpened, levels: Mapping[str, str], dealer: Dealer) -> tuple[Event, ...]:
    """The first events of a board of the league; `levels`: those of its players who are bots, by name."""
    players = () if opened.board is None else opened.board.players
    bots = (SeatTaken(seat, name, levels[name]) for seat, name in enumerate(players) if name in levels)
    return _with_start((opened, *bots), 1, dealer)


def reopening(table: Table, keeps: Collection[int], host_seat: int | None) -> tuple[Event, ...]:
    """The first events of another game at a table, before its match. The players of the seats in `keeps` stay there."""
    opened = TableOpened(table.preset, table.rules, len(table.seats), table.options)
    return _seated(opened, table, {seat: seat for seat in keeps}, host_seat)


def changed_opening(
    opened: TableOpened, table: Table, match: int, host_seat: int | None, dealer: Dealer, *, begins_when_full: bool
) -> tuple[Event, ...]:
    """The first events of the game that replaces that of a table before its match.

    As when a seat is taken, the match may start if that leaves no seat free.
    """
    events = _seated(opened, table, places_after(table, opened.seats), host_seat)
    return _with_start(events, match, dealer) if begins_when_full else events


def places_after(table: Table, seats: int) -> dict[int, int]:
    """Where everybody who stays sits once the table has so many seats, by their seats now.

    People whose seats are no more get the lowest ones that no person has; bots there make way. There have to be enough.
    """
    people = [seat for seat, who in enumerate(table.seats) if who.is_person]
    free = (seat for seat in range(seats) if seat not in people)
    places = {seat: seat if seat < seats else next(free) for seat in people}
    taken = set(places.values())
    bots = (seat for seat, who in enumerate(table.seats[:seats]) if who.bot is not None and seat not in taken)
    return places | {seat: seat for seat in bots}


def _seated(opened: TableOpened, table: Table, places: Mapping[int, int], host_seat: int | None) -> tuple[Event, ...]:
    """The opening, and the players of a table on their places, by their seats there."""
    # The host sits down first, and so stays the host.
    order = sorted(places, key=lambda seat: (seat != host_seat, places[seat]))
    players = ((places[seat], table.seats[seat]) for seat in order)
    return (opened, *(SeatTaken(seat, who.name, who.bot) for seat, who in players if who.name is not None))


def _with_start(events: tuple[Event, ...], match: int, dealer: Dealer) -> tuple[Event, ...]:
    after = fold(events)
    return (*events, *dealer.start(after, match)) if after.is_full else events
