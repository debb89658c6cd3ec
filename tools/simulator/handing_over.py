"""A match that is handed over while machines end at every step: `python -m tools.simulator.handing_over`.

Two houses, whose machines can be killed before and after everything that they store, and real links in front of them:
programs that follow, and that of the player who is asked. What has to hold: never may both hosts deal, whenever one of
them ends; and once both are there again, everybody plays on at the same one. Not here: what is true of the match there
(`successors`), terminals and networks (`tests/end_to_end`).
"""

import argparse
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Final

import trio
import trio.testing
from attrs import field

from client.model.absent_host import Continuing
from client.model.model import Model
from client.model.own_host import OwnHost
from client.model.status import Joined
from client.net.credentials import Credentials
from client.net.held_match import HeldMatch
from client.net.link import Link
from client.net.receiving import Receiving
from client.net.remedies.moved import Moved
from daemon.house.home_opening import open_home
from daemon.house.taking_over import game_in, take_over
from daemon.journal.interface import GameMoved, NextGameOpened, Private, held_in, offer_in
from protocol.frozen import define
from protocol.game.options import Spelling
from protocol.game.table_options import Away
from protocol.log.commands import HandOver, HostReady
from protocol.log.events import TableOptions
from protocol.shared.address import Address, parse_address
from protocol.shared.firewall import Firewall
from protocol.shared.join_link import JoinLink, parse_link
from protocol.shared.operator_key import OperatorKey
from protocol.wire.messages import Hello, OpenTable, Role
from protocol.wire.sealer import Sealer
from tests.client.net.linked import Player, playing
from tests.client.net.test_mixed_matches import move_of
from tests.daemon.harness import MONTHS, SECRET, Host, hosting
from tests.daemon.wire_client import FarewellError
from tests.taken_over import record_of_session
from tools.simulator.disk import Disk, DiskJournal, KilledError

NAMES: Final = ("Ann", "Ben", "Cho", "Dai")
ASKED: Final = 1
"""The seat of the player who is to host."""
WORD: Final = "a word that nobody guesses"
OLD_HOST, NEW_HOST = "ann.example:5533", "ben.example:5533"
KEYS: Final = {OLD_HOST: "vbnm5-a7z33-34ywp-emt4v", NEW_HOST: "aaaaa-a7z33-34ywp-emt4v"}
LONGEST: Final = 3_000.0
"""Seconds after which everybody plays on, or never will."""
MOST_BOUNDARIES: Final = 24
"""Of one machine: until the next host has dealt."""
MATCHES: Final = tuple(product((2, 4), ("mixed", "host")))
"""The number of players, and whose numbers the deals need: everybody's, or the host's alone."""


@define
class Kill:
    """At which boundary of what a machine stores, counted from the hand-over on, it is killed; for how long it is gone.

    Each append has two boundaries, before and after it.
    """

    place: str
    boundary: int
    seconds: float = 5.0


@define
class Outcome:
    """Where the match went on, and how many boundaries each machine has passed."""

    went_to: str = ""
    boundaries: dict[str, int] = field(factory=dict)


@define(eq=False)
class Machine:
    """A house at one address, which can be killed, and starts again."""

    place: str
    evening: "Evening"
    open_: Callable[[Host], Awaitable[None]]
    disk: Disk = field(factory=Disk)
    host: Host | None = None
    boundaries: int = 0
    _lines: list[trio.abc.Stream] = field(factory=list)

    async def run(self) -> None:
        """Serve until cancelled; after a kill, again."""
        while True:
            try:
                await self._serve()
            except* KilledError:
                pass
            self.host = None
            for line in self._lines:
                await trio.aclose_forcefully(line)
            self._lines.clear()
            await trio.sleep(self.evening.kill.seconds if self.evening.kill else 0)

    async def _serve(self) -> None:
        async with trio.open_nursery() as nursery:
            journal = DiskJournal(self.disk, nursery, self._dies, lambda: 0.01, lambda _: self.evening.check())
            async with hosting(journal, journal, patience=MONTHS, think=1.0) as host:
                host.house.reach.key = KEYS[self.place]
                await self.open_(host)
                self.host = host
                await trio.sleep_forever()

    def _dies(self) -> bool:
        """Whether the machine is killed at this boundary; each kill comes once."""
        self.evening.check()
        if not self.evening.is_handed_over:
            return False
        self.boundaries += 1
        kill = self.evening.kill
        return kill is not None and kill.place == self.place and kill.boundary == self.boundaries

    async def dial(self, _: Address) -> trio.abc.Stream:
        """As `host_connection.Dial`."""
        await trio.lowlevel.checkpoint()
        if self.host is None:
            raise ConnectionRefusedError("nobody listens there")
        ours, theirs = trio.testing.memory_stream_pair()
        self._lines.append(theirs)
        try:
            self.host.receive(theirs)
        except RuntimeError:
            raise ConnectionRefusedError("it is being killed") from None
        return ours


