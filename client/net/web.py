"""Reaching a web server, such as a tunnel's: TLS as a browser does it, a request, and a WebSocket.

Here: what each failure means for the player. No redirect is followed, for a link that is shown is where people go. Not
here: the bytes in a WebSocket (`web_stream`), the lines inside them (`host_connection`).
"""

import logging
import ssl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Final

import trio
from websockets.client import ClientProtocol
from websockets.datastructures import Headers
from websockets.frames import Frame
from websockets.http11 import Request, Response
from websockets.typing import Origin
from websockets.uri import parse_uri

from client.net.tcp import NoConnectionError, UnknownNameError, open_tcp, too_slow
from client.net.web_stream import CHUNK, WebStream
from client.words.say import say
from protocol.shared.address import Address
from protocol.shared.certificates import AUTHORITIES_FILE, certificates
from protocol.shared.join_link import Endpoint
from protocol.version import __version__

TIME_TO_ANSWER: Final = 10.0
LONGEST_MESSAGE: Final = 2 * 1024 * 1024
"""Bytes of a message, in any number of fragments."""
_SWITCHED: Final = 101
_OUT_OF_DATE: Final = (9, 10)
_WRONG_NAME: Final = (62, 64)
"""OpenSSL's numbers for what is wrong with a certificate."""
_MEANINGS: Final = {
    400: "web.no_websockets",
    401: "web.not_let_in",
    403: "web.not_let_in",
    404: "web.not_found",
    421: "web.wrong_name",
    426: "web.no_websockets",
    429: "web.too_many",
    502: "web.no_game",
    503: "web.no_room",
    504: "web.no_game",
    505: "web.no_websockets",
    530: "web.tunnel_ended",
}
_silent = logging.getLogger("fives.websockets")
_silent.setLevel(logging.CRITICAL)


class WebFault(Enum):
    """What is wrong with a web server."""

    NOT_REACHED = auto()
    NO_MACHINE = auto()
    TOO_SLOW = auto()
    CLOSED = auto()
    NO_SERVER = auto()
    CERTIFICATE = auto()
    ANSWER = auto()


class WebError(NoConnectionError):
    """A web server that cannot be used: the text is for those who want to come in, `fault` for whose link it is."""

    def __init__(self, text: str, fault: WebFault) -> None:
        super().__init__(text)
        self.fault = fault


class WebRefusalError(WebError):
    """The answer of a web server is not the one that was asked for; `status` is its number in HTTP."""

    def __init__(self, address: Address, status: int) -> None:
        super().__init__(
            say("web.answers", name=address.host, status=status, meaning=_meaning(status)), WebFault.ANSWER
        )
        self.status = status


async def open_tls(address: Address) -> trio.SSLStream[trio.SocketStream]:
    """A connection to the web server at this address, whose certificate is valid for it. Raises `WebError`."""
    with _limited(address):
        try:
            transport = await open_tcp(address)
        except UnknownNameError as error:
            raise WebError(say("web.no_machine", name=address.host), WebFault.NO_MACHINE) from error
        except NoConnectionError as error:
            raise WebError(str(error), WebFault.NOT_REACHED) from error
        context = certificates()
        context.set_alpn_protocols(["http/1.1"])
        stream = trio.SSLStream(transport, context, server_hostname=address.host, https_compatible=True)
        with _closed_on_failure(stream):
            try:
                await stream.do_handshake()
            except (trio.BrokenResourceError, ssl.CertificateError) as error:
                raise _no_tls(address, error) from error
        return stream


async def get(address: Address, path: str) -> tuple[int, bytes]:
    """The status and the body that the web server answers, at most a megabyte. Raises `WebError`."""
    protocol = _protocol(address, path)
    headers = Headers(Host=protocol.connect().headers["host"], Connection="close")
    async with await open_tls(address) as stream:
        response, _ = await _exchange(stream, protocol, Request(path, headers), address)
    return response.status_code, bytes(response.body)


async def open_websocket(address: Address, path: str, *, origin: str | None = None) -> WebStream:
    """A WebSocket on the web server at this address. Raises `WebError`."""
    stream = await open_tls(address)
    with _closed_on_failure(stream):
        return await websocket_on(stream, address, path, origin=origin)


