"""A simulated player: joins, plays, is disconnected, returns, and checks everything it receives.

It is a normal client of the wire with a few bad habits: it sends commands twice, repeats old ones, tries illegal ones,
and disconnects in the middle of a line. If it mixes deals, it sometimes gives a wrong number, none, or leaves instead.
"""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import trio

from protocol.game.tiles import tile
from protocol.log.choices import choices
from protocol.log.commands import (
    AddBot,
    AnswerRequest,
    Command,
    DrawTile,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    RequestSeat,
    Resume,
    Reveal,
    Say,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.events import Entry
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, fold
from protocol.wire.codec import decode_from_daemon, encode_from_client
from protocol.wire.frames import LineBuffer
from protocol.wire.messages import Accepted, Do, Farewell, Goodbye, NotAccepted, Ping, Role, Tables, Welcome
from protocol.wire.notices import HostNotice, MayBeginNotice, RequestState, SeatRequestNotice
from protocol.wire.operator_messages import Operator
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session

if TYPE_CHECKING:
    from tools.simulator.world import World

LONGEST_LINE = 1024 * 1024


class SimPlayer:
    """A player or a spectator. `secret`: the operator's, for the host. `mixing`: chance for its part in mixed deals."""

    def __init__(
        self,
        world: "World",
        name: str,
        role: Role,
        chance: random.Random,
        secret: str | None = None,
        mixing: random.Random | None = None,
    ) -> None:
        self.name = name
        self._mixing = mixing
        self._chance = chance
        self._world = world
        self.session = self._new_session(role)
        self.answered: dict[str, Accepted | NotAccepted] = {}
        self.has_finished = trio.Event()
        self._secret = secret
        self._unanswered: dict[str, Do] = {}
        self._to_answer: list[SeatRequestNotice] = []
        """Those who ask for the seat of a bot, and have no answer of this player yet."""
        self._ids = 0
        self.may_sit = role is Role.PLAYER
        """Whether it has a seat, or may have been given one."""

    def _new_session(self, role: Role) -> Session:
        mixing = self._mixing
        sealer = Sealer() if mixing is None else Sealer(lambda: mixing.randbytes(32).hex())
        return Session("simulation", self.name, role, sealer=sealer, new_token=self._new_token)

    def _new_token(self) -> str:
        return self._chance.randbytes(16).hex()

    async def run(self) -> None:
        """Reconnect until the match has ended and every command is answered."""
        while not self.has_finished.is_set():
            line = await self._world.connect(self)
            try:
                if self._secret is not None:
                    await self._give(line.client, encode_from_client(Operator(self._secret)))
                await self._give(line.client, encode_from_client(self.session.hello()))
                for do in list(self._unanswered.values()):
                    await self._give(line.client, encode_from_client(do))
                await self._read(line.client)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            line.cut()
            await trio.sleep(self._chance.random() * 2)

    async def _give(self, stream: trio.abc.Stream, line: bytes) -> None:
        if self._chance.random() < 0.01:
            await stream.send_all(line[: self._chance.randrange(len(line))])
            raise trio.BrokenResourceError
        await stream.send_all(line)

    async def _read(self, stream: trio.abc.Stream) -> None:
        lines = LineBuffer(LONGEST_LINE)
        while received := await stream.receive_some():
            for line in lines.feed(bytes(received)):
                self._world.check_numbers(self.session.game, line)
                self._receive(line)
            await self._act(stream)
            if self._is_content():
                self.has_finished.set()
            if self.has_finished.is_set():
                break

    def _is_content(self) -> bool:
        return self.session.table.stage is Stage.OVER and not self._unanswered

    # Received messages, and whether they can be true.

    def _receive(self, line: bytes) -> None:
        message = decode_from_daemon(line)
        match message:
            case Welcome():
                self.session.take_welcome(message)
                if self._world.is_another_game(message.game):
                    self.has_finished.set()
            case Entry():
                self._check_entry(message)
                self.session.receive(message)
            case Accepted() | NotAccepted():
                self._check_answer(message)
            case HostNotice():
                self.session.is_host = message.seat is not None and message.seat == self.session.seat
            case MayBeginNotice():
                self.session.may_begin = message.seat is not None and message.seat == self.session.seat
            case SeatRequestNotice(text=RequestState.ASKED):
                if self.session.is_host if message.here else self.session.seat in message.awaits:
                    self._to_answer.append(message)
            case Goodbye(reason=Farewell.BAD_TOKEN) if self._world.is_revoked(self.session.token):
                self._begin_again()
            case Goodbye(reason=Farewell.KICKED) if self._world.is_revoked(self.session.token):
                self._begin_again()
            case Goodbye(reason=Farewell.TABLE_FULL) if self.session.token is None:
                self.has_finished.set()
            case Tables(tables=()) if self.session.token is None:
                self.has_finished.set()  # the match ended before it had a seat again
            case Goodbye(reason=Farewell.NO_SUCH_TABLE) if self._looks_on_too_late():
                self.has_finished.set()
            case Goodbye():
                self._world.check(message.reason in self._world.goodbyes, f"{self.name} was sent away: {message}")
                if message.reason == Farewell.MALFORMED:
                    self._world.check(False, f"{self.name} sent only whole lines, and received: {message.detail}")
            case _:
                pass

    def _begin_again(self) -> None:
        """The seat was left, freed before the match after the grace, or given away by the host."""
        self.session = self._new_session(self.session.role)
        self._unanswered.clear()

    def _looks_on_too_late(self) -> bool:
        """After a match a killed daemon restores it for its players, not for its spectators."""
        return self.session.role is Role.SPECTATOR and bool(self._world.disk.records)

    def _check_entry(self, received: Entry) -> None:
        """Invariants 1 to 3: the entry is durable, has its number, and contains no secret."""
        game = self.session.game
        durable = self._world.entries_of(game or "")
        self._world.check(
            len(durable) >= received.seq, f"{self.name} received entry {received.seq} before it is durable"
        )
        stored = durable[received.seq - 1]
        seen = see(stored.event, Viewer(self.session.seat)).event
        self._world.check(
            (received.event, received.at) == (seen, stored.at),
            f"{self.name} received {received}, and the journal has {stored}",
        )

    def _check_answer(self, answer: Accepted | NotAccepted) -> None:
        """Invariant 4: an accepted id always has the same reply, and its entries precede it."""
        before = self.answered.get(answer.id)
        if isinstance(before, Accepted):
            self._world.check(before == answer, f"{answer.id} was answered {before} and now {answer}")
        if isinstance(answer, Accepted):
            self._world.check(answer.seq <= self.session.head, f"{answer} comes before its entries")
            self._world.check(self._world.is_accepted(answer), f"{answer} is not in the journal")
        self.answered[answer.id] = answer
        self._unanswered.pop(answer.id, None)

    def check_table(self) -> None:
        """The invariant of the fold: this player's table is that of the journal in its seat's view."""
        entries = self._world.entries_of(self.session.game or "")[: self.session.head]
        viewer = Viewer(self.session.seat)
        expected = fold(see(entry.event, viewer).event for entry in entries)
        self._world.check(self.session.head == 0 or self.session.table == expected, f"{self.name}'s board is stale")

    # Actions.

    async def _act(self, stream: trio.abc.Stream) -> None:
        if self.session.game is None or not self.session.is_caught_up:
            return
        for owed in self.session.owed():
            for command in self._dealing(owed):
                await self._give(stream, encode_from_client(self._do(command)))
        for command in self._wishes():
            do = self._do(command)
            self._unanswered[do.id] = do
            await self._give(stream, encode_from_client(do))
            if self._chance.random() < 0.05:
                await self._give(stream, encode_from_client(do))
        if self._chance.random() < 0.02:
            await self._give(stream, encode_from_client(Ping(1)))

    def _do(self, command: Command) -> Do:
        self._ids += 1
        return Do(f"{self.name}-{self._ids}", self.session.head, command)

    def _dealing(self, owed: Command) -> list[Command]:
        """What is sent in place of a seal or a number that is owed, mostly just that."""
        assert self._mixing is not None
        if not isinstance(owed, Reveal):
            return [owed]
        mood = self._mixing.random()
        if mood < 0.1:
            raise trio.BrokenResourceError
        if mood < 0.2:
            self._world.kill_soon(self._mixing)
        self._world.given.add(owed.number)
        wrong = Reveal(owed.round, "0" * 64)
        return [] if 0.2 < mood < 0.25 else [wrong, owed, wrong] if mood < 0.35 else [owed]

    def _wishes(self) -> list[Command]:
        table, seat = self.session.table, self.session.seat
        if self._unanswered or table.stage is Stage.OVER:
            return []
        wishes: list[Command] = []
        if table.stage is Stage.SEATING:
            wishes += self._wishes_before_the_match()
        if table.paused:
            return [*wishes, Resume()] if self.session.is_host else wishes
        wishes += self._wishes_about_seats()
        if seat is not None and table.turn == seat:
            if self._chance.random() < 0.02:
                wishes.append(TakeHint())
            wishes.append(self._move(seat))
        if self._chance.random() < 0.02:
            wishes.append(self._whim() if self.session.is_host and self._chance.random() < 0.5 else self._nonsense())
        return wishes

    def _wishes_about_seats(self) -> list[Command]:
        """A spectator asks for the seat of a bot, or asks no more; the host, or a player, answers."""
        answered, self._to_answer = self._to_answer, []
        answers = [AnswerRequest(asked.seat, asked.name, self._chance.random() < 0.9) for asked in answered]
        bots = [seat for seat, who in enumerate(self.session.table.seats) if who.bot is not None]
        if self.session.seat is None and bots and self._chance.random() < 0.05:
            self.may_sit = True
            return [*answers, RequestSeat(self._chance.choice((*bots, *bots, *bots, None)))]
        return list(answers)

    def _wishes_before_the_match(self) -> list[Command]:
        if self.session.seat is None:
            return [TakeSeat()] if self.session.role is Role.PLAYER else []
        if (self.session.is_host or self.session.may_begin) and self._world.everybody_sits:
            return [Start()]
        return [LeaveSeat()] if self._chance.random() < 0.05 else []

    def _move(self, seat: int) -> Command:
        may = choices(self.session.table, seat)
        if may.plays:
            play = self._chance.choice(may.plays)
            return PlayTile(play.tile, play.arm)
        return DrawTile() if may.may_draw else Knock()

    def _whim(self) -> Command:
        """A random command of the host that makes sense."""
        seat = self._chance.randrange(len(self.session.table.seats))
        return self._chance.choice((Pause(), Pause(), AddBot(seat, "casual"), AddBot(seat, "casual"), Kick(seat)))

    def _nonsense(self) -> Command:
        nonsense: tuple[Callable[[], Command], ...] = (
            lambda: Say("good \x1b[31mluck"),
            Knock,
            DrawTile,
            TakeHint,
            lambda: PlayTile(tile(self._chance.randrange(7), self._chance.randrange(7))),
        )
        return self._chance.choice(nonsense)()
