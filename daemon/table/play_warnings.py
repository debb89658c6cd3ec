"""The warnings of one table: whether a play is a blunder, computed in a worker process, once per turn.

Here: the blunders of the current turn, and the one play that its player was warned of. Only that play is refused, so a
turn tells no more than one thing about its plays. Not here: which tables and plays ask for a warning
(`table_commands`), what a blunder is (`bots.advice`).
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import trio

from daemon.bots.advice import blunders
from daemon.game_log import GameLog
from daemon.table.hint_requests import Turn, seen_in_turn
from daemon.table.workers import RunInWorker
from protocol.log.choices import Play

NOTHING_LOST: Final = 0.0

log = logging.getLogger("fivesd.warnings")


class PlayWarnings:
    """The blunders of the current turn: None until they are computed."""

    def __init__(self, nursery: trio.Nursery, run_in_worker: RunInWorker) -> None:
        self._nursery = nursery
        self._run_in_worker = run_in_worker
        self._turn: Turn | None = None
        self._blunders: Mapping[Play, float] | None = None
        self._warned: Play | None = None
        self._waiting: list[Callable[[], None]] = []

    def loss(self, play: Play, seat: int, game: GameLog, when_known: Callable[[], None]) -> float | None:
        """The loss that this seat, whose turn it is, is warned of before this play; 0 for no warning.

        None: it is being computed, and then `when_known` is called, unless the turn is over.
        """
        turn = Turn(game.game, game.last_move)
        if turn != self._turn:
            self._turn, self._blunders, self._warned, self._waiting = turn, None, None, []
            thought = partial(blunders, game.before_deal, seen_in_turn(game, seat), seat, game.last_move)
            self._nursery.start_soon(self._compute, turn, thought)
        if self._blunders is None:
            self._waiting.append(when_known)
            return None
        if self._warned is None and play in self._blunders:
            self._warned = play
        return self._blunders[play] if play == self._warned else NOTHING_LOST

    def close(self) -> None:
        """Forget who waits."""
        self._turn, self._waiting = None, []

    async def _compute(self, turn: Turn, thought: "partial[Mapping[Play, float]]") -> None:
        found: Mapping[Play, float] = {}
        try:
            found = await self._run_in_worker(thought)
        except Exception:
            # The boundary, for every error, as for a hint. The player may then play unwarned.
            log.exception("the blunders in game %s could not be computed", turn.game)
        if turn == self._turn:
            waiting, self._blunders, self._waiting = self._waiting, found, []
            for known in waiting:
                known()
