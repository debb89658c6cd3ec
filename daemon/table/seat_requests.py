"""Who asks for the seat of a bot in a running match, and who has agreed to it (WIRE.md, *A seat in a running match*).

Here: the requests of one table, by seat. They are in memory only, and end with the connection of who asks, as an
agreement to a rematch does. Not here: who may ask and who answers (`daemon.decide`), sitting down (`table_state`).
"""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from attrs import define, field

from daemon.guest import Guest
from protocol.log.events import Event, MatchAbandoned, MatchWon, RoundEnded, SeatTaken
from protocol.wire.notices import RequestState, SeatRequestNotice


class Answerers(NamedTuple):
    """Who answers now: the host, if one is here, otherwise every player who is here, by seat."""

    host_is_here: bool
    players: Collection[int]


@define(eq=False)
class SeatRequest:
    """The request of a spectator. `agreed`: the seats of the players who agree; `is_admitted`: enough do."""

    guest: Guest
    agreed: set[int] = field(factory=set)
    is_admitted: bool = False


class SeatRequests:
    """The requests of one table. Each spectator asks for one seat at most, and each seat is asked for by one."""

    def __init__(self) -> None:
        self._by_seat: dict[int, SeatRequest] = {}
        self.refused: set[Guest] = set()
        """Those who have been refused a seat in this round, and are not to ask again and again."""

    @property
    def by_seat(self) -> Mapping[int, SeatRequest]:
        """All of them."""
        return self._by_seat

    @property
    def admitted(self) -> dict[int, Guest]:
        """Those who sit down when the round ends, by the seats that they take."""
        return {seat: request.guest for seat, request in self._by_seat.items() if request.is_admitted}

    def names(self) -> dict[int, str]:
        """Who asks for which seat."""
        return {seat: request.guest.name for seat, request in self._by_seat.items()}

    def ask(self, guest: Guest, seat: int) -> None:
        """Note that a spectator asks for this seat, and for no other one any more."""
        if seat not in self._by_seat:
            self.withdraw(guest)
            self._by_seat[seat] = SeatRequest(guest)

    def withdraw(self, guest: Guest) -> None:
        """Note that this spectator asks for none, or has gone."""
        self._by_seat = {seat: request for seat, request in self._by_seat.items() if request.guest is not guest}

    def refuse(self, seat: int) -> None:
        """Note that who asks for this seat does not get it."""
        self.refused.add(self._by_seat.pop(seat).guest)

    def agree(self, seat: int, by: int | None, *, is_host: bool) -> None:
        """Note that the host, or the player on seat `by`, agrees."""
        request = self._by_seat[seat]
        request.is_admitted = request.is_admitted or is_host
        if by is not None:
            request.agreed.add(by)

    def settle(self, answerers: Answerers) -> None:
        """Admit those to whom everybody agrees who answers now. Nobody is admitted while nobody is here."""
        for request in self._by_seat.values():
            players = set(answerers.players)
            all_agree = bool(players) and players <= request.agreed
            request.is_admitted = request.is_admitted or (all_agree and not answerers.host_is_here)

    def note(self, happened: Iterable[Event]) -> None:
        """Note what has happened at the table: who has sat down asks no more, and after the match nobody does."""
        for event in happened:
            match event:
                case SeatTaken():
                    self._by_seat.pop(event.seat, None)
                case RoundEnded():
                    self.refused.clear()
                case MatchWon() | MatchAbandoned():
                    self._by_seat.clear()
                case _:
                    pass

    def notices(self, answerers: Answerers) -> list[SeatRequestNotice]:
        """What everybody is told of each of them."""
        return [self._notice(seat, request, answerers) for seat, request in self._by_seat.items()]

    def _notice(self, seat: int, request: SeatRequest, answerers: Answerers) -> SeatRequestNotice:
        if request.is_admitted:
            return SeatRequestNotice(seat, answerers.host_is_here, RequestState.ADMITTED, request.guest.name)
        awaits = () if answerers.host_is_here else tuple(sorted(set(answerers.players) - request.agreed))
        return SeatRequestNotice(seat, answerers.host_is_here, RequestState.ASKED, request.guest.name, awaits)
