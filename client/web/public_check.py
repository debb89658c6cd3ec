"""Checking a public link: whether it leads to this very page, for browsers and for terminals.

Here: the name is accepted meanwhile, and stays so if all goes well. Not here: the challenge (`challenge`), reaching a
web server (`client.net.web`), which links are checked, and how often (the daemon).
"""

import secrets
from typing import Final

import trio

from client.net.web import WebError, WebFault, WebRefusalError, get, open_websocket
from client.web import challenge
from client.web.server import Server
from protocol.shared.address import Address, AddressError
from protocol.shared.join_link import parse_link
from protocol.shared.table_path import LINES, PLAY
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Ping

TIME_TO_CHECK: Final = 30.0
NO_WEB_LINK: Final = "it is not a link that begins with https://"
ELSEWHERE: Final = "it leads to another program"
NOT_THE_PAGE: Final = "something else comes before the page"
NO_LINES: Final = "nothing comes back to players in terminals"
TOO_SLOW: Final = "it does not answer"
_IN_BRIEF: Final = {
    WebFault.NOT_REACHED: "its machine cannot be reached",
    WebFault.NO_MACHINE: "there is no machine with its name",
    WebFault.TOO_SLOW: TOO_SLOW,
    WebFault.CLOSED: "its web server closes the connection",
    WebFault.NO_SERVER: "there is no web server",
    WebFault.CERTIFICATE: "its certificate is not valid",
    WebFault.ANSWER: "its web server does not pass on what friends send",
}
"""For the host: the texts of these errors advise those who want to come in, to ask the host for a new link."""


class _NotReachedError(Exception):
    """The text says why, in a few words."""


async def why_not_reached(link: str, server: Server) -> str | None:
    """Why this link does not lead to this server, in a few words; None if it does: then its name stays accepted.

    A name that was accepted before stays so in any case.
    """
    try:
        endpoint = parse_link(link).endpoints[0]
    except AddressError:
        return NO_WEB_LINK
    if not endpoint.is_web:
        return NO_WEB_LINK
    with server.hosts.on_trial(endpoint.address.host) as keep:
        try:
            with trio.fail_after(TIME_TO_CHECK):
                await _check(endpoint.address, str(endpoint), server)
        except WebRefusalError as error:
            return f"{_IN_BRIEF[error.fault]}: it answers {error.status}"
        except WebError as error:
            return _IN_BRIEF[error.fault]
        except _NotReachedError as error:
            return str(error)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return NO_LINES
        except trio.TooSlowError:
            return TOO_SLOW
        keep()
    return None


async def _check(address: Address, origin: str, server: Server) -> None:
    """Go every way that a friend goes. Raises `WebError`, `_NotReachedError` and the errors of streams."""
    nonce = secrets.token_urlsafe(16)
    assert server.challenge is not None, "only a daemon's own page checks links"
    _, body = await get(address, f"{challenge.PATH}?nonce={nonce}")
    if body.decode(errors="replace").strip() != server.challenge.answer(nonce):
        raise _NotReachedError(ELSEWHERE)
    _, body = await get(address, "/")
    if server.version.encode() not in body:
        raise _NotReachedError(NOT_THE_PAGE)
    async with await open_websocket(address, PLAY, origin=origin):
        pass
    async with await open_websocket(address, LINES) as lines:
        await lines.send_all(encode_from_client(Ping(1)))
        if not await lines.receive_some():
            raise _NotReachedError(NO_LINES)
