"""The forms that a message can have: for a number, for a person, or one for all.

Here: how a row of the catalogue is written, and the texts of a row with their names, as translators get them. Not here:
the messages (the other modules of this folder), choosing a form and putting the facts in (`words.say`).
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

Text = str | tuple[str, str] | tuple[str, str, str]
"""One text; or the texts for one and for more of the fact `n`; or for none, one and more."""
Row = Text | Mapping[str, Text]
"""A text; or texts by person, of whom the message speaks in its fact `who`: `you`, `one` and `many`, as far as it can
be them.

A fact stands in braces: `{tile}`. `{who}` is a name in the middle of a sentence, and `{Who}` the same at its start.
"""


class Person(StrEnum):
    """Of whom a message speaks."""

    YOU = "you"
    ONE = "one"
    WE = "we"
    """The reader and others. English speaks of them as of others, and other languages do not."""
    MANY = "many"


NONE_OF: Final = ":none"
"""Follows the name of the text for none."""


def text_for(texts: Mapping[str, Text], person: Person) -> Text:
    """The text of a row by person."""
    return texts[Person.MANY if person is Person.WE else person]


def texts_of(key: str, row: Row) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each text of a message: its name (`match.won:you`), and what English says for one and, if it counts, for more."""
    if isinstance(row, str):
        yield key, (row,)
    elif isinstance(row, tuple):
        if len(row) == 3:
            yield f"{key}{NONE_OF}", row[:1]
        yield key, row[-2:]
    else:
        for person in Person:
            if person in row or (person is Person.WE and Person.MANY in row):
                yield from texts_of(f"{key}:{person}", text_for(row, person))
