"""Who asks for the seat of a bot in this match, as this player knows it, and whose answer is awaited.

Here: what the notices about it change, and what is announced; all of that belongs to one connection. And the player's
own request, which goes on with the next one. Not here: asking and answering (`actions.verbs.match`), the sentences
(`words.seat_request_words`).
"""

from collections.abc import Sequence

from attrs import field

from client.model.announcements import Announcement, Subject
from client.view.view import View
from client.words import seat_request_words
from protocol.frozen import define
from protocol.log.commands import RequestSeat
from protocol.wire.notices import RequestState, SeatRequestNotice

_OVER = (RequestState.REFUSED, RequestState.TAKEN_BACK)


@define(eq=False)
class SeatRequests:
    """The requests of spectators, by the seats that they ask for."""

    by_seat: dict[int, SeatRequestNotice] = field(factory=dict)

    @property
    def mine(self) -> SeatRequestNotice | None:
        """My own request; None if I ask for no seat."""
        return next((request for request in self.by_seat.values() if request.yours), None)

    def to_answer(self, seat: int | None, *, may_control: bool) -> SeatRequestNotice | None:
        """The first request that waits for my answer; None if none does. `seat`: mine; `may_control`: as the host."""
        return next((asked for asked in self.by_seat.values() if _is_for(asked, seat, may_control=may_control)), None)

    def named(self, name: str) -> SeatRequestNotice | None:
        """The request of the spectator of this name, in capitals or not; None if there is none."""
        wanted = name.casefold()
        return next((request for request in self.by_seat.values() if request.name.casefold() == wanted), None)

    def can_be_asked_for(self, view: View) -> Sequence[int]:
        """The seats of bots that a spectator of this match can ask for now."""
        table = view.table
        if view.seat is not None or not view.is_playing or table.board is not None or table.repeats is not None:
            return ()
        return [seat for seat, who in enumerate(table.seats) if who.bot is not None and seat not in self.by_seat]

    def hear(self, view: View, notice: SeatRequestNotice, *, may_control: bool) -> list[Announcement]:
        """Note a notice, and announce what is new."""
        seats = view.table.seats
        if not 0 <= notice.seat < len(seats) or seats[notice.seat].bot is None:
            return []
        due = self.to_answer(view.seat, may_control=may_control)
        before = self.by_seat.pop(notice.seat, None)
        if notice.text not in _OVER:
            self.by_seat[notice.seat] = notice
        answered = _is_for(notice, view.seat, may_control=may_control)
        is_known = before is not None and _news(before) == _news(notice)
        # The answer is to the first request; the next one is read out again when its turn comes.
        then = self.to_answer(view.seat, may_control=may_control)
        follows = then is not None and then is not notice and due is not None and then.seat != due.seat
        again = [_asked(view, then, is_next=True)] if follows and then is not None else []
        if is_known and not (answered and not _is_for(before, view.seat, may_control=may_control)):
            return again
        if answered:
            return [_asked(view, notice, is_next=then is notice), *again]
        return [Announcement(Subject.SEATS, seat_request_words.news(view, notice, is_asked=False)), *again]

    def sat_down(self, seat: int) -> None:
        """Note that somebody has taken this seat, and asks no more."""
        self.by_seat.pop(seat, None)

    def forget(self) -> None:
        """Forget all of them: the match is over, or another one."""
        self.by_seat.clear()


@define(eq=False)
class OwnRequest:
    """My request for a seat, as it goes on after a lost connection. `game`: "" if there is none.

    `claim`: what shows the host that it is mine; None at a host that gives none.
    """

    game: str = ""
    seat: int = 0
    claim: str | None = None
    _is_due: bool = False

    def note(self, game: str, notice: SeatRequestNotice) -> None:
        """Note what has become of it."""
        if notice.yours:
            self.game = "" if notice.text in _OVER else game
            self.seat, self.claim, self._is_due = notice.seat, notice.claim, False

    def connection_lost(self) -> None:
        """Note that the host hears of it again on the next connection only."""
        self._is_due = bool(self.game)

    def to_repeat(self, game: str, view: View) -> RequestSeat | None:
        """What to ask the host again, once, on a new connection to this game; None for nothing."""
        if not self._is_due or game != self.game:
            return None
        self._is_due = False
        seats = view.table.seats
        is_bots = 0 <= self.seat < len(seats) and seats[self.seat].bot is not None
        is_open = is_bots and view.seat is None and view.is_playing
        if not is_open:
            self.game = ""
        return RequestSeat(self.seat, self.claim) if is_open else None


def _asked(view: View, notice: SeatRequestNotice, *, is_next: bool) -> Announcement:
    """A request that waits for my answer; `is_next`: my answer is to this one."""
    return Announcement(Subject.LINK, seat_request_words.news(view, notice, is_asked=is_next))


def _news(asked: SeatRequestNotice) -> tuple[RequestState, str, bool]:
    """What of a request is worth a sentence; after a restart of the host one's own is named like any other at first."""
    return asked.text, asked.name, asked.yours


def _is_for(asked: SeatRequestNotice | None, seat: int | None, *, may_control: bool) -> bool:
    if asked is None or asked.text is not RequestState.ASKED:
        return False
    return may_control if asked.here else seat in asked.awaits
