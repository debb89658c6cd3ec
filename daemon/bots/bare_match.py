"""A match without a table or pauses, for the arena and for checking engines.

Here: `BareMatch`. Each player is sent every event as its seat may see it, as at a real table. Not here: how strong
players are (`daemon.measure.arena`), whether an engine follows its language (`daemon.engine.conformance`).
"""

from collections.abc import Sequence
from random import Random
from typing import Protocol

from daemon.bots.bot_player import as_event
from protocol.frozen import frozen
from protocol.game.rules import Rules
from protocol.log.commands import Move
from protocol.log.consequences import consequences
from protocol.log.deal import deal
from protocol.log.events import Event, MatchStarted, SeatTaken, TableOpened, TableOptions
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, empty_table, evolve


@frozen
class Contest:
    """The game of some matches. `seed`: all deals and all choices are made from it."""

    preset: str
    rules: Rules
    seats: int
    seed: int


class Contestant(Protocol):
    """A player of a match: a bot, or an engine."""

    def observe(self, event: Event) -> None:
        """Follow the next event, given as this seat may see it."""

    def choose(self, rng: Random) -> Move:
        """Its move, in its turn."""


class BareMatch:
    """A match between players in seat order. The same `deals` give any players the same tiles.

    `table`: the table with nothing hidden.
    """

    def __init__(self, contest: Contest, players: Sequence[Contestant], deals: str) -> None:
        self.table: Table = empty_table()
        self._contest = contest
        self._players = players
        self._deals = f"{contest.seed}/{deals}"
        self._rngs = [Random(f"{self._deals}/seat {seat}") for seat in range(contest.seats)]  # noqa: S311 - a seed repeats it

    def play(self) -> Table:
        """The table at the end of the match."""
        contest = self._contest
        self._apply(TableOpened(contest.preset, contest.rules, contest.seats, TableOptions()))
        for seat in range(contest.seats):
            self._apply(SeatTaken(seat, f"Seat {seat}", "bot"))
        self._apply(MatchStarted(1))
        while self.table.stage is Stage.PLAYING:
            turn = self.table.turn
            if turn is None:
                self._deal()
                continue
            move = self._players[turn].choose(self._rngs[turn])
            for event in consequences(self.table, as_event(self.table, turn, move))[0]:
                self._apply(event)
        return self.table

    def _deal(self) -> None:
        number = 1 if self.table.round is None else self.table.round.number + 1
        # Each round has its own seed, so its tiles do not depend on the rounds before it.
        self._apply(deal(self.table, Random(f"{self._deals}/round {number}")))  # noqa: S311 - a seed repeats it

    def _apply(self, event: Event) -> None:
        self.table = evolve(self.table, event)
        for seat, player in enumerate(self._players):
            player.observe(see(event, Viewer(seat)).event)
