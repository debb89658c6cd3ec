"""Joining a table: taking a seat, coming back to one, watching.

Here: the answer to a hello at its table, and the checks on it. Not here: choosing the table (`house`), passwords
(`house`), tokens (`tokens`).
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count

import trio
from attrs import evolve

from daemon.dealer import Pledge
from daemon.decide import check_host, check_other_host, seat_for_newcomer, sit_down
from daemon.game_log import GameLog, time_of_day
from daemon.guest import Guest, Origin, PartingError
from daemon.journal.interface import GameOffered, StoreError, TokenIssued, TokensRevoked, moved_to
from daemon.table.appends import Append
from daemon.table.between_matches import open_room, room_after_match, start_over
from daemon.table.table_state import NOBODY_MAY_WATCH, Services, TableState
from daemon.table.tokens import digest, new_token
from protocol.frozen import frozen
from protocol.game.table_options import MOST_SEATS
from protocol.log.commands import HostReady
from protocol.log.events import Board, Event, PlayerReturned
from protocol.log.mixing import is_link
from protocol.log.not_allowed import NotAllowed, sentence
from protocol.log.refusals import Refused
from protocol.log.succession import SeatClaim
from protocol.log.table import Stage, Table
from protocol.names import LONGEST_NAME, checked_name, comparison_key
from protocol.wire.limits import LONGEST_TEXT, SHORTEST_OWN_TOKEN
from protocol.wire.messages import SCREEN, Farewell, Hello, Role

log = logging.getLogger("fivesd.table")


@frozen
class JoinRequest:
    """A guest's hello to a table, that is to be answered."""

    guest: Guest
    hello: Hello


def join(state: TableState, services: Services, request: JoinRequest) -> Append | None:
    """Answer a hello with a welcome, or with a goodbye that says why not."""
    guest, hello = request.guest, request.hello
    try:
        guest.pledge, guest.own_token = _pledge_in(hello), _own_token_in(hello)
        if state.next_host.offer is not None and hello.plays_at is None:
            raise PartingError.to(state.next_host.offer.place, waits=True)
        seat = None if hello.role is Role.PLAYER and hello.token is not None else seat_after_lost_welcome(state, guest)
        if seat is not None:
            if guest.claim is not None:
                state.note_arrival(seat, hello.there)
            return come_to_taken_seat(state, guest, seat)
        if hello.role is not Role.PLAYER:
            check_spectators(state.log.table)
            guest.asked_name = name_from(hello)
            guest.name = free_name(state.names(), guest.asked_name)
            guest.is_screen = hello.client.startswith(SCREEN)
            state.welcome(guest, start_for(state.log, guest, hello))
            return None
        if hello.plays_at is not None:
            return _leave_to(state, guest, hello, hello.plays_at)
        if hello.token is not None:
            return _come_back(state, guest, hello)
        if guest.claim is not None and state.log.succession.number:
            return _come_back_by_claim(state, request, guest.claim)
        return _sit_down(state, services, request)
    except PartingError as parting:
        guest.part(parting)
        return None


def _sit_down(state: TableState, services: Services, request: JoinRequest) -> Append:
    """Take the lowest free seat, or that of a bot between two matches. After a match, another game begins first.

    A newcomer whom the host readmits takes back their own seat instead.
    """
    guest, wanted = request.guest, name_from(request.hello)
    seat = state.readmitted_seat(wanted)
    if seat is not None:
        return _come_back_by_name(state, request, seat)
    table = state.log.table
    if table.board is not None:
        return _sit_at_board(state, request, table.board)
    if state.awaits_agreement:
        another_game = _another_game_for_newcomer(state, services, request)
        if another_game is not None:
            return another_game
    name = free_name(state.names(), wanted)
    watching = "; you may watch: fives watch" if table.options.spectators else ""
    try:
        seat = seat_for_newcomer(table, bots_make_way=state.is_between_matches)
    except Refused:
        raise PartingError(Farewell.TABLE_FULL, f"every seat of table {state.name} is taken{watching}") from None
    too_many = why_no_more_seats(state, services, guest.origin)
    if too_many is not None:
        raise PartingError(Farewell.TOO_MANY_SEATS, f"{too_many.detail}{watching}")
    return _take_seat(state, request, seat, name)


