"""The windows that say what each key does, at the table, in a replay and in lessons.

Not here: the keys (`actions.keys`), what they do (`keys_part`, and each window for its own).
"""

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import field

from client.actions.key_row import PAGE, KeyRow, rows_of
from client.actions.keys import COURSE, MORE, REPLAY, TO_LOOK, TO_PLAY
from client.picture.markup import Markup, tag
from client.web.state import State
from client.web.window import PageWindow
from client.words.say import say
from protocol.frozen import define
from protocol.game.rules import Rules


@define(eq=False)
class KeysWindow(PageWindow):
    """The keys: the same list over every place. `state`: of the page, if it is over the page's table."""

    state: State | None = field(default=None, kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The keys of the table, and of the other places."""
        model = None if self.state is None else self.state.model
        return all_keys(None if model is None or model.session.game is None else model.table.rules)


def all_keys(rules: Rules | None = None) -> Iterator[Markup]:
    """The keys of the table that a beginner wants, and the others of each place, folded. `rules`: the table's."""
    yield _keys((*TO_PLAY, *TO_LOOK), rules)
    yield _folded("more", say("page.other_keys"), MORE)
    yield _folded("replay", say("panel.replay"), REPLAY)
    yield _folded("lessons", say("lesson.lessons"), COURSE)


def _folded(name: str, title: str, rows: Iterable[KeyRow[Any]]) -> Markup:
    return tag("details", tag("summary", title), _keys(rows), id=f"keys-{name}")


def _keys(rows: Iterable[KeyRow[Any]], rules: Rules | None = None) -> Markup:
    here = rows_of(rows, PAGE, rules)
    lines = (tag("tr", tag("th", row.label, scope="row"), tag("td", row.meaning)) for row in here)
    return tag("table", tag("tbody", *lines), class_="keys")
