"""A hint: the chance to win with each legal play, and the reason for the best one.

Here: `advise`, which knows only what the seat has seen, like every bot. Not here: who may ask for a hint
(`daemon.table.hint_requests`), estimating the chances (`search`).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from daemon.bots.line_book import Line
from daemon.bots.memory import Memory, remember
from daemon.bots.playout_policy import PlayoutPolicy, policy_for
from daemon.bots.race import race_for
from daemon.bots.search import Weighed, likely_worlds, weigh
from daemon.bots.situation import Situation
from daemon.bots.worlds import World
from protocol.frozen import frozen
from protocol.game.tiles import Tile
from protocol.log.choices import Play, ends_round, worth
from protocol.log.events import Event
from protocol.log.table import Table, evolve
from protocol.wire.hints import Advice, HintedPlay, Why, next_best

WORLDS: Final = 200
"""Deals of the hidden tiles in which a hint tries each play: enough for an error of a few hundredths."""
POSITIONS: Final = 20_000
"""Positions searched for a hint if nothing is hidden. A player is waiting for the hint."""
MOST_WORK: Final = 120_000
"""About how many tiles are played for a hint, which limits the deals in long rounds with many plays."""
A_KNOCK_COSTS: Final = 0.5
"""The turns that a knock costs the next player, in addition to the points it does not score."""
MATTERS: Final = 0.15
"""The smallest difference, in turns, that is given as the reason."""
ABOUT_THE_SAME: Final = 1.5
"""Up to so many standard errors, two chances are about the same."""


def advise(before: Table, seen: Sequence[Event], seat: int, seed: int, worlds: int = WORLDS) -> Advice:
    """The hint for a seat in its turn, from arguments that can be sent to a worker process.

    `before`: the table before the current deal, when nothing is hidden. `seen`: the events since, as the seat saw them.
    """
    rng = Random(seed)  # noqa: S311 - it decides what is tried, never what is dealt
    return advice_on(situation_after(before, seen, seat), rng, worlds)


def situation_after(before: Table, seen: Iterable[Event], seat: int) -> Situation:
    """The situation of a seat that has seen these events, the deal first."""
    table, memory = before, Memory()
    for event in seen:
        memory = remember(memory, table, event)
        table = evolve(table, event)
    return Situation(table, seat, memory)


def advice_on(situation: Situation, rng: Random, worlds: int) -> Advice:
    """The hint for this situation."""
    weighed = weigh(situation, rng, worlds, POSITIONS, MOST_WORK)
    replies = _Replies(situation, likely_worlds(situation, rng, worlds))
    # Of plays with equal chances, the one that scores more now is the safer one.
    plays = tuple(sorted(map(replies.hinted, weighed), key=lambda play: (play.win, play.points), reverse=True))
    why = _why(situation, plays)
    return Advice(plays, why, _sentence(why, plays))


@frozen
class _Reply:
    """The next player's play in one world: the tile and its points, or None if nothing fits."""

    tile: Tile | None
    points: int


class _Replies:
    """The next player's replies to each play, all in the same worlds."""

    def __init__(self, situation: Situation, worlds: Sequence[World]) -> None:
        self._situation = situation
        self._worlds = worlds
        self._next = situation.round.seat_after(situation.seat)
        self._policy: PlayoutPolicy = policy_for(situation.rules, len(situation.table.scores))

    def hinted(self, weighed: Weighed) -> HintedPlay:
        """The play as part of a hint."""
        situation, play = self._situation, weighed.play
        points = worth(situation.table, situation.seat, play).awarded
        win, error = round(weighed.chance, 4), round(weighed.error, 4)
        if self._is_last(points):
            return HintedPlay(play.tile, play.arm, points, win, error, 0.0, None, 0.0)
        replies = self._replies_to(play, points)
        tiles = Counter(each.tile for each in replies if each.tile is not None)
        return HintedPlay(
            *play,
            points,
            win,
            error,
            knock=round(1 - tiles.total() / len(replies), 4),
            reply=tiles.most_common(1)[0][0] if tiles else None,
            reply_points=round(sum(each.points for each in replies) / len(replies), 4),
        )

    def _is_last(self, points: int) -> bool:
        """Whether this play ends the round or the match, so that there is no reply."""
        situation = self._situation
        goes_out = ends_round(situation.table, situation.seat, len(situation.hand) - 1)
        return goes_out or situation.wins_with(points)

    def _replies_to(self, play: Play, points: int) -> list[_Reply]:
        line = self._policy.book.line_of(self._situation.round.layout.lay(play.tile, play.arm))
        score = self._situation.table.score_of(self._next)
        if _is_partner_next(self._situation):
            score += points
        return [self._reply(line, hands, score) for hands, _ in self._worlds]

    def _reply(self, line: Line, hands: Sequence[int], score: int) -> _Reply:
        hand = hands[self._next]
        if not hand & line.fits:
            return _Reply(None, 0)
        goes_out = not hand & (hand - 1) and ends_round(self._situation.table, self._next, 0)
        chip = self._situation.rules.chip_bonus if goes_out else 0
        _, bit, _, awarded = self._policy.choice(line, hand, score, 0, chip)
        return _Reply(self._policy.book.tile_of(bit), awarded)


def _is_partner_next(situation: Situation) -> bool:
    """Whether the next player is on the same side, because the opponent between them has no tiles left."""
    return situation.table.side_of(situation.round.seat_after(situation.seat)) == situation.side


def _why(situation: Situation, plays: tuple[HintedPlay, ...]) -> Why:
    best, other = plays[0], next_best(plays)
    if situation.wins_with(best.points):
        return Why.WINS
    if other is None:
        return Why.ONLY_PLAY
    if best.win - other.win <= ABOUT_THE_SAME * max(best.error, other.error):
        return Why.EVEN
    turns = _advantages(situation, best, other)
    most = max(turns, key=lambda why: turns[why])
    return most if turns[most] >= MATTERS else Why.CHANCE


def _advantages(situation: Situation, best: HintedPlay, other: HintedPlay) -> dict[Why, float]:
    """How many turns better the one play is than the other, by reason."""
    a_turn = race_for(situation.rules).mean_award
    turns = {Why.POINTS: (best.points - other.points) / a_turn}
    if not _is_partner_next(situation):  # a partner's points are this side's, and a partner's knock is no gain
        turns[Why.REPLY] = (other.reply_points - best.reply_points) / a_turn
        turns[Why.KNOCK] = A_KNOCK_COSTS * (best.knock - other.knock)
    return turns


def _sentence(why: Why, plays: tuple[HintedPlay, ...]) -> str:
    best, other = plays[0], next_best(plays)
    play = f"{best.tile} {best.arm}"
    if why is Why.WINS:
        return f"{play} wins the match"
    if why is Why.ONLY_PLAY or other is None:
        return f"{play} is the only play"
    against = f"{other.tile} {other.arm}"
    match why:
        case Why.POINTS:
            return f"{play} scores {best.points}, {against} {other.points}"
        case Why.REPLY:
            return f"after {play} the next player scores {best.reply_points:.1f} on average, after {against} " + (
                f"{other.reply_points:.1f}"
            )
        case Why.KNOCK:
            return f"after {play} the next player cannot play in {best.knock:.0%} of deals, after {against} " + (
                f"in {other.knock:.0%}"
            )
        case Why.EVEN:
            return f"{play} and {against} are about the same"
        case _:
            return f"{play} wins {best.win:.0%} of such matches, {against} {other.win:.0%}"
