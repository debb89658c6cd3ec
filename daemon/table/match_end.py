"""The end of a match: writing its record, and the next game at the same table."""

import logging
from collections.abc import Callable, Sequence
from typing import Final

from attrs import evolve

from daemon.dealer import Dealer, KnownDeals, deals_of
from daemon.game_log import GameLog, new_game_id, time_of_day
from daemon.journal.interface import Private, StoreError
from daemon.journal.records import Records
from daemon.table.appends import Append
from daemon.table.evening import is_one_evening, won_so_far
from daemon.table.openings import reopening
from daemon.table.table_state import Services, TableState
from daemon.table.tokens import new_secret
from protocol.log.events import Event, MatchAbandoned, MatchWon
from protocol.wire.codec import encode_entry
from protocol.wire.record import Header

_ENDS: Final[frozenset[type[Event]]] = frozenset((MatchWon, MatchAbandoned))

log = logging.getLogger("fivesd.table")


def is_the_end(events: Sequence[Event]) -> bool:
    """Whether these events end a match."""
    return not _ENDS.isdisjoint(map(type, events))


def next_game(
    state: TableState,
    services: Services,
    *,
    keeps_people: bool,
    repeats_deals: bool = False,
    accepted: Callable[[int], Sequence[Private]] = lambda _: (),
    when_stored: Callable[[StoreError | None], Append | None] = lambda _: None,
) -> Append:
    """The append that begins another game at this table: a rematch, or a game with the people's seats free.

    `repeats_deals`: the deals of the match that has ended are dealt again.
    `accepted` makes the rows of the commands that asked for it from the number of entries that the game begins with.
    """
    match = state.next_match if keeps_people else 1
    now = time_of_day()
    goes_on = keeps_people and is_one_evening(state.log.entries[-1].at, now)
    evening = won_so_far(state.opened.evening, state.log.table) if goes_on else ()
    opened = evolve(state.opened, secret=new_secret(), instead_of=None, evening=evening)
    repeated = [deals_of(state.log.game, state.log.entries)] if repeats_deals else []
    known = KnownDeals.of(repeated[0]) if repeated else None
    dealer = Dealer(services.chance, opened.secret, pledge_of=state.new_pledge_of, known=known)
    events = reopening(state.log.table, match, state.host_seat, dealer, keeps_people=keeps_people)
    header = Header(new_game_id(state.name), state.name, now)
    private: list[Private] = [evolve(opened, table=state.name, at=header.at), *repeated]
    private += [*state.tokens.all_valid(), *state.reminders.rows()] if keeps_people else []
    private += accepted(len(events))
    return Append(events, private, when_stored, header, keeps_people)


async def end_match(services: Services, table: str, game: GameLog, *, counts: bool) -> None:
    """Write the record of a match that has ended, and count the match if it `counts`.

    If the daemon is stopped before the record is written, the next start writes it.
    """
    try:
        await write_record(services.records, table, game)
    finally:
        if counts:
            services.matches.finished()


async def write_record(records: Records, table: str, game: GameLog) -> None:
    """Write the record of a game, if there is none yet."""
    try:
        if await records.has(game.game):
            return
        where = await records.write(game.header, map(encode_entry, tuple(game.entries)))
    except OSError as error:
        log.warning("%s: no record was written: %s; it will be at the next start", table, error)
    else:
        log.info("%s: the record is %s", table, where)
