"""The fast policy by which every seat plays in a playout.

Here: `PlayoutPolicy`, which takes the play that gains the most turns, less what it lets the next seat score, prefers a
play after which more of the hand fits, and plays a `Playout` to its end. The value of a play without the hand depends
only on the line and the points to go, so on a line that comes up often all tiles are ranked once. Not here: the rules
(`playout`), choosing well (`search`).
"""

from math import inf
from typing import Final

from daemon.bots.caches import Cache
from daemon.bots.line_book import Line, LineBook, PolicyPlay, Ranking, bits_in
from daemon.bots.playout import Playout
from daemon.bots.race import race_for
from protocol.game.rules import ChipOut, Draw, Rules, TargetMode
from protocol.game.scoring import points_of, reachable_sums
from protocol.game.table_options import MOST_SEATS
from protocol.game.tiles import SET_SIZES, set_of_tiles

WON: Final = 1000.0
TILES_FEARED: Final = 4
"""The size of the unknown hand for which a line's threat is calculated."""
FEAR: Final = 0.35
"""The weight of what a line lets the others gain."""
STUCK, A_PIP, A_DOUBLE = 0.6, 0.01, 0.1
"""The value, in turns, of a next hand without a tile that fits, of each pip played (with double-6), of a double."""
_MOST_TILES: Final = len(set_of_tiles(max(SET_SIZES)))
MOBILITY: Final = 0.8
"""The value, in turns, of a hand whose other tiles all fit the line that a play leaves; in proportion if some do."""
_MOBILITY: Final = [[MOBILITY * fit / max(1, tiles) for fit in range(tiles + 1)] for tiles in range(_MOST_TILES)]
"""The same by how many tiles the hand has, and by how many of them fit."""

MOST_RANKINGS: Final = 40_000
MOST_LINES: Final = 20_000


