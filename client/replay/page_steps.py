"""A replay as steps, numbered from 0, and the spans of steps in which something stays the same.

Here: how long a text stays the same, how long a tile stays in a hand. Each element of a page names the steps at which
it is shown, so the script needs no knowledge of the game. Pure. Not here: the elements (`page_table`, `page_log`).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from client.picture.markup import Markup, tag
from client.replay.cursor import Replay
from protocol.log.table import Table

T = TypeVar("T", bound=Hashable)


class Span(NamedTuple, Generic[T]):
    """A value that holds from step `first` up to, but not including, step `end`."""

    first: int
    end: int
    value: T


class Steps:
    """Every step of a replay with all tiles open: where it ends, the plays up to there, and the table after it."""

    def __init__(self, replay: Replay) -> None:
        replay.look_from(None)
        replay.to_start()
        deal = replay.position
        replay.to_first_step()
        self.entries = [replay.position]
        self.plays = [replay.plays[0]]
        self.tables = [replay.table]
        while replay.forward():
            self.entries.append(replay.position)
            self.plays.append(replay.plays[0])
            self.tables.append(replay.table)
        self.first_deal = min(bisect_left(self.entries, deal), self.last)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.entries) - 1

    def showing(self, play: int) -> int:
        """The first step after this play."""
        return min(bisect_left(self.plays, play), self.last)

    def is_play(self, step: int) -> bool:
        """Whether a tile is played in this step."""
        return step > 0 and self.plays[step] > self.plays[step - 1]

    def spans(self, value_of: Callable[[Table], T]) -> list[Span[T]]:
        """The spans of a value computed from each table."""
        return list(runs([value_of(table) for table in self.tables]))


def runs(values: Sequence[T], first: int = 0) -> Iterator[Span[T]]:
    """A span for each run of equal values; `first` is the step of the first value."""
    begun = 0
    for at in range(1, len(values) + 1):
        if at == len(values) or values[at] != values[begun]:
            yield Span(first + begun, first + at, values[begun])
            begun = at


def stays(values: Sequence[Sequence[T]], first: int = 0) -> list[Span[T]]:
    """The span of each member of a changing collection, ordered by the step at which it appears."""
    came: list[tuple[int, T]] = []
    gone: dict[int, int] = {}
    here: list[int] = []
    for step, held in enumerate(values, start=first):
        new = Counter(held)
        for each in [at for at in here if not _taken_from(new, came[at][1])]:
            here.remove(each)
            gone[each] = step
        for value in held:
            if _taken_from(new, value):
                here.append(len(came))
                came.append((step, value))
    end = first + len(values)
    return [Span(step, gone.get(at, end), value) for at, (step, value) in enumerate(came)]


def _taken_from(counted: Counter[T], value: T) -> bool:
    """Remove one of these values; False if none is left."""
    counted[value] -= 1
    return counted[value] >= 0


def timed(name: str, span: Span[T], now: int, *inside: str, **attributes: str | float | None) -> Markup:
    """An element that is shown during this span, hidden if the span does not contain step `now`."""
    hidden = None if span.first <= now < span.end else ""
    return tag(name, *inside, data_from=span.first, data_to=span.end, hidden=hidden, **attributes)
