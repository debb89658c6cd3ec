"""Elements that change from step to step, each written once, with the steps at which it is shown.

So a script that knows nothing about the game can show any step: it hides the elements of the others. Pure.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Generic, TypeVar

from client.picture.markup import Markup, with_attributes
from protocol.frozen import define

T = TypeVar("T", bound=Hashable)


@define(eq=False)
class Span(Generic[T]):
    """A value that is shown from step `first` up to, but not including, step `end`."""

    value: T
    first: int
    end: int


def spans(values_by_step: Sequence[Sequence[T]], first: int = 0) -> list[Span[T]]:
    """All these values in one order: those shown at a step are the values of that step, in their order.

    `first`: the number of the first step. A value that stays from one step to the next has one span.
    """
    timeline = list[Span[T]]()
    shown = list[Span[T]]()
    for step, values in enumerate(values_by_step, first):
        before = [span.value for span in shown]
        kept = list[Span[T]]()
        for kind, begin, end, new_begin, new_end in SequenceMatcher(None, before, values, False).get_opcodes():
            if kind == "equal":
                kept += shown[begin:end]
                continue
            new = [Span(value, step, first + len(values_by_step)) for value in values[new_begin:new_end]]
            place = timeline.index(kept[-1]) + 1 if kept else 0
            timeline[place:place] = new
            kept += new
            for span in shown[begin:end]:
                span.end = step
        shown = kept
    return timeline


def changing(
    values_by_step: Sequence[Sequence[T]], element_of: Callable[[T], Markup], first: int = 0
) -> Iterator[Markup]:
    """The elements of these values, with `data-from` and `data-to` unless they are always shown.

    Without a script those of the last step are shown.
    """
    last = first + len(values_by_step)
    for span in spans(values_by_step, first):
        element = element_of(span.value)
        if (span.first, span.end) == (first, last):
            yield element
        else:
            hidden = "" if span.end < last else None
            yield with_attributes(element, data_from=span.first, data_to=span.end, hidden=hidden)
