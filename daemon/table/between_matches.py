"""Between two matches: the table is a waiting room again, and the next match begins there.

The log of a match that has ended stays closed. What comes next is another game at the same table, with a log of its
own: its waiting room opens when somebody leaves, sits down or changes something, or its match begins at once. Here:
which game that is, who keeps a seat in it, and how its match begins. Not here: who has agreed to it (`rematch_vote`),
what is allowed (`daemon.decide`).
"""

from collections.abc import Callable, Collection, Sequence

import trio
from attrs import evolve

from daemon.dealer import Dealer, KnownDeals, deals_of
from daemon.decide import bots_for_free_seats
from daemon.game_log import new_game_id, time_of_day
from daemon.journal.interface import DealsRepeated, Private, StoreError
from daemon.table.appends import Append
from daemon.table.openings import reopening
from daemon.table.table_state import Services, TableState
from daemon.table.tokens import new_secret
from protocol.log.events import Event, SeatLeft
from protocol.log.not_allowed import NotAllowed
from protocol.log.table import Table, fold
from protocol.wire.record import Header

Rows = Callable[[int], Sequence[Private]]
"""Makes private rows from the number of the last entry of an append."""
Then = Callable[[StoreError | None], Append | None]


def _no_rows(_: int) -> Sequence[Private]:
    return ()


def _nothing_more(_: StoreError | None) -> None:
    """Nothing follows an append."""


# The waiting room.


def room_after_match(state: TableState, also: int | None = None) -> Table:
    """The table as its waiting room would be: those who have been away for long have given up their seats.

    `also`: a seat that is kept in any case.
    """
    return fold(reopening(state.log.table, _kept(state, also), state.host_seat))


def open_room(state: TableState, services: Services, when_stored: Then, also: int | None = None) -> Append:
    """The append that opens the waiting room of the next match; `also` is as in `room_after_match`."""
    keeps = _kept(state, also)
    return _another_game(state, services, keeps, reopening(state.log.table, keeps, state.host_seat), when_stored)


def start_over(state: TableState, when_stored: Then) -> Append:
    """The append that opens a game with the seats of all people free, at a table that everybody has left."""
    header = Header(new_game_id(state.name), state.name, time_of_day())
    bots = [seat for seat, who in enumerate(state.log.table.seats) if who.bot is not None]
    opened = evolve(
        state.opened, at=header.at, secret=new_secret(), instead_of=None, evening=(), follows=None, after_match=0
    )
    events = reopening(state.log.table, bots, None)
    return Append(events, [evolve(opened, table=state.name)], when_stored, header)


def _kept(state: TableState, also: int | None) -> Collection[int]:
    given_up = state.seats_given_up(trio.current_time())
    return [
        seat
        for seat, who in enumerate(state.log.table.seats)
        if not who.is_free and (seat not in given_up or seat == also)
    ]


# The next match.


def next_match(
    state: TableState,
    services: Services,
    *,
    agreed: Collection[int] | None,
    repeats_deals: bool = False,
    accepted: Rows = _no_rows,
    when_stored: Then = _nothing_more,
) -> Append:
    """The append with which the next match begins, with bots on the seats of those who are not here.

    `agreed`: the seats of those who have agreed to it; None if it is agreed to by everybody, and also those who are
    away keep their seats. `repeats_deals`: the deals of the match that has ended are dealt again. `accepted` makes the
    rows of the commands that asked for it. Raises `Refused` if nobody is here.
    """
    table = state.log.table
    people = [seat for seat, who in enumerate(table.seats) if who.is_person]
    absent = [] if agreed is None else [seat for seat in people if not state.clock.is_here(seat)]
    if people and absent == people:
        raise NotAllowed("nobody_here")
    undecided = [] if agreed is None else [seat for seat in people if seat not in (*agreed, *absent)]
    if not state.is_over:
        return _begun_in_room(state, absent, undecided, accepted, when_stored)
    keeps = [seat for seat, who in enumerate(table.seats) if not who.is_free and seat not in absent]
    repeated = [deals_of(state.log.game, state.log.entries)] if repeats_deals else []
    events = reopening(table, keeps, state.host_seat)
    return _another_game(state, services, keeps, events, when_stored, accepted, repeated, undecided)


def _begun_in_room(
    state: TableState, absent: Sequence[int], undecided: Sequence[int], accepted: Rows, when_stored: Then
) -> Append:
    left = tuple(map(SeatLeft, absent))
    events = (*left, *_begun(state, fold(left, state.log.table), state.dealer(), undecided))
    lost = [row for seat in absent for row in state.rows_of_lost(seat)]
    return Append(events, [*lost, *accepted(state.log.head + len(events))], when_stored)


def _begun(state: TableState, table: Table, dealer: Dealer, undecided: Sequence[int]) -> tuple[Event, ...]:
    """The events with which the next match begins at this table: bots take the free seats."""
    level = table.options.bot_level
    bots = tuple(bots_for_free_seats(table, level, dealer.chance, names=state.names()))
    return (*bots, *dealer.start(fold(bots, table), state.next_match, undecided))


def _another_game(
    state: TableState,
    services: Services,
    keeps: Collection[int],
    events: tuple[Event, ...],
    when_stored: Then,
    accepted: Rows = _no_rows,
    repeated: Sequence[Private] = (),
    undecided: Sequence[int] | None = None,
) -> Append:
    """The append that begins another game with these events, for the players on the seats in `keeps`.

    `undecided`: the seats of those who have not agreed to its match, which begins at once; None if it does not.
    """
    header = Header(new_game_id(state.name), state.name, time_of_day())
    opened = evolve(
        state.opened,
        table=state.name,
        at=header.at,
        secret=new_secret(),
        instead_of=None,
        evening=state.evening_until(header.at),
        follows=state.log.game,
        after_match=state.log.table.match,
    )
    known = next((KnownDeals.of(row) for row in repeated if isinstance(row, DealsRepeated)), None)
    dealer = Dealer(services.chance, opened.secret, pledge_of=state.new_pledge_of, known=known)
    if undecided is not None:
        events = (*events, *_begun(state, fold(events), dealer, undecided))
    private: list[Private] = [
        opened,
        *repeated,
        *state.carried.carry({seat: seat for seat in keeps}),
        *accepted(len(events)),
    ]
    return Append(events, private, when_stored, header)
