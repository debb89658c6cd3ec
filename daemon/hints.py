"""The hints of one table: thought out beside its task, once a turn, and told to who asked.

Lives here: the way from an accepted `take_hint` to its answer. Asked for again in the same turn, the same hint is given
again, so that nobody can make the host think more than once a turn. Not here: whether a hint may be taken (`decide`),
what it says (`bots.advice`).
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from random import Random
from typing import Final

import trio
from attrs import frozen

from daemon.bots.advice import advise
from daemon.connection import Connection
from daemon.game_log import GameLog
from protocol.events import Event
from protocol.hints import Advice
from protocol.messages import Do, Hint, Notice
from protocol.sight import Viewer, see

AT_ONCE: Final = 1
"""Hints that are thought out at the same time; others wait, so that play goes on beside them."""

log = logging.getLogger("fivesd.hints")

Think = Callable[[Sequence[Event], int, int], Awaitable[Advice]]
"""Thinks a hint out of what a seat was told: the events, the seat, and a seed for its chance."""


def _think(told: Sequence[Event], seat: int, seed: int) -> Advice:
    return advise(told, seat, Random(seed))  # noqa: S311 - it decides what is tried, never what is dealt


async def think_here(told: Sequence[Event], seat: int, seed: int) -> Advice:
    """Think on the spot, which holds everything else up: for tests and simulations."""
    await trio.lowlevel.checkpoint()
    return _think(told, seat, seed)


def thinking_in_a_thread() -> Think:
    """Think in a thread."""
    limiter = trio.CapacityLimiter(AT_ONCE)

    async def think(told: Sequence[Event], seat: int, seed: int) -> Advice:
        return await trio.to_thread.run_sync(partial(_think, told, seat, seed), limiter=limiter, abandon_on_cancel=True)

    return think


@frozen
class _Turn:
    """Which turn a hint is about: the game, and its last deal, play, draw or knock."""

    game: str
    last_deed: int


class Hints:
    """What was asked for at one table, and the hint of the turn that is on."""

    def __init__(self, nursery: trio.Nursery, think: Think, chance: Random) -> None:
        self._nursery = nursery
        self._think = think
        self._chance = chance
        self._turn: _Turn | None = None
        self._advice: Advice | None = None
        self._waiting: list[tuple[Connection, str]] = []

    def ask(self, connection: Connection, do: Do, game: GameLog) -> None:
        """Tell this connection the hint of its turn, as soon as there is one; nothing where its turn is over."""
        table, seat = game.table, connection.seat
        if table.round is None or seat is None or table.turn != seat or not table.round.has_hint:
            return
        turn = _Turn(game.game, game.last_deed)
        if turn != self._turn:
            self._turn, self._advice, self._waiting = turn, None, []
            told = [see(entry.event, Viewer(seat)).event for entry in game.entries]
            self._nursery.start_soon(self._think_out, turn, told, seat, self._chance.randrange(2**62))
        if self._advice is None:
            self._waiting.append((connection, do.id))
        else:
            _tell(connection, do.id, turn, self._advice)

    async def _think_out(self, turn: _Turn, told: Sequence[Event], seat: int, seed: int) -> None:
        try:
            advice = await self._think(told, seat, seed)
        except Exception:
            # The boundary: a fault of ours in a hint must not take the tables down.
            log.exception("a hint for seat %d of %s could not be thought out", seat, turn.game)
            self._give_up(turn)
            return
        if turn != self._turn:
            return  # the table has gone on, and nobody waits for this any more
        self._advice = advice
        for connection, command_id in self._waiting:
            _tell(connection, command_id, turn, advice)
        self._waiting.clear()

    def _give_up(self, turn: _Turn) -> None:
        if turn == self._turn:
            for connection, _ in self._waiting:
                connection.mention(Notice("trouble", text="the hint could not be thought out"))
            self._turn, self._waiting = None, []


def _tell(connection: Connection, command_id: str, turn: _Turn, advice: Advice) -> None:
    connection.answer(Hint(command_id, turn.last_deed, advice.plays, advice.why, advice.detail))