def _another_game_for_newcomer(state: TableState, services: Services, request: JoinRequest) -> Append | None:
    """The append that opens another game at a table after a match, with a seat for a newcomer; None if it has none."""

    def join_there(error: StoreError | None) -> Append | None:
        if error is not None:
            request.guest.dismiss(Farewell.TROUBLE, state.trouble.later)
            return None
        return join(state, services, request)

    table = room_after_match(state)
    has_people, has_seat = any(who.is_person for who in table.seats), any(not who.is_person for who in table.seats)
    if not len(state.present) and not (has_people and has_seat):
        had_people = any(who.bot is None for who in state.log.table.seats)
        return start_over(state, join_there) if had_people else None
    return open_room(state, services, join_there) if state.is_over and has_seat else None


def _sit_at_board(state: TableState, request: JoinRequest, board: Board) -> Append:
    """Take the seat that is this player's at a board of the league, under the name that the league has."""
    seat, table = board.seat_of(name_from(request.hello)), state.log.table
    if seat is None or not table.seats[seat].is_free:
        watching = "; you may watch: fives watch" if table.options.spectators else ""
        raise PartingError(Farewell.TABLE_FULL, f"table {state.name} is for {' and '.join(board.players)}{watching}")
    return _take_seat(state, request, seat, board.players[seat])


def _take_seat(state: TableState, request: JoinRequest, seat: int, name: str) -> Append:
    """Take a free seat."""
    guest = request.guest
    dealer, begins = state.dealer(newcomer=guest), state.begins_when_full
    events = sit_down(state.log.table, seat, name, state.next_match, dealer, begins_when_full=begins)
    token = state.issue_token(guest, seat)

    def stored(error: StoreError | None) -> None:
        if error is not None:
            guest.dismiss(Farewell.TROUBLE, state.trouble.later)
            return
        guest.name = name
        state.present.sit(guest, seat)
        state.welcome_newcomer(guest)
        log.info("%s: %s takes seat %d", state.name, name, seat + 1)

    return Append(events, [token], stored)


def _come_back(state: TableState, guest: Guest, hello: Hello) -> Append:
    """Come back to a seat and get a new token. The used token stays valid until a later one is used.

    A failing disk keeps nobody out: then the used token simply stays valid.
    """
    assert hello.token is not None
    used = state.tokens.find(hello.token)
    if used is None:
        raise PartingError(Farewell.BAD_TOKEN, "that token is not for any seat at this table")
    seat, renewed = used.seat, new_token()
    guest.name = state.log.table.seats[seat].name or ""
    issued = TokenIssued(seat, digest(renewed), used.is_host, time_of_day())

    def stored(error: StoreError | None) -> Append | None:
        guest.token = hello.token if error is not None else renewed
        return _put_back(state, guest, seat, "", hello)

    return Append([], [TokensRevoked(seat), *state.tokens.valid_after_use_of(used), issued], stored)


def seat_after_lost_welcome(state: TableState, guest: Guest) -> int | None:
    """The seat that this guest took on an earlier connection, on which its token was lost; None if there is none."""
    used = None if guest.own_token is None else state.tokens.find(guest.own_token)
    return None if used is None else used.seat


def come_to_taken_seat(state: TableState, guest: Guest, seat: int) -> Append | None:
    """Come to the seat of `seat_after_lost_welcome`: the whole game is sent, as it sees more than was seen before."""
    guest.token, guest.name = guest.own_token, state.log.table.seats[seat].name or ""
    return _put_back(state, guest, seat, ", after a lost welcome")


