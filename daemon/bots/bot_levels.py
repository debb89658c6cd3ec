"""The levels of bots, and the move that a level makes in its turn.

Here: `LEVELS`, weakest first, and `choose`. A level chooses only if several plays are legal; the rules decide when its
seat draws or knocks. Not here: how a level chooses (`casual`, `club`, `search`), following a game (`bot_player`).
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from daemon.bots.casual import Casual
from daemon.bots.club import Club
from daemon.bots.memory import Memory
from daemon.bots.search import Duel, Search
from daemon.bots.situation import Level, Situation
from protocol.log.choices import choices
from protocol.log.commands import DrawTile, Knock, Move, PlayTile
from protocol.log.table import Table

_WEAKEST_FIRST: Final[Sequence[Level]] = (
    Casual(
        "learner",
        "takes points when it sees them, overlooks many, and remembers no knock",
        end_overlooked=0.3,
        knock_forgotten=1.0,
        misjudged_by=1.2,
    ),
    Casual(
        "casual",
        "takes the points it sees, and now and then overlooks some",
        end_overlooked=0.18,
        knock_forgotten=0.5,
        misjudged_by=0.75,
    ),
    Club("club", "weighs what it scores against what it leaves, and remembers who knocked on what", noise=0.8),
    Search(
        "expert",
        "tries its plays in some possible deals, with an eye on the match and on what the others played",
        30,
        positions=10_000,
        noise=0.7,
    ),
    Search(
        "master",
        "tries each play in hundreds of possible deals, and makes no errors of judgement",
        600,
        positions=60_000,
        duel=Duel(800, choices_ahead=1),
    ),
)

LEVELS: Final[Mapping[str, Level]] = {level.name: level for level in _WEAKEST_FIRST}
"""By name, weakest first: the names of `protocol.game.levels.LEVEL_NAMES`, from which players choose.

Numbers of worlds and positions and typical errors define a level, never time, so it is equally strong on every host.
"""


def thinks_long(level: str) -> bool:
    """Whether this level's choices can take too long for an event loop."""
    return not isinstance(LEVELS[level], Casual)


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
