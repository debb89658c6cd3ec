"""The links that one browser's page gives away: that of a table, for friends, and the way back to a seat.

Here: where they lead, and what is in their fragment. Pure. Not here: their grammar (`protocol.shared.join_link`),
showing them (`waiting_part`, `panel_windows`), reading them (`assets/link.js`), what is in a way back
(`client.store.browser_seats`).
"""

import re
from typing import Final
from urllib.parse import urlsplit

from protocol.frozen import frozen
from protocol.shared.address import LOCALHOST, Address, is_this_machine
from protocol.shared.household import is_near
from protocol.shared.join_link import WEB_PORT, Endpoint, JoinLink
from protocol.shared.table_path import TV, path_of

_HTTP_PORT: Final = 80


@frozen
class Links:
    """Links to this page for other machines. `origin`: what they begin with, such as `http://192.168.1.20:5533`.

    `key`: the host's key, None if nothing is encrypted. `is_inside`: the browser has named an address in this house;
    `is_here`: one of its own machine.
    """

    origin: str = f"http://{LOCALHOST}"
    key: str | None = None
    is_inside: bool = True
    is_here: bool = True

    @property
    def is_encrypted(self) -> bool:
        """Whether a browser that has opened this page is encrypted, at least up to a tunnel's owner."""
        return self.origin.startswith("https:")

    @property
    def may_host(self) -> bool:
        """Whether the host's controls may be sent to this page: not unencrypted through other networks."""
        return self.is_encrypted or self.is_inside

    def shown(self, table: str) -> str:
        """The link of a table as people read it, without what is secret."""
        return f"{self.origin}{path_of(table)}"

    def for_phones(self, table: str, invitation: str | None) -> str:
        """The link of a table for the camera of a phone: it only has to work in a browser, so it is short."""
        return invited(self.shown(table), invitation)

    @property
    def for_tv(self) -> str:
        """The address that somebody types at a TV."""
        return f"{self.origin}{TV}"

    def shared(self, table: str, invitation: str | None) -> str:
        """The link of a table for friends, with this invitation. It works in a browser and in a terminal."""
        return str(JoinLink((self._endpoint,), table, self.key, invitation))

    def way_back(self, back: str, invitation: str | None) -> str:
        """The fragment of a way back to a seat."""
        return str(JoinLink((self._endpoint,), None, self.key, invitation, back)).partition("#")[2]

    @property
    def _endpoint(self) -> Endpoint:
        """With its port: where none is named, a browser takes another one than `fives join`."""
        split = urlsplit(self.origin)
        is_web = split.scheme == "https"
        return Endpoint(Address(split.hostname or "", split.port or (WEB_PORT if is_web else _HTTP_PORT)), is_web)


def invited(link: str, invitation: str | None) -> str:
    """The link of a page with an invitation, in the shortest form that a browser understands."""
    return link if invitation is None else f"{link}#i={invitation}"


def links_for(origin: str, network: str, key: str | None) -> Links:
    """The links of a page that a browser has opened at this origin, which has been accepted.

    `network`: the page's address for other machines, or "". A machine's own name for itself leads nowhere on others.
    """
    host = urlsplit(origin).hostname or ""
    is_own = is_this_machine(host)
    is_inside = is_own or is_near(host) or not re.search(r"[.:]", host.removesuffix(".local"))
    return Links(network if is_own and network else origin, key, is_inside, is_own)
