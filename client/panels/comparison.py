"""A match whose deals were known, beside the one in which they were new: both results, round by round."""

from collections.abc import Iterator
from typing import Final

from client.actions.panel import Grid, Panel, Passage, Row
from client.model.model import Model
from client.replay.comparison import ComparedRound, Comparison, FirstDifference, compared
from client.view.score_sheet import RoundRow
from client.view.view import View
from client.words.name_words import sides_named
from client.words.repeat_words import counts_nowhere, scores_listed
from client.words.say import say, together
from protocol.log.table import Stage

_NONE: Final = "–"


def panel(model: Model) -> Panel:
    """Both results, a row for each round, and the first move in it that was another one."""
    if model.table.repeats is None:
        return Panel(say("panel.comparison"), (Passage((say("comparison.not_known"),)),))
    earlier = model.earlier.repeated_by(model.table)
    if earlier is None:
        return Panel(say("panel.comparison"), (Passage((say("comparison.not_here"), counts_nowhere())),))
    found = compared(tuple(earlier.entries), tuple(model.session.entries), model.seat)
    if not found.is_of_same_sides:  # the host names another match
        return Panel(say("panel.comparison"), (Passage((say("comparison.not_here"), counts_nowhere())),))
    view = View(found.now, model.seat)
    sides = tuple(sides_named(view, standing.side) for standing in view.standings)
    total = Row(
        (
            say("scores.total"),
            *(_pair(then, now) for then, now in zip(found.then.scores, found.now.scores, strict=True)),
        ),
        result(found, view),
        is_marked=True,
    )
    rows = (_round(view, compared_round) for compared_round in found.rounds)
    grid = Grid((say("scores.round"), *sides), (total, *rows), say("comparison.heading"))
    return Panel(say("panel.comparison"), (grid, Passage(tuple(_about(found)))))


def result(found: Comparison, view: View) -> str:
    """`Then you had 45 and Ana 61; now you have 61 and Ana 40.`"""
    then, now = (scores_listed(view, scores) for scores in (found.then.scores, found.now.scores))
    return say("comparison.result", then=then, now=now)


def _pair(then: object, now: object) -> str:
    return f"{then} → {now}"


def _round(view: View, compared_round: ComparedRound) -> Row:
    then, now = compared_round.then, compared_round.now
    pairs = zip(_points(then, view), _points(now, view), strict=True)
    cells = (str(compared_round.number), *(_pair(*pair) for pair in pairs))
    return Row(cells, _in_words(view, compared_round), _detail(compared_round))


def _detail(compared_round: ComparedRound) -> str:
    if compared_round.then is None or compared_round.now is None:
        return ""
    if not compared_round.has_same_tiles:
        return say("comparison.other_tiles")
    return "" if compared_round.difference is None else _difference(compared_round.difference)


def _points(row: RoundRow | None, view: View) -> tuple[str, ...]:
    return (_NONE,) * len(view.standings) if row is None else tuple(str(side.total) for side in row.sides)


def _in_words(view: View, compared_round: ComparedRound) -> str:
    then, now = compared_round.then, compared_round.now
    number = compared_round.number
    if then is None:
        return say("comparison.only_now", round=number, scores=_round_points(view, now))
    if now is None:
        return say("comparison.only_then", round=number, scores=_round_points(view, then))
    return say("comparison.round", round=number, then=_round_points(view, then), now=_round_points(view, now))


def _round_points(view: View, row: RoundRow | None) -> str:
    return "" if row is None else scores_listed(view, tuple(side.total for side in row.sides))


def _difference(difference: FirstDifference) -> str:
    """`The first 5 moves are the same. Then: Ana 5-4 right. Now: Ana 6-1 left.`"""
    return together(
        say("comparison.same_moves", n=difference.same) if difference.same else "",
        say("comparison.then", move=difference.then) if difference.then else "",
        say("comparison.now", move=difference.now) if difference.now else "",
    )


def _about(found: Comparison) -> Iterator[str]:
    """How many rounds went as they did then, and that it counts nowhere."""
    played = [one for one in found.rounds if one.then is not None and one.now is not None]
    same = sum(one.difference is None and one.has_same_tiles for one in played)
    if same and found.now.stage is Stage.OVER:
        yield say("comparison.same_rounds", n=same, played=len(played))
    yield counts_nowhere()
