"""A finished game looked over: what each play cost and what was better, how well each played, and who was lucky.

Here: its classes, which the daemon makes and clients show, and its line of JSON. Not here: how it is computed (the
daemon's `measure`), and sentences (the client's).
"""

from typing import Final

from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.wire.codec import dump, load
from protocol.wire.converter import FROM_FILE, MalformedError, read

_TYPE: Final = "analysis"
ANALYSIS_VERSION: Final = 1


@frozen
class BetterPlay:
    """What would have been best, and the chance to win the match with it."""

    tile: Tile
    arm: Arm
    win: float


@frozen
class JudgedPlay:
    """A play, entry `seq`, that had an alternative.

    `win`: the chance to win the match with it, as far as its seat could know, from 0 to 1; `error`, the standard error
    of that; `lost`: how much less than with the best play, 0 where they are too close to tell apart; `better` is None
    where nothing was.
    """

    seq: int
    seat: int
    tile: Tile
    arm: Arm
    win: float
    error: float
    lost: float
    better: BetterPlay | None


@frozen
class JudgedPlayer:
    """How somebody played. `accuracy` is from 0 to 100, None without decisions; `lost` is the sum over them.

    `luck`: how much of the side's result is owed to none of the plays: tiles, and what nobody could know.
    """

    seat: int
    name: str
    bot: str | None
    decisions: int
    accuracy: float | None
    lost: float
    luck: float
    hints: int


@frozen
class JudgedRound:
    """A finished round: `gained` and `luck` by side, in chances to win the match."""

    round: int
    gained: tuple[float, ...]
    luck: tuple[float, ...]


@frozen
class Analysis:
    """A game looked over. `worlds`: the deals that each play was tried in; `seed`: what chose them."""

    version: int
    game: str
    worlds: int
    seed: int
    players: tuple[JudgedPlayer, ...]
    rounds: tuple[JudgedRound, ...]
    plays: tuple[JudgedPlay, ...]


def encode_analysis(analysis: Analysis) -> bytes:
    """An analysis as one line."""
    return dump({"type": _TYPE, **FROM_FILE.unstructure(analysis)})


def decode_analysis(line: bytes) -> Analysis:
    """The analysis in a line. Unknown fields are passed over. Raises `MalformedError`."""
    value = load(line)
    if not isinstance(value, dict) or value.get("type") != _TYPE:
        raise MalformedError("this is not an analysis of a game")
    analysis: Analysis = read(FROM_FILE, Analysis, value)
    if analysis.version != ANALYSIS_VERSION:
        raise MalformedError(f"it is of version {analysis.version}, and this release reads {ANALYSIS_VERSION}")
    return analysis
