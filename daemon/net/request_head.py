"""The head of a request as a proxy, such as a tunnel's, has passed it on: what it says of the browser and of the proxy.

Here: where the browser is, and whether the proxy has made a plain request of a WebSocket. Pure. Not here: reading the
head, and what becomes of the request (`browsers`).
"""

import ipaddress
import re
from collections.abc import Sequence
from typing import Final

from daemon.guest import Origin
from daemon.net.addresses import is_loopback, origin_of
from protocol.shared.household import TUNNEL
from protocol.shared.http_head import END
from protocol.shared.table_path import LINES, PLAY

_WITH_PORT: Final = re.compile(r"(?:\[(?P<six>[^\]]+)\]|(?P<four>[\d.]+))(?::\d+)?")
"""`203.0.113.9:4711` or `[2001:db8::1]:4711`, as some proxies write an address; the port may be left out."""


def forwarded_origin(head: bytes) -> Origin:
    """Where a request through a tunnel comes from, by the tunnel's own header; `TUNNEL` if it does not say.

    The last address is the one that the tunnel has added: a browser can send any that come before it. No tunnel leads
    to the exemption of this machine's own connections.
    """
    named = _values(head, b"x-forwarded-for")
    address = _address_in(named[-1].rpartition(",")[2].strip()) if named else None
    return origin_of(TUNNEL if address is None or is_loopback(address) else address, is_outside=True)


def is_websocket_cut_off(head: bytes) -> bool:
    """Whether this was the request for a WebSocket before a proxy took the `Upgrade` out of it."""
    path = head.partition(b"\r\n")[0].split(b" ")[1:2]
    is_for_one = path in ([PLAY.encode()], [LINES.encode()]) and bool(_values(head, b"sec-websocket-key"))
    return is_for_one and "websocket" not in ",".join(_values(head, b"upgrade")).lower()


def _values(head: bytes, name: bytes) -> Sequence[str]:
    """The values of this header, in order."""
    pairs = (line.partition(b":") for line in head.partition(END)[0].split(b"\r\n")[1:])
    return [value.decode("latin-1").strip() for found, _, value in pairs if found.lower() == name]


def _address_in(text: str) -> str | None:
    found = _WITH_PORT.fullmatch(text)
    try:
        return str(ipaddress.ip_address(text if found is None else found["six"] or found["four"]))
    except ValueError:
        return None
