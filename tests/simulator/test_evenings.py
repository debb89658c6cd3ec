"""Evenings of several matches at one table, with random moves of everybody: each is drawn from one seed.

Players come and go, agree, leave, sit down, change the game and kick, in every stage, and the daemon is restarted on
the same journal. Whatever happens, everybody is at one table and sees its game as the journal has it, nobody has two
seats, and every game follows the rules.
"""

from random import Random

import pytest
import trio
from trio.testing import MockClock

from protocol.log.audit import audit
from protocol.log.commands import (
    AddBot,
    ChangeGame,
    Command,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Rematch,
    RemoveBot,
    Say,
    Start,
    TakeSeat,
)
from protocol.log.events import SeatTaken, TableOptions
from protocol.log.participation import still_undecided
from protocol.wire.messages import Role
from protocol.wire.session import Session
from tests.daemon.harness import MONTHS, Host, hosting
from tests.daemon.journal.memory_journal import MemoryJournal
from tests.daemon.wire_client import FarewellError, WireClient

NAMES = ("Ann", "Ben", "Cho", "Dai")
STEPS = 60
SEED_OF_LEAVERS = 5
"""An evening on which somebody leaves a match to which they had not agreed."""
GAMES = (ChangeGame("all-fives", {"target": 5}, 2), ChangeGame("all-fives", {"target": 5}, 3), ChangeGame("playroom"))


class Evening:
    """One evening. `here`: the clients who are connected, by name; Ann is the operator at the host's own table."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.journal = MemoryJournal()
        self.options = TableOptions(grace=self.chance.choice((5, 60)), turn_time=self.chance.choice((0, 20)))
        self.sessions = {name: Session("simulation", name) for name in NAMES}
        self.here: dict[str, WireClient] = {}

    async def run(self, steps: int) -> None:
        """Random steps, with a restart now and then."""
        while steps > 0:
            async with hosting(self.journal, think=0.1, patience=MONTHS) as host:
                await host.open_home("all-fives", options=self.options, seats=3, set={"target": 5})
                for _ in range(min(steps, self.chance.randrange(15, 40))):
                    steps -= 1
                    await self._step(host)
                    await self._check(host)
            self.here.clear()

    async def _step(self, host: Host) -> None:
        name = self.chance.choice(NAMES)
        client = self.here.get(name)
        kind = self.chance.random()
        if client is None:
            await self._comes(host, name)
        elif kind < 0.08:
            await client.leave()
            del self.here[name]
        elif kind < 0.2:
            await trio.sleep(self.chance.choice((1, 10, 40, 70)))
        else:
            await client.send(client.asks(self._command(client)))
        await trio.testing.wait_all_tasks_blocked()

    async def _comes(self, host: Host, name: str) -> None:
        client = await host.operator("Ann") if name == "Ann" else host.connect(name)
        client.session = self.sessions[name]
        self.here[name] = client
        try:
            await client.enter()
        except FarewellError:
            del self.here[name]
            self.sessions[name] = Session("simulation", name, self.chance.choice((Role.PLAYER, Role.SPECTATOR)))

    def _command(self, client: WireClient) -> Command:
        if client.a_move() is not None and self.chance.random() < 0.7:
            return client.a_move() or Knock()
        seat = self.chance.randrange(4)
        commands: tuple[Command, ...] = (
            *(Rematch(), Rematch(), Rematch(), Rematch(same_deals=True), Start(), EndMatch(), LeaveSeat(), Say("hm")),
            *(TakeSeat(), TakeSeat(seat), AddBot(seat, "casual"), RemoveBot(seat), Kick(seat)),
            self.chance.choice(GAMES),
        )
        return self.chance.choice(commands)

    async def _check(self, host: Host) -> None:
        for name, client in [*self.here.items()]:
            if not await self._is_still_here(name, client):
                continue
            assert client.table == await host.as_seen(client)
            people = [who.name for who in client.table.seats if who.is_person]
            assert len(people) == len(set(people))
        assert len({client.session.game for client in self.here.values()}) <= 1

    async def _is_still_here(self, name: str, client: WireClient) -> bool:
        try:
            await client.settle()
        except* FarewellError:  # sent away by the host, or nobody may watch
            del self.here[name]
            self.sessions[name] = Session("simulation", name)
        return name in self.here

    async def check_games(self) -> None:
        """Check every game of the evening."""
        for info in await self.journal.games():
            assert audit((await self.journal.read(info.game)).entries) is None

    async def seats_left_to_bots(self) -> int:
        """How often a bot took the seat of somebody who had not agreed to the match, in all games."""
        taken = 0
        for info in await self.journal.games():
            entries = (await self.journal.read(info.game)).entries
            undecided = frozenset[int]()
            for entry in entries:
                if isinstance(entry.event, SeatTaken) and entry.event.bot is not None:
                    taken += entry.event.seat in undecided
                undecided = still_undecided(undecided, entry.event)
        return taken


async def evening_of(seed: int) -> Evening:
    """An evening that is over, and has been checked."""
    evening = Evening(seed)
    await evening.run(STEPS)
    await evening.check_games()
    return evening


@pytest.mark.parametrize("seed", range(12))
async def test_an_evening_of_random_moves_keeps_everybody_at_one_table(seed: int, autojump_clock: MockClock) -> None:
    assert await (await evening_of(seed)).journal.games()


async def test_on_some_evenings_a_bot_has_the_seat_of_somebody_who_has_not_agreed(autojump_clock: MockClock) -> None:
    assert await (await evening_of(SEED_OF_LEAVERS)).seats_left_to_bots()