@define(eq=False)
class NextMachine:
    """The machine of the player who is asked, as the program there starts and stops it (`receiving.NewHost`)."""

    evening: "Evening"
    player: Player
    scope: trio.CancelScope | None = None
    game: str = ""
    firewall: Firewall = Firewall.UNKNOWN

    async def prepare(self) -> HostReady:
        """Start it with the game, which it holds."""
        self.scope = trio.CancelScope()
        self.evening.nursery.start_soon(self._run, self.scope)
        await _until(lambda: self.evening.new.host is not None)
        return HostReady(NEW_HOST, KEYS[NEW_HOST], self.game, release=WORD)

    async def _run(self, scope: trio.CancelScope) -> None:
        with scope:
            await self.evening.new.run()

    async def open_(self, host: Host) -> None:
        """Take the game over, as the daemon does at each start with the same flags."""
        host.house.controls.key = OperatorKey("127.0.0.1", 5533, SECRET)
        if not self.game:
            self.evening.record = record_of_session(self.player.model.session, self.evening.folder)
        taken = game_in(self.evening.record, ASKED, hold=hold_until(WORD))
        self.game = await take_over(host.journal, taken, KEYS[NEW_HOST])
        if host.house.tables.table_of(self.game) is None:  # otherwise it was stored in an earlier life, and is found
            await host.house.tables.take_up()
        await open_home(host.house.tables, OpenTable("fives-and-threes"), self.game)

    def lead(self) -> None:
        """Lead the link there."""
        link = self.player.link
        link.address, link.dial = parse_address(NEW_HOST), self.evening.new.dial
        link.autosave.seats.move_to(NEW_HOST)
        link.credentials, link.model.own_host = Credentials(lambda: SECRET), OwnHost(f"http://{NEW_HOST}")

    async def drop(self) -> None:
        """Stop it, and forget its game."""
        if self.scope is not None:
            self.scope.cancel()
        await trio.sleep(0.1)
        await self.evening.new.disk.journal.forget([self.game])
        self.game = ""


@define(eq=False)
class Way:
    """The way of a player's program to the next host."""

    evening: "Evening"
    player: Player

    def follow(self, where: JoinLink) -> None:
        """As `moved.Way.follow`."""
        link = self.player.link
        link.address, link.dial = where.address, self.evening.new.dial
        link.autosave.seats.move_to(str(where.endpoints[0]))


@define(eq=False)
class Evening:
    """A match of so many people, and one kill, or none."""

    people: int
    deals: str
    folder: Path
    nursery: trio.Nursery
    kill: Kill | None = None
    is_handed_over: bool = False
    record: Path = field(factory=Path)
    players: list[Player] = field(factory=list)
    old: Machine = field(init=False)
    new: Machine = field(init=False)
    next_machine: "NextMachine | None" = None
    is_stopped: bool = False

    def __attrs_post_init__(self) -> None:
        self.old = Machine(OLD_HOST, self, self._open_old)
        self.new = Machine(NEW_HOST, self, self._open_new)

    async def _open_old(self, host: Host) -> None:
        target: dict[str, Spelling] = {"target": 250}
        await open_home(
            host.house.tables,
            OpenTable("all-fives", target, self.people, TableOptions(deals=self.deals, away=Away.WAIT)),
        )

    async def _open_new(self, host: Host) -> None:
        assert self.next_machine is not None
        await self.next_machine.open_(host)

    def check(self) -> None:
        """At most one of the two hosts may deal."""
        old, new = self.old.disk.journal, self.new.disk.journal
        assert not (_may_deal(old.private_now()) and _may_deal(new.private_now())), "both hosts may deal"

    # Programs.

    def equip(self, player: Player, seat: int) -> None:
        """Give a player's link what a program has for other hosts."""
        link, model = player.link, player.model
        link.autosave.seats.find_key = lambda: KEYS[link.autosave.seats.address]
        link.remedies.insert(0, Moved(Way(self, player)))
        before = JoinLink(parse_link(OLD_HOST).endpoints, key=KEYS[OLD_HOST])
        link.held = HeldMatch(link, partial(self._here, model), lambda: before, _nobody)
        self.nursery.start_soon(link.held.watch)
        if seat == ASKED:
            self.next_machine = NextMachine(self, player)
            model.absent_host.can_host = True
            link.receiving = Receiving(model, self.nursery, self.next_machine, player.receive, link.flush)
            self.nursery.start_soon(self._agree, link)

    @staticmethod
    def _here(model: Model) -> HostReady:
        return HostReady(NEW_HOST, KEYS[NEW_HOST], model.session.game or "")

    async def _agree(self, link: Link) -> None:
        await _until(lambda: link.model.absent_host.state is Continuing.ASKED)
        link.take_over()

    async def plays_on(self, player: Player) -> None:
        """Play whenever it is the player's turn."""
        while True:
            move = move_of(player.model) if isinstance(player.model.status, Joined) else None
            if move is not None:
                player.model.ask(move)
                player.link.flush()
            await trio.sleep(0.2)

    async def hand_over(self) -> int:
        """Have the host ask; returns the number of the round in which that was."""
        assert self.old.host is not None
        host = await self.old.host.operator("Zoe", role=Role.SPECTATOR)
        await host.enter()
        self.is_handed_over = True
        with suppress(FarewellError):
            await host.accepted(HandOver(ASKED))
        await host.leave()
        return _round(self.players[0])

    def is_over(self, asked_in: int) -> str:
        """At which host everybody plays on by now; empty if they do not."""
        games = {player.model.session.game for player in self.players}
        are_here = all(isinstance(player.model.status, Joined) for player in self.players)
        is_held = any(player.model.session.is_held for player in self.players)
        if not are_here or is_held or len(games) > 1:
            return ""
        is_played = all(_round(player) > asked_in + 1 for player in self.players)
        return next(iter({player.link.autosave.seats.address for player in self.players})) if is_played else ""


