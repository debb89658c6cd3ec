"""One match in a bad world: a daemon, its disk, a network and the people on it, all drawn from one seed.

`simulate(seed)` plays a match to its end through whatever the seed brings: cuts, delays, torn lines, slow readers,
clients that vanish and return, a disk that is full for a while, and daemons killed at the boundaries of a write or in
between. What DESIGN.md says must hold is checked at every entry, every answer and at the end.
"""

import logging
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import trio
import trio.testing
from attrs import field, fields

from daemon import game_log
from daemon.house.finished_games import write_due_records
from daemon.house.home_opening import open_home
from daemon.house.house import House
from daemon.house.house_rules import HouseRules
from daemon.house.table_services import table_services
from daemon.journal.interface import CommandAccepted
from daemon.net.addresses import origin_of
from daemon.net.connections import Connections
from daemon.table.tokens import SeatTokens
from protocol.frozen import define
from protocol.game.presets import PRESETS
from protocol.game.table_options import Away
from protocol.log.audit import audit
from protocol.log.dealing import is_dealing
from protocol.log.events import (
    Entry,
    Knocked,
    RoundDealt,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage, fold
from protocol.shared.operator_key import OperatorKey
from protocol.wire.messages import Accepted, Farewell, OpenTable, Role
from tools.simulator.disk import Disk, DiskJournal, KilledError
from tools.simulator.numbers import too_early, with_secrets_of
from tools.simulator.players import SimPlayer
from tools.simulator.streams import Line

TIME_TO_NOTICE = 1.0
"""Seconds after which a daemon has noticed that a line was cut."""
BY_CLOCK = (TilePlayed, TileDrawn, Knocked, StandInSeated, SeatLeft)
KEY = OperatorKey("192.0.2.2", 5533, "the operator's")
A_DAY = datetime(2026, 2, 28, 23, 59, tzinfo=UTC)
LONGEST_MATCH = 5_000_000.0
"""Seconds of the simulation's clock after which a match that is not over will never be."""


class BrokenPromiseError(BaseException):
    """An invariant does not hold. No error boundary of the daemon may catch it."""


@define
class Tally:
    """The counts of a run."""

    entries: int = 0
    cuts: int = 0
    stalls: int = 0
    kills: int = 0
    disk_faults: int = 0
    clock_jumps: int = 0
    empty_houses: int = 0
    connections: int = 0
    mixed_deals: int = 0
    numbers: int = 0
    kills_while_dealing: int = 0
    stops: int = 0
    cut_off: int = 0
    newcomers: int = 0
    """Seats of bots that somebody has taken in the running match."""

    def add(self, other: "Tally") -> None:
        """Add another run's counts."""
        for count in fields(Tally):
            setattr(self, count.name, getattr(self, count.name) + getattr(other, count.name))


@define(eq=False)
class World:
    """All state of one run. `has_host`: the first player is the operator; otherwise nobody is.

    `mixing`: chance for what concerns mixed deals; None if nobody seals. `given`: the numbers that players gave.
    """

    seed: int
    chance: random.Random
    table: OpenTable
    people: int
    trouble: float
    has_host: bool
    mixing: random.Random | None
    given: set[str] = field(factory=set)
    disk: Disk = field(factory=Disk)
    tally: Tally = field(factory=Tally)
    players: list[SimPlayer] = field(factory=list)
    everybody_sits: bool = False
    table_name: str | None = None
    """The table that players name; None for the host's own."""
    goodbyes: tuple[Farewell, ...] = (
        *(Farewell.SHUTDOWN, Farewell.REPLACED, Farewell.TROUBLE, Farewell.SILENT),
        Farewell.MALFORMED,
    )
    """Those that a player may get."""
    _lines: list[Line] = field(factory=list)
    _line_of: dict[str, Line] = field(factory=dict)
    _nobody_before: float = 0.0
    _wall_clock_is_off_by: timedelta = timedelta()
    _dies_at_boundary: int = -1
    _send: "trio.MemorySendChannel[Line]" = field(init=False)
    _incoming: "trio.MemoryReceiveChannel[Line]" = field(init=False)

    def check(self, holds: bool, text: str) -> None:
        """Check an invariant."""
        if not holds:
            raise BrokenPromiseError(f"seed {self.seed}: {text}")

    def entries_of(self, game: str) -> list[Entry]:
        """The entries of a game on the disk."""
        return self.disk.journal.entries_now(game)

    def is_accepted(self, answer: Accepted) -> bool:
        """Whether the disk has this accepted reply."""
        return any(
            isinstance(record, CommandAccepted) and (record.id, record.seq) == (answer.id, answer.seq)
            for record in self.disk.journal.private_now()
        )

    def is_another_game(self, game: str) -> bool:
        """Whether the match has ended and the table has started another for a player who returned too late."""
        return bool(self.disk.records) and game not in self.disk.records

    def is_revoked(self, token: str | None) -> bool:
        """Whether a token that was issued is no longer valid."""
        return token is not None and SeatTokens(self.disk.journal.private_now()).find(token) is None

    def check_that_a_player_is_connected(self, entries: Sequence[Entry]) -> None:
        """Invariant 8: no clock runs without connected players, so no event caused by a clock is stored."""
        now = trio.current_time()
        lines = [
            self._line_of[player.name] for player in self.players if player.may_sit and player.name in self._line_of
        ]
        is_empty = all(line.is_cut and line.cut_at < now - TIME_TO_NOTICE for line in lines)
        brought = [entry.event for entry in entries if isinstance(entry.event, BY_CLOCK)]
        self.check(not (is_empty and brought), f"nobody is there since {TIME_TO_NOTICE} s, and yet {brought}")

    def check_numbers(self, game: str | None, line: bytes) -> None:
        """A number is in no line before its deal, and one of the host in none before the end of the round."""
        early = too_early(line, self.given, self.entries_of(game or ""), self.disk.journal.private_now())
        self.check(not early, f"a number is seen too early: {line!r}")

    def wall_clock(self) -> datetime:
        """The time of day, which occasionally jumps forwards or backwards."""
        return A_DAY + timedelta(seconds=trio.current_time()) + self._wall_clock_is_off_by

    async def connect(self, player: SimPlayer) -> Line:
        """A new line to the running daemon."""
        await trio.sleep_until(self._nobody_before)
        self.tally.connections += 1
        line = self.line_to(player)
        self._lines = [other for other in self._lines if not other.is_cut]
        self._lines.append(line)
        self._line_of[player.name] = line
        await self._send.send(line)
        return line

    def line_to(self, _: SimPlayer) -> Line:
        """The network between a player and the daemon."""
        return Line(self.chance, slowness=self.trouble * 0.2)

    # The daemon.

    async def keep_a_daemon(self) -> None:
        """Run a daemon, and whenever it is killed start another one on the same disk a moment later."""
        while True:
            try:
                await self._daemon()
            except* KilledError:
                self.tally.kills += 1
                self.tally.kills_while_dealing += self._is_dealing()
            for line in self._lines:
                line.cut()
            await trio.sleep(self.chance.random() * 3)

    async def _daemon(self) -> None:
        async with trio.open_nursery() as nursery:
            journal = DiskJournal(
                self.disk,
                nursery,
                self._at_boundary,
                lambda: self.chance.random() * 0.01,
                self.check_that_a_player_is_connected,
            )
            chance = random.Random(self.chance.random())
            rules = HouseRules(think=0.5)
            house = House(table_services(nursery, journal, journal, chance, rules), rules)
            house.controls.key = KEY
            while self.disk.fails:  # noqa: ASYNC110 - the clock jumps - the simulation's own clock
                await trio.sleep(1)
            await write_due_records(journal, journal)
            if await house.tables.take_up() or not self.disk.records:
                await open_home(house.tables, self.table)
            connections = Connections(house)
            nursery.start_soon(connections.run)
            async for line in self._incoming:
                nursery.start_soon(connections.serve, line.daemon, origin_of("192.0.2.1"))

    def _is_dealing(self) -> bool:
        """Whether any game waits for numbers."""
        games = {player.session.game or "" for player in self.players}
        return any(is_dealing(fold(entry.event for entry in self.entries_of(game))) for game in games)

    def kill_soon(self, chance: random.Random) -> None:
        """Have the daemon die at one of the next boundaries."""
        self._dies_at_boundary = chance.randrange(1, 5)

    def _at_boundary(self) -> bool:
        if self._dies_at_boundary >= 0:
            self._dies_at_boundary -= 1
        return self._dies_at_boundary == 0

    # Trouble.

    async def make_trouble(self) -> None:
        """Cause random trouble now and then."""
        while True:
            await trio.sleep(self.chance.expovariate(self.trouble))
            troubles = (self._cut, self._cut, self._stall, self._kill, self._fill_the_disk, self._jump, self._go_home)
            await self.chance.choice(troubles)()

    async def _cut(self) -> None:
        open_lines = [other for other in self._lines if not other.is_cut]
        if open_lines:
            self.tally.cuts += 1
            self.chance.choice(open_lines).cut()

    async def _go_home(self) -> None:
        """Everybody disconnects for a while."""
        self.tally.empty_houses += 1
        self._nobody_before = trio.current_time() + self.chance.random() * 200
        for line in self._lines:
            line.cut()

    async def _stall(self) -> None:
        if self._lines:
            self.tally.stalls += 1
            self.chance.choice(self._lines).stall(trio.current_time() + self.chance.random() * 60)

    async def _kill(self) -> None:
        self._dies_at_boundary = self.chance.randrange(1, 6)

    async def _jump(self) -> None:
        """The machine slept, or its clock was set."""
        self.tally.clock_jumps += 1
        if self.chance.random() < 0.5:
            clock = trio.lowlevel.current_clock()
            assert isinstance(clock, trio.testing.MockClock)
            clock.jump(self.chance.choice((1, 50, 3600)))
        else:
            self._wall_clock_is_off_by += timedelta(hours=self.chance.uniform(-30, 30))

    async def _fill_the_disk(self) -> None:
        self.tally.disk_faults += 1
        self.disk.fails = True
        await trio.sleep(self.chance.random() * 20)
        self.disk.fails = False

    # The match.

    async def run(self) -> None:
        """Run the match to its end."""
        self._send, self._incoming = trio.open_memory_channel[Line](100)
        with trio.fail_after(LONGEST_MATCH):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.keep_a_daemon)
                for nth in range(self.people + 1):
                    role = Role.PLAYER if nth < self.people else Role.SPECTATOR
                    secret = KEY.secret if nth == 0 and self.has_host else None
                    # Every third player does not mix, and the chance for mixing is apart: it changes nothing else.
                    mixing = self.mixing if nth % 3 < 2 else None
                    player = SimPlayer(self, f"P{nth}", role, random.Random(self.chance.random()), secret, mixing)
                    self.players.append(player)
                    nursery.start_soon(player.run)
                    await trio.sleep(self.chance.random() * 5)
                self.everybody_sits = True
                nursery.start_soon(self.make_trouble)
                for player in self.players:
                    await player.has_finished.wait()
                await self._record_is_written()
                nursery.cancel_scope.cancel()
        self._check_the_end()

    async def _record_is_written(self) -> None:
        while not self.disk.records:  # noqa: ASYNC110 - the clock jumps
            await trio.sleep(1)

    def _check_the_end(self) -> None:
        for player in self.players:
            player.check_table()
        (game,) = self.disk.records
        entries = self.entries_of(game)
        self.tally.entries = len(entries)
        deals = [entry.event for entry in entries if isinstance(entry.event, RoundDealt)]
        self.tally.mixed_deals = sum(deal.numbers is not None for deal in deals)
        self.tally.numbers = sum(number is not None for deal in deals for number in deal.numbers or ())
        self.tally.newcomers = sum(who.joined > 0 for who in fold(entry.event for entry in entries).seats)
        self.check([entry.seq for entry in entries] == list(range(1, len(entries) + 1)), "numbers are not dense")
        sat_down = [entry.event for entry in entries if isinstance(entry.event, SeatTaken)]
        seated = {taken.name for taken in sat_down if taken.bot is None}
        self.check(seated <= {player.name for player in self.players}, f"somebody took a second seat: {seated}")
        fault = audit(entries)
        self.check(fault is None, f"the journal breaks the rules: {fault}")
        self.check(fold(entry.event for entry in entries).stage is Stage.OVER, "the match is not over")
        record = self.disk.records[game][1]  # chat after the match is not in the record
        self.check(record == tuple(entries[: len(record)]), "the record is not the log")
        self.check(fold(entry.event for entry in record).stage is Stage.OVER, "the record ends too early")


