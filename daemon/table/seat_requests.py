"""Who asks for the seat of a bot in a running match, and who has agreed to it (WIRE.md, *A seat in a running match*).

Here: the requests of one table, by seat. Whoever loses the connection goes on with their request on the next one; if
they are not back when the round ends, it is over. A request is in memory only, until it has been agreed to: that is a
row of the journal, which a daemon that was started again finds. Not here: who may ask and who answers
(`daemon.decide`), sitting down (`table_state`).
"""

from collections.abc import Collection, Iterable, Mapping
from hmac import compare_digest
from typing import Final, NamedTuple

from attrs import field

from daemon.game_log import GameLog
from daemon.guest import Guest
from daemon.journal.interface import Private, SeatForgotten, SeatPromised
from daemon.table.tokens import digest, new_token
from protocol.frozen import define
from protocol.log.commands import AnswerRequest, RequestSeat
from protocol.log.events import Event, MatchAbandoned, MatchWon, RoundEnded, SeatTaken
from protocol.wire.messages import SeatAsked
from protocol.wire.notices import RequestState, SeatRequestNotice

_ENDS: Final = (RoundEnded, MatchWon, MatchAbandoned)
"""The events after which nothing is left of an earlier promise."""


class Answerers(NamedTuple):
    """Who answers now: the host, if one is here, otherwise every player who is here, by seat."""

    host_is_here: bool
    players: Collection[int]


@define(eq=False)
class SeatRequest:
    """The request of a spectator. `agreed`: the seats of the players who agree; `is_admitted`: enough do.

    `guest`: who asks, None while they are not connected. With the `claim` they go on with the request on another
    connection; `hashed`: its hash. After a restart the claim is None until they have shown it.
    """

    name: str
    guest: Guest | None
    claim: str | None = field(repr=False)
    hashed: str
    agreed: set[int] = field(factory=set)
    is_admitted: bool = False

    def is_of(self, claim: str | None) -> bool:
        """Whether it is the request of this claim."""
        return claim is not None and compare_digest(digest(claim), self.hashed)

    def is_settled(self, answerers: Answerers, *also: int) -> bool:
        """Whether everybody agrees who answers now, and the players of the seats `also` do.

        It is not while nobody is here, nor while the host is, who answers alone.
        """
        players = set(answerers.players)
        return bool(players) and players <= {*self.agreed, *also} and not answerers.host_is_here


