"""Why the best play of a hint is better than the next best: the difference that decides, as a player can see it.

Here: `reason_for`, and `advantage_over` any other play. Each possible reason is valued in turns (`race`), and the
largest one is given, if the search has found the play to be better. Not here: the chances (`search`), the sentences for
players (the client's).
"""

from collections.abc import Iterator, Sequence
from math import log
from typing import Final

from daemon.bots.line_book import Line
from daemon.bots.playout_policy import A_DOUBLE, MOBILITY, policy_for
from daemon.bots.race import race_for
from daemon.bots.situation import Situation
from daemon.bots.win_chances import win_chances_for
from protocol.frozen import frozen
from protocol.game.rules import PipsUnit, TargetMode
from protocol.game.scoring import sums_too_high
from protocol.game.tiles import Tile
from protocol.log.leading import next_leader
from protocol.wire.analysis import Grade, grade_of
from protocol.wire.hints import HintedPlay, Why, next_best

A_KNOCK_COSTS: Final = 0.5
"""The turns that a knock costs the next player, in addition to the points it does not score."""
PARTNERS_NUMBER: Final = 0.25
"""The turns that it is worth to leave the partner's number open."""
PIPS_LEFT: Final = 0.15
"""The share of the points for pips that pips in this hand will probably pay."""
FEW: Final = 2
"""A number is nearly gone if no more of its tiles than this are out of sight."""
MATTERS: Final = 0.08
"""The smallest difference, in turns, that is given as the reason."""
EXPLAINS: Final = 2.0
"""A reason is worth so many turns for each whole match that is lost: what is worth less explains nothing."""
MOST_TURNS: Final = 3.0
"""The most that a better place before the target counts; one point to go can take many turns."""
A_LOST_MATCH: Final = 6.0
"""The turns that it costs if the next player wins at once. It is worth more than any points that do not win."""
TURNS_OF_A_LOGIT: Final = 3.0
"""The turns that change the chance to win by one logit, near an exact target."""
SURE: Final = 0.001
"""Chances nearer to 0 or 1 than this do not differ."""


@frozen
class Advantage:
    """A word of `Why`, what it is about, and the same as a sentence with figures. `turns`: how much it is worth."""

    why: Why
    sentence: str
    about: tuple[int, ...] = ()
    turns: float = 0.0


def reason_for(situation: Situation, plays: Sequence[HintedPlay], lost: Sequence[float]) -> Advantage:
    """Why the first of these plays is best. `lost`: how much each of them loses for certain, in the same order."""
    best, other = plays[0], next_best(tuple(plays))
    play = _named(best)
    if situation.wins_with(best.points):
        return Advantage(Why.WINS, f"{play} wins the match")
    if other is None:
        return Advantage(Why.ONLY_PLAY, f"{play} is the only play")
    return advantage_over(situation, best, other, lost[plays.index(other)])


def advantage_over(situation: Situation, best: HintedPlay, other: HintedPlay, lost: float) -> Advantage:
    """The largest advantage of the best play over another one, which loses so much for certain."""
    play = _named(best)
    if situation.wins_with(best.points) and not situation.wins_with(other.points):
        return Advantage(Why.WINS, f"{play} wins the match")
    if grade_of(lost) in (Grade.BEST, Grade.GOOD):
        return Advantage(Why.EVEN, f"{play} and {_named(other)} are about the same")
    least = max(MATTERS, EXPLAINS * lost)
    reasons = [reason for reason in _Comparison(situation, best, other).reasons() if reason.turns >= least]
    if reasons:
        return max(reasons, key=_turns_of)
    more = round(100 * (best.win - other.win))
    return Advantage(Why.CHANCE, f"{play} wins {more} in 100 more matches than {_named(other)}")


def _turns_of(reason: Advantage) -> float:
    return reason.turns


def _named(play: HintedPlay) -> str:
    return f"{play.tile} {play.arm}"


