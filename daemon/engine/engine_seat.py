"""A seat that an engine plays.

Here: `EngineSeat`, which sends the engine what the seat sees and asks it for a play. Drawing and knocking follow from
the rules, so an engine is never asked for them. Not here: where events come from (`joining`, `conformance`).
"""

from daemon.engine import language
from daemon.engine.engine_program import EngineProgram
from protocol.log.choices import choices
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.events import Event
from protocol.log.table import Table


class EngineSeat:
    """An engine in a seat. `asked`: how many times it has been asked for a play."""

    def __init__(self, program: EngineProgram, seat: int) -> None:
        self.seat = seat
        self.asked = 0
        self._program = program

    def observe(self, event: Event, after: Table) -> None:
        """Send the engine an event. `after`: the table after it, as the seat sees it. Raises `EngineError`."""
        lines = tuple(language.lines_for(event, after, self.seat))
        if lines:
            self._program.say(*lines)

    def choose(self, table: Table) -> Move:
        """Its move. Raises `EngineError`."""
        may = choices(table, self.seat)
        if may.may_draw:
            return DrawTile()
        if not may.plays:
            return Knock()
        self.asked += 1
        answer = self._program.ask(language.go(table, self.seat, may.plays), "`play TILE ARM`")
        return PlayTile(*language.play_in(answer, may.plays))
