"""Going on to another table of the house, on the same connection: what becomes of the seat that is left.

The rule, whatever the way there: between two matches, as before the first one, the seat is given up, because the others
would wait for its person; in a match it stays theirs. So somebody who goes right after a match opens the waiting room
of the next one. A client that goes by itself, with a new connection, gives the seat up in the same way
(`client.net.table_choice`). Not here: which guest goes where (`house`).
"""

import logging
from collections.abc import Callable

from daemon.dealer import Pledge
from daemon.guest import Guest
from daemon.journal.interface import StoreError
from daemon.table.appends import Append
from daemon.table.between_matches import open_room
from daemon.table.table_state import Services, TableState
from protocol.frozen import frozen
from protocol.log.events import SeatLeft
from protocol.log.table import Stage

log = logging.getLogger("fivesd.table")


@frozen
class Departure:
    """A guest who is led to another table. `go` takes them there once this table has let them go."""

    guest: Guest
    go: Callable[[], None]


def depart(state: TableState, services: Services, departure: Departure) -> Append | None:
    """Let a guest go on, unless they are gone; a seat that is given up is stored first."""
    guest, seat = departure.guest, departure.guest.seat
    if guest not in state.present or guest.has_left:
        return None
    if seat is not None and state.log.table.stage is Stage.SEATING:
        return _give_up_seat(state, departure, seat)
    if seat is not None and state.is_over and not state.is_board_over:
        return open_room(state, services, lambda error: _from_room(state, services, departure, error))
    _let_go_on(state, departure)
    return None


def _from_room(state: TableState, services: Services, departure: Departure, error: StoreError | None) -> Append | None:
    """Go on from the waiting room that has just been opened; with the seat if it could not be stored."""
    if error is None:
        return depart(state, services, departure)
    _let_go_on(state, departure)
    return None


def _give_up_seat(state: TableState, departure: Departure, seat: int) -> Append:
    def stored(error: StoreError | None) -> None:
        if error is None:
            log.info("%s: %s leaves seat %d for another table", state.name, departure.guest.name, seat + 1)
            state.present.stand_up(seat)
        _let_go_on(state, departure)

    return Append([SeatLeft(seat)], state.rows_of_lost(seat), stored)


def _let_go_on(state: TableState, departure: Departure) -> None:
    guest = departure.guest
    if guest in state.present and not guest.has_left:
        release(state, guest)
        departure.go()


def release(state: TableState, guest: Guest) -> None:
    """Forget a guest who is here, so that another table can welcome them."""
    if state.let_go(guest):
        state.send_alarms()
    guest.seat, guest.token, guest.pledge = None, None, Pledge()
