"""The chances to win between two rounds, as many rounds played from each pair of scores give them.

Here: `chance_table`, for the games whose target has to be hit exactly. There one point less can be worth more: at 59
points two ways lead to 61, by two at once or by one and one, and at 60 only one. A table has a chance for what a side
and the best of the others have to go, and for who leads, where that is known before the deal. Not here: making the
tables (a program in tools/), the other games (`race`), one side's chances (`win_chances`).
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from sys import byteorder
from typing import Final

from attrs import evolve as changed

from protocol.frozen import frozen
from protocol.game.presets import make_rules, preset_named
from protocol.game.rules import LeadRule, Rules

FARTHEST: Final = 61
"""The most points to go that the tables know: a whole match of these games."""
CERTAIN: Final = (1 << 16) - 1
"""The number for a certain win. Chances are whole numbers in the tables, so that every machine chooses alike."""
FOLDER: Final = Path(__file__).parent / "chances"


@frozen
class TabledGame:
    """A game with a table. `house_rules`: those that it is played with."""

    preset: str
    seats: int
    house_rules: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """The name of its file: `playroom-4-lead_wins=no`."""
        return "-".join([self.preset, str(self.seats), *(f"{option}={value}" for option, value in self.house_rules)])

    @property
    def rules(self) -> Rules:
        """Its rules."""
        return _rules_of(self)

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return self.rules.sides(self.seats)

    @property
    def positions(self) -> int:
        """How many places there are behind the leader, where the lead rotates; 1 where the deal decides who leads."""
        return self.sides if self.rules.later_lead is LeadRule.ROTATE else 1


@lru_cache(maxsize=64)
def _rules_of(game: TabledGame) -> Rules:
    return make_rules(preset_named(game.preset), dict(game.house_rules), game.seats)[0]


GAMES: Final[Sequence[TabledGame]] = (
    TabledGame("cinq-et-trois", 2),
    TabledGame("cinq-et-trois", 2, (("lead_wins", "no"),)),
    TabledGame("fives-and-threes", 4),
    TabledGame("fives-and-threes", 4, (("partners", "yes"),)),
    TabledGame("playroom", 2),
    TabledGame("playroom", 3),
    TabledGame("playroom", 4),
    TabledGame("playroom", 5),
    TabledGame("pub", 2),
    TabledGame("pub", 3),
    TabledGame("pub", 4),
)


@frozen
class ChanceTable:
    """The chances in one game. `numbers`: by position, then by what the side and the best of the others have to go."""

    game: TabledGame
    numbers: Sequence[int]

    def share(self, side: int, to_go: Sequence[int], leader: int | None) -> float:
        """The chance of a side, from what each side has to go: the shares of all are 1.

        `leader`: the seat that leads the next round; None if that is not known.
        """
        nearest, second, *_ = sorted(to_go)
        chances = []
        for at, own in enumerate(to_go):
            numbers = self._by_position[-1 if leader is None else (at - leader) % self._positions]
            others = second if own == nearest else nearest
            chances.append(numbers[(own - 1) * FARTHEST + others - 1])
        return chances[side] / sum(chances)

    def chance(self, to_go: int, others_to_go: int, position: int | None) -> float:
        """The chance of a side, from what it and the best of the others have to go: 1 to `FARTHEST`.

        `position`: how many sides lead before it, 0 for the leader; None if it is not known who leads.
        """
        numbers = self._by_position[-1 if position is None else position % self._positions]
        found = numbers[cell_of(to_go, others_to_go, 0)]
        return found / CERTAIN / (self._positions if position is None else 1)

    @cached_property
    def _positions(self) -> int:
        return self.game.positions

    @cached_property
    def _by_position(self) -> Sequence[Sequence[int]]:
        """The numbers of each position, and last the sums of all positions, for when it is not known who leads."""
        size = FARTHEST**2
        each = [self.numbers[at : at + size] for at in range(0, size * self._positions, size)]
        return [*each, [sum(numbers) for numbers in zip(*each, strict=True)]]


def whole(chance: float) -> int:
    """The number for a chance. Nothing is certain between two rounds."""
    return min(CERTAIN - 1, max(1, round(CERTAIN * chance)))


def cell_of(to_go: int, others_to_go: int, position: int) -> int:
    """Where a table has this chance."""
    return (position * FARTHEST + to_go - 1) * FARTHEST + others_to_go - 1


def cells(positions: int) -> Iterator[tuple[int, int, int]]:
    """What a side and the best of the others have to go, and the position, in a table's order."""
    span = range(1, FARTHEST + 1)
    return ((to_go, others, position) for position in range(positions) for to_go in span for others in span)


@lru_cache(maxsize=64)
def chance_table(rules: Rules, sides: int) -> ChanceTable | None:
    """The table for these rules, with any target; None if there is none."""
    for game in GAMES:
        known = game.rules
        if game.sides == sides and changed(rules, target=known.target, max_rounds=known.max_rounds) == known:
            return ChanceTable(game, _read(game))
    return None


def _read(game: TabledGame) -> Sequence[int]:
    numbers = array("H")
    numbers.frombytes((FOLDER / f"{game.name}.bin").read_bytes())
    if byteorder == "big":
        numbers.byteswap()
    return numbers


def bytes_of(numbers: Sequence[int]) -> bytes:
    """A table's file: 16 bits for each chance, the lower byte first."""
    stored = array("H", numbers)
    if byteorder == "big":
        stored.byteswap()
    return stored.tobytes()
