"""The analysis of a finished game: what each play cost, which was better, how well each player played, who was lucky.

Here: its classes, which the daemon makes and clients show, its line of JSON, and the scales of grades and of accuracy.
Not here: computing it (the daemon's `measure`), sentences about it (the client's).
"""

from collections.abc import Container, Iterable
from enum import StrEnum
from typing import Final

from attrs import Factory, field

from protocol.frozen import IF_ANY, frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.wire.codec import dump, load
from protocol.wire.converter import FROM_FILE, MalformedError, read

_TYPE: Final = "analysis"
ANALYSIS_VERSION: Final = 2
READABLE_VERSIONS: Final = (1, 2)


class Grade(StrEnum):
    """How good a play was, best first."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


LOSES_TOO_MUCH: Final = 0.01
"""The loss, in chances to win the match, from which a play is no longer good."""
BLUNDERS_FROM: Final = 0.1
"""The loss from which a play is a blunder."""
_LOSES_LESS_THAN: Final = ((LOSES_TOO_MUCH, Grade.GOOD), (0.04, Grade.INACCURACY), (BLUNDERS_FROM, Grade.MISTAKE))
"""The losses from which a play no longer has each grade."""
FEWEST_DECISIONS: Final = 10
"""With fewer decisions no accuracy is told: as a share of what was at stake, it would say less than the loss itself."""
LEAST_AT_STAKE: Final = 0.2
"""Nor is it told if less than this was at stake in all decisions together, in chances to win the match."""
_ACCURACY_POWER: Final = 1.4
"""Spreads accuracy out. Without it, always playing for the most points would score above 80
(`python -m tests.daemon.measure.accuracy`)."""


def grade_of(lost: float) -> Grade:
    """The grade of a play that lost so much of the chance to win the match."""
    if lost <= 0:
        return Grade.BEST
    return next((grade for limit, grade in _LOSES_LESS_THAN if lost < limit), Grade.BLUNDER)


@frozen
class BetterPlay:
    """The best play, and the chance to win the match with it."""

    tile: Tile
    arm: Arm
    win: float


@frozen
class JudgedPlay:
    """A play that had an alternative; `seq` is the number of its entry.

    `win`: the chance to win the match with it, as far as the player could know, from 0 to 1. `error`: the standard
    error of `win`. `lost`: how much lower `win` is than with the best play, 0 if the two are too close to tell apart.
    `better`: None if no play was better. `grade`: by `lost`, if an older analysis does not have it. `at_stake`: how
    much lower the chance is with the worst play than with the best; 0 in an older analysis. `lost_error`: the standard
    error of `lost`, which is smaller or larger than that of `win`, because all plays are tried in the same deals; 0 in
    an older analysis.
    """

    seq: int
    seat: int
    tile: Tile
    arm: Arm
    win: float
    error: float
    lost: float
    better: BetterPlay | None
    grade: Grade = field(default=Factory(lambda play: grade_of(play.lost), takes_self=True))
    at_stake: float = 0.0
    lost_error: float = 0.0


def accuracy_of(plays: Iterable[JudgedPlay]) -> float | None:
    """How much a player kept of all that these plays could have lost, from 0 to 100.

    None if there are fewer than `FEWEST_DECISIONS`, or less than `LEAST_AT_STAKE` could have been lost. A play counts
    as much as was at stake, so a slip where all plays were nearly equal hardly matters.
    """
    made = tuple(plays)
    lost, at_stake = sum(play.lost for play in made), sum(play.at_stake for play in made)
    if len(made) < FEWEST_DECISIONS or at_stake < LEAST_AT_STAKE:
        return None
    return float(round(100 * max(0.0, 1 - lost / at_stake) ** _ACCURACY_POWER, 1))


@frozen
class JudgedPlayer:
    """How well a player played. `accuracy`: see `accuracy_of`. `lost`: the sum over all decisions.

    `luck`: the part of the side's result that no play caused: the tiles, and what nobody could know. `since`: the
    entry with which the player took the seat of a bot, whose plays count for nobody; 0 for who began the match.
    """

    seat: int
    name: str
    bot: str | None
    decisions: int
    accuracy: float | None
    lost: float
    luck: float
    hints: int
    since: int = field(default=0, metadata=IF_ANY)


@frozen
class JudgedRound:
    """A finished round: `gained` and `luck` by side, in chances to win the match."""

    round: int
    gained: tuple[float, ...]
    luck: tuple[float, ...]


@frozen
class Analysis:
    """The analysis of a game. `worlds`: in how many deals each play was tried; `seed` chose those deals.

    `release`: the release of fives that made it; empty in older analyses.
    """

    version: int
    game: str
    worlds: int
    seed: int
    players: tuple[JudgedPlayer, ...]
    rounds: tuple[JudgedRound, ...]
    plays: tuple[JudgedPlay, ...]
    release: str = ""

    def costliest(self, most: int, seats: Container[int] | None = None) -> tuple[JudgedPlay, ...]:
        """The plays that lost the most, the costliest first; only of these `seats`, if given, and of their players."""
        since = {player.seat: player.since for player in self.players}
        known = [
            play for play in self.plays if seats is None or (play.seat in seats and play.seq > since.get(play.seat, 0))
        ]
        found = [play for play in known if play.better is not None]
        return tuple(sorted(found, key=lambda play: -play.lost)[:most])


def encode_analysis(analysis: Analysis) -> bytes:
    """The line of an analysis."""
    return dump({"type": _TYPE, **FROM_FILE.unstructure(analysis)})


def decode_analysis(line: bytes) -> Analysis:
    """The analysis in a line. Ignores unknown fields. Raises `MalformedError`."""
    value = load(line)
    if not isinstance(value, dict) or value.get("type") != _TYPE:
        raise MalformedError("this is not an analysis of a game")
    analysis: Analysis = read(FROM_FILE, Analysis, value)
    if analysis.version not in READABLE_VERSIONS:
        raise MalformedError(f"it is of version {analysis.version}, and this release reads {ANALYSIS_VERSION}")
    return analysis