def _leave_to(state: TableState, guest: Guest, hello: Hello, there: HostReady) -> Append:
    """Note where the player of this token plays now, and leave the game to that host if it is certain."""
    used = state.tokens.find(hello.token or "")
    if used is None:
        raise PartingError(Farewell.BAD_TOKEN, "that token is not for any seat at this table")
    try:
        check_host(there)
        check_other_host(there, state.own_key())
    except Refused as refused:
        raise PartingError(Farewell.MALFORMED, refused.detail) from None
    if state.next_host.offer is not None:
        return _leave_to_next_host(state, guest, hello, used.seat, state.next_host.offer)
    continues, stage = state.log.succession.continues, state.log.table.stage
    games = (state.log.game, *(() if continues is None else continues.games))
    is_known = there.key is not None and stage is Stage.PLAYING and hello.game in games
    went_on_here = hello.game != state.log.game and state.next_host.was_taken_back
    if is_known and went_on_here and not state.next_host.plays_on(used.seat, trio.current_time()):
        raise PartingError(Farewell.NOTED, "the host has taken the match back: return to it", game=state.log.game)
    agreed = state.note_plays_at(used.seat, there) if is_known else None
    if agreed is None:
        raise PartingError(Farewell.NOTED, "the game stays here until its host leaves it to another one")
    moved = moved_to(agreed)

    def stored(error: StoreError | None) -> None:
        guest.part(PartingError.to(moved) if error is None else PartingError(Farewell.TROUBLE, state.trouble.later))

    return Append([], [moved], stored)


def _leave_to_next_host(state: TableState, guest: Guest, hello: Hello, seat: int, offer: GameOffered) -> Append:
    """Leave the game to the next host if this player, or another one, has come there."""
    arrived = [seat, *_proved_arrivals(state, hello, offer)]
    if hello.plays_at is None or not offer.is_for(hello.plays_at) or not any(map(offer.counts, arrived)):
        raise PartingError.to(offer.place, waits=True)

    def stored(error: StoreError | None) -> None:
        guest.part(PartingError.to(offer.left) if error is None else PartingError.to(offer.place, waits=True))

    return Append([], [offer.left], stored)


def _proved_arrivals(state: TableState, hello: Hello, offer: GameOffered) -> Iterator[int]:
    """The seats whose players prove that they have come to the next host."""
    for arrival in hello.arrived[:MOST_SEATS]:
        shown = arrival.seat, state.log.game, offer.key or "", arrival.there
        if state.log.succession.has_arrived(*shown):
            yield arrival.seat


def _come_back_by_claim(state: TableState, request: JoinRequest, claim: SeatClaim) -> Append:
    """Come back to a seat of a game that had another host before."""
    seat = state.log.succession.seat_for(claim)
    if seat is None:
        raise PartingError(Farewell.BAD_TOKEN, "that claim is not for any seat at this table")
    state.note_arrival(seat, request.hello.there)
    return _come_back_without_token(state, request, seat, ", as its player at the host before")


def _come_back_by_name(state: TableState, request: JoinRequest, seat: int) -> Append:
    """Come back to a seat by name, as the host allows."""
    return _come_back_without_token(state, request, seat, ", by name: the host allowed it")


def _come_back_without_token(state: TableState, request: JoinRequest, seat: int, note: str) -> Append:
    """Come back to a seat and get a token. All older ones become invalid."""
    guest, was_host = request.guest, state.tokens.host_seat == seat
    token = state.issue_token(guest, seat)
    token = evolve(token, is_host=token.is_host or was_host)

    def stored(error: StoreError | None) -> Append | None:
        if error is not None:
            guest.dismiss(Farewell.TROUBLE, state.trouble.later)
            return None
        guest.name = state.log.table.seats[seat].name or ""
        return _put_back(state, guest, seat, note, request.hello)

    return Append([], [*state.rows_of_lost(seat), token], stored)


