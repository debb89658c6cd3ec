"""The lines that an engine reads and writes (docs/engines.md).

Here: making and reading the lines. Tiles and arms are spelled as on the wire. An engine gets what its seat sees. Not
here: the program that reads them (`engine_program`), when it is asked (`engine_seat`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from protocol.game.layout import Arm
from protocol.game.rules import OPTIONS
from protocol.game.tiles import HIDDEN, Hand, NotATileError, parse_tile
from protocol.log import events
from protocol.log.choices import Play, worth
from protocol.log.table import Table

VERSION: Final = 1
GREETING: Final = f"fives {VERSION}"
READY: Final = "ready"
QUIT: Final = "quit"
LONGEST_LINE: Final = 4096


class EngineError(Exception):
    """The engine did something wrong. The message is one line: what it did and what was expected."""


class EngineLostError(EngineError):
    """The engine has ended, or does not answer."""


def lines_for(event: events.Event, after: Table, seat: int) -> Iterator[str]:
    """The lines for an event as this seat sees it; none for events that do not matter for play."""
    match event:
        case events.MatchStarted():
            yield f"game {after.preset} seats {len(after.seats)} seat {seat}"
            yield from (f"rule {option.name} {option.spell(after.rules)}" for option in OPTIONS.values())
        case events.RoundDealt():
            named = (("chosen", event.chosen_by), ("lead", event.lead))
            tiles = "".join(f" {name} {tile}" for name, tile in named if tile is not None)
            hand = _tiles(event.hands[seat])
            yield f"round {event.round} leader {event.leader} boneyard {len(event.boneyard)}{tiles} hand {hand}"
        case events.TilePlayed():
            yield f"played {event.seat} {event.tile} {event.arm}"
        case events.TileDrawn():
            yield f"drew {event.seat} {_tiles((event.tile,))}"
        case events.Knocked():
            yield f"knocked {event.seat}"
        case events.Scored():
            yield f"scored {event.seat} {event.awarded}"
        case events.RoundEnded():
            yield from (f"held {at} {_tiles(hand)}".rstrip() for at, hand in enumerate(event.hands))
            yield f"scores {_numbers(after.scores)}"
        case events.MatchWon() | events.MatchAbandoned():
            yield f"over {_numbers(event.scores)}"


def _tiles(hand: Hand) -> str:
    return " ".join("?" if tile is HIDDEN else str(tile) for tile in hand)


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def go(table: Table, seat: int, plays: Sequence[Play]) -> str:
    """`go 6-4:left:10 5-5:right:0`: the legal plays, with the points that would count."""
    return " ".join(
        ["go", *(f"{play.tile}:{play.arm}:{worth(table, seat, play).awarded}" for play in plays)],
    )


def play_in(answer: str, plays: Sequence[Play]) -> Play:
    """The play in an answer to `go`. Raises `EngineError` if there is none, or if it is not one of `plays`."""
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
