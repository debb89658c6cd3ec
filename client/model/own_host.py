"""The daemon of a player who hosts with `fives host`: how friends can join, as it last said.

Here: the links, and what the host hears when something in it changes. Not here: the sentences (`words.reach_words`).
"""

from collections.abc import Iterator

from attrs import field

from client.model.announcements import Announcement, Subject
from client.words import host_words, reach_words
from client.words.name_words import shown
from client.words.say import say
from protocol.frozen import define
from protocol.shared.friends_link import friends_link, host_links, invitation_for_friends
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.operator_messages import HostCode, Log, Reach, TunnelState


@define
class OwnHost:
    """`here`: what its link begins with on this machine. `has_page`: browsers can join."""

    here: str
    has_page: bool = True
    reach: Reach = field(factory=Reach)
    code: str | None = field(default=None, repr=False)
    """The newest code for a browser, until one has been let in, or too many wrong ones have come."""
    log: tuple[str, ...] = ()
    """The last lines of the daemon's log, as they were last asked for."""
    locked: frozenset[str] = frozenset()
    """The names of tables that need a password."""
    _is_known: bool = False
    """Whether the daemon has said anything: at first, `reach` is what its first lines say."""
    first_way: Endpoint | None = None
    """The way with which the link begins as long as it is one, by the host's choice; None: the likeliest."""
    _announced: TunnelState = TunnelState.STARTING
    _shown: Endpoint | None = None
    """The first way of the link that the host has seen last; None if friends cannot open that any more."""
    _has_had_friend: bool = False

    def link(self, table: str | None, name: str | None = None) -> JoinLink | None:
        """The link to a table with the invitation of this name, or with the usual one; None if nobody can join."""
        invitations = {invitation.name: invitation for invitation in self.reach.invitations}
        given = invitation_for_friends(self.reach) if name is None else invitations.get(name)
        return friends_link(self.reach, table, None if given is None else given.invitation, self.first_way)

    @property
    def ways_in(self) -> tuple[Endpoint, ...]:
        """The ways with which the link may begin, the likeliest first."""
        link = friends_link(self.reach, None)
        return () if link is None else link.endpoints

    def choose_other_way(self) -> bool:
        """Have the link and its code begin with the next way; False if there is no other."""
        ways, link = self.ways_in, self.link(None)
        if link is None or len(ways) < 2:
            return False
        self.first_way = self._shown = ways[(ways.index(link.endpoints[0]) + 1) % len(ways)]
        return True

    def link_for_browsers(self, table: str | None) -> str | None:
        """The same link with what a browser needs: short enough for a QR code. None without a page."""
        link = self.link(table)
        if link is None or not self.has_page:
            return None
        return str(JoinLink(link.endpoints[:1], table, invitation=link.invitation))

    def code_links(self) -> tuple[str, ...]:
        """The links with which a browser becomes the host's, the one in this network first; empty without a code."""
        return () if self.code is None else host_links(self.reach, self.code, self.here)

    def ways(self, table: str | None, *, is_copied: bool = False) -> tuple[str, ...]:
        """How friends can join, a line each, the link first. `is_copied`: by a key, which the first line names."""
        ways = reach_words.ways(self.reach, self.link(table), self.here, has_page=self.has_page, is_copied=is_copied)
        return (*ways, say("way.password")) if table in self.locked else ways

    @property
    def notes(self) -> tuple[str, ...]:
        """What is encrypted, and what else a host should know, a line each."""
        return reach_words.notes(self.reach, has_page=self.has_page)

    def receive(self, reach: Reach, table: str | None) -> list[Announcement]:
        """Take in what the daemon says, and return its news for the host. `table`: where the link leads to."""
        before, self.reach = self.reach, reach
        is_first, self._is_known = not self._is_known, True
        news = [*self._about_link(table, is_first=is_first)]
        if not is_first:
            news += self._made(before, table)
            news += self._let_in(before)
            news += self._refused_code(before)
        if not self._has_had_friend and any(invitation.here for invitation in reach.invitations):
            self._has_had_friend = True
            news.append(say("way.first_friend"))
        if reach.opened and not before.opened and not reach.outside:
            news.append(say("way.opened"))
        if reach.why_unlisted and not before.why_unlisted:
            news.append(reach_words.unlisted(reach))
        return [Announcement(Subject.SEATS, text) for text in news]

    def take(self, answer: HostCode | Log) -> tuple[str, ...]:
        """Take in what was asked for, and return it in lines to read out."""
        match answer:
            case HostCode():
                self.code = answer.code
                return host_words.how_to_scan(self.code_links())
            case Log():
                self.log = answer.lines
                return tuple(map(shown, answer.lines)) or (say("host.no_lines"),)

    def _about_link(self, table: str | None, *, is_first: bool) -> Iterator[str]:
        """Says once that the way is open, and once that it is not; and each new link, unless it is on its way."""
        link, share = self.link(table), self.reach.share
        if share == TunnelState.FAILED and self._announced is not TunnelState.FAILED:
            self._announced, self._shown = TunnelState.FAILED, None
            yield reach_words.about_share(self.reach)
        elif link is not None and share in (TunnelState.OFF, TunnelState.OPEN) and self._shown != link.endpoints[0]:
            has_opened = share == TunnelState.OPEN and self._announced is not TunnelState.OPEN
            if has_opened or not is_first:
                is_new = self._shown is None
                yield reach_words.about_new_link(self.reach, link, has_opened=has_opened, is_first=is_new)
            self._shown = link.endpoints[0]
            if share == TunnelState.OPEN:
                self._announced = TunnelState.OPEN

    def _let_in(self, before: Reach) -> Iterator[str]:
        """Says which browsers have the host's controls now."""
        known = {browser.number for browser in before.browsers}
        for browser in self.reach.browsers:
            if browser.number not in known:
                self.code = None
                yield host_words.let_in(browser)

    def _refused_code(self, before: Reach) -> Iterator[str]:
        """Says that somebody has shown a wrong code."""
        wrong = self.reach.wrong_code
        if wrong is not None and wrong != before.wrong_code:
            self.code = None if wrong.ends_code else self.code
            yield host_words.wrong_code(wrong)

    def _made(self, before: Reach, table: str | None) -> Iterator[str]:
        """The link of an invitation that has just been made: it is the first one."""
        known = {invitation.name for invitation in before.invitations}
        for invitation in self.reach.invitations[:1]:
            link = self.link(table, invitation.name)
            if invitation.name not in known and link is not None:
                yield reach_words.link_of(invitation.name, link)
