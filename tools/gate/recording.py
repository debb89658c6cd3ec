"""A recording: a folder of texts, and how two sets of texts differ.

Here: what a text is, masking what differs from run to run, a folder with texts, comparing. Not here: where the texts
come from (`sources`).
"""

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Final

from attrs import frozen

Texts = Iterable[tuple[str, str]]
"""Texts with their names, such as `wire/0007`: the part of the gate, and the text in it."""

_MASKS: Final = (
    (re.compile(rf"{re.escape(tempfile.gettempdir())}/[\w./-]*"), "FOLDER"),
    (re.compile(r"(http://)?(\[[0-9a-f:]+\]|\d+\.\d+\.\d+\.\d+|localhost|example\.org):\d+"), "HOST"),
    (re.compile(r"\b([a-z2-7]{5}-){3}[a-z2-7]{5}\b"), "KEY"),
    (re.compile(r"\b\d{4}-\d\d-\d\d-[a-z]+-[0-9a-f]{6}\b"), "GAME"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?"), "TIME"),
    (re.compile(r'"(token|secret|code|invitation|id)":"[^"]*"'), r'"\1":"MASKED"'),
    (re.compile(r"#[\w.~=&%,:;@/+-]{12,}"), "#LINK"),
)
"""What is random, of the clock, or of the process, where nothing fixes it."""
CONTEXT: Final = 2
"""How many lines before a difference are shown."""
LONGEST_SHOWN: Final = 400
"""How much of a line is shown, around the place where it differs."""


def masked(text: str) -> str:
    """The text of a real program without what differs between two runs of the same tree."""
    for pattern, mask in _MASKS:
        text = pattern.sub(mask, text)
    return text


def write(folder: Path, texts: Texts) -> int:
    """Write these texts; returns how many there were."""
    count = 0
    for name, text in texts:
        path = folder / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="utf-8", errors="backslashreplace")
        count += 1
    return count


def read(folder: Path, parts: Iterable[str]) -> dict[str, str]:
    """The texts of these parts in a recording."""
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text(encoding="utf-8").removesuffix("\n")
        for part in parts
        for path in sorted((folder / part).rglob("*.txt"))
    }


@frozen
class Difference:
    """A text that differs: the number of its first differing line, and what to show a person."""

    name: str
    line: int
    shown: tuple[str, ...]


def differences(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Difference]:
    """How the texts of two trees differ, in the order of their names."""
    for name in sorted(before.keys() | now.keys()):
        if name not in now:
            yield Difference(name, 0, ("there is no such text any more",))
        elif name not in before:
            yield Difference(name, 0, ("this text is new",))
        elif before[name] != now[name]:
            yield _difference(name, before[name].split("\n"), now[name].split("\n"))


def _difference(name: str, before: list[str], now: list[str]) -> Difference:
    at = next(at for at, (one, other) in enumerate(zip_longest(before, now)) if one != other)
    context = [f"    {_part(line, 0)}" for line in before[max(0, at - CONTEXT) : at]]
    one, other = (lines[at] if at < len(lines) else "(it has ended)" for lines in (before, now))
    column = next((nth for nth, (left, right) in enumerate(zip_longest(one, other)) if left != right), 0)
    return Difference(name, at + 1, (*context, f"  - {_part(one, column)}", f"  + {_part(other, column)}"))


def _part(line: str, column: int) -> str:
    """A line, or the part of a long one around this column."""
    if len(line) <= LONGEST_SHOWN:
        return line
    first = max(0, min(column - LONGEST_SHOWN // 2, len(line) - LONGEST_SHOWN))
    last = first + LONGEST_SHOWN
    return f"{'...' if first else ''}{line[first:last]}{'...' if last < len(line) else ''}"
