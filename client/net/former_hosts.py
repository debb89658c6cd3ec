"""Notes to the hosts that a match had before that it goes on elsewhere: one may come back with its own copy.

Each player's program says there where its player plays now, with the token of that host, which nobody else has. What a
host does then is its own affair (WIRE.md, "Another host"): it leaves the match to the new one, or tells its players.

Here: how often, and to which hosts. Not here: finding other hosts (`successors`), connecting (`dial`).
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import trio
from attrs import evolve, field

from client.model.status import Joined
from client.net.held_match import Heard
from client.net.host_connection import Dial
from client.net.link import Link
from client.net.request import RequestError, Requests, TurnedAwayError
from client.net.transport import is_local
from client.store.host_seats import former_games
from client.store.saved_seats import SavedSeat
from protocol.frozen import define
from protocol.log.commands import HostReady
from protocol.log.succession import is_played_on
from protocol.shared.address import AddressError
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.messages import PROTOCOL, Farewell, Goodbye, Hello, Welcome

TIME_BETWEEN: Final = 30.0
"""Seconds after which it is said again: the host may have come back since."""


@define(eq=False)
class FormerHosts:
    """The hosts that the match of this link had before. `here`: the link to the present one; None if not known.

    `dial_of` returns what connects to the host of a link, and only to the one with its key.
    """

    link: Link
    here: Callable[[], JoinLink | None]
    dial_of: Callable[[JoinLink], Dial]
    _informed: set[SavedSeat] = field(factory=set)
    """The seats at hosts that need not hear it again."""

    async def keep_informing(self) -> None:
        """Inform them again and again, until cancelled."""
        while True:
            await trio.sleep(TIME_BETWEEN)
            there = self.present_host()
            if there is not None and not self.link.model.session.is_held:
                for seat in self._seats():
                    await self._inform(seat, there)

    async def answer(self, hello: Hello) -> Heard | None:
        """What the last of these hosts answers that does; `hello` is completed with what is known of the seat there.

        One that had the match earlier may have come back with its own copy: that it goes on there counts for nothing.
        """
        answers = [(seat, await self._asked(seat, hello)) for seat in self._seats()]
        last = former_games(self.link.model.session)[-1:]
        for seat, answer in reversed(answers):
            if isinstance(answer, Goodbye) and (answer.reason != Farewell.NOTED or seat.game in last):
                return Heard(answer, _link_to(seat), seat.game)
        return None

    def present_host(self) -> HostReady | None:
        """Where the player plays now; None if nobody else would have to go there."""
        model, here = self.link.model, self.here()
        plays = isinstance(model.status, Joined) and model.seat is not None and model.view.is_playing
        if here is None or here.key is None or not plays:
            return None
        return HostReady(str(JoinLink(here.endpoints, key=here.key)), here.key, model.session.game or "")

    def _seats(self) -> Iterator[SavedSeat]:
        """The player's seats at those hosts. A host could name any game as the one before, so the secrets count."""
        session, seats = self.link.model.session, self.link.autosave.seats
        for seat in seats.saved.all():
            is_same = seat.game in former_games(session) and not {*seat.secrets}.isdisjoint(session.sealer.secrets)
            is_elsewhere = seat.key != seats.key if seat.key else _is_here(seat) and seat.address != seats.address
            if is_same and seat.token and is_elsewhere and seat not in self._informed:
                yield seat

    async def _inform(self, seat: SavedSeat, there: HostReady) -> None:
        session, held = self.link.model.session, self.link.held
        answer = await self._asked(seat, Hello(PROTOCOL, session.client, session.name, plays_at=there))
        match answer:
            case Goodbye(reason=Farewell.NOTED, game=str(game)) if held is not None and not self._is_played_on():
                await held.go_back(_link_to(seat), game)
            case _:
                pass
        if answer is not None and not self._may_change(answer):
            self._informed.add(seat)  # it has left the match for good, or does not understand

    def _may_change(self, answer: Goodbye | Welcome) -> bool:
        """Whether a host with this answer has not left the match for good: until then it may take it back."""
        if not isinstance(answer, Goodbye):
            return False
        return answer.reason == Farewell.NOTED or (answer.reason == Farewell.MOVED and not self._is_played_on())

    def _is_played_on(self) -> bool:
        """Whether a round has ended here, so that the match stays here, even if the host before has taken it back."""
        session = self.link.model.session
        continues = session.succession.continues
        return continues is not None and is_played_on(session.entries, continues)

    async def _asked(self, seat: SavedSeat, hello: Hello) -> Goodbye | Welcome | None:
        """What that host answers; None if it does not."""
        hello = evolve(hello, name=seat.name, table=seat.table, game=seat.game, token=seat.token)
        with suppress(OSError, AddressError, RequestError):
            where = _link_to(seat)
            stream = await self.dial_of(where)(where.address)
            async with stream:
                try:
                    return await Requests(stream).ask(hello, Welcome)
                except TurnedAwayError as turned_away:
                    return turned_away.goodbye
        return None


def _link_to(seat: SavedSeat) -> JoinLink:
    """The link to the host of a seat. Raises `AddressError`: somebody has edited the file."""
    return JoinLink(parse_link(seat.address).endpoints, key=seat.key or None)


def _is_here(seat: SavedSeat) -> bool:
    """Whether a seat is at a host on this machine, whose key a program here does not learn: nothing is encrypted."""
    with suppress(AddressError):
        return is_local(parse_link(seat.address).endpoints[0])
    return False