@contextmanager
def repeatable(chance: random.Random) -> Iterator[None]:
    """Let trio order its tasks by this chance, and the daemon hide its troubles.

    Trio has this switch for hypothesis and no public name for it.
    """
    run, log = trio._core._run, logging.getLogger("fivesd")
    before, level = (run._ALLOW_DETERMINISTIC_SCHEDULING, run._r), log.level
    log.setLevel(logging.CRITICAL)
    run._ALLOW_DETERMINISTIC_SCHEDULING, run._r = True, chance  # type: ignore[misc]  # not public
    try:
        yield
    finally:
        run._ALLOW_DETERMINISTIC_SCHEDULING, run._r = before  # type: ignore[misc]  # not public
        log.setLevel(level)


@contextmanager
def at_this_time_of_day(now: Callable[[], datetime]) -> Iterator[None]:
    """Date the daemon's entries by this clock."""

    class Clock:
        @staticmethod
        def time() -> float:
            return now().timestamp()

    game_log.time, before = Clock, game_log.time  # type: ignore[assignment, attr-defined]  # a module's name
    try:
        yield
    finally:
        game_log.time = before  # type: ignore[attr-defined]  # as above


def world_of(seed: int) -> World:
    """The game, the people and the amount of trouble for this seed."""
    chance = random.Random(seed)
    preset = chance.choice(list(PRESETS.values()))
    low, high = preset.seats[6]
    seats = chance.randint(low, high)
    people = chance.randint(1, seats)
    options = TableOptions(
        grace=chance.choice((2, 60)),
        turn_time=chance.choice((0, 0, 30)),
        away=chance.choice((Away.BOT, Away.BOT, Away.WAIT)),
        deals="mixed",
    )
    settings = {"target": "61" if preset.name != "all-fives" else "100"}
    table = OpenTable(preset.name, dict(settings), seats, options)
    trouble, has_host = chance.choice((0.01, 0.05, 0.2)), chance.random() < 0.8
    mixing = random.Random(f"mixing {seed}") if seed % 3 else None
    return World(seed, chance, table, people, trouble, has_host, mixing)


def simulate(seed: int) -> World:
    """Play the match of this seed. Raises `BrokenPromiseError`.

    The same seed plays the same match again.
    """
    world = world_of(seed)
    simulated(world)
    return world


def simulated(world: World, order_of_tasks: random.Random | None = None) -> None:
    """Play this world's match; the seed orders the tasks, or this chance."""
    order = order_of_tasks or random.Random(world.seed)
    with repeatable(order), with_secrets_of(world.seed), at_this_time_of_day(world.wall_clock):
        trio.run(partial(world.run), clock=trio.testing.MockClock(autojump_threshold=0))
