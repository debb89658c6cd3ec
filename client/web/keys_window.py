"""The windows that say what each key does, at the table, in a replay and in lessons.

Not here: the keys (`actions.keys`), what they do (`keys_part`, and each window for its own).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from client.actions.keys import COURSE, PAGE, REPLAY, TABLE, KeyRow, rows_of
from client.picture.markup import Markup, tag
from client.web import page_words
from client.web.window import PageWindow
from client.words import lesson_words


class KeysWindow(PageWindow):
    """The keys: the same list over every place."""

    def inside(self) -> Iterator[Markup]:
        """A table for each place."""
        return all_keys()


def all_keys() -> Iterator[Markup]:
    """A table with the keys of each place."""
    yield _keys(rows_of(TABLE, PAGE))
    yield tag("h3", page_words.REPLAY)
    yield _keys(rows_of(REPLAY, PAGE))
    yield tag("h3", lesson_words.LESSONS)
    yield _keys(rows_of(COURSE, PAGE))


def _keys(rows: Iterable[KeyRow[Any]]) -> Markup:
    lines = (tag("tr", tag("th", row.label, scope="row"), tag("td", row.meaning)) for row in rows)
    return tag("table", tag("tbody", *lines), class_="keys")
