"""The highlights of a match: the scores round by round, the best play, the longest run of knocks.

Here: finding them among the entries, and the sides of a curve, for every front end. Pure. Not here: their sentences
(`words.highlight_words`), drawing the scores (`screen.score_curve`, `web.curve_part`).
"""

from collections.abc import Sequence
from string import ascii_uppercase

from client.view.view import View
from protocol.frozen import frozen
from protocol.game.tiles import Tile
from protocol.log.events import (
    Entry,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    RoundDealt,
    RoundEnded,
    Said,
    Scored,
    TilePlayed,
)
from protocol.log.table import empty_table, evolve


@frozen
class BestPlay:
    """The play that earned the most points, the first of several; `points`: those that counted."""

    seat: int
    tile: Tile
    points: int
    round: int


@frozen
class KnockRun:
    """The most knocks without a play between them, in the first round that had so many."""

    knocks: int
    round: int


@frozen
class Highlights:
    """`scores`: at the start and after each round, each by side. A match without points has no best play."""

    scores: tuple[tuple[int, ...], ...] = ()
    best: BestPlay | None = None
    knocks: KnockRun | None = None


@frozen
class SideCurve:
    """A side on the curve of scores. `letter`: A for the best side; `scores`: at the start and after each round."""

    letter: str
    side: int
    scores: tuple[int, ...]


def curves(view: View, found: Highlights, most: int) -> list[SideCurve]:
    """The curves of at most `most` sides, the best side first; the viewer's side is always among them."""
    ranked = sorted(view.standings, key=lambda standing: -found.scores[-1][standing.side])
    mine = [standing for standing in ranked[most:] if view.seat in standing.seats]
    return [
        SideCurve(letter, standing.side, tuple(scores[standing.side] for scores in found.scores))
        for letter, standing in zip(ascii_uppercase, [*ranked[: most - len(mine)], *mine], strict=False)
    ]


def highlights(entries: Sequence[Entry]) -> Highlights:
    """The highlights of the match with these entries, from the first one on. A single knock is no run."""
    table, scores = empty_table(), list[tuple[int, ...]]()
    best: BestPlay | None = None
    longest: KnockRun | None = None
    tile: Tile | None = None
    run = 0
    for entry in entries:
        event = entry.event
        if isinstance(event, Said):
            continue  # chat may outnumber everything else
        table = evolve(table, event)
        number = 0 if table.round is None else table.round.number
        match event:
            case MatchStarted():
                scores.append(table.scores)
            case RoundDealt():
                run = 0
            case TilePlayed():
                tile, run = event.tile, 0
            case Knocked():
                run += 1
                if run > (1 if longest is None else longest.knocks):
                    longest = KnockRun(run, number)
            case Scored() if tile is not None and event.awarded > (0 if best is None else best.points):
                best = BestPlay(event.seat, tile, event.awarded, number)
            case RoundEnded():
                scores.append(table.scores)
            case MatchAbandoned() if scores and scores[-1] != table.scores:
                scores.append(table.scores)
            case _:
                pass
    return Highlights(tuple(scores), best, longest)
