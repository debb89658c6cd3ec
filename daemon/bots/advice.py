"""A hint: the chance to win with each legal play, and the reason for the best one; and which plays are blunders.

Here: `advise` and `blunders`, which know only what the seat has seen, like every bot, and `explain`, which gives a
reason for each play. Not here: who may ask for a hint
(`daemon.table.hint_requests`), estimating the chances (`search`), the reason (`reasons`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from daemon.bots.line_book import Line
from daemon.bots.memory import Memory, remember
from daemon.bots.playout import Playout
from daemon.bots.playout_policy import PlayoutPolicy, policy_for
from daemon.bots.race import race_for
from daemon.bots.reasons import advantage_over, reason_for
from daemon.bots.search import MORE_WORLDS, WeighedPlay, likely_worlds, weigh
from daemon.bots.situation import Situation
from daemon.bots.worlds import World
from protocol.frozen import frozen
from protocol.game.tiles import Tile
from protocol.log.choices import Play, ends_round, worth
from protocol.log.events import Event
from protocol.log.table import Table, evolve
from protocol.wire.explained import ExplainedPlay
from protocol.wire.hints import Advice, HintedPlay

WORLDS: Final = 400
"""Deals of the hidden tiles in which a hint tries each play, as many as in an analysis."""
WORLDS_FOR_REPLIES: Final = 200
POSITIONS: Final = 20_000
"""Positions searched for a hint if nothing is hidden. A player is waiting for the hint."""
MOST_WORK: Final = 120_000
"""About how many tiles are played for a hint, which limits the deals in long rounds with many plays."""


def advise(before: Table, seen: Sequence[Event], seat: int, seed: int, worlds: int = WORLDS) -> Advice:
    """The hint for a seat in its turn, from arguments that can be sent to a worker process.

    `before`: the table before the current deal, when nothing is hidden. `seen`: the events since, as the seat saw them.
    """
    rng = Random(seed)  # noqa: S311 - it decides what is tried, never what is dealt
    return advice_on(situation_after(before, seen, seat), rng, worlds)


def blunders(before: Table, seen: Sequence[Event], seat: int, seed: int, worlds: int = WORLDS) -> Mapping[Play, float]:
    """The plays that certainly lose as much as a blunder, each with its loss; the arguments are those of `advise`."""
    rng = Random(seed)  # noqa: S311 - as in `advise`: a hint says the same about these plays
    weighed = weighed_plays(situation_after(before, seen, seat), rng, worlds)
    return {play.play: play.behind for play in weighed if play.is_blunder}


def situation_after(before: Table, seen: Iterable[Event], seat: int) -> Situation:
    """The situation of a seat that has seen these events, the deal first."""
    table, memory = before, Memory()
    for event in seen:
        memory = remember(memory, table, event)
        table = evolve(table, event)
    return Situation(table, seat, memory)


def advice_on(situation: Situation, rng: Random, worlds: int) -> Advice:
    """The hint for this situation."""
    weighed, plays = _hinted(situation, rng, worlds)
    reason = reason_for(situation, plays, [play.lost for play in weighed])
    return Advice(plays, reason.why, reason.sentence, reason.about)


def explain(situation: Situation, rng: Random, worlds: int) -> tuple[ExplainedPlay, ...]:
    """Every play of this situation, best first, each with the reason why the best one is better."""
    weighed, plays = _hinted(situation, rng, worlds)
    best, lost = plays[0], [play.lost for play in weighed]
    reasons = [
        reason_for(situation, plays, lost) if play is best else advantage_over(situation, best, play, loss)
        for play, loss in zip(plays, lost, strict=True)
    ]
    return tuple(
        ExplainedPlay(play, round(loss, 4), reason.why, reason.about)
        for play, loss, reason in zip(plays, lost, reasons, strict=True)
    )


def _hinted(situation: Situation, rng: Random, worlds: int) -> tuple[list[WeighedPlay], tuple[HintedPlay, ...]]:
    """The plays, best first: as they were weighed, and as parts of a hint."""
    weighed = weighed_plays(situation, rng, worlds)
    replies = _Replies(situation, likely_worlds(situation, rng, min(worlds, WORLDS_FOR_REPLIES)))
    return weighed, tuple(map(replies.hinted, weighed))


def weighed_plays(situation: Situation, rng: Random, worlds: int) -> list[WeighedPlay]:
    """The plays of a hint, best first; tried in more deals if it is not clear which of them are good."""
    weighed = weigh(situation, rng, worlds, POSITIONS, MOST_WORK)
    if any(play.is_unclear for play in weighed):
        weighed = weigh(situation, rng, MORE_WORLDS * worlds, POSITIONS, MOST_WORK)
    # Of plays with equal chances, the one that scores more now is the safer one.
    return sorted(weighed, key=lambda play: (round(play.chance, 4), _points(situation, play.play)), reverse=True)


def _points(situation: Situation, play: Play) -> int:
    return worth(situation.table, situation.seat, play).awarded


@frozen
class _Reply:
    """The next player's play in one deal: the tile and its points, or None if nothing fits even after drawing.

    `had_none`: nothing fitted before it could draw. `wins`: the points win the match.
    """

    tile: Tile | None
    points: int
    had_none: bool
    wins: bool = False


class _Replies:
    """The next player's replies to each play, all in the same deals."""

    def __init__(self, situation: Situation, worlds: Sequence[World]) -> None:
        self._situation = situation
        self._worlds = worlds
        self._next = situation.round.seat_after(situation.seat)
        self._policy: PlayoutPolicy = policy_for(situation.rules, len(situation.table.scores))

    def hinted(self, weighed: WeighedPlay) -> HintedPlay:
        """The play as part of a hint."""
        situation, play = self._situation, weighed.play
        points = _points(situation, play)
        win, error = round(weighed.chance, 4), round(weighed.error, 4)
        if self._is_last(points):
            return HintedPlay(play.tile, play.arm, points, win, error, 0.0, None, 0.0)
        replies = self._replies_to(play, points)
        tiles = Counter(reply.tile for reply in replies if reply.tile is not None)
        tile, times = tiles.most_common(1)[0] if tiles else (None, 0)
        return HintedPlay(
            *play,
            points,
            win,
            error,
            knock=round(sum(reply.had_none for reply in replies) / len(replies), 4),
            reply=tile,
            reply_points=round(sum(reply.points for reply in replies) / len(replies), 4),
            reply_chance=round(times / len(replies), 4),
            reply_wins=round(sum(reply.wins for reply in replies) / len(replies), 4),
        )

    def _is_last(self, points: int) -> bool:
        """Whether this play ends the round or the match, so that there is no reply."""
        situation = self._situation
        goes_out = ends_round(situation.table, situation.seat, len(situation.hand) - 1)
        return goes_out or situation.wins_with(points)

    def _replies_to(self, play: Play, points: int) -> list[_Reply]:
        situation = self._situation
        line = self._policy.book.line_of(situation.round.layout.lay(play.tile, play.arm))
        scores = list(situation.table.scores)
        scores[situation.side] += points
        return [self._reply(play, line, scores, world) for world in self._worlds]

    def _reply(self, play: Play, line: Line, scores: Sequence[int], world: World) -> _Reply:
        book, seat = self._policy.book, self._next
        hands, boneyard = world
        round_ = Playout(book, line, hands, boneyard, seat, scores)
        round_.hands[self._situation.seat] ^= book.bits[play.tile]
        had_none = not round_.hands[seat] & line.fits
        if not round_.draw_one_that(line.fits):
            return _Reply(None, 0, had_none)
        hand = round_.hands[seat]
        goes_out = not hand & (hand - 1) and round_.may_go_out(seat)
        chip = book.rules.chip_bonus if goes_out else 0
        score = scores[round_.side]
        _, bit, _, awarded = self._policy.choice(line, hand, score, 0, chip)
        wins = awarded > 0 and race_for(book.rules).has_won(score + awarded)
        return _Reply(book.tile_of(bit), awarded, had_none, wins)
