"""Another game at a table before its match: the host has changed the game, its rules or the number of seats.

Here: the game that replaces the one that waits for its players, and deleting that one. It is another game with its own
log, as after a rematch: what is in a log is never changed, and every client that can follow a rematch can follow this.
Not here: whether it is allowed (`daemon.decide`), who sits where (`openings`).
"""

import logging
from collections.abc import Callable, Sequence

from attrs import evolve

from daemon.dealer import Dealer, Pledge
from daemon.game_log import new_game_id, time_of_day
from daemon.journal.interface import Journal, LostGameError, NextGameOpened, Private, StoreError
from daemon.table.appends import Append
from daemon.table.openings import changed_opening, places_after
from daemon.table.table_state import Services, TableState
from daemon.table.tokens import new_secret
from protocol.log.events import TableOpened
from protocol.wire.codec import encode_event
from protocol.wire.record import Header

log = logging.getLogger("fivesd.table")


def changed_game(
    state: TableState,
    services: Services,
    opened: TableOpened,
    accepted: Callable[[int], Sequence[Private]],
    when_stored: Callable[[StoreError | None], None],
) -> Append:
    """The append that begins the changed game, with its people on their seats; their tokens stay valid.

    `accepted` makes the row of the command from the number of entries that the game begins with.
    """
    table, begins = state.log.table, state.begins_when_full
    places, secret = places_after(table, opened.seats), new_secret()
    before = {after: seat for seat, after in places.items()}

    def pledge_of(seat: int) -> Pledge:
        return state.new_pledge_of(before[seat]) if seat in before else Pledge()

    dealer = Dealer(services.chance, secret, pledge_of=pledge_of)
    events = changed_opening(opened, table, state.next_match, state.host_seat, dealer, begins_when_full=begins)
    header = Header(new_game_id(state.name), state.name, time_of_day())
    first_opened = state.opened.first_opened or encode_event(state.log.entries[0].event)
    row = evolve(state.opened, table=state.name, at=header.at, instead_of=state.log.game, secret=secret)
    private = [
        evolve(row, first_opened=first_opened),
        *state.carried.carry(places),
        *accepted(len(events)),
    ]
    return Append(events, private, when_stored, header, places)


async def forget_replaced(journal: Journal, table: str, game: str, follows: str | None = None, by: str = "") -> None:
    """Delete a game that another one has replaced. If that fails, the next start of the daemon does it.

    `follows`: the match that was played before it at the table; whoever comes back to that one is led to `by`.
    """
    try:
        if follows is not None:
            for info in await journal.games([follows]):
                await journal.append(follows, info.entries, [], [NextGameOpened(by)])
        await journal.forget([game])
    except (StoreError, LostGameError) as error:
        log.warning("%s: game %s, which was changed before its match, was not deleted: %s", table, game, error)
