"""A seat that an engine plays: it is told what the seat sees, and asked where there is a tile to lay.

Lives here: `EngineSeat`. Drawing and knocking follow from the rules, so an engine is never asked for them. Not here:
where the events come from (`joining`, `conformance`).
"""

from daemon.engine import language
from daemon.engine.program import EngineProgram
from protocol.log.choices import choices
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.events import Event
from protocol.log.table import Table


class EngineSeat:
    """An engine on a seat."""

    def __init__(self, program: EngineProgram, seat: int) -> None:
        self.seat = seat
        self.asked = 0
        self._program = program

    def told(self, event: Event, after: Table) -> None:
        """Pass on what the seat sees; `after` is the table as the seat sees it then. Raises `EngineError`."""
        lines = tuple(language.told(event, after, self.seat))
        if lines:
            self._program.say(*lines)

    def choose(self, table: Table) -> Move:
        """What it does in its turn. Raises `EngineError`."""
        may = choices(table, self.seat)
        if may.may_draw:
            return DrawTile()
        if not may.plays:
            return Knock()
        self.asked += 1
        answer = self._program.ask(language.go(table, self.seat, may.plays), "`play TILE ARM`")
        return PlayTile(*language.play_in(answer, may.plays))
