"""The figures of the score sheet: what each side earned in each round, by kind.

Not here: keeping the sheet while a game goes on (`model.sheet`), its words (`words.answer_words`).
"""

from attrs import frozen

from protocol.log.events import HowRoundEnded


@frozen
class SideRow:
    """What a side earned in a round, by kind; `refused`: points that would have passed an exact target.

    Where only a part of a turn's points counts, `refused` is the rest and the kinds are told as offered.
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
    """A round on the sheet: its number, who led, a row a side, how it ended (None while it is on), the scores after."""

    number: int
    leader: int
    sides: tuple[SideRow, ...]
    how: HowRoundEnded | None = None
    scores: tuple[int, ...] = ()
