"""The same random actions in both worlds of a pair: every kind of command, legal or not, connecting and waiting.

Here: random steps. Each sends the same bytes in both worlds. Only one choice depends on hidden facts: the move of
another person must be legal in both worlds.
Not here: the comparison afterwards (`interference`).
"""

from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final

import trio

from protocol.frozen import define
from protocol.game.layout import Arm
from protocol.game.tiles import tile
from protocol.log.choices import choices
from protocol.log.commands import (
    AddBot,
    AnswerRequest,
    Command,
    DrawTile,
    EndMatch,
    Kick,
    Knock,
    LeaveSeat,
    Pause,
    PlayTile,
    Rematch,
    RemoveBot,
    RequestSeat,
    Resume,
    Reveal,
    Say,
    Seal,
    Start,
    TakeHint,
    TakeSeat,
)
from protocol.log.table import Stage, Table
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import AskTables, Do, FromClient, OpenTable, Ping, Role
from tools.simulator.stage import GAME, Staged, Who

Step = Callable[[Staged], Awaitable[None]]
"""Something that is done in one world, and then in the other."""

_LINES: Final[tuple[FromClient, ...]] = (
    Ping(1),
    AskTables(),
    OpenTable("all-fives", {"target": -1}),
    OpenTable("dominoes"),
)
_LAST_LINES: Final = (
    b"peek\n",
    b"{}\n",
    b'{"type":"peek"}\n',
    b'{"type":"do","id":"a","seq":1,"command":{"type":"play_tile"}}\n',
    encode_from_client(Do("a", 0, EndMatch())),
)


@define
class Script:
    """The steps of one pair. `worlds` are consulted only for the moves that are legal in both."""

    chance: Random
    worlds: tuple[Staged, Staged]
    people: Sequence[int]
    _ids: int = 0

    @property
    def viewer(self) -> Who:
        """The viewer of this pair."""
        return self.worlds[0].viewer

    def next_step(self) -> Step:
        """One random action, or time passes."""
        kinds = (
            (self._a_person_plays, 8),
            (self._viewer_asks, 5),
            (self._viewer_says, 2),
            (self._time_goes_by, 4),
            (self._viewer_comes_or_goes, 2),
            (self._another_asks, 2),
            (self._another_comes_or_goes, 1),
        )
        (kind,) = self.chance.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])
        return kind()

    def comes(self, who: Who) -> Step:
        """A player connects, or reconnects."""
        role = Role.SPECTATOR if who is None else Role.PLAYER
        return lambda world: world.comes(who, role)

    # The game itself.

    def _a_person_plays(self) -> Step:
        here = next((person for person in self.people if self._is_here(person)), None)
        turn = None if here is None else self.worlds[0].table_of(here).turn
        if turn is None or not self._is_here(turn):
            return self._time_goes_by()
        moves = [self._moves(world.table_of(turn), turn) for world in self.worlds]
        common = [move for move in moves[0] if move in moves[1]]
        if not common:
            return self._time_goes_by()
        return self._does(turn, self.chance.choice(common))

    def _moves(self, table: Table, seat: int) -> list[Command]:
        may = choices(table, seat)
        if may.plays:
            return [PlayTile(*play) for play in may.plays]
        return [DrawTile() if may.may_draw else Knock()]

    # The viewer.

    def _viewer_asks(self) -> Step:
        return self._does(self.viewer, self._any_command()) if self._is_here(self.viewer) else self.comes(self.viewer)

    def _viewer_says(self) -> Step:
        if not self._is_here(self.viewer):
            return self.comes(self.viewer)
        raw = self.chance.choice((*map(encode_from_client, _LINES), *_LAST_LINES))
        return lambda world: world.says(self.viewer, raw)

    def _viewer_comes_or_goes(self) -> Step:
        viewer = self.viewer
        if self._is_here(viewer):
            return lambda world: world.goes(viewer)
        kept = self.chance.choice((0, 5, 10**6))
        odd = self.chance.randrange(6)
        watches = viewer is None or odd == 0
        if odd == 1:
            return lambda world: world.comes(viewer, Role.PLAYER, 0, token="a wrong token")
        if odd == 2:
            return lambda world: world.comes(viewer, Role.READER, 0, game=GAME)
        if odd == 3 and viewer is None:
            return lambda world: world.comes(viewer, Role.PLAYER, 0)
        return lambda world: world.comes(viewer, Role.SPECTATOR if watches else Role.PLAYER, 0 if watches else kept)

    # The others, and the clock.

    def _another_asks(self) -> Step:
        others = [seat for seat in self.people if seat != self.viewer and self._is_here(seat)]
        if not others:
            return self._time_goes_by()
        command: Command = self.chance.choice((Say("hm"), Pause(), Resume(), Resume(), self._about_a_seat()))
        return self._does(self.chance.choice(others), command)

    def _another_comes_or_goes(self) -> Step:
        others = [seat for seat in self.people if seat != self.viewer]
        if not others:
            return self._time_goes_by()
        who = self.chance.choice(others)
        return (lambda world: world.goes(who)) if self._is_here(who) else self.comes(who)

    def _time_goes_by(self) -> Step:
        seconds = self.chance.choice((0.4, 0.9, 2, 7, 20))

        async def wait(world: Staged) -> None:
            if world is self.worlds[0]:  # one clock for both
                await trio.sleep(seconds)

        return wait

    # Commands.

    def _is_here(self, who: Who) -> bool:
        return all(world.is_connected.get(who, False) for world in self.worlds)

    def _does(self, who: Who, command: Command) -> Step:
        self._ids += 1
        # Most name the newest entry, some an older one, some repeat an id.
        late = self.chance.choice((0, 0, 0, 0, 0, 0, 1, 5))
        number = self._ids if self.chance.random() < 0.95 else self.chance.randint(1, self._ids)
        head = self.worlds[0].clients[who].session.head
        do = Do(f"id-{number}", max(0, head - late), command)
        return lambda world: world.says(who, encode_from_client(do))

    def _any_command(self) -> Command:
        any_tile = tile(self.chance.randrange(7), self.chance.randrange(7))
        seldom = self.chance.random() < 0.1
        return self.chance.choice(
            (
                PlayTile(any_tile, self.chance.choice((None, *Arm))),
                PlayTile(any_tile),
                DrawTile(),
                Knock(),
                TakeHint(),
                Reveal(self.chance.randrange(4), "0" * 64),
                Seal(self.chance.randbytes(32).hex()),
                Say("so \x1b[31mred"),
                TakeSeat(self.chance.choice((None, 0, 1, 99))),
                LeaveSeat(),
                RequestSeat(self.chance.choice((None, 0, 1, 2, 99))),
                AnswerRequest(self.chance.randrange(4), "Eve", self.chance.random() < 0.5),
                Start(),
                RemoveBot(self.chance.randrange(4)),
                Rematch(),
                Resume(),
                EndMatch() if seldom else Resume(),
                Pause() if seldom else Resume(),
                self._about_a_seat(),
            )
        )

    def _about_a_seat(self) -> Command:
        seat = self.chance.randrange(5)
        return Kick(seat) if self.chance.random() < 0.1 else AddBot(seat, self.chance.choice(("casual", "genius")))

    @property
    def is_over(self) -> bool:
        """Whether the rest is public, or another game."""
        for world in self.worlds:
            for client in world.clients.values():
                if client.session.game != GAME or client.is_at(Stage.OVER):
                    return True
        return False
