"""A link that plays against a scripted daemon, and the tables that the daemon lists."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Protocol

import trio
import trio.testing
from attrs import define, evolve, field

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.pending import Pending
from client.model.status import Ended
from client.net.host_connection import Dial
from client.net.link import Link, Remedy
from client.net.pauses import Pauses
from client.net.remedies.common import remedies
from client.store.saved_seats import SavedSeat
from client.words.leaving_words import HostedBy
from client.words.version_words import mismatch_of_page
from protocol.log.table import Stage
from protocol.shared.address import Address, parse_address
from protocol.shared.join_link import JoinLink
from protocol.wire.messages import (
    AskTables,
    Hello,
    Role,
    SeatSummary,
    Tables,
    TableSummary,
)
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.client.at_table import autosave_in, welcome
from tests.client.scripted_daemon import PATIENCE, Caller, ScriptedDaemon, at_once
from tests.protocol.table_notation import random_match
from tests.taken_over import HOST_KEY

ADDRESS = Address("host", 5533)
GAME = random_match("cinq-et-trois", {}, 2, Random(3))


class Dialled(Protocol):
    """A daemon that a link can reach."""

    async def dial(self, address: Address, /) -> trio.abc.Stream:
        """The dial function for a link."""


@define(eq=False)
class Player:
    """A link and its output."""

    link: Link
    announcements: list[Announcement]
    ended: Ended | None = None
    deliveries: int = 0
    _received: trio.Event = field(factory=trio.Event)

    @property
    def model(self) -> Model:
        return self.link.model

    def receive(self, announcements: list[Announcement]) -> None:
        self.announcements += announcements
        self.deliveries += 1
        self._received.set()
        self._received = trio.Event()

    async def until(self, is_so: Callable[[], bool]) -> None:
        with trio.fail_after(PATIENCE):
            while not is_so():
                await self._received.wait()

    async def run(self) -> None:
        self.ended = await self.link.run()

    def texts(self, kind: Subject) -> list[str]:
        return [announcement.text for announcement in self.announcements if announcement.subject is kind]


@asynccontextmanager
async def playing(
    daemon: Dialled,
    folder: Path,
    role: Role = Role.PLAYER,
    table: str | None = "oak",
    *,
    own: Sequence[Remedy] = (),
    hosted_by: HostedBy = HostedBy.OTHERS,
    linked_table: str | None = None,
    sealer: Sealer | None = None,
    run: str = "r",
    address: str = "host:5533",
    name: str = "Ann",
    host_key: str | None = HOST_KEY,
) -> AsyncIterator[Player]:
    session = Session("fives test", name, role, wanted_table=table, sealer=sealer or Sealer())
    model = Model(session, Pending(run), hosted_by=hosted_by)
    announcements: list[Announcement] = []
    player: Player

    def deliver(some: list[Announcement]) -> None:
        player.receive(some)

    autosave = evolve(autosave_in(folder, address, name), run=at_once)
    autosave.seats.find_key = lambda: host_key
    link = Link(
        model,
        parse_address(address),
        autosave,
        deliver,
        remedies(mismatch_of_page, *own),
        daemon.dial,
        Pauses(lambda: 1.0),
        linked_table=linked_table,
    )
    player = Player(link, announcements)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.run)
        yield player
        nursery.cancel_scope.cancel()


@define(eq=False)
class WayElsewhere:
    """The way of a player's link to another host, and back, as a program has it; `to` answers there."""

    player: Player
    to: Dialled | None = None
    followed: list[JoinLink] = field(factory=list)
    _before: tuple[Address | None, Dial, str, SavedSeat | None] | None = None

    def follow(self, where: JoinLink) -> None:
        link, seats = self.player.link, self.player.link.autosave.seats
        self.followed.append(where)
        self._before = link.address, link.dial, seats.address, seats.current
        link.address = where.address
        if self.to is not None:
            link.dial = self.to.dial
            seats.move_to(str(where.endpoints[0]))

    def go_back(self) -> None:
        assert self._before is not None
        link, seats = self.player.link, self.player.link.autosave.seats
        link.address, link.dial, seats.address, seats.current = self._before


async def seated(daemon: ScriptedDaemon, head: int = 12, release: str = "test") -> Caller:
    """Take the next call, and welcome it into the game as far as entry `head`."""
    caller = await daemon.call()
    assert isinstance(await caller.receives(), Hello)
    await caller.sends(evolve(welcome(head=head), daemon=f"fivesd {release}"))
    await caller.sends_events(GAME[:head])
    return caller


ANN, BEN, FREE = SeatSummary("Ann"), SeatSummary("Ben", here=True), SeatSummary()


def a_table(
    name: str, *seats: SeatSummary, stage: Stage = Stage.SEATING, game: str = "", locked: bool = False
) -> TableSummary:
    """A table that a guest has opened."""
    return TableSummary(name, game or f"game-{name}", "all-fives", seats or (BEN, FREE), stage, locked=locked)


HOME = evolve(a_table("oak"), home=True)
FULL_HOME = evolve(HOME, seats=(BEN, SeatSummary("Cy", here=True)), stage=Stage.PLAYING)
ASH, ELM = a_table("ash"), a_table("elm", stage=Stage.PLAYING)


async def in_lobby(daemon: ScriptedDaemon, *tables: TableSummary) -> Caller:
    """Accept the next connection, and answer its request for the tables."""
    caller = await daemon.call()
    assert isinstance(await caller.receives(), AskTables)
    await caller.sends(Tables(tables))
    return caller


def saved_seat(table: str, game: str = "", token: str = "t1", name: str = "Ann") -> SavedSeat:
    return SavedSeat("host:5533", table, name, token, game or f"game-{table}")
