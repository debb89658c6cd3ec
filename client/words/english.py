"""Lists and chances."""

from collections.abc import Iterable

from client.words.say import say


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`; `last` is the word before the last of them, `and` or `or`."""
    *most, end = words
    return say("list.or" if last == "or" else "list.and", most=in_line(most), last=end) if most else end


def in_line(words: Iterable[str]) -> str:
    """`a, b, c`; empty for none."""
    line = ""
    for word in words:
        line = say("list.comma", most=line, last=word) if line else word
    return line


def in_parts(words: Iterable[str]) -> str:
    """`a; b; c`, of parts that have commas themselves; empty for none."""
    line = ""
    for word in words:
        line = say("list.semicolon", most=line, last=word) if line else word
    return line


def in_100(chance: float) -> str:
    """A chance as so many of 100: `54`, `less than 1`."""
    return say("in_100.less_than_1") if 0 < chance < 0.005 else f"{100 * chance:.0f}"