class PlayoutPolicy:
    """The quick choices under one set of rules, with so many sides.

    `far`: from so many points to go on, choices do not depend on the score.
    """

    def __init__(self, book: LineBook, sides: int) -> None:
        self.book = book
        self._race = race_for(book.rules)
        # The more opponents there are, the less it costs that one of them gains something.
        self._fear = FEAR / (sides - 1)
        pips = A_PIP * 6 / book.rules.max_pip
        self._shed = {bit: pips * tile.pips + (A_DOUBLE if tile.is_double else 0.0) for tile, bit in book.bits.items()}
        highest = max(points_of(book.rules, end_sum) for end_sum in reachable_sums(book.rules))
        bonus = book.rules.chip_bonus + (MOST_SEATS - 1) * book.rules.knock_bonus
        most = highest + bonus + (0 if book.rules.lead_wins else 1)
        self.far = max(2 * highest, most) if book.is_exact else most
        rules = book.rules
        self._target, self._ends_at_once = rules.target, rules.target_mode is not TargetMode.END_OF_ROUND
        self._draws = rules.draw is not Draw.NONE
        self._many_go_out = rules.partners and rules.chip_out is ChipOut.BOTH
        self._blocks_for_nothing = not self._draws and not self._many_go_out and not rules.pips_divisor
        self._rankings = 0
        self._worths: dict[tuple[int, int, int, bool], dict[int, tuple[int, float]]] = {}
        """What counts of the points of a line, and the turns it gains: by score, knocks, chip and whether it leads."""

    @property
    def is_full(self) -> bool:
        """Whether it has grown so much that it should be replaced, which only spinners cause."""
        return self._rankings > MOST_RANKINGS or len(self.book) > MOST_LINES

    def clear(self) -> None:
        """Drop all lines with their rankings. It is not used afterwards."""
        self.book.clear()

    def threat_of(self, line: Line) -> float:
        """The turns that an unknown hand gains on this line on average; having no tile that fits is a loss."""
        if line.threat is None:
            tiles = len(self.book.tiles)
            points_of, sums = self.book.points_of, line.sums_after(self.book.rules.max_pip)
            best = sorted((max(map(points_of, tile_sums)) for tile_sums in sums.values()), reverse=True)
            none_so_far, expected = 1.0, 0.0
            for better, points in enumerate(best):
                none_now = none_so_far * max(0, tiles - better - TILES_FEARED) / (tiles - better)
                expected += (none_so_far - none_now) * points
                none_so_far = none_now
            line.threat = expected / self._race.mean_award - STUCK * none_so_far
        return line.threat

    def gain(self, score: int, awarded: int) -> float:
        """The turns that these points gain a side with this score; `WON` if it has won with them."""
        race = self._race
        return WON if race.has_won(score + awarded) else race.turns_from(score) - race.turns_from(score + awarded)

    def value_of(self, bit: int, after: Line, gained: float) -> float:
        """The value, in turns, of leaving this line with this tile, when its points gain so many turns."""
        return WON if gained == WON else gained - self._fear * self.threat_of(after) + self._shed[bit]

    def turns_gained(self, score: int, awarded: int, *, prefers_points: bool) -> float:
        """The turns that these points gain. `prefers_points`: every point counts alike at all scores."""
        if prefers_points:
            return awarded / self._race.mean_award
        return self._race.turns_from(score) - self._race.turns_from(score + awarded)

    def worth_of_hand(self, bit: int, left: int, after: Line) -> float:
        """The value, in turns, of the hand that this tile leaves: what it sheds, and how much of the rest fits."""
        return self._shed[bit] + _MOBILITY[left.bit_count()][(left & after.fits).bit_count()]

    def choice(self, line: Line, hand: int, score: int, knocks: int, chip: int) -> PolicyPlay:
        """The best play of a hand that has a fitting tile. `knocks` and `chip`: the points for knocks and going out."""
        ranking: Ranking = {}
        fitting = hand & line.fits
        self._rank(ranking, line, fitting, score, knocks, chip)
        return _best_play(ranking, fitting, hand)

    def _rank(self, ranking: Ranking, line: Line, fitting: int, score: int, knocks: int, chip: int) -> None:
        """Add the plays of those of these tiles that are not ranked yet, without regard to the rest of the hand."""
        # All scores beyond `far` are treated alike, so that they share one ranking.
        score, leads = max(score, self.book.rules.target - self.far), not line.open
        worths = self._worths.setdefault((score, knocks, chip, leads), {})
        for bit in bits_in(fitting):
            if bit in ranking:
                continue
            ranking[bit] = plays = []
            for after in line.after(bit):
                worth = worths.get(after.points)
                if worth is None:
                    awarded = self.book.awarded(score, after.points, knocks, chip, leads=leads)
                    worth = worths[after.points] = awarded, self.gain(score, awarded)
                awarded, gained = worth
                plays.append((self.value_of(bit, after, gained), bit, after, awarded))
            if len(plays) > 1:
                plays.sort(key=_value_of, reverse=True)

    def _new_ranking(self, line: Line, key: int) -> Ranking:
        """An empty ranking for a line that has none for this key. It is kept from the second time on."""
        ranking: Ranking = {}
        if key in line.seen:
            self._rankings += 1
            line.ranking[key] = ranking
        else:
            line.seen.add(key)
        return ranking

    def _draw_or_knock(self, round_: Playout, line: Line, turn: int, knocks: int) -> tuple[int, int]:
        """The turn and the knocks after a seat without a tile that fits has drawn or knocked."""
        round_.line, round_.turn, round_.knocks = line, turn, knocks
        if not round_.draw_one_that(line.fits):
            round_.knock()
        return round_.turn, round_.knocks

    def play_out(self, round_: Playout) -> None:
        """Play a round to its end by the policy."""
        rules, hands, scores = self.book.rules, round_.hands, round_.scores
        seats, target, far, many_go_out = len(hands), self._target, self.far, self._many_go_out
        line, turn, knocks = round_.line, round_.turn, round_.knocks
        pays_knocks, partners = rules.knock_bonus > 0, rules.partners
        draws, blocks_for_nothing = self._draws and round_.drawable > 0, self._blocks_for_nothing
        keys = [2 * min(target - score, far) for score in scores]
        # One loop with few calls: bots spend most of their time here.
        while not round_.is_over:
            hand = hands[turn]
            fitting = hand & line.fits
            if not fitting:
                knocks += 1
                if knocks == seats and blocks_for_nothing:
                    round_.is_over = True
                elif draws or many_go_out or knocks == seats:
                    turn, knocks = self._draw_or_knock(round_, line, turn, knocks - 1)
                    draws = draws and round_.drawable > 0
                else:
                    turn = turn + 1 if turn + 1 < seats else 0
                continue
            side = turn & 1 if partners else turn
            goes_out = not hand & (hand - 1) and (not many_go_out or round_.may_go_out(turn))
            key = keys[side] + goes_out
            if pays_knocks:
                key += knocks << 16
            ranking = line.ranking.get(key) or self._new_ranking(line, key)
            plays = ranking.get(fitting)  # those of the only tile that fits, if it has come up before
            if plays is not None and len(plays) == 1:
                _, bit, line, awarded = plays[0]
            else:
                try:
                    _, bit, line, awarded = _best_play(ranking, fitting, hand)
                except KeyError:  # a tile that comes up here for the first time
                    self._rank(
                        ranking, line, fitting, scores[side], knocks * rules.knock_bonus, goes_out * rules.chip_bonus
                    )
                    _, bit, line, awarded = _best_play(ranking, fitting, hand)
            hands[turn], knocks = hand ^ bit, 0
            if awarded:
                scores[side] = score = scores[side] + awarded
                to_go = target - score
                keys[side] = 2 * (to_go if to_go < far else far)  # noqa: FURB136 - saves a call
                if to_go <= 0 and self._ends_at_once:
                    round_.is_over, round_.won_by = True, side
                    return
            if goes_out:
                round_.end(side)
                return
            turn = turn + 1 if turn + 1 < seats else 0
            if draws:
                round_.has_drawn = False
            if many_go_out:
                while not hands[turn]:
                    turn = turn + 1 if turn + 1 < seats else 0


def _best_play(ranking: Ranking, fitting: int, hand: int) -> PolicyPlay:
    """The best play of these tiles of a hand, with the value of its mobility; of equals the one that gains more.

    Raises `KeyError` if one of them is not ranked.
    """
    best, most = ranking[fitting & -fitting][0], -inf
    worths = _MOBILITY[hand.bit_count() - 1]
    while fitting:
        bit = fitting & -fitting
        fitting ^= bit
        rest = hand ^ bit
        for play in ranking[bit]:
            value, _, after, _ = play
            if value + MOBILITY < most:
                break
            value += worths[(rest & after.fits).bit_count()]
            if value > most or (value == most and play[0] > best[0]):
                best, most = play, value
    return best


def _value_of(play: PolicyPlay) -> float:
    return play[0]


def _made_for(game: tuple[Rules, int]) -> PlayoutPolicy:
    rules, sides = game
    return PlayoutPolicy(LineBook(rules), sides)


_cache: Final = Cache(_made_for, 16)


def policy_for(rules: Rules, sides: int) -> PlayoutPolicy:
    """This process's policy for these rules."""
    return _cache.get((rules, sides))
