"""The check that an engine follows the language: it plays some rounds of every game, and each fault is one plain line.

Here: `ConformanceCheck`. After a fault it continues with a play of its own if possible, so that an author sees several
faults at once. Not here: how well the engine plays.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from attrs import define

from daemon.bots.bot_player import BotPlayer, as_event
from daemon.deal import deal
from daemon.engine.engine_program import EngineProgram
from daemon.engine.engine_seat import EngineSeat
from daemon.engine.language import EngineError, EngineLostError
from protocol.game.presets import PRESETS, make_rules
from protocol.log.choices import choices
from protocol.log.commands import Move, PlayTile
from protocol.log.consequences import consequences
from protocol.log.events import Event, MatchStarted, SeatTaken, TableOpened, TableOptions
from protocol.log.sight import Viewer, see
from protocol.log.table import Stage, Table, empty_table, evolve

ROUNDS: Final = 2
MOST_FAULTS: Final = 5
OPPONENTS: Final = "casual"
TIME_TO_STAY_SILENT: Final = 0.5
"""Seconds before the greeting in which the engine must be silent."""


class _EnoughError(Exception):
    """The check has seen enough faults, or cannot go on."""


@define
class ConformanceCheck:
    """One engine's check. `report` is called with a line for each game and for each fault."""

    command: Sequence[str]
    time: float
    report: Callable[[str], None]
    faults: int = 0

    def run(self) -> bool:
        """Whether the engine follows the language."""
        where = "at its start"
        try:
            program = EngineProgram(self.command, self.time)
        except EngineError as error:
            self._fault(where, error)
            return False
        try:
            program.expect_silence(TIME_TO_STAY_SILENT)
            program.greet()
            self._play_all(program)
            where = "at its end"
            program.end()
        except EngineError as error:
            self._fault(where, error)
        except _EnoughError:
            pass
        finally:
            program.kill()
        return not self.faults

    def _play_all(self, program: EngineProgram) -> None:
        self.report(f"{program.name}: ready")
        for number, preset in enumerate(PRESETS):
            before = self.faults
            match = _ConformanceMatch(preset, number, program)
            for error in match.play():
                self._fault(f"{preset}, round {match.round}", error)
                if isinstance(error, EngineLostError) or self.faults >= MOST_FAULTS:
                    raise _EnoughError
            if self.faults == before:
                asked, slowest = match.engine.asked, 1000 * program.slowest
                self.report(f"{preset}: {match.round} rounds, asked {asked} times, slowest answer {slowest:.0f} ms")
                program.slowest = 0.0

    def _fault(self, where: str, error: EngineError) -> None:
        self.faults += 1
        self.report(f"fault: {where}, it {error}")


class _ConformanceMatch:
    """Some rounds of one game, with the engine in one seat and bots in the others."""

    def __init__(self, preset: str, seed: int, program: EngineProgram) -> None:
        self._chance = Random(f"{preset} {seed}")  # noqa: S311 - the same games for every engine
        self._rules, seats = make_rules(PRESETS[preset], {"max_rounds": ROUNDS})
        self.engine = EngineSeat(program, seed % seats)
        self._bots = [BotPlayer(OPPONENTS, seat) for seat in range(seats)]
        self._seen = empty_table()
        self._table = empty_table()
        self._upcoming: list[Event] = [
            TableOpened(preset, self._rules, seats, TableOptions()),
            *(SeatTaken(seat, f"Seat {seat}", OPPONENTS) for seat in range(seats)),
            MatchStarted(1),
        ]

    @property
    def round(self) -> int:
        """The number of rounds so far."""
        return 0 if self._table.round is None else self._table.round.number

    def play(self) -> Iterator[EngineError]:
        """Play to the end; yields the engine's faults as they happen."""
        while self._upcoming or self._table.stage is Stage.PLAYING:
            yield from self._apply_all()
            if self._table.stage is not Stage.PLAYING:
                return
            turn = self._table.turn
            if turn is None:
                self._upcoming = [deal(self._table, self._chance)]
                continue
            try:
                move = self._move(turn)
            except EngineError as error:
                yield error
                move = _any_move(self._table, turn)
            self._upcoming = list(consequences(self._table, as_event(self._table, turn, move))[0])

    def _apply_all(self) -> Iterator[EngineError]:
        for event in self._upcoming:
            self._table = evolve(self._table, event)
            for bot in self._bots:
                bot.observe(see(event, Viewer(bot.seat)).event)
            seen = see(event, Viewer(self.engine.seat)).event
            self._seen = evolve(self._seen, seen)
            try:
                self.engine.observe(seen, self._seen)
            except EngineError as error:
                yield error
        self._upcoming = []

    def _move(self, turn: int) -> Move:
        return self.engine.choose(self._seen) if turn == self.engine.seat else self._bots[turn].choose(self._chance)


def _any_move(table: Table, seat: int) -> Move:
    return PlayTile(*choices(table, seat).plays[0])
