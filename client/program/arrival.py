"""Arriving at a host: what the player and the saved seats learn from each connection.

Here: also what goes wrong with the known hosts' files, and the way to a host to which the game has moved. Not here:
connecting (`net.dial`), the connection's messages (`net.link`).
"""

from functools import partial

import trio
from attrs import Factory, field

from client.model.announcements import Announcement, Subject
from client.net.credentials import Credentials
from client.net.dial import HostDial
from client.net.host_connection import Dial
from client.net.link import Link
from client.net.remedies.endings import keep_alive
from client.program.hosting import secret_at
from client.words.leaving_words import HostedBy
from client.words.name_words import shown
from client.words.presence_words import encrypted
from client.words.say import say
from protocol.frozen import define
from protocol.shared.address import Address, is_this_machine
from protocol.shared.join_link import JoinLink


@define(eq=False)
class HostArrival:
    """Connects a link to its host. `host`: the one to which it was connected last.

    `own_key`: the key of the first host, if that is the player's own: a connection that stays on this machine shows
    none, and what is owed to a host is shown only to one that is certain.
    """

    host: HostDial
    link: Link
    own_key: str = ""
    _first: HostDial = field(init=False, default=Factory(lambda self: self.host, takes_self=True))
    _troubles_reported: int = 0

    async def dial(self, address: Address) -> trio.abc.Stream:
        """As `host_connection.Dial`, to the first host."""
        return await self._dial(self._first, address)

    async def _dial(self, host: HostDial, address: Address) -> trio.abc.Stream:
        self.host = host
        stream = await host.dial(address)
        found, model = self.host.transport, self.link.model
        assert found is not None
        self.link.autosave.seats.key = found.key or (self.own_key if host is self._first else "")
        before, model.encryption = model.encryption, _encryption(found.key, found.endpoint.address.host)
        if found.key is None and model.encryption != before:
            self._announce(model.encryption)
        troubles = self.host.known.troubles
        for trouble in troubles[self._troubles_reported :]:
            self._announce(shown(trouble))
        self._troubles_reported = len(troubles)
        return stream

    def dial_to(self, where: JoinLink) -> Dial:
        """What connects to another host, beside the link."""
        return HostDial(where, self.host.known).dial

    def follow(self, where: JoinLink) -> None:
        """Lead the link to another host, from the next connection on, with nothing that is known only to this one."""
        link, model = self.link, self.link.model
        self.host = HostDial(where, self.host.known)
        link.address, link.dial, link.dial_beside = where.address, partial(self._dial, self.host), self.host.dial
        keep_alive(link, None)
        link.credentials = Credentials(partial(secret_at, where.address), self.host.invitation)
        link.autosave.seats.move_to(str(where.endpoints[0]))
        model.own_host, model.hosted_by = None, HostedBy.OTHERS

    def redial(self, where: JoinLink) -> bool:
        """Lead the link to another daemon of the host's club; False if it is another host."""
        return self.link.model.own_host is None and self.host.redial(where)

    def _announce(self, text: str) -> None:
        self.link.on_arrival.append(Announcement(Subject.LINK, text))


def _encryption(key: str | None, host: str) -> str:
    if key is not None:
        return encrypted(key)
    return "" if is_this_machine(host) else say("presence.not_encrypted")
