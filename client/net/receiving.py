"""Hosting the game that this table's host hands over: what the program of the player who is asked does.

The player agrees at any time. Once the table waits, this machine starts a host with the game and tells the old one,
which then sends everybody there.

Here: what begins when. Not here: starting a host (`program.hosting_here`), what is shown meanwhile
(`model.absent_host`), what the old host does (WIRE.md, "Another host").
"""

from collections.abc import Callable
from typing import Protocol

import trio
from attrs import define

from client.model.absent_host import Continuing
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.net.absence import NotHostedError
from client.words import take_over_words
from protocol.log.commands import HandOver, HostReady


class NewHost(Protocol):
    """A host on this machine, with the game of the link."""

    async def prepare(self) -> HostReady:
        """Start it, and return what the old host is to be told. Raises `NotHostedError`."""

    def lead(self) -> None:
        """Lead the link there, from the next connection on."""

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
    _is_ready: bool = False
    """Whether this machine has the game, and the old host is told so."""

    def agree(self) -> WhyNot | None:
        """Host the game once the table waits for it; returns why that is not now."""
        self.model.absent_host.state = Continuing.AGREED
        self.note()
        return WhyNot(take_over_words.AFTER_THIS_ROUND) if self._starting is None else None

    def note(self) -> None:
        """Note that the host has said whom it asks."""
        model = self.model
        if not model.is_asked_to_host:
            if self._starting is not None:
                self._starting.cancel()
        elif model.absent_host.state is Continuing.AGREED and model.table_waits:
            model.absent_host.state, self._starting = Continuing.STARTING, trio.CancelScope()
            self.nursery.start_soon(self._run, self._starting)

    def goes_there(self) -> bool:
        """Whether the old host sends everybody to this machine; then the link is led there without further ado."""
        if self._is_ready and self._starting is not None:
            self._is_ready = False
            self._starting.cancel()
            return True
        return False

    async def _run(self, scope: trio.CancelScope) -> None:
        self.deliver([Announcement(Subject.LINK, take_over_words.STARTING)])
        with scope:
            try:
                ready = await self.new_host.prepare()
            except NotHostedError as error:
                self.deliver([Announcement(Subject.REFUSED, take_over_words.failed(str(error)))])
                self._send(HandOver(None))
                self._starting = None
                return
            self._is_ready = True
            self._send(ready)
            await trio.sleep_forever()  # until everybody is sent here, or the game stays where it is
        self._starting = None
        if self._is_ready:
            self._is_ready = False
            await self.new_host.drop()

    def _send(self, command: HandOver | HostReady) -> None:
        self.model.ask(command)
        self.flush()
