"""A player's program at a club: it goes to the daemon that has the game, and stays through kills and restarts."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from attrs import define, field
from trio.testing import MockClock

from client.model.announcements import Subject
from client.model.status import Joined, Lost
from client.net.dial import HostDial
from client.net.remedies.moved import Moved
from client.net.transport import open_transport
from client.program.page_child import PageDial
from client.store.file_hosts import FileHosts
from protocol.log.commands import Say
from protocol.log.events import Said
from protocol.shared.address import Address
from protocol.shared.introduction import BrowserOrigin, receive_introduction
from protocol.shared.join_link import JoinLink
from protocol.wire.codec import decode_from_client
from protocol.wire.messages import ForBrowser, Role
from tests.client.net.linked import Player, WayElsewhere, playing
from tests.client.net.test_dial import Host as Program
from tests.client.net.test_dial import running
from tests.client.net.web_server import Identity, listening
from tests.client.succeeded import House
from tests.daemon.club.memory_club import MemoryClub, MemoryMember
from tests.daemon.harness import KEY, MONTHS, Host, hosting

WEST, EAST = Address("west.example", 5533), Address("east.example", 5533)


@define(eq=False)
class Club:
    """Two daemons, in the west and in the east, and how often each was dialled."""

    club: MemoryClub
    members: dict[Address, MemoryMember]
    hosts: dict[Address, Host]
    dialled: list[Address] = field(factory=list)
    dead: set[Address] = field(factory=set)

    async def dial(self, address: Address) -> trio.abc.Stream:
        """The dial function for a link: if that daemon is dead, the other one answers."""
        self.dialled.append(address)
        reached = next(place for place in (address, WEST, EAST) if place not in self.dead)
        return await House(self.hosts[reached]).dial(reached)


def can_redial(player: Player) -> None:
    """Have the player's link go where it is sent, as long as that is a daemon of the club."""

    def redial(where: JoinLink) -> bool:
        player.link.address = where.address
        return where.key == KEY

    player.link.remedies.insert(0, Moved(redial=redial))


@asynccontextmanager
async def club_of_two() -> AsyncIterator[Club]:
    club = MemoryClub()
    members = {place: club.member(str(place)) for place in (WEST, EAST)}
    async with (
        hosting(members[WEST], club=members[WEST], patience=MONTHS) as west,
        hosting(members[EAST], club=members[EAST], patience=MONTHS) as east,
    ):
        yield Club(club, members, {WEST: west, EAST: east})


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
async def test_a_newcomer_is_led_to_the_daemon_that_has_the_table(
    tmp_path: Path, autojump_clock: MockClock, role: Role
) -> None:
    async with club_of_two() as club:
        table = await club.hosts[EAST].open_table()
        async with playing(club, tmp_path, role, table, address=str(WEST)) as player:
            can_redial(player)
            await player.until(lambda: isinstance(player.model.status, Joined))

            assert club.dialled == [WEST, EAST]
            assert player.model.session.table_name == table


