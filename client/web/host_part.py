"""Hosting from this browser: taking the host's code, inviting a friend, naming the page.

Here: the question before a code is exchanged for this browser's token, and the fields of a host. Not here: the panels
of a host (`client.panels.host`), the windows around these parts (`menu_part`), storing the token (`browser_store`).
"""

from collections.abc import Iterator
from typing import Final

from client.model import hosting
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.picture.markup import Markup, tag
from client.web import page_words
from client.web.page_controls import button, field, one_field
from client.web.page_messages import Value
from client.web.state import State
from client.words import reach_words
from protocol.console.join_link import parse_host_code
from protocol.names import LONGEST_NAME, checked_name
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Goodbye, Invited, NotAccepted
from protocol.wire.operator_messages import Exchange, HostToken

LONGEST_PAGE_NAME: Final = 253


def offer(state: State) -> None:
    """Ask the player whether to host from this browser. Its script has the code, and sends it if the answer is yes.

    Also if a token is stored: it may be of a daemon that has ended.
    """
    state.show("become-host")


def become_host(state: State) -> Iterator[Markup]:
    """What hosting from here means, and the button for it."""
    if not state.links.may_host:
        yield tag("p", page_words.FAR_HOSTING)
        return
    yield tag("p", page_words.WHAT_HOSTING_IS)
    yield tag("p", page_words.TUNNEL_HOSTING if state.links.is_encrypted else page_words.PLAIN_HOSTING)
    yes = tag("form", tag("button", page_words.HOST_NOW, type="submit", class_="main"), data_press="become-host")
    yield tag("div", yes, button("close", state.window, page_words.NOT_NOW), class_="row")


def invite(_: State) -> Iterator[Markup]:
    """The field for the name of an invitation."""
    yield one_field("invite", reach_words.FOR_WHOM, reach_words.INVITE, longest=LONGEST_NAME)


# The presses.


def _become_host(state: State, value: Value) -> None:
    code = parse_host_code(field(value))
    if state.links.may_host:
        state.show("")
    if code is None:
        state.notify(page_words.NO_CODE, Subject.REFUSED)
    elif state.links.may_host:
        state.start(_exchange, state, code)


async def _exchange(state: State, code: str) -> None:
    invitation = state.store.invitation
    first = b"" if invitation is None else encode_from_client(Invited(invitation))
    match await state.ask_host(first, Exchange("1", code, state.kind)):
        case HostToken(token=token):
            state.become_host(token)
            state.notify(page_words.HOSTS_HERE)
            if state.link is not None:
                state.link.connect_again()
        case NotAccepted() | Goodbye() as answer:
            state.notify(reach_words.refused(answer.detail), Subject.REFUSED)
        case str() as why:
            state.notify(why, Subject.REFUSED)
        case _:
            state.notify(page_words.NOT_REACHED, Subject.REFUSED)
    state.changed()


def _invite(state: State, value: Value) -> None:
    name, fault = checked_name(field(value))
    state.show("invitations")
    state.done(WhyNot(page_words.no_name(fault)) if fault is not None else hosting.invite(state.model, name))


def _name_page(state: State, value: Value) -> None:
    state.show("names")
    state.done(hosting.name_page(state.model, field(value).strip()))


PRESSES: Final = {"become-host": _become_host, "invite": _invite, "page-name": _name_page}
