"""The consequences of a move by the rules alone: scores, the end of a round, the end of a match.

Here: every event after a play, a draw or a knock, up to the next deal. The daemon appends these events, and an audit
compares a record with them. They need full sight: whether a round is blocked depends on every hand.
Not here: whether the move is allowed (`choices`), and the next deal, which is random (`deal`).
"""

from protocol.game.layout import Arm
from protocol.game.rules import Blocked, BlockEnd, Rules, TargetMode, Tie
from protocol.game.scoring import award, pips_points
from protocol.game.tiles import pips_of
from protocol.log.choices import anybody_can_play, drawable, ends_round
from protocol.log.events import (
    Event,
    HowMatchWon,
    HowRoundEnded,
    MatchWon,
    MoveEvent,
    RoundEnded,
    Scored,
    TilePlayed,
)
from protocol.log.table import Round, Table, evolve


def consequences(table: Table, move: MoveEvent) -> tuple[tuple[Event, ...], Table]:
    """The move with the events that follow from it, in order, and the table after them; `table` is the one before.

    If they end the round but not the match, the next event has to be a deal.
    """
    events: list[Event] = [move]
    after = evolve(table, move)
    for step in (_score, _end_of_round, _end_of_match):
        event = step(table, after, move)
        if event is not None:
            events.append(event)
            after = evolve(after, event)
    return tuple(events), after


def _score(before: Table, after: Table, move: MoveEvent) -> Scored | None:
    if not isinstance(move, TilePlayed) or before.round is None or after.round is None:
        return None
    earned = award(
        after.rules,
        before.score_of(move.seat),
        after.round.layout.end_sum,
        before.round.knocks,
        leads=move.arm is Arm.START,
        goes_out=ends_round(after, move.seat, len(after.round.hands[move.seat])),
    )
    if earned.offered <= 0:
        return None
    return Scored(move.seat, earned.end_sum, earned.play, earned.knocks, earned.chip_out, earned.awarded)


def _end_of_round(_before: Table, after: Table, move: MoveEvent) -> RoundEnded | None:
    round_ = after.round
    assert round_ is not None
    how = _how_round_ends(after, round_, move)
    if how is None:
        return None
    winner = None
    if after.rules.pips_divisor and not _has_reached_target(after):
        winner = after.side_of(move.seat) if how is HowRoundEnded.OUT else _lowest_side(after.rules, round_)
    pips = 0 if winner is None else _pips(after, round_, winner)
    return RoundEnded(how, round_.hands, round_.boneyard, round_.drawn, winner, pips)


def _how_round_ends(after: Table, round_: Round, move: MoveEvent) -> HowRoundEnded | None:
    if isinstance(move, TilePlayed):
        if ends_round(after, move.seat, len(round_.hands[move.seat])):
            return HowRoundEnded.OUT
        if _has_reached_target(after):
            return HowRoundEnded.WON
    return HowRoundEnded.BLOCKED if is_blocked(after.rules, round_) else None


def is_blocked(rules: Rules, round_: Round) -> bool:
    """Whether the round ends because nobody can play or draw (RULES.md 1.10). Needs full sight."""
    if drawable(rules, round_) > 0:
        return False
    if rules.block_end is BlockEnd.ALL_KNOCK:
        # A seat that drew the last tile (draw=one) still has to play it or knock, even if all others have knocked.
        return not round_.has_drawn and round_.knocks >= sum(1 for hand in round_.hands if hand)
    return not anybody_can_play(round_, round_.hands)


def _lowest_side(rules: Rules, round_: Round) -> int | None:
    """The side with the fewest pips left. None if two sides tie, or if a blocked round pays nobody."""
    if rules.blocked is Blocked.NONE:
        return None
    pips_by_side = [0] * rules.sides(len(round_.hands))
    for seat, hand in enumerate(round_.hands):
        pips_by_side[rules.side_of(seat)] += pips_of(hand)
    fewest = min(pips_by_side)
    return pips_by_side.index(fewest) if pips_by_side.count(fewest) == 1 else None


def _pips(after: Table, round_: Round, winner: int) -> int:
    points = pips_points(after.rules, round_.hands, winner)
    exact = after.rules.target_mode is TargetMode.EXACT
    return 0 if exact and after.scores[winner] + points > after.rules.target else points


def _has_reached_target(table: Table) -> bool:
    """Whether a side has won in the middle of the round; never if the target only counts at the end of a round."""
    rules = table.rules
    return max(table.scores) >= rules.target and rules.target_mode is not TargetMode.END_OF_ROUND


def _end_of_match(_before: Table, after: Table, _move: MoveEvent) -> MatchWon | None:
    round_ = after.round
    if round_ is None or round_.ended is None:
        return None
    rules, scores = after.rules, after.scores
    highest = max(scores)
    leaders = tuple(side for side, score in enumerate(scores) if score == highest)
    if highest >= rules.target and (len(leaders) == 1 or rules.tie is Tie.SHARED):
        return MatchWon(HowMatchWon.TARGET, leaders, scores)
    if round_.number >= rules.max_rounds:
        return MatchWon(HowMatchWon.ROUND_CAP, leaders, scores)
    return None
