"""The scores of a match round by round, as a picture.

Here: the picture, and its numbers for screen readers. Each side has a letter, the winner's is A, so it can be read
without colour. Not here: finding the scores (`view.highlights`), the window that shows it (`sheets_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.picture.markup import Markup, joined, tag
from client.view.highlights import Highlights, SideCurve, curves
from client.view.view import View
from client.web.page_controls import unseen
from client.words.name_words import sides_named

_WIDTH: Final = 240
_HEIGHT: Final = 120
_LEFT: Final = 26
_BESIDE: Final = 86
"""Units of the picture for the names beside the curve."""
_BELOW: Final = 14
_MOST_SIDES: Final = 6
_LONGEST_NAME: Final = 12


def curve(view: View, found: Highlights) -> Markup:
    """The curve of the best sides and the viewer's; empty if no round was finished."""
    if len(found.scores) < 2:
        return Markup()
    sides = curves(view, found, _MOST_SIDES)
    label = "; ".join(f"{sides_named(view, each.side)} {', '.join(map(str, each.scores[1:]))}" for each in sides)
    shapes = [*_axes(sides), *(shape for each in reversed(sides) for shape in _side(view, each, sides))]
    picture = tag(
        "svg",
        *shapes,
        *_names(view, sides),
        viewBox=f"0 0 {_LEFT + _WIDTH + _BESIDE} {_HEIGHT + _BELOW}",
        class_="curve",
        aria_hidden="true",
    )
    return joined([picture, unseen(f"Scores after each round: {label}.")])


def _most(sides: list[SideCurve]) -> int:
    return max(1, *(max(each.scores) for each in sides))


def _x(number: int, rounds: int) -> float:
    return _LEFT + 8 + number * (_WIDTH - 16) / rounds


def _y(score: int, most: int) -> float:
    return _HEIGHT - 6 - score * (_HEIGHT - 12) / most


def _axes(sides: list[SideCurve]) -> Iterator[Markup]:
    most, rounds = _most(sides), len(sides[0].scores) - 1
    for score in (0, most // 2, most):
        y = _y(score, most)
        yield tag("path", class_="grid", d=f"M{_LEFT} {y:g}h{_WIDTH}")
        yield tag("text", str(score), x=_LEFT - 4, y=y, dy="0.35em", class_="score")
    step = 1 + rounds // 12
    for number in range(step, rounds + 1, step):
        yield tag("text", str(number), x=_x(number, rounds), y=_HEIGHT + 10, class_="round")


def _side(view: View, side: SideCurve, sides: list[SideCurve]) -> Iterator[Markup]:
    """The line of a side, with its letter at each round."""
    most, rounds = _most(sides), len(side.scores) - 1
    places = [(_x(at, rounds), _y(score, most)) for at, score in enumerate(side.scores)]
    class_ = _class(view, side)
    yield tag("path", class_=class_, d=f"M{'L'.join(f'{x:g} {y:g}' for x, y in places)}")
    for x, y in places[1:]:
        yield tag("circle", class_=class_, cx=x, cy=y, r=5)
        yield tag("text", side.letter, x=x, y=y, dy="0.35em", class_=f"letter {class_}")


def _names(view: View, sides: list[SideCurve]) -> Iterator[Markup]:
    """The names beside the ends of the lines, moved apart."""
    most, y = _most(sides), -20.0
    for below, side in zip(reversed(range(len(sides))), sides, strict=True):
        y = max(min(_y(side.scores[-1], most), _HEIGHT - 11 * below), y + 11)
        name = _clipped(sides_named(view, side.side))
        label = f"{side.letter} {name} {side.scores[-1]}"
        yield tag("text", label, x=_LEFT + _WIDTH + 2, y=y, dy="0.35em", class_=_class(view, side))


def _class(view: View, side: SideCurve) -> str:
    return "winner" if side.side in view.table.won_by else "other"


def _clipped(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
