"""Two real `fivesd` over one PostgreSQL, under faults drawn from a seed, while people play at several tables.

Here: the club, its players, the faults, and what is compared after each. The daemons reach the database through a
network that can be cut, and have a lease of half a second. Not here: the people (`kills`), the network
(`tests.faulty_network`), and schedules of single appends (`tests.daemon.journal.schedules`).

A trigger of the database notes which program stored each append, and under which epoch of its game.
"""

import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from shutil import rmtree
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import trio
from attrs import Factory, field

from daemon.club.postgres_database import Database
from daemon.club.postgres_tables import prepare
from protocol.frozen import define
from protocol.wire.messages import OpenTable, Tables
from protocol.wire.session import Session
from tests.daemon.club.club_daemon import stored
from tests.daemon.wire_client import FarewellError, WireClient
from tests.end_to_end.program import running
from tests.faulty_network import FaultyNetwork, faulty_network
from tests.ports import free_port
from tests.postgres import PostgresServer, new_folder
from tools.reliability.kills import KillResults, Survivor, compare

LEASE: Final = 0.5
HOST: Final = (sys.executable, "-m", "tools.reliability.club_host", str(LEASE), "--hidden")
FLAGS: Final = ("--listen", "127.0.0.1", "--think", "0", "--no-invitations")
COMPILED: Final = {"PYTHONDONTWRITEBYTECODE": ""}
"""As an installed program, it starts faster than one that is compiled anew each time."""
ROOMS: Final = 4
TIME_TO_SIT: Final = 8.0
"""Seconds in which both players of a match get their seats; otherwise they begin another one."""
SILENCE: Final = 2.0
"""Seconds without a message after which a player tries the other daemon."""
TIME_TO_PLAY_ON: Final = 60.0
_NOTES: Final = """
CREATE TABLE notes (game text, n integer, program text, daemon text, epoch bigint, PRIMARY KEY (game, n));
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO notes SELECT new.game, new.n, current_setting('application_name'), daemon, epoch
        FROM owners WHERE key = new.game;
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER INSERT ON appends FOR EACH ROW EXECUTE FUNCTION note();
"""
_SHARED_EPOCHS: Final = """
SELECT game, epoch, array_agg(DISTINCT program) FROM notes GROUP BY game, epoch
    HAVING count(DISTINCT program) > 1 OR count(DISTINCT daemon) > 1
"""
_OTHERS: Final = (
    "SELECT program, array_agg(DISTINCT daemon) FROM notes GROUP BY program HAVING count(DISTINCT daemon) > 1"
)
"""Programs that appended to a game while another one owned it."""
_STEPS_BACK: Final = """
SELECT * FROM (SELECT *, lag(epoch) OVER (PARTITION BY game ORDER BY n) AS before FROM notes) AS steps
    WHERE epoch < before
"""
_NOT_NOTED: Final = "SELECT game, n FROM appends LEFT JOIN notes USING (game, n) WHERE program IS NULL"
_COUNTS: Final = "SELECT count(DISTINCT (game, program)) - count(DISTINCT game), count(*) FROM notes"


@define(eq=False)
class Member:
    """A daemon of the club: one run after another, at the same port."""

    name: str
    data: Path
    network: FaultyNetwork
    port: int = Factory(free_port)
    process: trio.Process | None = None
    _runs: int = 0
    _ending: AsyncExitStack = Factory(AsyncExitStack)

    @property
    def address(self) -> str:
        """Its public address."""
        return f"127.0.0.1:{self.port}"

    async def start(self, server: PostgresServer) -> None:
        """Start it. Its connections bear its name and the number of its run."""
        self._runs += 1
        url = f"{server.url(port=self.network.port)}?application_name={self.name}-{self._runs}"
        flags = ("--journal", url, "--public-address", self.address, *FLAGS)
        daemon = running(self.data, *flags, port=self.port, command=HOST, more=COMPILED)
        self.process = (await self._ending.enter_async_context(daemon)).process

    async def kill(self) -> None:
        """Kill it, if it is running."""
        self.process = None
        await self._ending.aclose()

    async def client(self, session: Session) -> WireClient:
        """A client connected to it. Raises `OSError`."""
        return WireClient(await trio.open_tcp_stream("127.0.0.1", self.port), session, SILENCE)


@define(eq=False)
class Room:
    """Two people who play match after match."""

    matches: list[tuple[Survivor, Survivor]] = field(factory=list)

    @property
    def shown(self) -> int:
        """How many entries they were shown."""
        return sum(person.session.head for people in self.matches for person in people)


