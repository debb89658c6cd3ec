"""The analysis of a match as a picture: everybody's chances to win, and a dot for each of the costliest plays.

Here: the picture, and a figure for each player. It repeats what the sentences under it say, so it is for the eye alone;
a dot leads to its play as the sentence of the same number does. Not here: the window (`analysis_window`), the sentences
(`replay.replay_words`), the curve of the scores (`curve_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.picture.markup import SPACE, Markup, isolated, joined, tag
from client.replay import replay_words
from client.replay.cursor import Replay
from client.web.page_controls import colour
from client.words.name_words import shown
from protocol.log.events import RoundDealt
from protocol.wire.analysis import Analysis, JudgedPlay, JudgedPlayer

_WIDTH: Final = 256
_HEIGHT: Final = 130
_LEFT: Final = 34
_RIGHT: Final = 10
_ABOVE: Final = 10
_BELOW: Final = 18
_DOT: Final = 7
_FINGER: Final = 20
"""The radius of what a finger has to hit, in units of the picture, as are the sizes above."""


def chances(replay: Replay, found: Analysis) -> Markup:
    """The picture and the figures; no picture of fewer than two plays."""
    return joined([_figures(found), _picture(replay, found) if len(found.plays) > 1 else Markup()])


def _picture(replay: Replay, found: Analysis) -> Markup:
    shapes = [*_axes(replay, found)]
    for judged in found.players:
        plays = [play for play in found.plays if play.seat == judged.seat]
        if plays:
            way = "L".join("{:g} {:g}".format(*_place(found, play)) for play in plays)
            shapes.append(tag("path", class_=colour(judged.seat), d=f"M{way}"))
    shapes += (_dot(found, play, at) for at, play in reversed([*enumerate(replay.costliest)]))
    box = f"0 0 {_LEFT + _WIDTH + _RIGHT} {_ABOVE + _HEIGHT + _BELOW}"
    return tag("svg", *shapes, viewBox=box, class_="curve chances", aria_hidden="true")


def _place(found: Analysis, play: JudgedPlay) -> tuple[float, float]:
    return _x(found, play.seq), _y(play.win)


def _x(found: Analysis, seq: int) -> float:
    first, last = found.plays[0].seq, found.plays[-1].seq
    return _LEFT + _DOT + (seq - first) * (_WIDTH - 2 * _DOT) / max(1, last - first)


def _y(chance: float) -> float:
    return _ABOVE + _HEIGHT * (1 - min(1.0, max(0.0, chance)))


def _axes(replay: Replay, found: Analysis) -> Iterator[Markup]:
    """Lines at 0, 50 and 100 in 100, and where each round begins, with its number if there is room."""
    for chance in (0.0, 0.5, 1.0):
        yield tag("path", class_="grid", d=f"M{_LEFT} {_y(chance):g}h{_WIDTH}")
        yield tag("text", str(round(100 * chance)), x=_LEFT - 5, y=_y(chance), dy="0.35em", class_="score")
    after = 0.0
    for entry in replay.record.entries:
        x = _x(found, max(entry.seq, found.plays[0].seq))
        if isinstance(entry.event, RoundDealt) and entry.seq < found.plays[-1].seq:
            yield tag("path", class_="grid", d=f"M{x:g} {_ABOVE}v{_HEIGHT}")
            if x >= after:
                yield tag("text", str(entry.event.round), x=x, y=_ABOVE + _HEIGHT + 13, class_="round")
                after = x + 18


def _dot(found: Analysis, play: JudgedPlay, at: int) -> Markup:
    """A costly play, with its number in the list under the picture."""
    x, y = _place(found, play)
    reach = tag("circle", class_="reach", cx=x, cy=y, r=_FINGER)
    number = tag("text", str(at + 1), x=x, y=y, dy="0.36em", class_="number")
    shapes = reach, tag("circle", class_="dot", cx=x, cy=y, r=_DOT), number
    return tag("g", *shapes, class_=f"slip {colour(play.seat)}", data_press="costly", data_value=str(at))


def _figures(found: Analysis) -> Markup:
    """A figure for each player."""
    return tag("ul", *map(_figure, found.players), class_="figures", aria_hidden="true")


def _figure(judged: JudgedPlayer) -> Markup:
    figure, what = replay_words.figure(judged)
    name = tag("span", isolated(shown(judged.name)), class_="name")
    return tag("li", name, tag("b", figure), SPACE, tag("small", what), class_=colour(judged.seat))
