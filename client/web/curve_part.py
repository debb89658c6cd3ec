"""The scores of a match round by round, as a picture.

Here: the picture, and its numbers for screen readers. Each side has the colour of its first seat, and a letter at the
end of its line, so it can be read without colour; the winner's letter is A. Not here: finding the scores
(`view.highlights`), the window that shows it (`end_window`).
"""

from collections.abc import Iterator
from typing import Final

from client.picture.markup import SPACE, Markup, isolated, joined, tag
from client.view.highlights import Highlights, SideCurve, curves
from client.view.view import View
from client.web.page_controls import colour, unseen
from client.words.english import in_line, in_parts
from client.words.name_words import side_name, sides_named
from client.words.say import say

_WIDTH: Final = 246
_HEIGHT: Final = 150
_LEFT: Final = 30
_RIGHT: Final = 24
_BELOW: Final = 18
_APART: Final = 13
"""The least distance between two letters, in units of the picture, as are the sizes above."""
_MOST_SIDES: Final = 6


def curve(view: View, found: Highlights) -> Markup:
    """The curve of the best sides and the viewer's; empty if no round was finished."""
    if len(found.scores) < 2:
        return Markup()
    sides = curves(view, found, _MOST_SIDES)
    label = in_parts(
        say("score", side=side_name(view, side.side), score=in_line(map(str, side.scores[1:]))) for side in sides
    )
    lines = (shape for side in reversed(sides) for shape in _side(view, side, sides))
    box = f"0 0 {_LEFT + _WIDTH + _RIGHT} {_HEIGHT + _BELOW}"
    picture = tag("svg", *_axes(sides), *lines, *_letters(view, sides), viewBox=box, class_="curve", aria_hidden="true")
    names = tag("ul", *(_name(view, side) for side in sides), class_="legend", aria_hidden="true")
    return joined([picture, names, unseen(say("page.curve", scores=label))])


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
        yield tag("text", str(score), x=_LEFT - 6, y=y, dy="0.35em", class_="score")
    step = 1 + rounds // 12
    for number in range(step, rounds + 1, step):
        yield tag("text", str(number), x=_x(number, rounds), y=_HEIGHT + 13, class_="round")


def _side(view: View, side: SideCurve, sides: list[SideCurve]) -> Iterator[Markup]:
    """The line of a side, with a dot at each round."""
    most, rounds = _most(sides), len(side.scores) - 1
    places = [(_x(at, rounds), _y(score, most)) for at, score in enumerate(side.scores)]
    class_ = _class(view, side)
    yield tag("path", class_=class_, d=f"M{'L'.join(f'{x:g} {y:g}' for x, y in places)}")
    for x, y in places[1:]:
        yield tag("circle", class_=class_, cx=x, cy=y, r=2.6)


def _letters(view: View, sides: list[SideCurve]) -> Iterator[Markup]:
    """The letters of the sides where their lines end, apart from each other, the best side above."""
    most, above = _most(sides), float("-inf")
    room = _HEIGHT - _APART / 2 - _APART * (len(sides) - 1)
    for at, side in enumerate(sides):
        above = max(above + _APART, min(_y(side.scores[-1], most), room + _APART * at))
        x = _LEFT + _WIDTH + 8
        yield tag("text", side.letter, x=x, y=above, dy="0.35em", class_=f"letter {_class(view, side)}")


def _name(view: View, side: SideCurve) -> Markup:
    """The letter of a side, its name and its score."""
    name = isolated(sides_named(view, side.side))
    class_ = _class(view, side)
    return tag("li", tag("b", side.letter, class_="letter"), SPACE, name, SPACE, str(side.scores[-1]), class_=class_)


def _class(view: View, side: SideCurve) -> str:
    kind = "winner" if side.side in view.table.won_by else "other"
    return f"{kind} {colour(view.standings[side.side].seats[0])}"
