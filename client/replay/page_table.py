"""The table on a page, round by round, as a picture and in words.

Here: the steps at which each tile and mark is shown. Pure. Not here: the shapes (`picture.svg`), the hands
(`page_seats`), the log (`page_log`).
"""

from collections.abc import Iterator
from typing import Final

from client.model.lookback import laid_last
from client.picture.markup import Markup, tag
from client.picture.pinwheel import Rect
from client.picture.round_picture import Picture, picture
from client.picture.svg import arrow_mark, last_mark, place_of, spinner_mark, symbol_of, view_box
from client.replay import html_words as words
from client.replay.page_steps import Span, Steps, runs, stays, timed
from client.replay.record_view import beside
from client.words import answer_words as words_answers
from protocol.log.events import Entry
from protocol.log.table import Table

_LEAST: Final = (80, 40)
"""Cells of the smallest table, so that a single tile does not fill the screen."""


def tables(steps: Steps, entries: tuple[Entry, ...]) -> Iterator[Markup]:
    """One picture for each round, all of the same size; no tile moves during a round."""
    rounds = [each for each in steps.spans(_round) if each.value]
    drawn = [picture(beside(steps.tables[each.end - 1]).layout) for each in rounds]
    frames = [each.frame() for each in drawn]
    width = max((each.right - each.left + 1 for each in frames), default=0)
    height = max((each.bottom - each.top + 1 for each in frames), default=0)
    for span, laid, frame in zip(rounds, drawn, frames, strict=True):
        box = _widened(frame, max(width, _LEAST[0]), max(height, _LEAST[1]))
        shown = tag(
            "svg",
            *_laid(steps, entries, span, laid),
            viewBox=view_box(box),
            role="img",
            aria_label=words.picture_of_round(span.value),
        )
        caption = tag("figcaption", words.as_it_ended(span.value))
        yield tag("figure", shown, caption, data_from=span.first, data_to=span.end)


def _round(table: Table) -> int:
    return 0 if table.round is None else table.round.number


def _widened(frame: Rect, width: int, height: int) -> Rect:
    """A frame of this size with the same centre."""
    left = (frame.left + frame.right + 1 - width) // 2
    top = (frame.top + frame.bottom + 1 - height) // 2
    return Rect(left, top, left + width - 1, top + height - 1)


def _laid(steps: Steps, entries: tuple[Entry, ...], span: Span[int], laid: Picture) -> Iterator[Markup]:
    numbers = range(span.first, span.end)
    now = span.end - 1
    layouts = [beside(steps.tables[at]).layout for at in numbers]
    for placed in stays([each.tiles for each in layouts], span.first):
        used = tag("use", tag("title", str(placed.value)), href=f"#{symbol_of(placed.value)}")
        yield timed("g", placed, now, used, transform=place_of(laid.places[placed.value]))
    for spins in runs([each.spinner for each in layouts], span.first):
        if spins.value is not None:
            yield timed("g", spins, now, spinner_mark(laid.places[spins.value.tile]))
    for last in runs([laid_last(entries[: steps.entries[at]]) for at in numbers], span.first):
        if last.value is not None:
            yield timed("g", last, now, last_mark(laid.places[last.value]))
    arrows = [
        tuple(laid.arrows(layout)) if steps.tables[at].turn is not None else ()
        for at, layout in zip(numbers, layouts, strict=True)
    ]
    for arrow in stays(arrows, span.first):
        yield timed("g", arrow, now, arrow_mark(arrow.value))


# The same in words.


def ends(steps: Steps) -> Markup:
    """The open ends, their sum and its points."""
    return tag("p", *_spans(steps, steps.spans(_ends)), id="ends")


def _ends(table: Table) -> str:
    return words_answers.ends(beside(table)) if table.round is not None else ""


def in_words(steps: Steps) -> Markup:
    """The tiles on the table, the ends and the hands, for readers who cannot see the picture."""
    spans = steps.spans(lambda table: words.table_in_words(beside(table)))
    now = steps.last
    shown = (timed("div", span, now, *(tag("p", each) for each in span.value)) for span in spans)
    return tag("details", tag("summary", words.IN_WORDS), *shown, id="words")


def _spans(steps: Steps, spans: list[Span[str]]) -> Iterator[Markup]:
    return (timed("span", span, steps.last, span.value) for span in spans)
