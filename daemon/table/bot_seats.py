"""The bots of one table.

Here: making a bot when its first turn comes, passing it only what its seat sees, and running long thinking in worker
processes. Not here: when it plays (`table_clock`), how well (`bots`), the processes (`workers`).
"""

import logging
import math
import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

import trio
from attrs import field

from daemon.bots.bot_levels import choose_by_seed, thinks_long
from daemon.bots.bot_player import BotPlayer
from daemon.game_log import GameLog
from daemon.table.workers import RunInWorker
from protocol.frozen import define, frozen
from protocol.log.commands import Move
from protocol.log.events import Entry
from protocol.log.sight import Viewer, see
from protocol.log.table import Round

LONG: Final = 2.0
"""Seconds after which a notice says which bot is thinking; most choices take a fiftieth of a second."""

log = logging.getLogger("fivesd.bots")


def _ignore() -> None:
    """Take the place of a callback that is not wanted any more."""


@frozen
class Thinking:
    """How the bots of all tables of a house think.

    `chance` decides what they do, never what is dealt. `seconds`: about how long they take; `pace` draws the exact
    time, from a source of its own, so that it cannot show how many choices they had.
    """

    run_in_worker: RunInWorker
    chance: random.Random
    pace: random.Random
    seconds: float


@define
class _Thought:
    """One bot's thinking about one position, useless once the round has moved on.

    `is_long_at`: when a notice should say that it takes long, in seconds on trio's clock; infinite once it was sent.
    """

    player: BotPlayer
    about: Round | None
    is_long_at: float
    scope: trio.CancelScope = field(factory=trio.CancelScope)
    is_done: bool = False
    move: Move | None = None


class BotSeats:
    """The bots of one game, by seat. `chance` is for their choices, never for a deal.

    Long thinking runs in a worker process, awaited by a task of the nursery; `decided` is called when it is done.
    """

    def __init__(
        self, nursery: trio.Nursery, run_in_worker: RunInWorker, chance: random.Random, decided: Callable[[], None]
    ) -> None:
        self._nursery = nursery
        self._run_in_worker = run_in_worker
        self._chance = chance
        self._decided = decided
        self._players: dict[int, BotPlayer] = {}
        self._thought: _Thought | None = None

    def observe(self, entries: Iterable[Entry]) -> None:
        """Pass entries to every bot, as its seat may see them."""
        if not self._players:
            return
        for entry in entries:
            for seat, player in self._players.items():
                player.observe(see(entry.event, Viewer(seat)).event)
        if self._thought and self._thought_of(self._thought.player) is None:
            self._drop_thought()

    def has_decided(self, seat: int, level: str, game: GameLog) -> bool:
        """Whether `choose` returns at once. If not, the bot on this seat begins to think."""
        player = self._player(seat, level, game)
        if not thinks_long(level) or not player.has_a_choice:
            return True
        thought = self._thought_of(player)
        if thought is None:
            self._drop_thought()
            thought = self._thought = _Thought(player, player.table.round, trio.current_time() + LONG)
            self._nursery.start_soon(self._think, thought, self._chance.randrange(2**62))
        return thought.is_done

    def _thought_of(self, player: BotPlayer) -> _Thought | None:
        """This bot's thinking about the current position, running or done, or None."""
        thought, table = self._thought, player.table
        is_current = thought and thought.player is player and thought.about is table.round and table.turn == player.seat
        return thought if is_current else None

    def _drop_thought(self) -> None:
        """Stop thinking about a past position: other tables may be waiting for the worker."""
        if self._thought:
            self._thought.scope.cancel()
            self._thought = None

    async def _think(self, thought: _Thought, seed: int) -> None:
        player = thought.player
        try:
            with thought.scope:
                thought.move = await self._run_in_worker(
                    partial(choose_by_seed, player.table, player.seat, player.level.name, seed, player.memory)
                )
        except Exception:
            # The boundary, for every error, because the nursery belongs to the house. The move is then chosen at the
            # table, and if that fails too, the table fails.
            log.exception("the bot on seat %d could not decide in a worker process", player.seat + 1)
        thought.is_done = True
        self._decided()

    def close(self) -> None:
        """Stop thinking, and drop references to the table."""
        self._drop_thought()
        self._decided = _ignore

    @property
    def is_long_at(self) -> float:
        """When a notice should say that a bot takes long; infinite if it was sent or no bot is thinking."""
        return self._thought.is_long_at if self._thought else math.inf

    def long_thought_sent(self) -> None:
        """Note that the notice was sent."""
        if self._thought:
            self._thought.is_long_at = math.inf

    def choose(self, seat: int, level: str, game: GameLog) -> Move:
        """The move of the bot on this seat."""
        player = self._player(seat, level, game)
        thought = self._thought_of(player)
        return player.choose(self._chance) if thought is None or thought.move is None else thought.move

    def _player(self, seat: int, level: str, game: GameLog) -> BotPlayer:
        """The bot on this seat. A new one, or one of another level, first gets the entries from the last deal on."""
        player = self._players.get(seat)
        if player is None or player.level.name != level:
            player = self._players[seat] = BotPlayer(level, seat, game.before_deal)
            for entry in game.entries[game.last_deal - 1 :]:
                player.observe(see(entry.event, Viewer(seat)).event)
        return player
