"""The buttons and forms of the page.

Here: their HTML, and reading what they send. Not here: which buttons there are (the parts).
"""

from collections.abc import Iterator
from typing import Final

from attrs import evolve

from client.actions.action import BringBack, Leave, Simple
from client.actions.keys import TABLE
from client.actions.panel import key_of
from client.model.status import Ended
from client.picture.markup import SPACE, Markup, in_one_line, tag
from client.picture.svg import symbol_of
from client.store.browser_seats import way_along
from client.web import page_words
from client.web.icons import icon
from client.web.next_hosts import ways_to_try
from client.web.page_messages import Value
from client.web.state import State
from client.words import take_over_words
from client.words.rehearsal_words import browser_link
from client.words.say import say
from protocol.game.tiles import SeenTile

CHAT_KEY: Final = next(row.first_key for row in TABLE if Simple.SAY in row.does.values())

CLOSE_KEY: Final = next(row.first_key for row in TABLE if Leave() in row.does.values())
"""In a window it closes that, as on the full screen."""


def button(press: str, value: str, *label: str, class_: str | None = None, **more: str | None) -> Markup:
    """A button that sends this press with this value. `data_waits`: not in the first second after it has appeared."""
    return tag("button", *label, type="button", class_=class_, data_press=press, data_value=value, **more)


def chat_button(state: State) -> Markup:
    """The button for the chat, with the number of lines that the player has not seen there.

    It opens a window. Where a panel has a field for chat, it and its key put the focus there, which the script does.
    """
    many = state.sentences.unread
    mark = (
        [SPACE, tag("b", str(many), class_="new", aria_hidden="true"), SPACE, unseen(say("page.new_messages", n=many))]
        if many
        else []
    )
    opens = "dialog" if state.side is None else None
    key = CHAT_KEY if state.settings["letters"] else None
    title = say("page.chat") if opens else None
    shown = say("page.chat"), *mark
    return button("show", "chat", *shown, aria_haspopup=opens, aria_keyshortcuts=key, data_title=title)


def menu_button() -> Markup:
    """The button that opens the menu."""
    return button("show", "menu", say("page.more"), aria_haspopup="dialog", data_title=say("panel.menu"))


def share_button(state: State, label: str) -> list[Markup]:
    """The button that passes on the link of this table, and the place where the script says what it has done.

    The link has the player's invitation in it, so it is in no text that is shown or compressed.
    """
    table, host = state.model.session.table_name or "", state.model.own_host
    link = (host and host.link(table)) or state.links.shared(table, state.store.invitation)
    pressed = tag("button", icon("share"), tag("span", label), type="button", data_share=str(link))
    return [pressed, tag("small", role="status")]


def connect_again(state: State) -> list[Markup]:
    """The buttons once the connection has ended; none if the seat is used elsewhere, which the script says.

    There are two if the game goes on at another host: one leads to its page, with the seat in the fragment. What is
    below them is shown once the browser has found out that it does not reach that host, or at once if it cannot try.
    Whoever hosts from this browser has one that takes the match back, too.
    """
    status = state.model.status
    if not isinstance(status, Ended) or status.is_elsewhere:
        return []
    if status.moved_to is None:
        return [button("reconnect", "", say("page.again"), class_="main")]
    seat = None if state.link is None else state.link.autosave.seats.current
    there = status.moved_to if seat is None else evolve(status.moved_to, back=way_along(seat))
    ways, asked = ways_to_try(there, state.links), state.model.presence.hand_over
    next_host = asked.seat if asked is not None and state.is_at_table else None
    said = (page_words.unreached if ways else page_words.untried)(state.model.view, next_host)
    link = tag("a", browser_link(there), href=str(there), target="_blank", rel="noreferrer")
    return [
        *(_taking_back(state) if state.model.absent_host.left is not None else []),
        button("go", str(there), say("page.go_there"), class_="main", data_ways=" ".join(ways)),
        button("reconnect", "", say("page.try_again")),
        tag("p", said, SPACE, link, role="status", class_="unreached" if ways else "about"),
    ]


def _taking_back(state: State) -> Iterator[Markup]:
    """The buttons that take the match back."""
    for anyway in (False, True) if state.model.absent_host.is_silent_elsewhere else (False,):
        label = take_over_words.take_back_label(anyway=anyway)
        yield button("choose", f"menu {key_of(BringBack(anyway))}", label)


def one_field(
    press: str,
    label: str,
    send: str,
    *,
    value: str = "",
    type_: str = "text",
    longest: int = 400,
    has_focus: bool = True,
    empties: bool = True,
    autocomplete: str = "off",
    or_send: str | None = None,
) -> Markup:
    """A form with one text field. `empties`: the script empties the field when it sends the form.

    `autocomplete`: what the browser may offer from its own memory, in HTML's words. `or_send`: a label that the button
    may have instead of `send`; it has room for both.
    """
    focus = "" if has_focus else None
    typed = tag(
        "input", name="text", type=type_, value=value, autocomplete=autocomplete, maxlength=longest, autofocus=focus
    )
    fields = tag("label", tag("span", label), typed)
    send_button = tag("button", send, type="submit", class_="main" if has_focus else None, data_or=or_send)
    return tag("form", fields, send_button, data_press=press, data_empties="" if empties else None, class_="line")


def tile_picture(tile: SeenTile) -> Markup:
    """The picture of an upright tile, its higher half on top."""
    return tag("svg", tag("use", href=f"#{symbol_of(tile)}"), viewBox="-10 -20 20 40", aria_hidden="true")


def turn_mark() -> list[Markup]:
    """What stands before the name of the player whose turn it is."""
    return [tag("span", "▸", class_="pointer", aria_hidden="true"), unseen(say("page.in_turn")), SPACE]


def colour(seat: int) -> str:
    """The CSS class with the colour of a seat."""
    return f"p{seat}"


def field(value: Value) -> str:
    """The value of a button, or the text of a form's only field."""
    return value if isinstance(value, str) else value.get("text", "")


def fields(value: Value) -> dict[str, str]:
    """The fields of a form; empty for a button."""
    return {} if isinstance(value, str) else dict(value)


def unseen(text: str) -> Markup:
    """Text for screen readers only."""
    return tag("span", in_one_line(text), class_="unseen")