@define
class ClubResults:
    """What happened, and what was found in the database afterwards. `waits`: by fault, seconds until all played on."""

    waits: dict[str, list[float]] = field(factory=dict)
    found: KillResults = field(factory=KillResults)
    takeovers: object = 0
    appends: object = 0
    comparisons: int = 0

    @property
    def faults(self) -> int:
        return sum(map(len, self.waits.values()))

    def __str__(self) -> str:
        kinds = "; ".join(
            f"{name} {len(waits)}, play went on after {median(waits):.1f} s, at most {max(waits):.1f}"
            for name, waits in sorted(self.waits.items())
        )
        return (
            f"{self.faults} faults ({kinds}) in {self.found.matches} matches with {self.takeovers} takeovers;"
            f" {self.found.entries} entries kept in {self.appends} appends; {self.found.shown} entries shown and"
            f" {self.found.answers} answers given, compared {self.comparisons} times: all of them in the database,"
            " none twice, and no epoch of two daemons"
        )


@define(eq=False)
class FaultyClub:
    """The database, the two daemons, and the rooms in which people play there."""

    members: tuple[Member, Member]
    chance: Random
    server: PostgresServer = field(init=False)
    rooms: list[Room] = field(init=False)
    results: ClubResults = field(factory=ClubResults)
    _servers: list[PostgresServer] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.rooms = [Room() for _ in range(ROOMS)]

    # The database.

    async def new_server(self, primary: PostgresServer | None = None) -> PostgresServer:
        """Another server, running; a standby if there is a primary."""
        server = await trio.to_thread.run_sync(partial(PostgresServer, new_folder(), is_durable=True, primary=primary))
        self._servers.append(server)
        await trio.to_thread.run_sync(server.start)
        return server

    def connect_to(self, server: PostgresServer, *members: Member) -> None:
        """Lead these daemons to a server."""
        for member in members:
            member.network.server_port = server.port
            member.network.break_connections()

    def close(self) -> None:
        """Stop all servers and delete their folders."""
        for server in self._servers:
            server.stop()
            rmtree(server.folder)

    # The players.

    async def play(self, room: Room) -> None:
        """Play in this room for ever."""
        while True:
            with suppress(FarewellError, trio.BrokenResourceError, trio.TooSlowError, OSError):
                table = await self._open_table()
                people = (self._person("Ann", table), self._person("Ben", table))
                room.matches.append(people)
                async with trio.open_nursery() as nursery:
                    for person in people:
                        nursery.start_soon(self._stay, person)
                    await trio.sleep(TIME_TO_SIT)
                    if any(person.session.seat is None for person in people):
                        nursery.cancel_scope.cancel()  # whoever loses the very first welcome has no key to the seat

    def _person(self, name: str, table: str | None) -> Survivor:
        person = Survivor(name, Random(self.chance.random()), think=0.1)
        person.session.wanted_table = table
        return person

    async def _open_table(self) -> str | None:
        client = await self.chance.choice(self.members).client(Session("faults", "Ann"))
        try:
            await client.send(OpenTable("all-fives", seats=3, bots=1))
            return (await client.expect(Tables)).opened
        finally:
            await client.leave()

    async def _stay(self, person: Survivor) -> None:
        """Play to the end of the match, at whichever daemon has it."""
        member = self.chance.choice(self.members)
        while not person.has_finished:
            address = None
            with suppress(OSError, trio.TooSlowError):
                client = await member.client(person.session)
                try:
                    await person.play(client)
                finally:
                    await client.leave()
                address = client.goodbye and client.goodbye.address
            member = next((member for member in self.members if member.address == address), self.other(member))
            await trio.sleep(0.3)

    def other(self, member: Member) -> Member:
        """The other one of the two daemons."""
        return self.members[member is self.members[0]]

    # What is compared.

    async def all_play_on(self) -> None:
        """Wait until something more was shown in each room."""
        before = {room: room.shown for room in self.rooms}
        with trio.fail_after(TIME_TO_PLAY_ON):
            while any(room.shown == shown for room, shown in before.items()):  # noqa: ASYNC110 - no event says so
                await trio.sleep(0.02)

    def compare(self) -> None:
        """Compare what was shown of the last match in each room with the database, at this moment."""
        for room in self.rooms:
            for people in room.matches[-1:]:
                self._compare(people, KillResults())
        self.check_epochs()
        self.results.comparisons += 1

    def compare_all(self) -> None:
        """Compare everything that was shown with the database."""
        for room in self.rooms:
            for people in room.matches:
                self.results.found.matches += 1
                self._compare(people, self.results.found)
        self.check_epochs()
        ((self.results.takeovers, self.results.appends),) = self.server.execute(_COUNTS)

    def _compare(self, people: Sequence[Survivor], results: KillResults) -> None:
        games = {person.session.game for person in people if person.session.game is not None}
        for game in games:
            for person in people:
                person.note_entries()
            compare(stored(self.server.url(), game), people, results)

    def check_epochs(self) -> None:
        """Check that only its owner appended to each game, under an epoch of its own that never went back."""
        for question in (_SHARED_EPOCHS, _OTHERS, _STEPS_BACK, _NOT_NOTED):
            assert self.server.execute(question) == []

    # The faults.

    async def suffer(self, name: str) -> None:
        """Have this fault happen and pass, wait until everybody plays on, and compare."""
        await FAULTS[name](self, self.chance.choice(self.members))
        begun = time.monotonic()
        await self.all_play_on()
        self.results.waits.setdefault(name, []).append(time.monotonic() - begun)
        self.compare()

    async def pause(self, most: float) -> None:
        """Wait for at most so many seconds."""
        await trio.sleep(self.chance.random() * most)