def _put_back(state: TableState, guest: Guest, seat: int, note: str, hello: Hello | None = None) -> Append | None:
    """Put a guest back on a seat, in place of an older connection of its person. `note`: the end of the log line.

    `hello`: says what the guest has of the game; None for nothing.
    """
    older = state.present.on_seat(seat)
    if older is not None:
        state.let_go(older)
        older.dismiss(Farewell.REPLACED, "you are connected from somewhere else now")
    state.present.sit(guest, seat)
    state.next_host.plays_at.pop(seat, None)
    state.welcome(guest, 1 if hello is None else start_for(state.log, guest, hello))
    log.info("%s: %s is back on seat %d%s", state.name, guest.name, seat + 1, note)
    events = _on_return(state, seat)
    return Append(events, []) if events else None


def _on_return(state: TableState, seat: int) -> Sequence[Event]:
    """The events that follow when the person of a seat is back: a bot stops standing in, or the match starts."""
    table = state.log.table
    if state.held is not None:
        return ()
    if table.seats[seat].stand_in is not None:
        return (PlayerReturned(seat),)
    if table.stage is Stage.SEATING and table.is_full and state.begins_when_full:
        return state.dealer().start(table, state.next_match)
    return ()


def check_spectators(table: Table) -> None:
    """Raise `PartingError` if nobody may watch."""
    if not table.options.spectators:
        raise PartingError(Farewell.NO_SPECTATORS, NOBODY_MAY_WATCH)


def name_from(hello: Hello) -> str:
    """The name in a hello, cleaned. Raises `PartingError` if it is not valid."""
    name, fault = checked_name(hello.name)
    if fault is not None:
        raise PartingError(Farewell.BAD_NAME, str(fault))
    return name


def _pledge_in(hello: Hello) -> Pledge:
    """What a hello gives for the log. Raises `PartingError` for what cannot be a seal, or a key."""
    if hello.seal is not None and not is_link(hello.seal):
        raise PartingError(Farewell.MALFORMED, sentence("not_a_seal"))
    if hello.seat_key is not None and not hello.seat_key.is_wellformed:
        raise PartingError(Farewell.MALFORMED, sentence("not_a_seat_key"))
    return Pledge(hello.seal, hello.seat_key)


def _own_token_in(hello: Hello) -> str | None:
    """The token that a client has made itself. Raises `PartingError` for one that somebody could guess."""
    own = hello.own_token
    if own is not None and not SHORTEST_OWN_TOKEN <= len(own) <= LONGEST_TEXT:
        raise PartingError(Farewell.MALFORMED, f"an own_token has {SHORTEST_OWN_TOKEN} to {LONGEST_TEXT} characters")
    return own


def free_name(taken: Iterable[str], wanted: str) -> str:
    """The name, with a number appended if it is taken."""
    used = set(map(comparison_key, taken))
    numbers = (f" {nth}" for nth in count(2))
    names = chain([wanted], (f"{wanted[: LONGEST_NAME - len(number)]}{number}" for number in numbers))
    return next(name for name in names if comparison_key(name) not in used)


def why_no_more_seats(state: TableState, services: Services, origin: Origin) -> NotAllowed | None:
    """Why nobody else from this origin may take a seat at this table, or None."""
    most = services.most_seats_from_one
    held = state.present.seats_from(origin.household, state.log.table.seats)
    if most is None or origin.is_loopback or held < most:
        return None
    return NotAllowed("seats_from_one_address", n=most)


def start_for(game: GameLog, guest: Guest, hello: Hello) -> int:
    """The number of the first entry to send to this guest: after its last one, or 1 if that is another game's.

    Under the same id, too, it may be another one: a journal that was restored has gone back, and went on differently.
    """
    if hello.game != game.game or hello.since is None or not 0 <= hello.since <= game.head:
        return 1
    if hello.history is not None and not game.history.is_known_as(hello.since, hello.history):
        return 1
    was_seated = hello.token is not None
    return hello.since + 1 if was_seated == (guest.seat is not None) else 1
