"""Hosting the game that this table's host hands over: what the program of the player who is asked does.

The player agrees at any time. Once the table waits, this machine starts a host with the game and tells the old one,
which has everybody's program try to reach it, and then sends everybody there.

Here: what begins when. Not here: starting a host (`program.hosting_here`), what is shown meanwhile
(`model.absent_host`), what the old host does (WIRE.md, "Another host").
"""

from collections.abc import Callable
from typing import Protocol

import trio
from attrs import field

from client.model.absent_host import Continuing
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.net.absence import NotHostedError
from client.words import rehearsal_words, take_over_words
from client.words.say import say
from protocol.frozen import define
from protocol.log.commands import HandOver, HostReady, TryHost
from protocol.log.events import Knocked, TileDrawn, TilePlayed
from protocol.shared.firewall import Firewall
from protocol.shared.join_link import parse_link
from protocol.wire.notices import ReachableNotice


class NewHost(Protocol):
    """A host on this machine, with the game of the link."""

    async def prepare(self) -> HostReady:
        """Start it, and return what the old host is to be told. Raises `NotHostedError`."""

    def lead(self) -> None:
        """Lead the link there, from the next connection on."""

    @property
    def firewall(self) -> Firewall:
        """The firewall of this machine, once it is prepared."""

    async def drop(self) -> None:
        """Stop it, and forget its game, which stays where it was."""


@define(eq=False)
class Receiving:
    """The program of a player whom the host may ask. `nursery` runs what takes time.

    `deliver` and `flush` are the link's.
    """

    model: Model
    nursery: trio.Nursery
    new_host: NewHost
    deliver: Callable[[list[Announcement]], None]
    flush: Callable[[], None]
    _starting: trio.CancelScope | None = None
    _ready: HostReady | None = None
    """What the old host is told, once this machine has the game."""
    _may_go: trio.Event = field(factory=trio.Event)
    """Whether the others reach this machine, or the host goes on there all the same."""
    _is_ready: bool = False
    """Whether the old host is told."""
    _has_gone: bool = False
    """Whether the old host has sent everybody here."""
    _taken: int = 0
    """The last entry of the match when this machine began to take it over."""

    def agree(self) -> WhyNot | None:
        """Host the game once the table waits for it; returns why that is not now."""
        if self._starting is not None and not self._starting.cancel_called:
            return self._try_again()
        self.model.absent_host.state = Continuing.AGREED
        self.note()
        return WhyNot(say("take_over.after_this_round")) if self._starting is None else None

    def note(self) -> list[Announcement]:
        """Note that the host has said whom it asks, or who reaches this machine; what the player is told then."""
        model = self.model
        if not model.is_asked_to_host:
            if self._starting is not None:
                self._starting.cancel()
        elif model.absent_host.state is Continuing.AGREED and model.table_waits:
            if self._starting is not None:
                return []  # the one for an earlier hand-over is stopped first: it has the match as it was then
            model.absent_host.state, self._starting = Continuing.STARTING, trio.CancelScope()
            self._ready, self._may_go, self._has_gone = None, trio.Event(), False
            self._taken = model.session.head
            self.nursery.start_soon(self._run, self._starting)
        elif self._ready is not None and model.presence.next_host.found is not None:
            return self._note_found(self._ready, model.presence.next_host.found)
        return []

    def note_moves(self) -> None:
        """Stop the host here once the match has gone on without it. On a new connection nobody says that it stays."""
        if self._starting is not None:
            since = self.model.session.entries[self._taken :]
            if any(isinstance(entry.event, TilePlayed | TileDrawn | Knocked) for entry in since):
                self._starting.cancel()

    def _note_found(self, ready: HostReady, found: ReachableNotice) -> list[Announcement]:
        """Go on, or tell the player what keeps the others out."""
        if found.here:
            self._may_go.set()
            return []
        port = parse_link(ready.address).address.port
        how = rehearsal_words.how_to_let_in(self.model.view, self.new_host.firewall, port)
        return [Announcement(Subject.LINK, how)]

    def _try_again(self) -> WhyNot | None:
        """Have the others try this machine once more: its player may have let them in."""
        if self._ready is None or not self.model.presence.next_host.waits_for_host:
            return None
        self._be_tried(self._ready)
        return WhyNot(say("reach.tried_again"))

    def _be_tried(self, ready: HostReady) -> None:
        assert ready.key is not None
        self.model.presence.next_host.is_offered()
        self._send(TryHost(ready.address, ready.key))

    def goes_there(self) -> bool:
        """Whether the old host sends everybody to this machine; then the link is led there without further ado."""
        if self._is_ready and self._starting is not None:
            self._is_ready, self._ready, self._has_gone = False, None, True
            self._starting.cancel()
            return True
        return False

    def went_back(self) -> None:
        """Note that the player is led back to the old host, which has taken the game back: nothing of it stays here."""
        if self._has_gone:
            self._has_gone = False
            self.nursery.start_soon(self.new_host.drop)

    async def _run(self, scope: trio.CancelScope) -> None:
        self.deliver([Announcement(Subject.LINK, say("take_over.starting"))])
        with scope:
            try:
                ready = await self.new_host.prepare()
            except NotHostedError as error:
                self.deliver([Announcement(Subject.REFUSED, take_over_words.failed(str(error)))])
                self._send(HandOver(None))
            else:
                await self._offer(ready)
        self._ready, self._is_ready = None, False
        if not self._has_gone:
            await self.new_host.drop()  # also one that was still being started
        self._starting = None
        self.note()  # the host may have asked again meanwhile

    async def _offer(self, ready: HostReady) -> None:
        """Offer this machine to the old host, until everybody is sent here, or the game stays where it is."""
        if ready.key is not None:
            self._ready = ready
            self.deliver([Announcement(Subject.LINK, say("reach.yours_is_tried"))])
            self._be_tried(ready)
            await self._may_go.wait()
        self._is_ready = True
        self._send(ready)
        await trio.sleep_forever()

    def _send(self, command: HandOver | TryHost | HostReady) -> None:
        self.model.ask(command)
        self.flush()
