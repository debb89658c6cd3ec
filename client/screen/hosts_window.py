"""The hosts in the player's network as a list on the full screen, with a line to type where else to join.

Here: its lines, keys and drawing. Not here: finding hosts (`net.lan_hosts`), which are listed (`model.lan_hosts`),
trying a typed address (`join_screen`), the list in lines (`lines.host_lines`).
"""

from collections.abc import Iterator
from typing import Final, Protocol

from attrs import Factory, field

from client.model.lan_hosts import LanHost, LanHosts
from client.screen.card import Card
from client.screen.choice_list import ChoiceList, ListWindow
from client.screen.message import REFUSED
from client.screen.paper import Fragment, Line
from client.screen.window import Key, Owner
from client.words import lan_words
from client.words.say import in_words, say
from protocol.frozen import define
from protocol.shared.address import AddressError
from protocol.shared.join_link import JoinLink, typed_link

_TYPED: Final = "typed"


class JoinOwner(Owner, Protocol):
    """What the list can have done besides.

    `progress`: an attempt that is under way, in words; empty without one. `has_searched`: for a few seconds already.
    """

    progress: str
    has_searched: bool

    def join_host(self, host: LanHost) -> None:
        """Leave for this host of the list."""

    def try_to_join(self, link: JoinLink) -> None:
        """Leave for this place as soon as a host answers there."""

    def stop_trying(self) -> None:
        """Stay, whether a host answers or not."""


@define(eq=False)
class HostsWindow(ListWindow):
    """The hosts that can be trusted, a line to type an address, then all others, which only the player selects.

    `notice`: what is wrong, in place of the sentence about the selected line. `question`: the same for what a line is
    being typed for.
    """

    owner: JoinOwner
    hosts: LanHosts
    closes: bool = False
    """Whether there is something under the list."""
    notice: str = ""
    question: str = ""
    _typed: str = ""
    rows: ChoiceList = field(
        init=False, default=Factory(lambda self: ChoiceList(self.lines, names=self.names), takes_self=True)
    )

    def _choices(self) -> list[LanHost | None]:
        """The hosts; None for the line to type an address."""
        return [*self.hosts.trusted, None, *self.hosts.doubtful]

    def lines(self) -> list[str]:
        """The choices."""
        return [say("lan.type_address") if host is None else self.hosts.line(host) for host in self._choices()]

    def names(self) -> list[str]:
        """A name for each of them: a selected line is still the same when others come and go."""
        return [_TYPED if host is None else str(host.number) for host in self._choices()]

    @property
    def _selected(self) -> LanHost | None:
        return self._choices()[self.rows.at]

    # Keys.

    def press(self, key: str) -> bool:
        """Do what a key asks for."""
        self.notice = ""
        self.owner.stop_trying()
        return super().press(key)

    def keys(self) -> Iterator[Key]:
        """The keys of a list."""
        host = self._selected
        if host is None:
            yield self.choosing(say("footer.type"))
        else:
            yield self.choosing("" if host.is_silent else say("footer.join"))
        yield from self.moving()
        if self.closes:
            yield Key(("q", "escape"), lambda _: self.owner.close(), say("footer.back"))
        else:
            yield Key(("q", "escape"), lambda _: self.owner.leave(), say("key.leave"))

    def choose(self) -> None:
        """Join the selected host, or let the player type what is needed for it."""
        host = self._selected
        self.rows.select(self.rows.at)  # from here on, whatever else is found
        if host is None:
            self.type_address(self._typed)
        elif self.hosts.is_impostor(host) and not host.is_silent:
            self.question = lan_words.about_impostor(host.announced.name)
            self.owner.type_line(lan_words.type_to_join(), lambda typed: self._join_anyway(typed, host))
        elif not host.is_silent:
            self.owner.join_host(host)

    def type_address(self, draft: str) -> None:
        """Let the player type an address or a link, from `draft` on."""
        self.owner.stop_trying()
        self.owner.type_line(say("lan.address"), self._join_typed, draft)

    def _join_anyway(self, typed: str, host: LanHost) -> None:
        if typed.strip().casefold() == lan_words.JOIN_ANYWAY:
            self.owner.join_host(host)

    def _join_typed(self, typed: str) -> None:
        self._typed = typed
        try:
            link = typed_link(typed)
        except AddressError as error:
            self.notice = in_words(error.said)
        else:
            self.owner.try_to_join(link)

    # Drawing.

    def card(self, width: int) -> Card:
        """The list."""
        return self.rows.card(say("lan.title"), width, foot=say("foot.q_back" if self.closes else "foot.q_leave"))

    def prompt(self) -> Line:
        """What is wrong or being asked, or a sentence about the selected line."""
        if self.notice:
            return [Fragment(REFUSED, self.notice)]
        return [Fragment("class:prompt", self.owner.progress or self.question or self._about())]

    def _about(self) -> str:
        host = self._selected
        if host is not None and host.is_silent:
            return lan_words.about_silence(host.announced.port)
        if host is not None:
            is_impostor = self.hosts.is_impostor(host)
            if is_impostor:
                return lan_words.about_impostor(host.announced.name)
            return lan_words.where_it_leads(host.tables)
        if self.hosts.trouble:
            return lan_words.cannot_be_found(self.hosts.trouble)
        if self.hosts.trusted:
            return say("lan.about_address")
        return say("lan.none_found" if self.owner.has_searched else "lan.looking")
