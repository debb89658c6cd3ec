"""Going on to another table of the house, on the same connection: what becomes of the seat that is left.

The rule, whatever the way there: before a match the seat is given up, because the others would wait for its person; in
a match and after one it stays theirs. A client that goes by itself, with a new connection, gives it up in the same way
(`client.net.table_choice`). Not here: which guest goes where (`house`).
"""

import logging
from collections.abc import Callable

from daemon.dealer import Pledge
from daemon.guest import Guest
from daemon.journal.interface import StoreError
from daemon.table.appends import Append
from daemon.table.table_state import TableState
from protocol.frozen import frozen
from protocol.log.events import SeatLeft
from protocol.log.table import Stage

log = logging.getLogger("fivesd.table")


@frozen
class Departure:
    """A guest who is led to another table. `go` takes them there once this table has let them go."""

    guest: Guest
    go: Callable[[], None]


def depart(state: TableState, departure: Departure) -> Append | None:
    """Let a guest go on, unless they are gone; a seat that is given up is stored first."""
    guest, seat = departure.guest, departure.guest.seat
    if guest not in state.present or guest.has_left:
        return None
    if seat is None or state.log.table.stage is not Stage.SEATING:
        release(state, guest)
        departure.go()
        return None

    def stored(error: StoreError | None) -> None:
        if error is None:
            log.info("%s: %s leaves seat %d for another table", state.name, guest.name, seat + 1)
            state.present.stand_up(seat)
        if guest in state.present and not guest.has_left:
            release(state, guest)
            departure.go()

    return Append([SeatLeft(seat)], state.rows_of_lost(seat), stored)


def release(state: TableState, guest: Guest) -> None:
    """Forget a guest who is here, so that another table can welcome them."""
    if state.let_go(guest):
        state.send_alarms()
    guest.seat, guest.token, guest.pledge = None, None, Pledge()
