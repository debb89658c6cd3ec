"""One message to a web server that a player has named, who may be hostile, or whose server may be.

The player reads only whether it was sent: why not would say what this machine has reached, and where. The host's log
says why.

Here: finding its addresses, connecting to one of those and to no other, TLS, the request, and as much of the answer as
is needed. Not here: what is sent to which service (`services`), how many messages there may be (`reminders`).

The name is looked up once, and the connection is to an address that was found then: a second look might find another.
The system may wait for the network wherever it looks up a name or checks a certificate, so all of it is in a thread.
"""

import logging
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import trio
from attrs import field

from daemon.machine.network import is_in_own_networks
from daemon.reminders.public_addresses import is_public
from protocol.frozen import frozen
from protocol.shared.certificates import certificates
from protocol.version import __version__

TIME_TO_SEND: Final = 5.0
"""Seconds from looking the name up to the server's answer."""
MOST_READ: Final = 2_048
"""Bytes of the answer."""
_MOST_TRIED: Final = 3
"""Addresses of a server: one of them may be of a network that this machine is not in."""
_HTTPS_PORT: Final = 443
_STATUS: Final = re.compile(rb"HTTP/1\.[01] ([0-9]{3})[ \r\n]")

MOST_AT_ONCE: Final = 4
_THREADS: Final = trio.CapacityLimiter(MOST_AT_ONCE)
_TIME_TO_END: Final = 1.0
"""Seconds after which a thread that has not noticed that its time is over is left alone: the system looks up a name."""

log = logging.getLogger("fivesd.reminders")

Endpoint = tuple[str, int]
"""An IP address and a port."""


NOT_SENT: Final = "cannot be reached, or does not take the message: check the link, or try again later"


class NotSentError(Exception):
    """A message was not sent, or not taken. The text is the end of a sentence for the player: `ntfy.sh ...`."""


class WhyNotSentError(Exception):
    """Why a message was not sent. The text is the end of the same sentence, for the host alone."""


@frozen
class Request:
    """A `POST` to a web server."""

    host: str
    path: str = field(repr=False)
    headers: Mapping[str, str]
    body: bytes

    def to_bytes(self) -> bytes:
        """The request as it is sent."""
        headers = {
            "Host": self.host,
            "User-Agent": f"fives/{__version__}",
            **self.headers,
            "Content-Length": str(len(self.body)),
            "Connection": "close",
        }
        lines = [f"POST {self.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode("ascii") + self.body


def look_up(host: str) -> Sequence[Endpoint]:
    """The addresses of a web server, in the order in which to try them. Raises `OSError`."""
    found = socket.getaddrinfo(host, _HTTPS_PORT, type=socket.SOCK_STREAM)
    return [(str(sockaddr[0]), _HTTPS_PORT) for *_, sockaddr in found]


def may_connect_to(address: str) -> bool:
    """Whether a message may go to this address: to a machine of the internet, and to none in this host's networks.

    An address of the internet may be the host's own, and with IPv6 those of all machines in its house are.
    """
    return is_public(address) and not is_in_own_networks(address)


@frozen
class Web:
    """The web, as this host uses it.

    `look_up` finds the addresses of a name, `may_connect_to` says which of them may be used, `certificates` are those
    that a server's own has to follow from. `seconds`: how long a message may take.
    """

    look_up: Callable[[str], Sequence[Endpoint]] = look_up
    may_connect_to: Callable[[str], bool] = may_connect_to
    certificates: Callable[[], ssl.SSLContext] = certificates
    seconds: float = TIME_TO_SEND

    async def send(self, request: Request) -> None:
        """Post the request from a thread. Raises `NotSentError`. A thread that hangs keeps its place until it ends."""
        why_not = self._too_late
        try:
            with trio.move_on_after(self.seconds + _TIME_TO_END):
                await trio.to_thread.run_sync(self.post, request, limiter=_THREADS, abandon_on_cancel=True)
                return
        except WhyNotSentError as error:
            why_not = str(error)
        log.info("no reminder was sent: %s %s", request.host, why_not)
        raise NotSentError(NOT_SENT)

    @property
    def _too_late(self) -> str:
        return f"did not answer within {self.seconds:.0f} seconds"

    def post(self, request: Request) -> None:
        """Send the request, and read whether it is accepted. Raises `WhyNotSentError`."""
        until = time.monotonic() + self.seconds
        try:
            with self._connected(request.host, until) as stream:
                stream.settimeout(_left(until))
                stream.sendall(request.to_bytes())
                status = _status(stream, until)
        except ssl.SSLCertVerificationError:
            raise WhyNotSentError("has no valid certificate for its name") from None
        except TimeoutError:
            raise WhyNotSentError(self._too_late) from None
        except OSError:
            raise WhyNotSentError("could not be reached") from None
        if not 200 <= status < 300:
            raise WhyNotSentError(_meaning(status))

    def _connected(self, host: str, until: float) -> ssl.SSLSocket:
        """A connection to the server of this name. Raises `WhyNotSentError` and `OSError`."""
        for endpoint in self._endpoints(host):
            try:
                plain = socket.create_connection(endpoint, _left(until))
            except OSError:
                continue
            try:
                plain.settimeout(_left(until))
                return self.certificates().wrap_socket(plain, server_hostname=host)
            except BaseException:  # whatever it is, nothing else closes the socket
                plain.close()
                raise
        _left(until)
        raise ConnectionError

    def _endpoints(self, host: str) -> Sequence[Endpoint]:
        """The addresses to try. If one of them is not of the internet, none is: names of real services have no such."""
        try:
            found = self.look_up(host)
        except (OSError, UnicodeError):
            raise WhyNotSentError("is not a name that can be found") from None
        if not all(self.may_connect_to(address) for address, _ in found):
            raise WhyNotSentError("is not a machine of the internet, or is one in this host's own networks")
        return found[:_MOST_TRIED]


def _left(until: float) -> float:
    """The seconds that are left. Raises `TimeoutError` at the end."""
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _status(stream: ssl.SSLSocket, until: float) -> int:
    """The status that the server answers; the rest of the answer is not needed. Raises `WhyNotSentError`, `OSError`."""
    answer = b""
    while b"\n" not in answer and len(answer) < MOST_READ:
        stream.settimeout(_left(until))
        received = stream.recv(MOST_READ - len(answer))
        if not received:
            break
        answer += received
    found = _STATUS.match(answer)
    if found is None:
        raise WhyNotSentError("does not answer as a web server does")
    return int(found[1])


def _meaning(status: int) -> str:
    if 300 <= status < 400:
        return "sends messages on to another place: paste the link to that place"
    if status in (401, 403, 404, 410):
        return "does not take messages at this link: it may be wrong, or deleted"
    if status == 429:
        return "gets too many messages: try again later"
    return f"did not take the message (it answers {status})"