class SeatRequests:
    """The requests of one game. Each spectator asks for one seat at most, and each seat is asked for by one.

    They begin with those that have been agreed to by its private rows, and that nothing has ended since.
    """

    def __init__(self, log: GameLog, private: Iterable[Private] = ()) -> None:
        self._log = log
        self._by_seat: dict[int, SeatRequest] = {}
        for row in private:
            match row:
                case SeatPromised() if self._is_open(row):
                    self._by_seat[row.seat] = SeatRequest(row.name, None, None, row.claim, is_admitted=True)
                case SeatForgotten(seat):
                    self._by_seat.pop(seat, None)
                case _:
                    pass
        self.refused: set[Guest] = set()
        """Those who have been refused a seat in this round, and are not to ask again and again."""

    @property
    def by_seat(self) -> Mapping[int, SeatRequest]:
        """All of them."""
        return self._by_seat

    @property
    def admitted(self) -> dict[int, Guest]:
        """Those who sit down when the round ends, by the seats that they take."""
        found = ((seat, request.guest) for seat, request in self._by_seat.items() if request.is_admitted)
        return {seat: guest for seat, guest in found if guest is not None}

    def names(self, but: str | None = None) -> dict[int, str]:
        """Who asks for which seat, without the request of this claim."""
        return {seat: request.name for seat, request in self._by_seat.items() if not request.is_of(but)}

    def summary(self) -> tuple[SeatAsked, ...]:
        """The requests as the lobby shows them."""
        found = self._by_seat.items()
        return tuple(SeatAsked(seat, request.name, request.is_admitted) for seat, request in found)

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
            before.guest, before.claim = guest, claim
        else:
            new = new_token()
            self._by_seat[seat] = SeatRequest(guest.name, guest, new, digest(new))

    def rename(self, guest: Guest) -> None:
        """Note that this spectator has another name now."""
        for request in self._by_seat.values():
            if request.guest is guest:
                request.name = guest.name

    def withdraw(self, guest: Guest) -> None:
        """Note that this spectator asks for none."""
        self._by_seat = {seat: request for seat, request in self._by_seat.items() if request.guest is not guest}

    def let_go(self, guest: Guest) -> None:
        """Note that this spectator has gone, and may be back before the round ends."""
        for request in self._by_seat.values():
            if request.guest is guest:
                request.guest = None
        self.refused.discard(guest)

    def refuse(self, seat: int) -> Guest | None:
        """Note that who asks for this seat does not get it. Returns them, if they are here."""
        guest = self._by_seat.pop(seat).guest
        if guest is not None:
            self.refused.add(guest)
        return guest

    def agree(self, seat: int, by: int | None) -> None:
        """Note that the player on seat `by`, or somebody without a seat, agrees."""
        if by is not None:
            self._by_seat[seat].agreed.add(by)

    # Rows of the journal.

    def rows_of_asking(self, guest: Guest, asks: RequestSeat) -> list[SeatForgotten]:
        """The rows with which promises end when this spectator asks.

        One was to them, for another seat. The other was to somebody else, who has the same name, for the same seat.
        """
        return [
            SeatForgotten(seat)
            for seat, request in self._by_seat.items()
            if request.is_admitted
            and (request.guest is guest) != (seat == asks.seat)
            and not (seat == asks.seat and request.is_of(asks.claim))
        ]

    def rows_of_answer(
        self, answer: AnswerRequest, by: int | None, answerers: Answerers, *, is_host: bool
    ) -> list[SeatPromised | SeatForgotten]:
        """The row of an answer of the host, or of the player on seat `by`, if it changes who gets the seat."""
        request = self._by_seat[answer.seat]
        if not answer.admits:
            return [SeatForgotten(answer.seat)] if request.is_admitted else []
        also = () if by is None else (by,)
        is_promised = not request.is_admitted and (is_host or request.is_settled(answerers, *also))
        return [self._promise(answer.seat, request)] if is_promised else []

    def rows_due(self, answerers: Answerers) -> list[SeatPromised]:
        """The rows of those to whom everybody agrees by now, because others have gone."""
        found = self._by_seat.items()
        return [
            self._promise(seat, request)
            for seat, request in found
            if not request.is_admitted and request.is_settled(answerers)
        ]

    def _promise(self, seat: int, request: SeatRequest) -> SeatPromised:
        return SeatPromised(seat, request.name, request.hashed, self._log.game, self._log.head)

    def _is_open(self, promise: SeatPromised) -> bool:
        since = self._log.entries[promise.seq :]
        return promise.game == self._log.game and not any(isinstance(entry.event, _ENDS) for entry in since)

    def take_note(self, row: Private) -> None:
        """Note a row that has been stored: a promise admits who asks."""
        if isinstance(row, SeatPromised):
            self._by_seat[row.seat].is_admitted = True

    def note(self, happened: Iterable[Event]) -> None:
        """Note what has happened at the table: who has sat down asks no more, and after the match nobody does."""
        for event in happened:
            match event:
                case SeatTaken():
                    self._by_seat.pop(event.seat, None)
                case RoundEnded():
                    self.refused.clear()
                    self._by_seat = {seat: request for seat, request in self._by_seat.items() if request.guest}
                case MatchWon() | MatchAbandoned():
                    self._by_seat.clear()
                case _:
                    pass

    def notices(self, answerers: Answerers) -> list[SeatRequestNotice]:
        """What everybody is told of each of them."""
        return [self._notice(seat, request, answerers) for seat, request in self._by_seat.items()]

    def _notice(self, seat: int, request: SeatRequest, answerers: Answerers) -> SeatRequestNotice:
        if request.is_admitted:
            return SeatRequestNotice(seat, answerers.host_is_here, RequestState.ADMITTED, request.name)
        awaits = () if answerers.host_is_here else tuple(sorted(set(answerers.players) - request.agreed))
        return SeatRequestNotice(seat, answerers.host_is_here, RequestState.ASKED, request.name, awaits)
