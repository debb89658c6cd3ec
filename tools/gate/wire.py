"""The lines of every connection of simulated matches, and the rows that their games leave in a journal.

Here: matches of the simulator on a network that bends less, so that a line which is longer than before changes nothing
but itself. Not here: the simulator (`tools.simulator`), which checks what must hold; what is compared how
(`recording`).
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from attrs import evolve, field

from protocol.frozen import define
from tools.gate.recording import Texts
from tools.gate.rows import rows_of
from tools.simulator.players import SimPlayer
from tools.simulator.streams import Line
from tools.simulator.world import World, simulated, world_of


class InTurn(Random):
    """A chance that leaves the tasks in the order in which they began, so that one task more delays no other."""

    def shuffle(self, x: Any) -> None:
        """Leave it as it is."""


@define
class Conversation:
    """What was sent on a connection, line by line, in both directions."""

    title: str
    lines: list[str] = field(factory=list)
    _begun: dict[str, bytes] = field(factory=dict)

    def note(self, direction: str, sent: bytes) -> None:
        """Note what is sent; a line is noted when its end is."""
        *whole, begun = (self._begun.get(direction, b"") + sent).split(b"\n")
        self.lines += [f"{direction} {line.decode(errors='backslashreplace')}" for line in whole]
        self._begun[direction] = begun

    def text(self) -> str:
        """The lines, with those at the end that were cut."""
        cut = [f"{way} {begun.decode(errors='backslashreplace')} (cut)" for way, begun in self._begun.items() if begun]
        return "\n".join([f"== {self.title}", *self.lines, *cut])


@define(eq=False)
class RecordedWorld(World):
    """A match whose lines are recorded. Each connection has a chance of its own."""

    conversations: list[Conversation] = field(factory=list)

    def line_to(self, player: SimPlayer) -> Line:
        """A line that is recorded, and on which what is sent arrives whole."""
        nth = self.tally.connections
        conversation = Conversation(f"connection {nth}, {player.name}")
        self.conversations.append(conversation)
        chance = Random(f"{self.seed}, {nth}")  # noqa: S311 - a game
        return Line(chance, self.trouble * 0.2, conversation.note, tears=False)


def recorded(seed: int) -> RecordedWorld:
    """The match of this seed, played and recorded."""
    world = world_of(seed)
    table = evolve(world.table, set={"target": "31"}, options=evolve(world.table.options, bot_level="learner"))
    trouble = world.trouble
    recorded = RecordedWorld(seed, world.chance, table, world.people, trouble, world.has_host, world.mixing)
    simulated(recorded, InTurn(seed))
    return recorded


def matches(seeds: Sequence[int]) -> Texts:
    """The lines of the matches of these seeds, and the rows that they leave."""
    worlds = {f"{seed:04}": recorded(seed) for seed in seeds}
    rows = rows_of({name: world.disk.journal for name, world in worlds.items()})
    for name, world in worlds.items():
        yield f"wire/{name}", "\n".join(conversation.text() for conversation in world.conversations)
        yield f"rows/{name}", rows[name]
