"""Questions about a table, as seen from a seat or by a spectator.

Here: my hand, where a tile fits and what it would score, ends, scores, tiles left. Pure, and the same in a running game
and in a replay. The table's `assist` decides how much is shown. A view answers some questions once, because a table
never changes. Not here: the connection (`model`), sentences (`words`), drawing.
"""

from functools import cached_property, lru_cache
from typing import NamedTuple

from protocol.frozen import frozen
from protocol.game.layout import Arm, End, Layout
from protocol.game.rules import Rules
from protocol.game.scoring import Award, Share, points_of, reachable_sums, shares
from protocol.game.table_options import Assist
from protocol.game.tiles import Hand, Tile, known_tiles
from protocol.log.choices import Choices, Play, choices, drawable, plays_of, worth
from protocol.log.table import Round, Seat, Stage, Table


class Tally(NamedTuple):
    """A sum of open ends and its points; if it scores nothing, also the nearest sum that scores.

    `missed_by`: the distance from `nearest`, negative below it; 0 if the sum scores or no sum does.
    """

    end_sum: int
    points: int
    shares: tuple[Share, ...]
    missed_by: int = 0
    nearest: int = 0


@lru_cache(1000)
def tally(rules: Rules, end_sum: int) -> Tally:
    """The points of a sum. Of two equally near scoring sums, `nearest` is the higher."""
    points = points_of(rules, end_sum)
    scoring = [reachable for reachable in reachable_sums(rules) if points_of(rules, reachable)]
    if points or end_sum == 0 or not scoring:
        return Tally(end_sum, points, shares(rules, end_sum))
    nearest = min(scoring, key=lambda scored: (abs(scored - end_sum), -scored))
    return Tally(end_sum, 0, (), end_sum - nearest, nearest)


class Standing(NamedTuple):
    """A side, its seats (lowest first) and its score."""

    side: int
    seats: tuple[int, ...]
    score: int


@frozen
class View:
    """A table as seen from `seat`, or by a spectator if that is None.

    `assist_given` replaces the table's own assist in a replay, where nothing can be given away any more. `is_drawn`:
    the reader sees the table on a board, where arms bend; sentences then name an end by its pip, not by left or right.
    `reader`: in a replay, the seat on which its reader played, who is "you" there whatever the view.
    """

    table: Table
    seat: int | None = None
    assist_given: Assist | None = None
    is_drawn: bool = False
    reader: int | None = None

    @property
    def assist(self) -> Assist:
        """How much help this table allows."""
        return self.assist_given or self.table.options.assist

    @property
    def round(self) -> Round | None:
        """The current or last round; None before the first deal."""
        return self.table.round

    @property
    def layout(self) -> Layout:
        """The tiles on the table; an empty layout before the first deal."""
        return Layout(self.table.rules.spinning) if self.round is None else self.round.layout

    @property
    def ends(self) -> tuple[End, ...]:
        """The open ends."""
        return self.layout.ends

    @cached_property
    def tally(self) -> Tally:
        """The sum of the open ends and its points."""
        return tally(self.table.rules, self.layout.end_sum)

    def hand_of(self, seat: int) -> Hand:
        """The hand of a seat, including hidden tiles; empty before the first deal."""
        return () if self.round is None else self.round.hands[seat]

    def my_hand(self) -> tuple[Tile, ...]:
        """My tiles in the order in which I hold them; empty for a spectator."""
        return () if self.seat is None else known_tiles(self.hand_of(self.seat))

    @property
    def turn(self) -> int | None:
        """Whose turn it is, or None while nobody can play."""
        return self.table.turn

    @property
    def is_my_turn(self) -> bool:
        """Whether it is my turn."""
        return self.seat is not None and self.turn == self.seat

    def is_yours(self, seat: int) -> bool:
        """Whether a seat is my own, in a replay that of its reader."""
        return seat == (self.seat if self.assist_given is None else self.reader)

    def is_you(self, seat: int) -> bool:
        """Whether a seat is called "you": it is yours, and not a bot's, as it is in rounds before you sat down."""
        return self.is_yours(seat) and self.table.seats[seat].bot is None

    @property
    def is_playing(self) -> bool:
        """Whether a match is running."""
        return self.table.stage is Stage.PLAYING

    def choices(self) -> Choices:
        """What I may do now; nothing if it is not my turn."""
        return self._choices

    @cached_property
    def _choices(self) -> Choices:
        return Choices() if self.seat is None else choices(self.table, self.seat)

    @property
    def others_lead(self) -> bool:
        """Whether another player is about to lead, so that it is not known yet where my tiles fit."""
        return self.layout.lead is None and not self.is_my_turn

    def my_plays(self) -> tuple[Play, ...]:
        """Every play of my tiles on the current layout, even if it is another player's turn."""
        return self._my_plays

    @cached_property
    def _my_plays(self) -> tuple[Play, ...]:
        return () if self.seat is None or self.others_lead else plays_of(self.table, self.seat)

    def arms_for(self, tile: Tile) -> tuple[Arm, ...]:
        """Where a tile of mine fits by the rules, regardless of the table's assist."""
        return tuple(play.arm for play in self.my_plays() if play.tile == tile)

    def arms_shown(self, tile: Tile) -> tuple[Arm, ...] | None:
        """Where a tile of mine fits, or None if the table does not show that or it is not known yet."""
        return None if self.assist is Assist.NONE or self.others_lead else self.distinct(self.arms_for(tile))

    def distinct(self, arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
        """These arms without a second one for the same play: both sides of a double that lies alone are one place."""
        return arms[:1] if self.layout.is_lone_double else arms

    def arms_to_choose(self, tile: Tile) -> tuple[Arm, ...]:
        """The ends that can be selected for a tile of mine: the legal ones, or all if the table shows no help."""
        if self.assist is not Assist.NONE or self.others_lead:
            return self.arms_for(tile)
        return (Arm.START,) if self.layout.lead is None else tuple(end.arm for end in self.ends)

    def worth_of(self, play: Play) -> Award | None:
        """What a legal play of mine would score, or None if the table does not show that."""
        return self._worths.get(play) if self.assist is Assist.POINTS else None

    @cached_property
    def _worths(self) -> dict[Play, Award]:
        return {} if self.seat is None else {play: worth(self.table, self.seat, play) for play in self.my_plays()}

    @property
    def must_lead(self) -> Tile | None:
        """The tile that must be led now, or None if there is a choice or the round has begun."""
        round_ = self.round
        return round_.lead if round_ is not None and round_.layout.lead is None else None

    @cached_property
    def tiles_left(self) -> tuple[int, ...]:
        """How many tiles each seat holds, in seat order."""
        return tuple(len(self.hand_of(seat)) for seat in range(len(self.table.seats)))

    @property
    def boneyard(self) -> int:
        """How many tiles are in the boneyard."""
        return 0 if self.round is None else len(self.round.boneyard)

    @property
    def drawable(self) -> int:
        """How many tiles of the boneyard may still be drawn."""
        return 0 if self.round is None else drawable(self.table.rules, self.round)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The sides and their scores, in side order."""
        seats = range(len(self.table.seats))
        return tuple(
            Standing(side, tuple(seat for seat in seats if self.table.side_of(seat) == side), score)
            for side, score in enumerate(self.table.scores)
        )

    def seat_at(self, seat: int) -> Seat:
        """Who sits on a seat."""
        return self.table.seats[seat]

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays this seat now."""
        return self.table.seats[seat].played_by is not None
