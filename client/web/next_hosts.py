"""The machines where matches of this page go on, as far as a browser may try whether it reaches them.

Here: which addresses hand-overs have named, which of them a browser can try, and the policy of the frame in which it
does. Not here: trying and going there (`assets/next_host.js`), the link that is offered (`page_controls`, `tv_part`).

The policy of the page itself lets it load nothing from elsewhere. The frame's lets it load images from one address, and
there is a frame only for an address that a hand-over has named: so no host can have a browser look around in a house.
"""

import re
from collections import deque
from typing import Final

from attrs import field

from client.net.remedies.moved import is_here
from client.web.links import Links
from protocol.frozen import define
from protocol.shared.join_link import MOST_ENDPOINTS, Endpoint, JoinLink

REACH: Final = "/reach.html"
"""The path of the frame; the address follows as its query."""
FRAME: Final = b"<!doctype html><title>reach</title>"
_MOST: Final = 8 * MOST_ENDPOINTS
_NAMEABLE: Final = re.compile(r"[A-Za-z0-9.-]+")
"""The hosts that a policy can name, so not those with an IPv6 address."""


@define(eq=False)
class NextHosts:
    """The addresses that the last hand-overs have named, as the beginnings of links."""

    _named: deque[str] = field(factory=lambda: deque[str](maxlen=_MOST))

    def note(self, there: JoinLink) -> None:
        """Note that a match goes on there."""
        for endpoint in there.endpoints:
            if _can_be_named(endpoint) and endpoint.link not in self._named:
                self._named.append(endpoint.link)

    def policy(self, address: str) -> str | None:
        """The policy of the frame in which a browser tries this address; None if no hand-over has named it."""
        if address not in self._named:
            return None
        return f"default-src 'none'; img-src {address}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"


def ways_to_try(there: JoinLink, links: Links) -> tuple[str, ...]:
    """The addresses in a link that a browser can try before it goes there, the best one first.

    An encrypted page may load nothing that is not, and the browser's own machine is another host only for a browser on
    the machine of this one.
    """
    return tuple(
        endpoint.link
        for endpoint in there.endpoints
        if _can_be_named(endpoint)
        and (endpoint.is_web or not links.is_encrypted)
        and (links.is_here or not is_here(endpoint.address.host))
    )


def _can_be_named(endpoint: Endpoint) -> bool:
    return _NAMEABLE.fullmatch(endpoint.address.host) is not None
