"""What a player's program does at a host that holds the match: nothing is dealt there before the host before has left.

Each program that has come asks the host before, which leaves the match as soon as somebody is here, and answers with
the word that has this one go on. If nobody could come in time, that host has taken the match back, and says so: then
everybody goes back. A player whose own machine holds the match can go on without that word, once the host before has
been silent for long: the match would be lost otherwise. A program that is shown another match than the one that it has
left says nothing to the host before, which takes the match back then.

Here: when it is asked, and what follows from its answer. Not here: the way back (`way_back`), hosts that come back
later (`former_hosts`), what the two hosts do (WIRE.md, "Another host").
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, Protocol

import trio
from attrs import evolve, field

from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.history_check import difference
from client.model.model import Model
from client.model.status import Joined
from client.net.tcp import NoConnectionError
from client.net.transport import Transport, is_local, open_transport
from client.net.way_back import WayBack
from client.words import take_over_words
from client.words.say import say
from protocol.frozen import define
from protocol.log.commands import GoOn, HostReady
from protocol.shared.address import Address
from protocol.shared.household import is_near
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.messages import PROTOCOL, Arrival, Farewell, Goodbye, Hello

TIME_BETWEEN: Final = 2.0
TIME_TO_REACH: Final = 5.0
TIME_TO_TELL: Final = 6.0
"""Seconds after which the player reads what the match waits for: most wait for a moment only."""
TIME_TO_DECIDE: Final = 60.0
"""Seconds without an answer after which a player whose machine holds the match can go on without it."""


class LinkThere(Protocol):
    """The link to the host that holds the match. `before`: the way back from there."""

    model: Model
    before: WayBack | None
    on_arrival: list[Announcement]
    deliver: Callable[[list[Announcement]], None]

    def flush(self) -> None:
        """As `Link.flush`."""

    def return_now(self) -> None:
        """As `Link.return_now`."""


class Heard(NamedTuple):
    """What the host before has answered. `where`: the link to it, for others; `game`: the id of the match there."""

    goodbye: Goodbye
    where: JoinLink | None
    game: str


@define(eq=False)
class HeldMatch:
    """The program of one player of this link. `here`: where the player plays now, for the host before.

    `before`: the link to the host before, for others. `otherwise` asks hosts of saved seats, if this program has come
    from none: it was started here, perhaps after its machine had ended in the middle of a hand-over.
    """

    link: LinkThere
    here: Callable[[], HostReady | None]
    before: Callable[[], JoinLink | None]
    otherwise: Callable[[Hello], Awaitable[Heard | None]]
    open_: Callable[[Endpoint, str | None], Awaitable[Transport]] = open_transport
    _is_wanted: trio.Event = field(factory=trio.Event)
    _silent_since: float | None = None
    """When the host before did not answer for the first time since it last has; on trio's clock."""
    _told: str = ""

    @property
    def is_held(self) -> bool:
        """Whether the player is at a table that waits for the host before."""
        return self.link.model.session.is_held and isinstance(self.link.model.status, Joined)

    def note(self) -> None:
        """Note that the player comes to a table, which may wait."""
        self._is_wanted.set()

    def go_on_anyway(self) -> WhyNot | None:
        """Go on at this machine, without a word of the host before; returns why that is not possible now."""
        model = self.link.model
        if model.own_host is None:
            return WhyNot(say("held.host_decides"))
        if not self._may_decide:
            return WhyNot(say("held.still_waiting"))
        model.ask(GoOn())
        self.link.flush()
        return None

    @property
    def _may_decide(self) -> bool:
        since = self._silent_since
        return since is not None and trio.current_time() - since >= TIME_TO_DECIDE

    async def watch(self) -> None:
        """Ask the host before again and again while the match is held here, until cancelled."""
        while True:
            await self._is_wanted.wait()
            self._is_wanted, self._silent_since, self._told = trio.Event(), None, ""
            begun = trio.current_time()
            while self.is_held:
                await (self._leave_again() if self._is_another_match else self._ask())
                if self.is_held:
                    self._tell(trio.current_time() - begun)
                    await trio.sleep(TIME_BETWEEN)

    async def _ask(self) -> None:
        there = self.here()
        if there is None:
            return
        heard = await self._answer(there)
        match None if heard is None else heard.goodbye:
            case Goodbye(reason=Farewell.MOVED, release=str(word)):
                self.link.model.pending.add_own(GoOn(word), self.link.model.session.head)
                self.link.flush()
                self._silent_since = None
            case Goodbye(reason=Farewell.MOVED, waits=True):  # for somebody to come
                self._silent_since = None
            case Goodbye(reason=Farewell.NOTED, game=game) if heard is not None and self.is_held:
                self._silent_since = None
                if heard.where is not None:
                    await self.go_back(heard.where, game or heard.game)
            case _:
                self._silent_since = trio.current_time() if self._silent_since is None else self._silent_since

    @property
    def _is_another_match(self) -> bool:
        """Whether what this host holds is not, or not yet in full, the match that the player has left for it."""
        before, session = self.link.before, self.link.model.session
        if before is None or self.link.model.own_host is not None:
            return False
        return not session.is_caught_up or difference(before.session.entries, session.entries[:-1]) is not None

    async def _leave_again(self) -> None:
        """Do not tell the host before that the player is here: once it has taken the match back, go back to it."""
        before = self.link.before
        if before is not None and self.link.model.session.is_caught_up and await before.has_game():
            self.link.on_arrival.append(Announcement(Subject.LINK, say("held.back")))
            self.link.return_now()

    async def _answer(self, there: HostReady) -> Heard | None:
        link, session = self.link, self.link.model.session
        arrived = tuple(Arrival(seat, proof) for seat, proof in link.model.presence.arrived.items())
        hello = Hello(PROTOCOL, session.client, session.name, plays_at=there, arrived=arrived)
        before = link.before
        if before is None or before.session.token is None:
            return await self.otherwise(hello)
        left = before.session
        answer = await before.answer(evolve(hello, table=left.table_name, game=left.game, token=left.token))
        return Heard(answer, self.before(), left.game or "") if isinstance(answer, Goodbye) else None

    async def go_back(self, there: JoinLink, game: str) -> None:
        """Go to the host before, which has taken the match back, with everybody if this machine was to host it.

        `there`: that host; `game`: the id of the match there.
        """
        link, model = self.link, self.link.model
        ways_here = () if model.own_host is None else model.own_host.ways_in
        there = await self.as_others_reach(there, ways_here)
        text = take_over_words.taken_back(is_own=model.own_host is not None, was_held=self.is_held)
        link.on_arrival.append(Announcement(Subject.LINK, text))
        if model.own_host is not None:
            # Its goodbye leads everybody there, this program, too (`remedies.moved`).
            model.ask(HostReady(str(there), there.key, game))
            link.flush()
        elif link.before is not None:
            link.return_now()

    async def as_others_reach(self, there: JoinLink, ways_here: Sequence[Endpoint]) -> JoinLink:
        """The same host for other machines: one on this machine is at an address of this machine's own host.

        Its key is learnt there, too: a connection that stays on this machine shows none.
        """
        if not all(map(is_local, there.endpoints)):
            return there
        for way in ways_here:
            place = Endpoint(Address(way.address.host, there.address.port))
            if way.is_web or is_local(place) or not is_near(way.address.host):
                continue
            with suppress(NoConnectionError), trio.move_on_after(TIME_TO_REACH):
                found = await self.open_(place, there.key)
                await trio.aclose_forcefully(found.stream)
                return JoinLink((place,), key=found.key)
        return there

    def _tell(self, seconds: float) -> None:
        """Tell the player, once, what the match waits for, and what can be done about it."""
        model = self.link.model
        is_own, text = model.own_host is not None, ""
        if self._is_another_match and model.session.is_caught_up:
            text = say("held.not_confirmed")
        elif self._may_decide and is_own:
            text = take_over_words.decide(is_drawn=model.is_drawn)
        elif seconds >= TIME_TO_TELL:
            text = take_over_words.held(is_silent=self._silent_since is not None)
        if text and text != self._told:
            self._told = text
            self.link.deliver([Announcement(Subject.LINK, text)])
