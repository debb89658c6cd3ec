"""The page before a table: the player's name, a password, the host's tables.

Here: that part, and going to a table. Not here: the form for a new table (`form_part`), the seats of a table
before its match (`waiting_part`).
"""

from collections.abc import Iterator
from typing import Final

from client.actions.action import GoTo, NewTable, SeeTables
from client.model.status import Ended, InLobby, NeedsAnswer
from client.picture.markup import Markup, isolated, joined, tag
from client.replay import games_words
from client.web import page_words as words
from client.web.page_controls import button, connect_again, field, one_field
from client.web.page_messages import Value
from client.web.state import State
from client.words import lobby_words
from client.words.name_words import shown
from protocol.names import LONGEST_NAME, checked_name
from protocol.wire.messages import Role, TableSummary


def lobby(state: State) -> Markup:
    """The lobby; empty at a table."""
    return joined(_place(state))


def _place(state: State) -> Iterator[Markup]:
    status = state.model.status
    if isinstance(status, Ended) and not state.is_at_table:
        yield from connect_again(state)
    elif not state.named.is_set():
        yield tag("p", words.WHAT_IT_IS, class_="about")
        yield one_field(
            "name", words.YOUR_NAME, words.PLAY, value=state.store.name, longest=LONGEST_NAME, empties=False
        )
    elif isinstance(status, NeedsAnswer):
        yield tag("p", status.text)
        yield one_field("password", words.PASSWORD, words.ENTER, type_="password")
        yield button("password", "", words.GIVE_UP)
    elif isinstance(status, InLobby):
        yield tag("h2", words.TABLES)
        yield from table_list(state)
        yield button("show", "games", games_words.TITLE)
    else:
        return
    if state.fault:
        yield tag("p", state.fault, role="alert", class_="fault")
    elif state.notice and not state.is_at_table:
        yield tag("p", state.notice.text, role="alert", class_="notice")


def table_list(state: State) -> Iterator[Markup]:
    """The tables with their buttons, and a button to open a table."""
    tables = state.model.lobby.tables
    if not tables:
        yield tag("p", words.NO_TABLES)
    yield tag("ul", *(_table(state, each) for each in tables), class_="tables")
    yield button("new-table", "", words.OPEN_TABLE, class_="main" if not tables else None)


def _table(state: State, summary: TableSummary) -> Markup:
    name = shown(summary.table)
    seats = ", ".join(map(lobby_words.seat_summary, summary.seats))
    row = tag("div", *_ways_in(state, summary), class_="row")
    return tag(
        "li", tag("h3", isolated(name)), tag("p", lobby_words.about_table(summary)), tag("p", seats, class_="who"), row
    )


def _ways_in(state: State, summary: TableSummary) -> Iterator[Markup]:
    table, name, lobby = summary.table, shown(summary.table), state.model.lobby
    if state.is_at_table and table == state.model.session.table_name:
        yield tag("em", words.YOU_ARE_HERE)
        return
    may_sit = table in lobby.own_tables or not lobby.is_full(table)
    if may_sit:
        yield button("join", table, words.SIT_DOWN, class_="main", aria_label=f"{words.SIT_DOWN} {name}")
    yield button("watch", table, words.WATCH, class_=None if may_sit else "main", aria_label=f"{words.WATCH} {name}")


# The presses.


def _take_name(state: State, value: Value) -> None:
    name, fault = checked_name(field(value))
    state.fault = "" if fault is None else words.no_name(fault)
    if fault is None and not state.named.is_set():
        assert state.link is not None
        state.store.name = name
        state.link.rename_player(name)
        state.named.set()


def _take_password(state: State, value: Value) -> None:
    if isinstance(state.model.status, NeedsAnswer):
        assert state.link is not None
        state.link.give_answer(field(value).strip())


def _join(state: State, value: Value) -> None:
    _go(state, field(value), Role.PLAYER)


def _watch(state: State, value: Value) -> None:
    _go(state, field(value), Role.SPECTATOR)


def _go(state: State, table: str, role: Role) -> None:
    if not state.named.is_set() or not table:
        return
    state.show("")
    state.model.session.role = role
    state.wish(GoTo(table, watches=role is Role.SPECTATOR))


def _see_tables(state: State, _: Value) -> None:
    state.show("tables")
    state.act(SeeTables())


def _new_table(state: State, _: Value) -> None:
    state.wish(NewTable())


PRESSES: Final = {
    "name": _take_name,
    "password": _take_password,
    "join": _join,
    "watch": _watch,
    "tables": _see_tables,
    "new-table": _new_table,
}
