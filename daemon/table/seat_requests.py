"""Who asks for the seat of a bot in a running match, and who has agreed to it (WIRE.md, *A seat in a running match*).

Here: the requests of one table, by seat. They are in memory only. Whoever loses the connection goes on with their
request on the next one; if they are not back when the round ends, it is over. Not here: who may ask and who answers
(`daemon.decide`), sitting down (`table_state`).
"""

from collections.abc import Collection, Iterable, Mapping
from hmac import compare_digest
from typing import NamedTuple

from attrs import define, field

from daemon.guest import Guest
from daemon.table.tokens import new_token
from protocol.log.events import Event, MatchAbandoned, MatchWon, RoundEnded, SeatTaken
from protocol.wire.messages import SeatAsked
from protocol.wire.notices import RequestState, SeatRequestNotice


class Answerers(NamedTuple):
    """Who answers now: the host, if one is here, otherwise every player who is here, by seat."""

    host_is_here: bool
    players: Collection[int]


@define(eq=False)
class SeatRequest:
    """The request of a spectator. `agreed`: the seats of the players who agree; `is_admitted`: enough do.

    `claim`: with it, who has asked goes on with the request on another connection. `is_here`: they are connected.
    """

    guest: Guest
    agreed: set[int] = field(factory=set)
    is_admitted: bool = False
    is_here: bool = True
    claim: str = field(factory=new_token, repr=False)

    def is_of(self, claim: str | None) -> bool:
        """Whether it is the request of this claim."""
        return claim is not None and compare_digest(claim.encode(), self.claim.encode())


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
        found = self._by_seat.items()
        return {seat: request.guest for seat, request in found if request.is_admitted and request.is_here}

    def names(self, but: str | None = None) -> dict[int, str]:
        """Who asks for which seat, without the request of this claim."""
        return {seat: request.guest.name for seat, request in self._by_seat.items() if not request.is_of(but)}

    def summary(self) -> tuple[SeatAsked, ...]:
        """The requests as the lobby shows them."""
        found = self._by_seat.items()
        return tuple(SeatAsked(seat, request.guest.name, request.is_admitted) for seat, request in found)

    def ask(self, guest: Guest, seat: int, claim: str | None = None) -> None:
        """Note that a spectator asks for this seat, and for no other one any more.

        With the claim of a request for it, they go on with that one. It has to be theirs, or that of somebody who has
        gone, or the seat has to be free to ask for.
        """
        before = self._by_seat.get(seat)
        if before is not None and before.guest is guest:
            return
        self.withdraw(guest)
        if before is not None and before.is_of(claim):
            before.guest, before.is_here = guest, True
        else:
            self._by_seat[seat] = SeatRequest(guest)

    def withdraw(self, guest: Guest) -> None:
        """Note that this spectator asks for none."""
        self._by_seat = {seat: request for seat, request in self._by_seat.items() if request.guest is not guest}

    def let_go(self, guest: Guest) -> None:
        """Note that this spectator has gone, and may be back before the round ends."""
        for request in self._by_seat.values():
            if request.guest is guest:
                request.is_here = False
        self.refused.discard(guest)

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
                    self._by_seat = {seat: request for seat, request in self._by_seat.items() if request.is_here}
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
