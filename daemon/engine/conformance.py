"""The check that an engine follows the language: it plays some rounds of every game, and each fault is one plain line.

Here: `ConformanceCheck`. After a fault it continues with a play of its own if possible, so that an author sees several
faults at once. Not here: playing a match (`daemon.bots.bare_match`), how well the engine plays.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from daemon.bots.bare_match import BareMatch, Contest
from daemon.bots.bot_player import BotPlayer
from daemon.engine.engine_program import EngineProgram
from daemon.engine.engine_seat import EngineSeat
from daemon.engine.language import EngineError, EngineLostError
from protocol.frozen import define
from protocol.game.presets import PRESETS, make_rules
from protocol.log.choices import choices
from protocol.log.commands import Move, PlayTile
from protocol.log.events import Event
from protocol.log.table import Table, empty_table, evolve

ROUNDS: Final = 2
SEED: Final = 1
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
            rules, seats = make_rules(PRESETS[preset], {"max_rounds": ROUNDS})
            engine = _CheckedEngine(EngineSeat(program, number % seats), self._fault_in_game)
            players = [engine if seat == engine.seat else BotPlayer(OPPONENTS, seat) for seat in range(seats)]
            BareMatch(Contest(preset, rules, seats, SEED), players, preset).play()
            if self.faults == before:
                slowest = 1000 * program.slowest
                self.report(
                    f"{preset}: {engine.round} rounds, asked {engine.asked} times, slowest answer {slowest:.0f} ms"
                )
                program.slowest = 0.0

    def _fault(self, where: str, error: EngineError) -> None:
        self.faults += 1
        self.report(f"fault: {where}, it {error}")

    def _fault_in_game(self, where: str, error: EngineError) -> None:
        self._fault(where, error)
        if isinstance(error, EngineLostError) or self.faults >= MOST_FAULTS:
            raise _EnoughError


class _CheckedEngine:
    """An engine in a seat, whose faults are reported. After a fault it makes any legal move."""

    def __init__(self, engine: EngineSeat, fault: Callable[[str, EngineError], None]) -> None:
        self.seat = engine.seat
        self._engine = engine
        self._fault = fault
        self._table: Table = empty_table()

    @property
    def round(self) -> int:
        """The number of rounds so far."""
        return 0 if self._table.round is None else self._table.round.number

    @property
    def asked(self) -> int:
        """How many times it has been asked for a play."""
        return self._engine.asked

    def observe(self, event: Event) -> None:
        """Send the engine an event."""
        self._table = evolve(self._table, event)
        try:
            self._engine.observe(event, self._table)
        except EngineError as error:
            self._fault(self._where, error)

    def choose(self, rng: Random) -> Move:
        """The engine's move; any play if its answer is wrong."""
        try:
            return self._engine.choose(self._table)
        except EngineError as error:
            self._fault(self._where, error)
            return PlayTile(*rng.choice(choices(self._table, self.seat).plays))

    @property
    def _where(self) -> str:
        return f"{self._table.preset}, round {self.round}"
