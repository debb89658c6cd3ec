"""The hints of one table: computed in a worker process, once per turn, and sent to the guests who asked.

Here: the way from an accepted `take_hint` to its answer. Asking again in the same turn gets the same hint: no guest can
make the host think more than once per turn. Not here: whether a hint may be taken (`decide`), its content
(`bots.advice`).
"""

import logging
from functools import partial

import trio

from daemon.bots.advice import advise
from daemon.game_log import GameLog
from daemon.guest import Guest
from daemon.table.workers import RunInWorker
from protocol.frozen import frozen
from protocol.log.events import Event
from protocol.log.sight import Viewer, see
from protocol.wire.hints import Advice
from protocol.wire.messages import Do, Hint
from protocol.wire.notices import NoHintNotice

log = logging.getLogger("fivesd.hints")


@frozen
class Turn:
    """A turn: the game, and the number of its last deal, play, draw or knock."""

    game: str
    last_move: int


def seen_in_turn(game: GameLog, seat: int) -> tuple[Event, ...]:
    """The events since the deal, as this seat saw them."""
    return tuple(see(entry.event, Viewer(seat)).event for entry in game.entries[game.last_deal - 1 :])


class Hints:
    """The hint of the current turn, and the guests who wait for it."""

    def __init__(self, nursery: trio.Nursery, run_in_worker: RunInWorker) -> None:
        self._nursery = nursery
        self._run_in_worker = run_in_worker
        self._turn: Turn | None = None
        self._advice: Advice | None = None
        self._waiting: list[tuple[Guest, str]] = []

    def ask(self, guest: Guest, do: Do, game: GameLog) -> None:
        """Send this guest the hint for its turn as soon as it is computed; nothing if the turn is over."""
        table, seat = game.table, guest.seat
        if table.round is None or seat is None or table.turn != seat or not table.round.has_hint:
            return
        turn = Turn(game.game, game.last_move)
        if turn != self._turn:
            self._turn, self._advice, self._waiting = turn, None, []
            # The seed is not secret, and the same after a restart; so the hint is the same, too.
            thought = partial(advise, game.before_deal, seen_in_turn(game, seat), seat, game.last_move)
            self._nursery.start_soon(self._compute, turn, thought)
        if self._advice is None:
            self._waiting.append((guest, do.id))
        else:
            _send(guest, do.id, turn, self._advice)

    async def _compute(self, turn: Turn, thought: "partial[Advice]") -> None:
        try:
            advice = await self._run_in_worker(thought)
        except Exception:
            # The boundary, for every error: workers that die are replaced, so this is a bug, and the nursery belongs to
            # the house. A hint must not take the tables down.
            log.exception("a hint for game %s could not be computed", turn.game)
            self._give_up(turn)
            return
        if turn != self._turn:
            return  # the table has moved on, and nobody waits for this any more
        self._advice = advice
        for guest, command_id in self._waiting:
            _send(guest, command_id, turn, advice)
        self._waiting.clear()

    def _give_up(self, turn: Turn) -> None:
        if turn == self._turn:
            for guest, _ in self._waiting:
                guest.notify(NoHintNotice("the hint could not be computed"))
            self._turn, self._waiting = None, []


def _send(guest: Guest, command_id: str, turn: Turn, advice: Advice) -> None:
    guest.answer(Hint(command_id, turn.last_move, advice.plays, advice.why, advice.detail, advice.about))
