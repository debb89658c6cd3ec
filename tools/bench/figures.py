"""Figures: measured values with their references, how often they were taken, and their output.

Here: a figure is the median of several takes, each taken side by side with a bare yardstick in the same run, so
that their ratio holds on another machine too. Not here: how anything is measured.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median
from typing import Final

from attrs import frozen

HEADINGS: Final = ("figure", "median", "spread", "beside", "its median", "ratio", "spread")


@frozen
class Figure:
    """Takes of one measurement and of its reference: `bare[n]` was measured right after `takes[n]`."""

    section: str
    name: str
    unit: str
    takes: tuple[float, ...]
    beside: str = ""
    bare: tuple[float, ...] = ()

    @property
    def ratios(self) -> tuple[float, ...]:
        """Each take divided by its reference."""
        return tuple(take / bare for take, bare in zip(self.takes, self.bare, strict=True) if bare) if self.bare else ()

    def line(self) -> str:
        """The figure as a line of JSON."""
        values: dict[str, object] = {"section": self.section, "name": self.name, "unit": self.unit}
        values |= _spread("", self.takes)
        if self.bare:
            values |= {"beside": self.beside, **_spread("bare_", self.bare), **_spread("ratio_", self.ratios)}
        return json.dumps(values)

    def cells(self) -> tuple[str, ...]:
        """The figure as a row of the table."""
        named = (
            f"{self.name}, {self.unit}" if self.unit else self.name,
            _short(median(self.takes)),
            _range(self.takes),
        )
        if not self.bare:
            return (*named, "", "", "", "")
        return (
            *named,
            self.beside,
            _short(median(self.bare)),
            _short(median(self.ratios)) if self.ratios else "",
            _range(self.ratios),
        )


def _spread(prefix: str, takes: Sequence[float]) -> dict[str, float]:
    if not takes:
        return {}
    values = {"median": median(takes), "low": min(takes), "high": max(takes)}
    return {f"{prefix}{name}": round(value, 6) for name, value in values.items()}


def _short(value: float) -> str:
    """The value with three significant digits."""
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _range(takes: Sequence[float]) -> str:
    return f"{_short(min(takes))} to {_short(max(takes))}" if len(takes) > 1 else ""


def table_of(figures: Iterable[Figure]) -> Iterator[str]:
    """The figures of a section as a table in Markdown."""
    rows = [HEADINGS, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    for nth, row in enumerate(rows):
        yield "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        if nth == 0:
            yield "|" + "|".join(" " + "-" * width + " " for width in widths) + "|"


def side_by_side(takes: int, *measures: Callable[[], float]) -> list[tuple[float, ...]]:
    """Run these measurements alternately, so that a busy moment of the machine affects them all."""
    rounds = [[measure() for measure in measures] for _ in range(takes)]
    return [tuple(column) for column in zip(*rounds, strict=True)]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second of this process's own time; `work` returns how many it did."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work()
    return done / spent


def share(values: Sequence[float], part: float) -> float:
    """The value below which this share of the values is: `share(latencies, 0.99)` is p99."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
