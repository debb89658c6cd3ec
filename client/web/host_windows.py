"""Hosting from this browser: taking the host's code, inviting a friend, naming the page.

Here: the question before a code is exchanged for this browser's token, and the windows with fields of a host. Not here:
the panels of a host (`client.panels.host`), those that are a panel alone (`panel_windows`), storing the token
(`browser_store`).
"""

from collections.abc import Iterator

from attrs import field

from client.actions.action import NewInvitation
from client.model.announcements import Subject
from client.model.checks import WhyNot
from client.picture.markup import Markup, tag
from client.web import page_words
from client.web.page_controls import button, one_field
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.panel_windows import PanelWindow
from client.web.state import State
from client.web.window import PageWindow, Presses
from client.words import reach_words
from client.words.say import say
from protocol.frozen import define
from protocol.log.operator_commands import Invite, NamePage
from protocol.names import LONGEST_NAME, checked_name
from protocol.shared.join_link import parse_host_code
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Goodbye, Invited, NotAccepted
from protocol.wire.operator_messages import Exchange, HostToken


@define(eq=False)
class BecomeHostWindow(PageWindow):
    """The question before a code is exchanged for this browser's token. The script has the code."""

    has_own_press = True

    state: State = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """What hosting from here means, and the button for it."""
        links = self.state.links
        if not links.may_host:
            yield tag("p", say("page.far_hosting"))
            return
        yield tag("p", say("page.what_hosting_is"))
        yield tag("p", say("page.tunnel_hosting") if links.is_encrypted else say("page.plain_hosting"))
        yes = tag("form", tag("button", say("page.host_now"), type="submit", class_="main"), data_press="become-host")
        yield tag("div", yes, button("close", self.name, say("page.not_now")), class_="row")

    def presses(self) -> Presses:
        """The answer yes, with the code."""
        return {"become-host": self._become_host}

    def _become_host(self, value: Value) -> None:
        state, code = self.state, parse_host_code(field_of(value))
        if state.links.may_host:
            state.show("")
        if code is None:
            state.sentences.notify(say("page.no_code"), Subject.REFUSED)
        elif state.links.may_host:
            state.services.start(self._exchange, code)

    async def _exchange(self, code: str) -> None:
        state, invitation = self.state, self.state.store.invitation
        first = b"" if invitation is None else encode_from_client(Invited(invitation))
        match await state.services.ask_host(first, Exchange("1", code, state.services.kind)):
            case HostToken(token=token):
                state.become_host(token)
                state.sentences.notify(say("page.hosts_here"))
                if state.link is not None:
                    state.link.connect_again()
            case NotAccepted() | Goodbye() as answer:
                state.sentences.notify(reach_words.refused(answer), Subject.REFUSED)
            case str() as why:
                state.sentences.notify(why, Subject.REFUSED)
            case _:
                state.sentences.notify(say("page.not_reached"), Subject.REFUSED)
        state.changed()


def offer(state: State) -> None:
    """Ask the player whether to host from this browser, which has a code for it.

    Also if a token is stored: it may be of a daemon that has ended.
    """
    state.show(state.find(BecomeHostWindow).name)


@define(eq=False)
class InviteWindow(PageWindow):
    """The field for the name of an invitation."""

    opened_by = (NewInvitation,)

    state: State = field(kw_only=True)

    def inside(self) -> Iterator[Markup]:
        """The field."""
        yield one_field("invite", say("invite.for_whom"), say("invite.new"), longest=LONGEST_NAME)

    def presses(self) -> Presses:
        """The field."""
        return {"invite": self._invite}

    def _invite(self, value: Value) -> None:
        name, fault = checked_name(field_of(value))
        self.state.show("invitations")
        self.state.done(
            WhyNot(page_words.no_name(fault)) if fault is not None else self.state.model.ask_own_host(Invite(name))
        )


class NamesWindow(PanelWindow):
    """The names of the page, with a field for another one."""

    def below(self) -> Iterator[Markup]:
        """The field."""
        if self.state.model.own_host is not None:
            yield one_field("page-name", say("host.new_name"), say("host.add_name"), has_focus=False)

    def presses(self) -> Presses:
        """The field."""
        return {"page-name": self._name_page}

    def _name_page(self, value: Value) -> None:
        self.state.show(self.name)
        self.state.done(self.state.model.ask_own_host(NamePage(field_of(value).strip())))