def hold_until(word: str) -> str | None:
    """With what the program of the player who is asked has its daemon hold the game."""
    return sha256(word.encode()).hexdigest()


def _may_deal(private: Sequence[Private]) -> bool:
    has_left = any(isinstance(row, GameMoved | NextGameOpened) for row in private)
    return bool(private) and not has_left and offer_in(private) is None and held_in(private) is None


def _round(player: Player) -> int:
    round_ = player.model.table.round
    return 0 if round_ is None else round_.number


async def _nobody(_: Hello) -> None:
    await trio.lowlevel.checkpoint()


async def _until(is_so: Callable[[], bool]) -> None:
    """Wait until this is so. What many parts of a simulation have done is no event of one of them."""
    while not is_so():  # noqa: ASYNC110
        await trio.sleep(0.1)


async def _evening(people: int, deals: str, kill: Kill | None) -> Outcome:
    with tempfile.TemporaryDirectory() as name:
        async with trio.open_nursery() as nursery, AsyncExitStack() as stack:
            evening = Evening(people, deals, Path(name), nursery, kill)
            nursery.start_soon(evening.old.run)
            await _until(lambda: evening.old.host is not None)
            for seat in range(people):
                (own := Path(name) / NAMES[seat]).mkdir()
                sealer = Sealer(partial(secrets.token_hex, 32))
                made = playing(
                    evening.old, own, table=None, sealer=sealer, address=OLD_HOST, name=NAMES[seat], run=NAMES[seat]
                )
                player = await stack.enter_async_context(made)
                evening.equip(player, seat)
                evening.players.append(player)
                await player.until(lambda player=player: player.model.seat is not None)  # type: ignore[misc]
                nursery.start_soon(evening.plays_on, player)
            await _until(lambda: _round(evening.players[0]) > 0)
            asked_in = await evening.hand_over()
            with trio.move_on_after(LONGEST):
                await _until(lambda: bool(evening.is_over(asked_in)))
            went_to = evening.is_over(asked_in)
            assert went_to, [(player.model.status, player.model.session.game) for player in evening.players]
            boundaries = {machine.place: machine.boundaries for machine in (evening.old, evening.new)}
            nursery.cancel_scope.cancel()
        return Outcome(went_to, boundaries)


def handed_over(people: int, deals: str = "mixed", kill: Kill | None = None) -> Outcome:
    """Hand a match of so many people over, with this kill; returns where they play on."""
    run = partial(_evening, people, deals, kill)
    return trio.run(run, clock=trio.testing.MockClock(autojump_threshold=0))


def kills(boundaries: Mapping[str, int], seconds: Sequence[float] = (5.0, 150.0)) -> Iterator[Kill]:
    """A kill at each boundary that the machines pass, for each of these times."""
    for place, most in boundaries.items():
        for boundary in range(1, most + 1):
            yield from (Kill(place, boundary, gone) for gone in seconds)


def main() -> int:
    """Kill both machines at each step, with two players and four, mixed deals and the host's alone."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulator.handing_over", description=__doc__)
    parser.add_argument("--people", type=int, choices=(2, 4), help="only matches of so many players")
    parser.add_argument("--deals", choices=("mixed", "host"), help="only matches with these deals")
    given = parser.parse_args()
    begun, went = time.monotonic(), Counter[str]()
    for people, deals in MATCHES:
        if given.people not in (None, people) or given.deals not in (None, deals):
            continue
        whole = handed_over(people, deals)
        for kill in kills({place: min(most, MOST_BOUNDARIES) for place, most in whole.boundaries.items()}):
            outcome = handed_over(people, deals, kill)
            went[outcome.went_to] += 1
            print(f"{people} {deals} {kill}: {outcome.went_to}, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    print(f"kills: {went.total()}; went to the next host: {went[NEW_HOST]}, stayed: {went[OLD_HOST]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
