"""The scores of a match round by round, as a picture.

Here: the picture, and its numbers for screen readers. Each side has a letter, the winner's is A, so it can be read
without colour. Not here: finding the scores (`view.highlights`), the window that shows it (`sheets_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.picture.markup import SPACE, Markup, isolated, joined, tag
from client.view.highlights import Highlights, SideCurve, curves
from client.view.view import View
from client.web.page_controls import unseen
from client.words.name_words import sides_named

_WIDTH: Final = 240
_HEIGHT: Final = 120
_LEFT: Final = 26
_BELOW: Final = 14
_MOST_SIDES: Final = 6


def curve(view: View, found: Highlights) -> Markup:
    """The curve of the best sides and the viewer's; empty if no round was finished."""
    if len(found.scores) < 2:
        return Markup()
    sides = curves(view, found, _MOST_SIDES)
    label = "; ".join(f"{sides_named(view, side.side)} {', '.join(map(str, side.scores[1:]))}" for side in sides)
    shapes = [*_axes(sides), *(shape for side in reversed(sides) for shape in _side(view, side, sides))]
    picture = tag(
        "svg", *shapes, viewBox=f"0 0 {_LEFT + _WIDTH} {_HEIGHT + _BELOW}", class_="curve", aria_hidden="true"
    )
    names = tag("ul", *(_name(view, side) for side in sides), class_="legend", aria_hidden="true")
    return joined([picture, names, unseen(f"Scores after each round: {label}.")])


def _most(sides: list[SideCurve]) -> int:
    return max(1, *(max(side.scores) for side in sides))


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
        yield tag("circle", class_=class_, cx=x, cy=y, r=6)
        yield tag("text", side.letter, x=x, y=y, dy="0.35em", class_=f"letter {class_}")


def _name(view: View, side: SideCurve) -> Markup:
    """The letter of a side, its name and its score."""
    name = isolated(sides_named(view, side.side))
    return tag("li", side.letter, SPACE, name, SPACE, str(side.scores[-1]), class_=_class(view, side))


def _class(view: View, side: SideCurve) -> str:
    return "winner" if side.side in view.table.won_by else "other"
