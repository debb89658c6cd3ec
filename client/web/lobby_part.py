"""The page before a table: the player's name, a password, the host's tables.

Here: that part. Not here: what can be done with a table (`panels.lobby`), the form for a new one (`form_part`), the
seats of a table before its match (`waiting_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.model.status import Ended, InLobby, NeedsAnswer
from client.panels.lobby import panel
from client.picture.markup import Markup, joined, tag
from client.web import page_words
from client.web.icons import icon
from client.web.page_controls import button, connect_again, field, one_field
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.state import State
from client.words.setting_words import TITLE as SETTINGS
from protocol.names import LONGEST_NAME, checked_name


def lobby(state: State) -> Markup:
    """The lobby; empty at a table."""
    return joined(_place(state))


def _place(state: State) -> Iterator[Markup]:
    status = state.model.status
    if isinstance(status, Ended) and not state.is_at_table:
        yield from connect_again(state)
    elif not state.named.is_set():
        yield tag("p", page_words.WHAT_IT_IS, class_="about")
        yield one_field(
            "name", page_words.YOUR_NAME, page_words.PLAY, value=state.store.name, longest=LONGEST_NAME, empties=False
        )
    elif isinstance(status, NeedsAnswer):
        yield tag("p", status.text)
        yield one_field("password", page_words.PASSWORD, page_words.ENTER, type_="password")
        yield button("password", "", page_words.GIVE_UP)
    elif isinstance(status, InLobby):
        tables = panel(state.model)
        yield tag("h2", tables.title)
        yield from panel_html(tables, "tables")
        settings = button("show", "settings", icon("settings"), SETTINGS, aria_haspopup="dialog")
        yield tag("ul", tag("li", settings), class_="choices")
    else:
        return
    if state.fault:
        yield tag("p", state.fault, role="alert", class_="fault")
    elif state.notice and not state.is_at_table:
        yield tag("p", state.notice.text, role="alert", class_="notice")


# The presses.


def _take_name(state: State, value: Value) -> None:
    name, fault = checked_name(field(value))
    state.fault = "" if fault is None else page_words.no_name(fault)
    if fault is None and not state.named.is_set():
        assert state.link is not None
        state.store.name = name
        state.link.rename_player(name)
        state.named.set()


def _take_password(state: State, value: Value) -> None:
    if isinstance(state.model.status, NeedsAnswer):
        assert state.link is not None
        state.link.give_answer(field(value).strip())


PRESSES: Final = {"name": _take_name, "password": _take_password}
