"""The hints of one table: thought out beside its task, once a turn, and told to whoever asked.

Lives here: the way from an accepted `take_hint` to its answer. Asked for again in the same turn, the same hint is given
again, so that nobody can make the host think more than once a turn. Not here: whether a hint may be taken (`decide`),
what it says (`bots.advice`).
"""

import logging
from functools import partial

import trio
from attrs import frozen

from daemon.bots.advice import advise
from daemon.game_log import GameLog
from daemon.guest import Guest
from daemon.table.workers import RunInWorker
from protocol.log.sight import Viewer, see
from protocol.wire.hints import Advice
from protocol.wire.messages import Do, Hint
from protocol.wire.notices import TroubleNotice

log = logging.getLogger("fivesd.hints")


@frozen
class _Turn:
    """Which turn a hint is about: the game, and its last deal, play, draw or knock."""

    game: str
    last_move: int


class Hints:
    """What was asked for at one table, and the hint of the turn that is on. It is thought out in a worker process."""

    def __init__(self, nursery: trio.Nursery, run_in_worker: RunInWorker) -> None:
        self._nursery = nursery
        self._run_in_worker = run_in_worker
        self._turn: _Turn | None = None
        self._advice: Advice | None = None
        self._waiting: list[tuple[Guest, str]] = []

    def ask(self, guest: Guest, do: Do, game: GameLog) -> None:
        """Tell this guest the hint of its turn, as soon as there is one; nothing where its turn is over."""
        table, seat = game.table, guest.seat
        if table.round is None or seat is None or table.turn != seat or not table.round.has_hint:
            return
        turn = _Turn(game.game, game.last_move)
        if turn != self._turn:
            self._turn, self._advice, self._waiting = turn, None, []
            told = tuple(see(entry.event, Viewer(seat)).event for entry in game.entries[game.last_deal - 1 :])
            # The seed is no secret and the same after a restart: so is the hint.
            thought = partial(advise, game.before_deal, told, seat, game.last_move)
            self._nursery.start_soon(self._think_out, turn, thought)
        if self._advice is None:
            self._waiting.append((guest, do.id))
        else:
            _tell(guest, do.id, turn, self._advice)

    async def _think_out(self, turn: _Turn, thought: "partial[Advice]") -> None:
        try:
            advice = await self._run_in_worker(thought)
        except Exception:
            # The boundary, for every error: workers that die are replaced, so this is a fault of ours, and the nursery
            # is the house's. A hint must not take the tables down.
            log.exception("a hint for game %s could not be thought out", turn.game)
            self._give_up(turn)
            return
        if turn != self._turn:
            return  # the table has gone on, and nobody waits for this any more
        self._advice = advice
        for guest, command_id in self._waiting:
            _tell(guest, command_id, turn, advice)
        self._waiting.clear()

    def _give_up(self, turn: _Turn) -> None:
        if turn == self._turn:
            for guest, _ in self._waiting:
                guest.notify(TroubleNotice("the hint could not be thought out"))
            self._turn, self._waiting = None, []


def _tell(guest: Guest, command_id: str, turn: _Turn, advice: Advice) -> None:
    guest.answer(Hint(command_id, turn.last_move, advice.plays, advice.why, advice.detail))
