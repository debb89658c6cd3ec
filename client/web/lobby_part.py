"""The page before a table: the player's name, a password, the host's tables.

Here: that part, also for a link to a table that the host does not have. Not here: what can be done with a table
(`panels.lobby`), asking for the tables before there is a name (`first_look`), the form for a new one (`form_window`),
the seats of a table before its match (`waiting_part`).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from client.model.status import Ended, InLobby, NeedsAnswer
from client.panels.lobby import panel
from client.picture.markup import Markup, joined, tag
from client.picture.svg import tile_shape
from client.replay import games_words
from client.replay.replay_words import moment_anywhere
from client.web import page_words
from client.web.course_windows import learn_offer, offer_of_lessons
from client.web.icons import icon
from client.web.initials import seat_marks
from client.web.page_controls import button, connect_again, field, one_field
from client.web.page_messages import Value
from client.web.panel_html import panel_html
from client.web.state import State
from client.words import lobby_words
from client.words.english import listed
from client.words.name_words import game_title
from client.words.say import say
from protocol.game.tiles import Tile
from protocol.log.table import Stage
from protocol.names import LONGEST_NAME
from protocol.shared.join_link import LONGEST as LONGEST_LINK
from protocol.wire.messages import Role, TableSummary

_MARK: Final = ((Tile(6, 4), -16, -24), (Tile(5, 5), 0, 0), (Tile(5, 0), 16, 24))
"""The tiles of the mark: each with its turn in degrees, and how far it is from the middle."""


def lobby(state: State) -> Markup:
    """The lobby; empty at a table."""
    return joined(_place(state))


def _place(state: State) -> Iterator[Markup]:
    status = state.model.status
    if isinstance(status, Ended) and not state.is_at_table:
        yield mark()
        yield from _uninvited(state) if status.is_uninvited else connect_again(state)
    elif not state.newcomer.named.is_set():
        yield from _welcome(state)
    elif isinstance(status, NeedsAnswer):
        yield mark()
        yield tag("p", status.text)
        yield one_field("password", say("page.password"), say("page.enter"), type_="password")
        yield button("password", "", say("page.give_up"))
    elif isinstance(status, InLobby):
        yield from _notice(state)
        yield from _tables(state)
        yield from learn_offer(state)
        return
    else:
        return
    yield from _notice(state)


def _uninvited(state: State) -> Iterator[Markup]:
    """What somebody sees who needs an invitation: nothing of this host's tables, and a field for a link.

    The script opens what is pasted, and says what is wrong with it.
    """
    has_ended = state.credentials.invitation is not None
    yield tag("h2", say("page.invitation_ended") if has_ended else say("page.by_invitation"))
    yield tag("p", say("page.ask_for_new_link") if has_ended else say("page.ask_for_link"))
    yield one_field("link", say("page.paste_link"), say("page.open_link"), longest=LONGEST_LINK, empties=False)
    yield tag("p", role="alert", class_="fault")


def _notice(state: State) -> Iterator[Markup]:
    """Why a form was not accepted, or the answer to the last press."""
    fault, notice = state.newcomer.fault, state.sentences.notice
    if fault:
        yield tag("p", fault, role="alert", class_="fault")
    elif notice and not state.is_at_table and not _is_said_by_the_heading(notice.text, state):
        yield tag("p", notice.text, role="alert", class_="notice")


def mark() -> Markup:
    """The mark of the page: three tiles like a hand of cards."""
    tiles = (
        tag("g", tile_shape(tile), transform=f"translate({x} {abs(x) / 6:g}) rotate({turn})")
        for tile, turn, x in sorted(_MARK, key=lambda placed: -abs(placed[2]))
    )
    return tag("svg", *tiles, class_="mark", viewBox="-48 -24 96 54", aria_hidden="true")


# Before there is a name.


def _welcome(state: State) -> Iterator[Markup]:
    """What the link leads to, the field for a name, and the lessons, as the document has room for them."""
    yield from _form(_offer(state), state.store.name, only_watches=_only_watches(state))
    yield offer_of_lessons()


def first_page() -> Markup:
    """What a newcomer sees before anything is known of the host's tables: the form. The document has it.

    There is room in it for what comes, so that no button moves under a finger.
    """
    return joined([*_form((), "", only_watches=False), offer_of_lessons(is_later=True)])


def _form(offer: Iterable[Markup], name: str, *, only_watches: bool) -> Iterator[Markup]:
    labels = say("page.play"), say("offer.watch")
    label, other = reversed(labels) if only_watches else labels
    yield mark()
    yield tag("div", *offer, class_="offer")
    yield one_field(
        "name",
        say("page.your_name"),
        label,
        value=name,
        longest=LONGEST_NAME,
        empties=False,
        autocomplete="nickname",
        or_send=other,
    )
    yield tag("p", say("page.what_it_is"), class_="about")


def _offer(state: State) -> Iterator[Markup]:
    summary = state.table_to_join
    if state.newcomer.no_tables:
        yield tag("p", state.newcomer.no_tables, role="status")
    elif summary is not None:
        yield tag("h2", lobby_words.whose_table(summary))
        yield from _about(state, summary)
    elif state.newcomer.no_tables is not None:
        yield from _no_table(state) if state.linked_table is not None else [tag("h2", say("lobby.title"))]
        yield tag("ul", *(tag("li", _in_a_line(other)) for other in state.model.lobby.tables), class_="lines")
        yield tag("p", say("page.name_first"), class_="about")


def _about(state: State, summary: TableSummary) -> Iterator[Markup]:
    """The game of a table and its free seats, who is there, and what a newcomer should know."""
    game = tag("strong", game_title(summary.rules))
    seated = [lobby_words.seat_summary(seat) for seat in summary.seats if seat.name is not None]
    yield tag("p", joined([game, lobby_words.seats_free(summary)], Markup(", ")))
    yield seat_marks(summary.seats)
    if seated:
        there = say("page.is_there" if len(seated) == 1 else "page.are_there", players=listed(seated))
        yield tag("p", there, class_="about")
    if _only_watches(state):
        has_bots = state.model.lobby.has_bot_in_match(summary.table)
        yield tag("p", say("page.running_with_bots" if has_bots else "page.running"), class_="about")
    if summary.locked:
        yield tag("p", say("page.needs_password"), class_="about")


def _only_watches(state: State) -> bool:
    """Whether a newcomer can only watch at the table of the link: its match is running, and every seat is taken."""
    summary = state.table_to_join
    is_running = summary is not None and summary.stage is not Stage.SEATING
    return is_running and summary is not None and state.model.lobby.is_full(summary.table)


def _in_a_line(summary: TableSummary) -> Markup:
    name, game = lobby_words.whose_table(summary), game_title(summary.rules)
    return joined([tag("strong", name), f"{game}, {lobby_words.seats_free(summary)}"], page_words.colon())


# The host's tables.


def _tables(state: State) -> Iterator[Markup]:
    tables = panel(state.model)
    if _is_gone(state):
        yield mark()
        yield from _no_table(state)
    yield tag("h2", tables.title)
    yield from panel_html(tables, "tables")
    settings = button("show", "settings", icon("settings"), say("settings.title"), aria_haspopup="dialog")
    yield tag("ul", tag("li", settings), class_="choices")


def _is_gone(state: State) -> bool:
    """Whether the host has no table of the name in the link."""
    linked = state.linked_table
    return linked is not None and linked not in state.model.lobby.names


def _is_said_by_the_heading(notice: str, state: State) -> bool:
    names = sorted(state.model.lobby.names)
    return _is_gone(state) and notice == lobby_words.no_such_table(state.linked_table or "", names)


def _no_table(state: State) -> Iterator[Markup]:
    """What is known about a table that the host does not have: perhaps this browser has finished a match there."""
    linked = state.linked_table or ""
    yield tag("h2", page_words.gone(linked))
    played = [game.result for game in state.store.games.all() if game.result.table == linked]
    if played:
        yield tag("p", say("as_sentence", words=games_words.result_line(played[0], moment_anywhere(played[0].at))))
    else:
        yield tag("p", say("page.gone"), class_="about")


# The presses.


def _take_name(state: State, value: Value) -> None:
    """Go to the table with this name, to watch if the button says so.

    Not with the name of a player who is away there: the host may let them come back by name.
    """
    is_first, watches = not state.newcomer.named.is_set(), _only_watches(state)
    state.take_name(field(value))
    summary, session = state.table_to_join, state.model.session
    if is_first and watches and summary and not state.model.lobby.has_absent(summary.table, session.name):
        assert state.link is not None
        session.role, session.wanted_table = Role.SPECTATOR, summary.table
        state.link.choice.stay_in_lobby()  # if nobody may watch there


def _take_password(state: State, value: Value) -> None:
    if isinstance(state.model.status, NeedsAnswer):
        assert state.link is not None
        state.link.give_answer(field(value).strip())


PRESSES: Final = {"name": _take_name, "password": _take_password}