async def websocket_on(stream: trio.abc.Stream, address: Address, path: str, *, origin: str | None = None) -> WebStream:
    """A WebSocket on a connection to the web server at this address. Raises `WebError`."""
    protocol = _protocol(address, path, origin)
    response, frames = await _exchange(stream, protocol, protocol.connect(), address)
    if response.status_code != _SWITCHED:
        raise WebRefusalError(address, response.status_code)
    if protocol.handshake_exc is not None:
        raise _no_web_server(address)
    return WebStream(stream, protocol, frames)


def _protocol(address: Address, path: str, origin: str | None = None) -> ClientProtocol:
    uri = parse_uri(f"wss{str(Endpoint(address, is_web=True)).removeprefix('https')}{path}")
    named = None if origin is None else Origin(origin)
    return ClientProtocol(uri, origin=named, max_size=LONGEST_MESSAGE, logger=_silent)


async def _exchange(
    stream: trio.abc.Stream, protocol: ClientProtocol, request: Request, address: Address
) -> tuple[Response, list[Frame]]:
    """The response to a request, and the frames that came with it. Raises `WebError`."""
    request.headers["User-Agent"] = f"fives/{__version__}"
    protocol.send_request(request)
    with _limited(address):
        try:
            await stream.send_all(b"".join(protocol.data_to_send()))
            while True:
                received = await stream.receive_some(CHUNK)
                if received:
                    protocol.receive_data(received)
                else:
                    protocol.receive_eof()
                events = protocol.events_received()
                if events and isinstance(events[0], Response):
                    return events[0], [event for event in events[1:] if isinstance(event, Frame)]
                if protocol.handshake_exc is not None:
                    is_cut = isinstance(protocol.handshake_exc.__cause__, EOFError)
                    raise _closed(address) if is_cut else _no_web_server(address)
        except trio.BrokenResourceError as error:
            raise _closed(address) from error


@contextmanager
def _limited(address: Address) -> Iterator[None]:
    try:
        with trio.fail_after(TIME_TO_ANSWER):
            yield
    except trio.TooSlowError:
        raise WebError(too_slow(address), WebFault.TOO_SLOW) from None


@contextmanager
def _closed_on_failure(stream: trio.SSLStream[trio.SocketStream]) -> Iterator[None]:
    try:
        yield
    except BaseException:  # cancelled, too: nothing else closes the stream
        stream.transport_stream.socket.close()
        raise


def _no_tls(address: Address, error: BaseException) -> WebError:
    """The error of a failed handshake with a web server."""
    fault = error if isinstance(error, ssl.CertificateError) else error.__cause__
    if not isinstance(fault, ssl.SSLCertVerificationError):
        return _no_web_server(address)
    return WebError(_why_not_valid(address.host, fault), WebFault.CERTIFICATE)


def _why_not_valid(name: str, fault: ssl.SSLCertVerificationError) -> str:
    """Why the certificate of this name is not valid."""
    if fault.verify_code in _OUT_OF_DATE:
        return say("web.certificate_out_of_date", name=name)
    if fault.verify_code in _WRONG_NAME:
        return say("web.certificate_for_other", name=name)
    paths = ssl.get_default_verify_paths()
    if sys.platform == "linux" and not paths.cafile and not paths.capath:
        return say("web.certificate_unchecked", name=name)
    return say("web.certificate_not_valid", name=name, fault=fault.verify_message, variable=AUTHORITIES_FILE)


def _closed(address: Address) -> WebError:
    return WebError(say("web.closed", name=address.host), WebFault.CLOSED)


def _no_web_server(address: Address) -> WebError:
    return WebError(say("web.no_server", host=str(address)), WebFault.NO_SERVER)


def _meaning(status: int) -> str:
    """What the status means for a player."""
    if status in _MEANINGS:
        return say(_MEANINGS[status])
    if 300 <= status < 400:
        return say("web.elsewhere")
    if status < 300:
        return say("web.page")
    return say("web.no_game" if status >= 500 else "web.no_way")
