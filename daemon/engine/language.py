"""What is said to an engine, and what it may answer: lines of plain words (docs/bots.md).

Lives here: the lines, both ways, and nothing that waits. Numbers, tiles and arms are spelled as everywhere. An engine
is told what its seat sees. Not here: the program behind them (`program`), when it is asked (`seat`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from protocol.game.layout import Arm
from protocol.game.rules import OPTIONS
from protocol.game.tiles import HIDDEN, Hand, NotATileError, parse_tile
from protocol.log.choices import Play, worth
from protocol.log.events import (
    Event,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    RoundDealt,
    RoundEnded,
    Scored,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Table

VERSION: Final = 1
GREETING: Final = f"fives {VERSION}"
READY: Final = "ready"
QUIT: Final = "quit"
LONGEST_LINE: Final = 4096


class EngineError(Exception):
    """The engine is at fault: one line, what it did and what was due."""


class EngineLostError(EngineError):
    """No more can be asked of the engine: it has ended, or does not answer."""


def told(event: Event, after: Table, seat: int) -> Iterator[str]:
    """The lines for an event as this seat sees it; nothing for what has no bearing on play."""
    match event:
        case MatchStarted():
            yield f"game {after.preset} seats {len(after.seats)} seat {seat}"
            yield from (f"rule {option.name} {option.spell(after.rules)}" for option in OPTIONS.values())
        case RoundDealt():
            named = (("chosen", event.chosen_by), ("lead", event.lead))
            tiles = "".join(f" {name} {tile}" for name, tile in named if tile is not None)
            hand = _tiles(event.hands[seat])
            yield f"round {event.round} leader {event.leader} boneyard {len(event.boneyard)}{tiles} hand {hand}"
        case TilePlayed():
            yield f"played {event.seat} {event.tile} {event.arm}"
        case TileDrawn():
            yield f"drew {event.seat} {_tiles((event.tile,))}"
        case Knocked():
            yield f"knocked {event.seat}"
        case Scored():
            yield f"scored {event.seat} {event.awarded}"
        case RoundEnded():
            yield from (f"held {at} {_tiles(hand)}".rstrip() for at, hand in enumerate(event.hands))
            yield f"scores {_numbers(after.scores)}"
        case MatchWon() | MatchAbandoned():
            yield f"over {_numbers(event.scores)}"


def _tiles(hand: Hand) -> str:
    return " ".join("?" if tile is HIDDEN else str(tile) for tile in hand)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def go(table: Table, seat: int, plays: Sequence[Play]) -> str:
    """`go 6-4:left:10 5-5:right:0`: what may be laid, with the points that would count."""
    return " ".join(
        ["go", *(f"{play.tile}:{play.arm}:{worth(table, seat, play).awarded}" for play in plays)],
    )


def play_in(answer: str, plays: Sequence[Play]) -> Play:
    """The play that an answer to `go` names. Raises `EngineError` for anything else."""
    words = answer.split()
    if len(words) != 3 or words[0] != "play":
        raise EngineError(
            f"answered {answer[:60]!r}: it has to be `play TILE ARM`, like `play {plays[0].tile} {plays[0].arm}`"
        )
    _, tile, arm = words
    try:
        play = Play(parse_tile(tile), Arm(arm))
    except NotATileError:
        raise EngineError(f"answered {answer[:60]!r}: {tile!r} is no tile; write the higher half first") from None
    except ValueError:
        raise EngineError(f"answered {answer[:60]!r}: {arm!r} is no arm: it is one of {', '.join(Arm)}") from None
    if play not in plays:
        raise EngineError(f"answered {answer[:60]!r}, which is not among the plays that `go` named")
    return play