async def _kill_daemon(club: FaultyClub, member: Member) -> None:
    await member.kill()
    await club.pause(1.5 * LEASE)
    await member.start(club.server)


async def _kill_server(club: FaultyClub, _: Member) -> None:
    club.server.kill()
    await club.pause(1)
    await trio.to_thread.run_sync(club.server.start)


async def _freeze_server(club: FaultyClub, _: Member) -> None:
    club.server.freeze()
    try:
        await club.pause(2 * LEASE)
    finally:
        club.server.thaw()


async def _freeze_daemon(club: FaultyClub, member: Member) -> None:
    """It is frozen, often for longer than its lease, and then believes that nothing has happened."""
    assert member.process is not None
    member.process.send_signal(signal.SIGSTOP)
    await club.pause(3 * LEASE)
    member.process.send_signal(signal.SIGCONT)


async def _cut_network(club: FaultyClub, member: Member) -> None:
    member.network.is_cut = True
    await club.pause(3 * LEASE)
    member.network.heal()


async def _break_connections(_: FaultyClub, member: Member) -> None:
    member.network.break_connections()


async def _lose_answer(club: FaultyClub, member: Member) -> None:
    member.network.loses_answer = True
    await club.pause(0.5)
    member.network.heal()


async def _delay_request(club: FaultyClub, member: Member) -> None:
    """A statement arrives when its daemon has long connected anew, or another one has the game."""
    member.network.delays_request = True
    await club.pause(2 * LEASE)
    await trio.to_thread.run_sync(member.network.deliver)
    member.network.heal()


async def _promote_standby(club: FaultyClub, member: Member) -> None:
    """A standby replaces the server, which is dead by then, or still answers one of the daemons for a while."""
    old, standby = club.server, await club.new_server(club.server)
    await trio.to_thread.run_sync(old.wait_for_standby)
    await club.pause(1)
    is_dead = club.chance.random() < 0.5
    if is_dead:
        old.kill()
    await trio.to_thread.run_sync(standby.promote)
    club.server = standby
    club.connect_to(standby, member)
    await club.pause(0 if is_dead else 1.5 * LEASE)
    club.connect_to(standby, club.other(member))
    if not is_dead:
        old.kill()


FAULTS: Final[Mapping[str, Callable[[FaultyClub, Member], Awaitable[None]]]] = {
    "daemon killed": _kill_daemon,
    "daemon frozen": _freeze_daemon,
    "server killed": _kill_server,
    "server frozen": _freeze_server,
    "network cut": _cut_network,
    "connections broken": _break_connections,
    "answer lost": _lose_answer,
    "request delayed": _delay_request,
    "standby promoted": _promote_standby,
}


async def survive(faults: int, seed: int) -> ClubResults:
    """Have so many faults happen. Raises `AssertionError` if something that was shown is not in the database."""
    chance = Random(seed)
    async with running_club(chance) as club:
        async with trio.open_nursery() as playing:
            for room in club.rooms:
                playing.start_soon(club.play, room)
            await club.all_play_on()
            for name in _drawn(faults, chance):
                await club.suffer(name)
            playing.cancel_scope.cancel()
        club.compare_all()
    return club.results


def _drawn(faults: int, chance: Random) -> Iterator[str]:
    """So many faults, each kind as often as the others."""
    while faults > 0:
        names = chance.sample(list(FAULTS), min(faults, len(FAULTS)))
        yield from names
        faults -= len(names)


@asynccontextmanager
async def running_club(chance: Random) -> AsyncIterator[FaultyClub]:
    """A new club, whose daemons are running."""
    with ExitStack() as closing_last, TemporaryDirectory(prefix="fives-") as data:
        west, east = (
            Member(name, Path(data) / name, closing_last.enter_context(faulty_network(0))) for name in ("west", "east")
        )
        club = FaultyClub((west, east), chance)
        closing_last.callback(club.close)
        club.server = await club.new_server()
        with closing(Database(club.server.url())) as database:
            prepare(database)
        club.server.execute(_NOTES)
        club.connect_to(club.server, west, east)
        try:
            async with trio.open_nursery() as starting:
                starting.start_soon(west.start, club.server)
                starting.start_soon(east.start, club.server)
            yield club
        finally:
            with trio.CancelScope(shield=True):
                await west.kill()
                await east.kill()
