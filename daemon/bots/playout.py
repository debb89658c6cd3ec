"""A round in progress with every tile known, which can be played on thousands of times a second.

Here: `Playout`, with masks for hands and a `Line` for the table, and the rules of a round to its end: plays, draws,
knocks, awards, blocks, pips left in the hands. It gives the same scores as `protocol.log.consequences`, which the tests
play beside it, but has no layout, no events and no next deal. Not here: choosing plays (`playout_policy`), the chance
to win with the final scores (`win_chances`).
"""

from collections.abc import Sequence

from daemon.bots.line_book import Line, LineBook, bits_in
from protocol.game.rules import Blocked, ChipOut, Draw, PipsFrom, PipsScope, TargetMode
from protocol.game.scoring import round_pips


class Playout:
    """A round. `hands`: masks, in seat order. `boneyard`: bits, the next one to be drawn last."""

    __slots__ = (
        "boneyard",
        "book",
        "hands",
        "has_drawn",
        "is_over",
        "knocks",
        "line",
        "scores",
        "turn",
        "won_by",
    )

    def __init__(
        self,
        book: LineBook,
        line: Line,
        hands: Sequence[int],
        boneyard: Sequence[int],
        turn: int,
        scores: Sequence[int],
        knocks: int = 0,
        *,
        has_drawn: bool = False,
    ) -> None:
        self.book = book
        self.line = line
        self.hands = list(hands)
        self.boneyard = list(boneyard)
        self.turn = turn
        self.scores = list(scores)
        self.knocks = knocks
        self.has_drawn = has_drawn
        self.is_over = False
        self.won_by: int | None = None

    def copy(self) -> "Playout":
        """A copy of the round."""
        return Playout(
            self.book,
            self.line,
            self.hands,
            self.boneyard,
            self.turn,
            self.scores,
            self.knocks,
            has_drawn=self.has_drawn,
        )

    def after(self, bit: int, line: Line) -> "Playout":
        """A copy of the round with one more tile played."""
        after = self.copy()
        after.lay(bit, line)
        return after

    @property
    def side(self) -> int:
        """The side in turn."""
        return self.book.rules.side_of(self.turn)

    @property
    def drawable(self) -> int:
        """The number of tiles that may still be drawn."""
        rules = self.book.rules
        return 0 if rules.draw is Draw.NONE else max(0, len(self.boneyard) - rules.reserve)

    @property
    def may_draw(self) -> bool:
        """Whether the seat in turn, which has no tile that fits, may draw."""
        return self.drawable > 0 and not (self.has_drawn and self.book.rules.draw is Draw.ONE)

    def plays(self) -> list[tuple[int, Line]]:
        """The tiles that the seat in turn may play, and the lines they leave. Any tile may lead here."""
        fitting = self.hands[self.turn] & self.line.fits
        return [(bit, after) for bit in bits_in(fitting) for after in self.line.after(bit)]

    def goes_out_with(self, bit: int) -> bool:
        """Whether this tile of the seat in turn ends the round by going out."""
        return self.hands[self.turn] == bit and self.may_go_out(self.turn)

    def may_go_out(self, seat: int) -> bool:
        """Whether this seat's last tile ends the round; if both partners must go out, only the second one's does."""
        rules = self.book.rules
        both = rules.partners and rules.chip_out is ChipOut.BOTH
        partner = (seat + 2) % len(self.hands)  # itself, where only two are left
        return not both or partner == seat or not self.hands[partner]

    def award_for(self, bit: int, after: Line) -> int:
        """The points that count when the seat in turn leaves this line with this tile."""
        book = self.book
        chip = book.rules.chip_bonus if self.goes_out_with(bit) else 0
        knocks = self.knocks * book.rules.knock_bonus
        return book.awarded(self.scores[self.side], after.points, knocks, chip, leads=not self.line.open)

    def lay(self, bit: int, after: Line) -> None:
        """The seat in turn lays a tile."""
        side, goes_out = self.side, self.goes_out_with(bit)
        self.scores[side] += self.award_for(bit, after)
        self.hands[self.turn] ^= bit
        self.line, self.knocks, self.has_drawn = after, 0, False
        rules = self.book.rules
        if rules.target_mode is not TargetMode.END_OF_ROUND and self.scores[side] >= rules.target:
            self.is_over, self.won_by = True, side
        elif goes_out:
            self.end(side)
        else:
            self._pass_turn()

    def draw_one_that(self, fits: int) -> bool:
        """The seat in turn draws until it has a tile of this mask, or may draw no more. Whether it has one."""
        hand = self.hands[self.turn]
        # What may be drawn is counted once, as games with drawing spend much of their time here.
        left = 0 if not self.may_draw else 1 if self.book.rules.draw is Draw.ONE else self.drawable
        while left and not hand & fits:
            hand |= self.boneyard.pop()
            self.has_drawn = True
            left -= 1
        self.hands[self.turn] = hand
        return hand & fits != 0

    def knock(self) -> None:
        """The seat in turn knocks. When all have knocked one after another, the round ends."""
        self.knocks += 1
        self.has_drawn = False
        if self.knocks >= sum(1 for hand in self.hands if hand) and not self.drawable:
            self.end(self._lowest_side())
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        seats = len(self.hands)
        for step in range(1, seats + 1):
            seat = (self.turn + step) % seats
            if self.hands[seat]:
                self.turn = seat
                return

    def end(self, taker: int | None) -> None:
        """End the round; this side is paid for the pips left in the hands, if the rules pay any."""
        self.is_over = True
        rules = self.book.rules
        if taker is None or not rules.pips_divisor:
            return
        points = self._pips_points(taker)
        if self.book.is_exact and self.scores[taker] + points > rules.target:
            return
        self.scores[taker] += points
        if rules.target_mode is not TargetMode.END_OF_ROUND and self.scores[taker] >= rules.target:
            self.won_by = taker

    def _pips_points(self, taker: int) -> int:
        book, rules = self.book, self.book.rules
        paid = [
            book.pips_in(hand)
            for seat, hand in enumerate(self.hands)
            if rules.pips_from is PipsFrom.ALL or rules.side_of(seat) != taker
        ]
        if rules.pips_scope is PipsScope.EACH:
            return sum(round_pips(rules, pips) for pips in paid)
        return round_pips(rules, sum(paid))

    def _lowest_side(self) -> int | None:
        rules = self.book.rules
        if rules.blocked is Blocked.NONE:
            return None
        pips = [0] * len(self.scores)
        for seat, hand in enumerate(self.hands):
            pips[rules.side_of(seat)] += self.book.pips_in(hand)
        fewest = min(pips)
        return pips.index(fewest) if pips.count(fewest) == 1 else None