class _Comparison:
    """What differs between two plays of one turn."""

    def __init__(self, situation: Situation, best: HintedPlay, other: HintedPlay) -> None:
        self._situation, self._best, self._other = situation, best, other
        self._race = race_for(situation.rules)
        self._book = policy_for(situation.rules, len(situation.table.scores)).book
        self._next = situation.round.seat_after(situation.seat)
        self._open = _numbers_of(self._line_after(best))
        self._newly_open = self._open - _numbers_of(self._line_after(other))
        """The numbers that only the best play leaves open."""

    def reasons(self) -> Iterator[Advantage]:
        """All possible reasons, each with its worth; some are worth nothing or less."""
        yield self._points()
        yield from self._target()
        yield self._keeps()
        yield self._double()
        yield from self._pips()
        yield from self._partner()
        if self._situation.table.side_of(self._next) != self._situation.side:
            yield self._stops()
            yield self._reply()
            yield self._knock()

    def _line_after(self, play: HintedPlay) -> Line:
        return self._book.line_of(self._situation.round.layout.lay(play.tile, play.arm))

    def _points(self) -> Advantage:
        best, other = self._best, self._other
        sentence = f"{_named(best)} scores {best.points}, {_named(other)} {other.points}"
        turns = (best.points - other.points) / self._race.mean_award
        if turns > 0 and self._is_near_target:
            turns = self._gained()
        return Advantage(Why.POINTS, sentence, turns=turns)

    def _target(self) -> Iterator[Advantage]:
        """Fewer points, which leave a number to an exact target that is easier to reach."""
        best, other = self._best, self._other
        if best.points < other.points and self._is_near_target:
            left, left_by_other = self._left
            sentence = f"{_named(best)} leaves {left} to go, {_named(other)} {left_by_other}"
            yield Advantage(Why.TARGET, sentence, (left, left_by_other), self._gained())

    @property
    def _left(self) -> tuple[int, int]:
        """The points to go after the best play, and after the other."""
        to_go = self._situation.rules.target - self._situation.table.score_of(self._situation.seat)
        return to_go - self._best.points, to_go - self._other.points

    @property
    def _is_near_target(self) -> bool:
        """Whether some sum would go past an exact target after one of the plays, so that each point differs."""
        rules = self._situation.rules
        return rules.target_mode is TargetMode.EXACT and any(sums_too_high(rules, left) for left in self._left)

    def _gained(self) -> float:
        """The turns by which the score after the best play is a better place to be between two rounds."""
        situation = self._situation
        table, side = situation.table, situation.side
        is_last_round = situation.round.number >= situation.rules.max_rounds
        chances = win_chances_for(situation.rules, side, is_last_round=is_last_round)
        scores, leader = list(table.scores), next_leader(table)
        after = []
        for play in (self._best, self._other):
            scores[side] = table.scores[side] + play.points
            chance = min(1 - SURE, max(SURE, chances.chance(scores, None, leader)))
            after.append(log(chance / (1 - chance)))
        return min(MOST_TURNS, TURNS_OF_A_LOGIT * (after[0] - after[1]))

    def _stops(self) -> Advantage:
        """How often the next player wins at once."""
        best, other = self._best, self._other
        sentence = (
            f"after {_named(best)} the next player wins at once in {best.reply_wins:.0%} of deals, "
            f"after {_named(other)} in {other.reply_wins:.0%}"
        )
        about = round(100 * best.reply_wins), round(100 * other.reply_wins)
        return Advantage(Why.STOPS, sentence, about, A_LOST_MATCH * (other.reply_wins - best.reply_wins))

    def _reply(self) -> Advantage:
        best, other = self._best, self._other
        sentence = (
            f"after {_named(best)} the next player scores {best.reply_points:.1f} on average, "
            f"after {_named(other)} {other.reply_points:.1f}"
        )
        return Advantage(Why.REPLY, sentence, turns=(other.reply_points - best.reply_points) / self._race.mean_award)

    def _knock(self) -> Advantage:
        """The next player is more likely to have nothing that fits; if a number is why, that number."""
        best, other = self._best, self._other
        turns = A_KNOCK_COSTS * (best.knock - other.knock)
        lacked = tuple(sorted(self._newly_open & self._situation.memory.lacked_by(self._next)))
        if lacked:
            numbers = " and no ".join(map(str, lacked))
            return Advantage(Why.LACKS, f"after {_named(best)} the next player has no {numbers}", lacked, turns)
        for number in sorted(self._newly_open):
            left = sum(number in tile for tile in self._situation.unseen)
            if left <= FEW:
                sentence = f"{_named(best)} leaves the {number}, of which {left} are out of sight"
                return Advantage(Why.GONE, sentence, (number, left), turns)
        sentence = (
            f"after {_named(best)} the next player cannot play in {best.knock:.0%} of deals, "
            f"after {_named(other)} in {other.knock:.0%}"
        )
        return Advantage(Why.KNOCK, sentence, turns=turns)

    def _keeps(self) -> Advantage:
        """How many of the tiles that are left fit."""
        fit, fit_other = self._fit_after(self._best), self._fit_after(self._other)
        left = max(1, len(self._situation.hand) - 1)
        sentence = f"after {_named(self._best)} {fit} of the other tiles fit, after {_named(self._other)} {fit_other}"
        return Advantage(Why.KEEPS, sentence, (fit, fit_other), MOBILITY * (fit - fit_other) / left)

    def _fit_after(self, play: HintedPlay) -> int:
        hand = self._book.mask_of(self._situation.hand) ^ self._book.bits[play.tile]
        return (hand & self._line_after(play).fits).bit_count()

    def _double(self) -> Advantage:
        turns = A_DOUBLE * (self._best.tile.is_double - self._other.tile.is_double)
        return Advantage(Why.DOUBLE, f"{_named(self._best)} is a double, which fits one number only", turns=turns)

    def _pips(self) -> Iterator[Advantage]:
        """Pips that are left in a hand pay another side, in some games."""
        rules, best, other = self._situation.rules, self._best.tile, self._other.tile
        if not rules.pips_divisor:
            return
        more = best.pips - other.pips
        paid = more / rules.pips_divisor if rules.pips_unit is PipsUnit.QUOTIENT else more
        sentence = f"{_named(self._best)} takes {best.pips} pips from the hand, {_named(self._other)} {other.pips}"
        yield Advantage(Why.PIPS, sentence, (best.pips, other.pips), PIPS_LEFT * paid / self._race.mean_award)

    def _partner(self) -> Iterator[Advantage]:
        """The numbers of the tile that the partner led."""
        lead = self._partners_lead()
        kept = sorted(number for number in self._newly_open if lead is not None and number in lead)
        if kept:
            sentence = f"{_named(self._best)} leaves the {kept[0]} of the partner's lead open"
            yield Advantage(Why.PARTNER, sentence, (kept[0],), PARTNERS_NUMBER)

    def _partners_lead(self) -> Tile | None:
        situation = self._situation
        plays = situation.memory.observed
        if not situation.rules.partners or not plays:
            return None
        first = plays[0]
        is_partners = first.seat != situation.seat and situation.table.side_of(first.seat) == situation.side
        return first.tile if is_partners and first.layout.lead is None and situation.round.hands[first.seat] else None


def _numbers_of(line: Line) -> frozenset[int]:
    return frozenset(end.pip for end in line.open)
