"""The end of a match in place of the board: the scores round by round as a curve, the same in numbers, the highlights.

Here: drawing them. Each side has a letter, the winner's is A, so the curve can be read without colour. Pure. Not here:
finding the highlights (`view.highlights`), the table of the last round under them (`round_end`).
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from client.screen.paper import Canvas, Fragment, Line, centred, clip_text, columns
from client.view.highlights import Highlights, curves
from client.view.view import View
from client.words.highlight_words import highlight_sentences
from client.words.name_words import sides_named
from client.words.say import say
from client.words.wrapping import cells, wrap

_LEAST_ROWS: Final = 4
"""Rows of the smallest curve, and columns between its axis and its names."""
_LEAST_COLUMNS: Final = 12
_MOST_ROWS: Final = 16
_MOST_COLUMNS: Final = 76
_MOST_SIDES: Final = 6
_LONGEST_NAME: Final = 16


class _Side(NamedTuple):
    """A side of the curve: its letter, its name, its scores, and its style."""

    letter: str
    name: str
    scores: tuple[int, ...]
    style: str

    @property
    def label(self) -> str:
        """`A you 61`."""
        return f"{self.letter} {self.name} {self.scores[-1]}"


def match_end(view: View, found: Highlights, width: int, height: int) -> list[Line]:
    """The end of the match in exactly `height` lines; empty if there is no room for a curve.

    With little room, the numbers are left out first, then the last sentences.
    """
    sentences = list(highlight_sentences(view, found))
    text = _wrapped(sentences, width)
    while text and height - len(text) - 2 < _LEAST_ROWS:
        sentences.pop()
        text = _wrapped(sentences, width)
    rows = min(_MOST_ROWS, height - len(text) - 2)
    if rows < _LEAST_ROWS or len(found.scores) < 2:
        return []
    sides = _sides(view, found, min(_MOST_SIDES, rows - 1))
    numbers = _numbers(sides, width)
    if rows - len(numbers) - 1 >= 2 * _LEAST_ROWS:
        rows -= len(numbers) + 1
    else:
        numbers = []
    curve = _curve(sides, width, rows)
    if not curve:
        return []
    parts = filter(None, (curve, numbers, text))
    lines = [line for part in parts for line in ([], *part)][1:]
    above = (height - len(lines)) // 2
    empty: Line = [Fragment("", " " * width)]
    below = height - above - len(lines)
    return [*[empty] * above, *(centred(line, width) for line in lines), *[empty] * below]


def _wrapped(sentences: Sequence[str], width: int) -> list[Line]:
    return [[Fragment("class:title", line)] for sentence in sentences for line in wrap(sentence, width)]


def _sides(view: View, found: Highlights, most: int) -> list[_Side]:
    return [
        _Side(
            curve.letter,
            clip_text(sides_named(view, curve.side), _LONGEST_NAME),
            curve.scores,
            "class:winner" if curve.side in view.table.won_by else "class:card",
        )
        for curve in curves(view, found, most)
    ]


def _curve(sides: Sequence[_Side], width: int, rows: int) -> list[Line]:
    """The curve with its axes, and each side's name and score beside its end."""
    most = max(1, *(max(side.scores) for side in sides))
    axis = len(str(most))
    beside = max(cells(say("end.head_round")), *(cells(side.label) for side in sides))
    rounds = len(sides[0].scores) - 1
    across = min(_MOST_COLUMNS, width - axis - beside - 4)
    if across < _LEAST_COLUMNS:
        return []
    canvas = Canvas(axis + across + beside + 4, rows)
    left, bottom = axis + 2, rows - 2
    for y in range(bottom + 1):
        canvas.put(axis + 1, y, "│", "class:quiet")
    for tick in (0, most // 2, most):
        canvas.put(0, _row(tick, most, bottom), f"{tick:>{axis}} ┤", "class:quiet")
    canvas.put(axis + 1, bottom, "┼", "class:quiet")
    for side in reversed(sides):
        for x, score, is_round in _points(side.scores, across):
            canvas.put(left + x, _row(score, most, bottom), side.letter if is_round else "·", side.style)
    for side, y in zip(
        sides, _rows_apart([_row(side.scores[-1], most, bottom) for side in sides], bottom), strict=True
    ):
        canvas.put(left + across + 1, y, side.label, side.style)
    _put_round_numbers(canvas, left, across, rounds, rows - 1)
    return canvas.lines()


def _row(score: float, most: int, bottom: int) -> int:
    return bottom - round(score / most * bottom)


def _points(scores: Sequence[int], across: int) -> Iterator[tuple[int, float, bool]]:
    """Column, score, and whether a round ended there; between two rounds the score rises evenly."""
    rounds = len(scores) - 1
    ends = {round(at * (across - 1) / rounds): at for at in range(rounds + 1)}
    for x in range(across):
        place = x * rounds / (across - 1)
        before = int(place)
        is_round = x in ends
        score = scores[ends[x]] if is_round else _score_between(scores[before], scores[before + 1], place - before)
        yield x, score, is_round


def _score_between(before: int, after: int, part: float) -> float:
    return before + (after - before) * part


def _rows_apart(rows: Sequence[int], bottom: int) -> list[int]:
    """These rows, the highest first, moved so far that no two are the same."""
    moved: list[int] = []
    for row in rows:
        moved.append(max(row, moved[-1] + 1) if moved else row)
    over = max(0, moved[-1] - bottom)
    for at in reversed(range(len(moved))):
        limit = bottom - (len(moved) - 1 - at)
        moved[at] = min(moved[at], limit) if over else moved[at]
    return moved


def _put_round_numbers(canvas: Canvas, left: int, across: int, rounds: int, y: int) -> None:
    """The numbers of the rounds, as many as there is room for."""
    canvas.put(left + across + 1, y, say("end.head_round"), "class:quiet")
    free = left
    for number in range(1, rounds + 1):
        x = left + round(number * (across - 1) / rounds) - len(str(number)) + 1
        if x >= free:
            canvas.put(x, y, str(number), "class:quiet")
            free = x + len(str(number)) + 1


def _numbers(sides: Sequence[_Side], width: int) -> list[Line]:
    """The scores after each round in a table, the last rounds if not all of them fit."""
    rounds = len(sides[0].scores) - 1
    for first in range(1, rounds + 1):
        table = [[say("end.head_round"), *(str(number) for number in range(first, rounds + 1))]]
        table += [[f"{side.letter} {side.name}", *map(str, side.scores[first:])] for side in sides]
        lines = columns(table)
        if cells(lines[0]) <= width:
            styles = ["class:quiet", *(side.style for side in sides)]
            widest = max(map(cells, lines))
            return [[Fragment(style, line.ljust(widest))] for style, line in zip(styles, lines, strict=True)]
    return []
