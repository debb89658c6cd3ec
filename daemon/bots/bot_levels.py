"""The levels of bots, and the move that a level makes in its turn.

Here: `LEVELS`, weakest first, and `choose`. A level chooses only if several plays are legal; the rules decide when its
seat draws or knocks. Not here: the kinds of errors (`errors`), comparing plays at a glance (`glance`) or by playing in
many deals (`search`), following a game (`bot_player`).
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from daemon.bots.errors import Errors
from daemon.bots.glance import best_at_a_glance
from daemon.bots.memory import Memory
from daemon.bots.search import best_play
from daemon.bots.situation import Level, Situation
from protocol.frozen import frozen
from protocol.log.choices import Play, choices, worth
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.table import Table

NO_ERRORS: Final = Errors()


@frozen
class BotLevel:
    """A player that tries its plays in `worlds` deals, and makes errors.

    If nothing is hidden, it searches `positions` instead of playing in deals. In rounds in which it ignores the reply
    it does neither.
    """

    name: str
    sentence: str
    errors: Errors = NO_ERRORS
    worlds: int = 0
    positions: int = 0

    def choose(self, situation: Situation, rng: Random) -> Play:
        """The play with the best chance to win, as it judges it. It never passes over a play that wins the match."""
        for play in situation.plays:
            if situation.wins_with(worth(situation.table, situation.seat, play).awarded):
                return play
        errors = self.errors.in_round(situation)
        seen = errors.seen(situation)
        if errors.ignores_reply:
            return best_at_a_glance(seen, errors, rng)
        return best_play(seen, rng, self.worlds, self.positions, counts_points=errors.prefers_points)


_WEAKEST_FIRST: Final[Sequence[BotLevel]] = (
    BotLevel(
        "learner",
        "takes the most points that it sees, but sees no points at all in half of its turns",
        Errors(end_unseen=0.62, knock_forgotten=1.0, reply_ignored=1.0, points_preferred=1.0),
    ),
    BotLevel(
        "casual",
        "overlooks some ends, and in most rounds thinks only of its points",
        Errors(end_unseen=0.27, knock_forgotten=0.8, reply_ignored=0.75, points_preferred=0.75),
        60,
        2_000,
    ),
    BotLevel(
        "club",
        "tries its plays in sixty possible deals, but in many rounds forgets the knocks, the reply or the match",
        Errors(end_unseen=0.05, knock_forgotten=0.6, reply_ignored=0.55, points_preferred=0.5),
        60,
        2_000,
    ),
    BotLevel(
        "expert",
        "tries its plays in two hundred possible deals, and errs in every second round",
        Errors(end_unseen=0.04, knock_forgotten=0.14, reply_ignored=0.14, points_preferred=0.14),
        200,
        10_000,
    ),
    BotLevel(
        "master",
        "tries its plays in six hundred possible deals, and makes no errors",
        NO_ERRORS,
        600,
        60_000,
    ),
)

LEVELS: Final[Mapping[str, BotLevel]] = {level.name: level for level in _WEAKEST_FIRST}
"""By name, weakest first: the names of `protocol.game.levels.LEVEL_NAMES`, from which players choose.

Errors and numbers of worlds and positions define a level, never time, so it is equally strong on every host.
"""


def thinks_long(level: str) -> bool:
    """Whether this level's choices can take too long for an event loop."""
    return LEVELS[level].errors.reply_ignored < 1


def choose(level: Level, situation: Situation, rng: Random) -> Move:
    """The move of a bot of this level. It must be its turn."""
    now = choices(situation.table, situation.seat)
    if now.may_draw:
        return DrawTile()
    if not now.plays:
        assert now.may_knock, f"it is not the turn of seat {situation.seat}"
        return Knock()
    play = level.choose(situation, rng) if len(now.plays) > 1 else now.plays[0]
    return PlayTile(play.tile, play.arm)


def choose_by_seed(table: Table, seat: int, level: str, seed: int, memory: Memory) -> Move:
    """The move of a bot, from arguments that can be sent to a worker process."""
    rng = Random(seed)  # noqa: S311 - it decides what is played, never what is dealt
    return choose(LEVELS[level], Situation(table, seat, memory), rng)
