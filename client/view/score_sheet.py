"""The figures of the score sheet: points of each side in each round, by kind.

Not here: folding the sheet (`model.sheet`), its words (`words.answer_words`).
"""

from protocol.frozen import frozen
from protocol.log.events import HowRoundEnded


@frozen
class SideRow:
    """Points of a side in a round, by kind, as offered. `refused`: those of them that did not count.

    Points are refused that would have passed an exact target.
    """

    play: int = 0
    knocks: int = 0
    chip_out: int = 0
    pips: int = 0
    refused: int = 0

    @property
    def total(self) -> int:
        """The points that counted."""
        return self.play + self.knocks + self.chip_out + self.pips - self.refused


@frozen
class RoundRow:
    """A round on the sheet. `sides`: by side. `how`: None during the round. `scores`: totals after it, by side."""

    number: int
    leader: int
    sides: tuple[SideRow, ...]
    how: HowRoundEnded | None = None
    scores: tuple[int, ...] = ()
