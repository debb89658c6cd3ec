"""The seats that computer players play at one table.

Lives here: making a player when its turn first comes, telling it what its seat sees and nothing else, and having those
who think for long do so in worker processes. Not here: when it plays (`table_clock`), how well (`bots`), the processes
(`workers`).
"""

import logging
import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import trio
from attrs import define, field

from daemon.bots.bot_levels import choose_by_seed, thinks_long
from daemon.bots.bot_player import BotPlayer
from daemon.table.workers import RunInWorker
from protocol.log.commands import Move
from protocol.log.events import Entry
from protocol.log.sight import Viewer, see
from protocol.log.table import Round

LONG: Final = 2.0
"""Seconds of thought after which everybody is told who thinks; most choices take a fiftieth of one."""

log = logging.getLogger("fivesd.bots")


def _nothing() -> None:
    pass


@define
class _Thought:
    """What a player thinks about: the round as it stands. Once it has gone on, the thought is of no use.

    `is_long_at`: when it is to be told that it takes long; never, once that is told.
    """

    player: BotPlayer
    about: Round | None
    is_long_at: float
    until_useless: trio.CancelScope = field(factory=trio.CancelScope)
    is_over: bool = False
    move: Move | None = None


class BotSeats:
    """The computer players of one game, by seat. `chance` decides what they do, never what is dealt.

    Whoever thinks for long does so in a worker process, as a task of the nursery; `made_up` is called when somebody has
    done so.
    """

    def __init__(
        self, nursery: trio.Nursery, run_in_worker: RunInWorker, chance: random.Random, made_up: Callable[[], None]
    ) -> None:
        self._nursery = nursery
        self._run_in_worker = run_in_worker
        self._chance = chance
        self._made_up = made_up
        self._players: dict[int, BotPlayer] = {}
        self._thought: _Thought | None = None

    def told(self, entries: Iterable[Entry]) -> None:
        """Let every player see what has happened, as its seat may."""
        if not self._players:
            return
        for entry in entries:
            for seat, player in self._players.items():
                player.observe(see(entry.event, Viewer(seat)).event)
        if self._thought and self._thought_of(self._thought.player) is None:
            self._drop_thought()

    def has_made_up_its_mind(self, seat: int, level: str, entries: Sequence[Entry]) -> bool:
        """Whether `choose` can tell at once what this seat does now. If not, its player begins to think."""
        player = self._player(seat, level, entries)
        if not thinks_long(level) or not player.has_a_choice:
            return True
        thought = self._thought_of(player)
        if thought is None:
            self._drop_thought()
            thought = self._thought = _Thought(player, player.table.round, trio.current_time() + LONG)
            self._nursery.start_soon(self._think, thought, self._chance.randrange(2**62))
        return thought.is_over

    def _thought_of(self, player: BotPlayer) -> _Thought | None:
        """What this player thinks, or has thought, about the round as it stands."""
        thought, table = self._thought, player.table
        holds = thought and thought.player is player and thought.about is table.round and table.turn == player.seat
        return thought if holds else None

    def _drop_thought(self) -> None:
        """Have nobody think on about what is of no use: others wait for the place."""
        if self._thought:
            self._thought.until_useless.cancel()
            self._thought = None

    async def _think(self, thought: _Thought, seed: int) -> None:
        player = thought.player
        try:
            with thought.until_useless:
                thought.move = await self._run_in_worker(
                    partial(choose_by_seed, player.table, player.seat, player.level.name, seed, player.memory)
                )
        except Exception:
            # The boundary, for every error, as the nursery is the house's: it will be chosen at the table then, and if
            # that fails too, the fault is the table's.
            log.exception("seat %d could not make up its mind", player.seat + 1)
        thought.is_over = True
        self._made_up()

    def close(self) -> None:
        """Drop what is being thought about, and call nobody any more."""
        self._drop_thought()
        self._made_up = _nothing

    @property
    def is_long_at(self) -> float:
        """When it is to be told that whoever thinks takes long; never, where that is told or nobody thinks."""
        return self._thought.is_long_at if self._thought else math.inf

    def say_no_more(self) -> None:
        """It has been told that whoever thinks takes long."""
        if self._thought:
            self._thought.is_long_at = math.inf

    def choose(self, seat: int, level: str, entries: Sequence[Entry]) -> Move:
        """What the player of this seat does now."""
        player = self._player(seat, level, entries)
        thought = self._thought_of(player)
        return player.choose(self._chance) if thought is None or thought.move is None else thought.move

    def _player(self, seat: int, level: str, entries: Sequence[Entry]) -> BotPlayer:
        """The player of this seat. One of another level than before is shown the whole log first."""
        player = self._players.get(seat)
        if player is None or player.level.name != level:
            player = self._players[seat] = BotPlayer(level, seat)
            for entry in entries:
                player.observe(see(entry.event, Viewer(seat)).event)
        return player