async def test_when_a_daemon_stops_its_players_go_on_at_another_one_without_a_break(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with club_of_two() as club:
        table = await club.hosts[WEST].open_table()
        async with playing(club, tmp_path, Role.PLAYER, table, address=str(WEST)) as player:
            can_redial(player)
            await player.until(lambda: isinstance(player.model.status, Joined))
            began, game = trio.current_time(), player.model.session.game
            player.model.ask(Say("am I still here?"))  # on its way when the daemon stops

            await club.hosts[WEST].house.tables.leave()
            player.link.flush()

            await player.until(lambda: player.model.session.head > 2)
            assert player.model.session.entries[-1].event == Said(0, "Ann", "am I still here?")
            assert (player.model.session.game, player.model.seat, trio.current_time()) == (game, 0, began)
            assert (club.dialled, player.texts(Subject.LINK)) == ([WEST, EAST], [])


async def test_after_a_kill_the_player_waits_for_another_daemon_to_take_the_game_over(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with club_of_two() as club:
        table = await club.hosts[WEST].open_table()
        async with playing(club, tmp_path, Role.PLAYER, table, address=str(WEST)) as player:
            can_redial(player)
            await player.until(lambda: isinstance(player.model.status, Joined))
            club.dead.add(WEST)
            club.club.cut_off(club.members[WEST])
            killed = trio.current_time()
            player.link.connect_again()

            await player.until(lambda: not isinstance(player.model.status, Joined))
            await player.until(lambda: isinstance(player.model.status, Joined))

            assert 30 < trio.current_time() - killed < 60
            assert (player.ended, player.model.seat) == (None, 0)


@pytest.mark.parametrize(
    ("is_killed", "knows_club"),
    [(False, True), (False, False), (True, True)],
    ids=["stopped", "stopped, and it may be another host", "killed"],
)
async def test_a_spectator_who_is_at_the_other_daemon_before_the_players_watches_on_when_they_are_back(
    tmp_path: Path, autojump_clock: MockClock, is_killed: bool, knows_club: bool
) -> None:
    async with club_of_two() as club:
        ann = await club.hosts[WEST].seated("Ann", table=await club.hosts[WEST].open_table())
        async with playing(club, tmp_path, Role.SPECTATOR, ann.session.table_name, address=str(WEST)) as player:
            if knows_club:
                can_redial(player)
            else:
                player.link.remedies.insert(0, Moved(WayElsewhere(player)))
            await player.until(lambda: isinstance(player.model.status, Joined))
            if is_killed:
                club.dead.add(WEST)
                club.club.cut_off(club.members[WEST])
                player.link.connect_again()
            else:
                await club.hosts[WEST].house.tables.leave()
            await player.until(lambda: isinstance(player.model.status, Lost))
            await trio.sleep(40)
            assert player.ended is None

            again = club.hosts[EAST].connect(session=ann.session)
            await again.enter()
            await again.accepted(Say("here we are"))

            await player.until(lambda: Said(0, "Ann", "here we are") in [e.event for e in player.model.session.entries])
            assert (player.model.session.game, player.model.seat) == (ann.session.game, None)


async def test_a_host_is_dialled_where_its_club_says_first_and_otherwise_where_it_was(tmp_path: Path) -> None:
    known, identity = FileHosts(tmp_path), Identity(tmp_path / "club.pem", "club")
    async with running(Program(identity), "west.example") as west, running(Program(identity), "east.example") as east:
        host = HostDial(JoinLink((west,)), known)
        await (await host.dial(west.address)).aclose()
        assert host.transport is not None
        key = host.transport.key

        assert not host.redial(JoinLink((east,), key=KEY)), "that is another host"
        assert host.redial(JoinLink((east,), key=key))
        assert [*host.endpoints] == [east, west]
        await (await host.dial(west.address)).aclose()

        assert host.transport.endpoint == east


async def test_a_page_dials_another_daemon_for_its_browser_and_its_own_one_when_that_is_gone(tmp_path: Path) -> None:
    identity, browser = Identity(tmp_path / "club.pem", "club"), BrowserOrigin("198.51.100.7", is_outside=True)

    async def own_daemon(stream: trio.abc.Stream) -> None:
        assert await receive_introduction(stream, "own") == browser
        await stream.send_all(b"own")

    async with listening(own_daemon) as own:
        west = Program(identity)
        async with running(west, "west.example") as endpoint:
            probe = await open_transport(endpoint, None)
            await probe.stream.aclose()
            dial = PageDial("own", trio.Semaphore(1), "the club's", probe.key, browser)
            assert not dial.redial(JoinLink((endpoint,), key=KEY)), "that is another host"
            assert dial.redial(JoinLink((endpoint,), key=probe.key))
            stream = await dial(own)
            told = decode_from_client(bytes(await stream.receive_some()))  # this program says back what it was told
            assert told == ForBrowser("the club's", browser.address, outside=True)
            await stream.aclose()

        async with await dial(own) as stream:
            assert await stream.receive_some() == b"own"
