"""Arriving at a host: what the player is told about the encryption, and what the saved seats learn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import define

from client.actions.panel import Passage
from client.model.announcements import Subject
from client.model.status import Joined
from client.net.dial import HostDial
from client.net.remedies.moved import Moved
from client.panels import who
from client.program.arrival import HostArrival
from client.store.file_hosts import FileHosts
from client.store.file_seats import FileSeats
from client.words.presence_words import encrypted
from client.words.say import say
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.messages import AskTables, Farewell, Goodbye
from tests.client.net.linked import Player, playing, seated
from tests.client.net.test_dial import MALFORMED, Names
from tests.client.net.web_server import Identity, listening
from tests.client.scripted_daemon import Caller, ScriptedDaemon


@define(eq=False)
class Reachable(ScriptedDaemon):
    """A scripted daemon at a port. `identity`: None if it is older than the encryption."""

    identity: Identity | None = None

    async def __call__(self, stream: trio.abc.Stream) -> None:
        self.dials += 1
        if self.identity is not None:
            stream = trio.SSLStream(stream, self.identity.context(), server_side=True, https_compatible=True)
            await stream.do_handshake()
        elif self.dials % 2:
            await stream.receive_some()
            await stream.send_all(MALFORMED)
            return
        self._calls[0].send_nowait(Caller(stream))  # type: ignore[arg-type]
        await trio.sleep_forever()


@pytest.fixture
def oak(tmp_path: Path) -> Identity:
    return Identity(tmp_path / "oak")


@asynccontextmanager
async def arriving(daemon: Reachable, folder: Path, host: str = "oak.example") -> AsyncIterator[Player]:
    trio.socket.set_custom_hostname_resolver(Names())
    with trio.fail_after(60):
        async with listening(daemon) as address:
            endpoint = Endpoint(Address(host, address.port))
            async with playing(daemon, folder) as player:
                dial = HostDial(JoinLink((endpoint,)), FileHosts(folder))
                arrival = HostArrival(dial, player.link)
                player.link.dial = arrival.dial
                player.link.remedies.insert(0, Moved(arrival))
                yield player


async def arrived(daemon: Reachable, player: Player) -> Caller:
    caller = await seated(daemon)
    await player.until(lambda: isinstance(player.model.status, Joined) and player.model.session.is_caught_up)
    return caller


async def until_ended(player: Player) -> None:
    await player.until(lambda: player.ended is not None)


async def test_a_player_can_compare_the_key_of_an_encrypted_host_and_the_seat_is_saved_with_it(
    tmp_path: Path, oak: Identity
) -> None:
    daemon = Reachable(identity=oak)
    async with arriving(daemon, tmp_path) as player:
        caller = await arrived(daemon, player)
        await caller.receives_anything()
        last = who.panel(player.model).blocks[-1]

    assert last == Passage((encrypted(oak.key),))
    assert player.texts(Subject.LINK) == []
    assert [seat.key for seat in FileSeats(tmp_path).all()] == [oak.key]


async def test_a_player_is_told_once_on_arrival_that_nothing_is_encrypted(tmp_path: Path) -> None:
    daemon = Reachable()
    async with arriving(daemon, tmp_path) as player:
        await (await arrived(daemon, player)).hangs_up()
        await seated(daemon, head=12)
        await player.until(lambda: player.model.session.is_caught_up)

        assert player.texts(Subject.LINK).count(say("presence.not_encrypted")) == 1
        assert player.model.encryption == say("presence.not_encrypted")


async def test_nothing_is_said_about_encryption_on_this_machine(tmp_path: Path) -> None:
    daemon = Reachable(dials=1)
    async with arriving(daemon, tmp_path, "localhost") as player:
        await arrived(daemon, player)

        assert player.model.encryption == ""
        assert player.texts(Subject.LINK) == []


async def test_the_next_host_of_a_game_has_to_show_its_key_and_sees_nothing_that_was_for_this_one(
    tmp_path: Path, oak: Identity
) -> None:
    ash = Identity(tmp_path / "ash")
    old, new = Reachable(identity=oak), Reachable(identity=ash)
    async with listening(new) as there, arriving(old, tmp_path) as player:
        caller = await arrived(old, player)
        player.link.credentials.invitation = "mjqxgzjtgiydcmrtgqzdgnbrge"
        await caller.sends(Goodbye(Farewell.MOVED.value, "", f"ash.example:{there.port}", ash.key, "g2"))
        assert await (await new.call()).receives() == AskTables(("g2", "g1"))

        seats = player.link.autosave.seats
        assert (seats.address, seats.key) == (f"ash.example:{there.port}", ash.key)
    assert [seat.key for seat in FileSeats(tmp_path).all()] == [oak.key], "nothing is saved for the next one yet"


async def test_a_game_is_not_followed_to_a_host_with_another_key(tmp_path: Path, oak: Identity) -> None:
    old, new, elm = Reachable(identity=oak), Reachable(identity=Identity(tmp_path / "ash")), Identity(tmp_path / "elm")
    async with listening(new) as there, arriving(old, tmp_path) as player:
        caller = await arrived(old, player)
        await caller.sends(Goodbye(Farewell.MOVED.value, "", f"ash.example:{there.port}", elm.key, "g2"))
        await player.until(lambda: len(player.texts(Subject.LINK)) > 1)

        assert "has another key" in player.texts(Subject.LINK)[-1]
        assert player.texts(Subject.LINK)[-1].endswith("This program tries there, and at the host before.")
        assert await (await old.call()).receives() is not None


async def test_a_host_that_comes_back_with_another_key_or_without_one_is_left(tmp_path: Path, oak: Identity) -> None:
    for nth, other in enumerate((Identity(tmp_path / "ash"), None)):
        daemon = Reachable(identity=oak)
        folder = tmp_path / str(nth)
        async with arriving(daemon, folder) as player:
            caller = await arrived(daemon, player)
            daemon.identity = other
            daemon.dials = 0
            await caller.hangs_up()
            await until_ended(player)

        assert player.ended is not None
        assert "another key" in player.ended.text or "does not encrypt" in player.ended.text
        assert daemon.dials == 1
