"""The HTTP that the page needs: sending its files, and the upgrade to a WebSocket.

Here: reading the head of a request within its limits, and the response. Every response but an upgrade closes the
connection. Not here: which files there are (`page_files`), the WebSocket after its handshake (`websocket`), which names
are accepted (`hosts`), which other machines a browser may try (`next_hosts`).
"""

import http
import logging
from dataclasses import replace
from typing import Final, NamedTuple

import trio
from attrs import field
from websockets.datastructures import Headers, MultipleValuesError
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from client.web import challenge
from client.web.browser_language import language_of_browsers, wanted_of
from client.web.challenge import Challenge
from client.web.hosts import Hosts
from client.web.next_hosts import FRAME, REACH, NextHosts
from client.web.page_files import File, Files, page_files
from client.web.policy import POLICY
from client.words.say import speaking
from protocol.clean import brief, clean
from protocol.frozen import frozen
from protocol.shared.http_head import END, MOST_HEAD_BYTES, TIME_TO_ASK, read_head
from protocol.shared.offered_languages import ENGLISH
from protocol.shared.table_path import LINES, PLAY, TV, is_in_folder, path_on_tv, table_at

_POLICY_HEADER: Final = "Content-Security-Policy"
SECURITY: Final = (
    (_POLICY_HEADER, POLICY),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
)
"""The headers of every response; a document with a style or a script in it allows that one, and the frame in
which a browser tries a next host has a policy of its own."""
NOT_KEPT: Final = ("Cache-Control", "no-store")
KEPT: Final = ("Cache-Control", "public, max-age=31536000, immutable")
"""For a file that was asked for with its version, as the page does: another version has another address."""
VARIES: Final = ("Vary", "Accept-Encoding, Accept-Language, Cookie")
IN_FOLDER: Final = (
    "There is nothing here; the page is at /. It is in no folder of another site: a proxy gives it a name of its own, "
    "such as play.example.net."
)
_TEXT: Final = "text/plain; charset=utf-8"
_METHODS: Final = (b"GET", b"HEAD")


class Answer(NamedTuple):
    """A response, and the path of the WebSocket that it begins: then its status is 101, and `origin` the page's.

    `language`: that of the page. Every other response closes the connection.
    """

    response: Response
    websocket: str | None = None
    origin: str = ""
    agent: str = ""
    language: str = ENGLISH


@frozen
class Served:
    """What this server has for those who ask under one of the names in `hosts`.

    `files`: those in English. `challenge`: that of a daemon's own page, which also has a way in for terminals; None for
    a page of another host's. `next_hosts`: where matches go on that have left this host.
    """

    hosts: Hosts
    files: Files = field(factory=lambda: _files_in(ENGLISH))
    challenge: Challenge | None = None
    next_hosts: NextHosts = field(factory=NextHosts)

    def files_in(self, language: str, version: str = "") -> Files:
        """The files in this language; or those of this version, if they have been sent: it is another one in each."""
        sent = (files for files in _BY_LANGUAGE.values() if version and version == files["/"].version)
        return next(sent, None) or _files_in(language)

    @property
    def websockets(self) -> tuple[str, ...]:
        """The paths of the WebSockets."""
        return (PLAY,) if self.challenge is None else (PLAY, LINES)


_BY_LANGUAGE: Final[dict[str, Files]] = {}
"""The files in each language, once they are wanted. Making them takes a tenth of a second of a slow machine."""


def _files_in(language: str) -> Files:
    if language not in _BY_LANGUAGE:
        with speaking(language_of_browsers(language)):
            _BY_LANGUAGE[language] = page_files()
    return _BY_LANGUAGE[language]


_silent = logging.getLogger("fives.websockets")
_silent.setLevel(logging.CRITICAL)  # a bad request of a stranger gets a response, and no log entry


async def head_of_request(stream: trio.abc.Stream) -> bytes | None:
    """The head of a request, cut if it is too long; None if it is late or the peer closes the connection.

    What follows it in the same bytes is dropped: a browser sends nothing more before the response.
    """
    held = bytearray()
    with trio.move_on_after(TIME_TO_ASK):
        await read_head(stream, held)
    head, end, _ = bytes(held).partition(END)
    return head + end if end or len(head) > MOST_HEAD_BYTES else None


def answer(head: bytes, served: Served) -> Answer:
    """The answer to a request."""
    if len(head) > MOST_HEAD_BYTES:
        return Answer(refusal(431, f"The headers of this request have more than {MOST_HEAD_BYTES} bytes."))
    method, _, rest = head.partition(b" ")
    if method not in _METHODS:
        is_http = b" HTTP/1." in head.partition(b"\r\n")[0]
        return Answer(
            refusal(405, "This page takes GET and HEAD alone.", ("Allow", "GET, HEAD"))
            if is_http
            else _not_http_response()
        )
    protocol = ServerProtocol(logger=_silent)  # without extensions: `page_messages` says why
    protocol.receive_data(b"GET " + rest)
    requests = [event for event in protocol.events_received() if isinstance(event, Request)]
    if not requests:
        return Answer(_not_http_response())
    if method == b"GET":
        return _answer_to(protocol, requests[0], served)
    if _path_of(requests[0]) in served.websockets:
        return Answer(refusal(405, "This WebSocket takes GET alone.", ("Allow", "GET")))
    return Answer(replace(_answer_to(protocol, requests[0], served).response, body=b""))


def _answer_to(protocol: ServerProtocol, request: Request, served: Served) -> Answer:
    host, path = _single_header(request.headers, "Host"), _path_of(request)
    if host is None:
        return Answer(refusal(400, "A request names its host once."))
    if not served.hosts.accepts(host):
        return Answer(refusal(421, unknown_name(host)))
    if path == PLAY:
        origin = _single_header(request.headers, "Origin")
        if origin is None or not served.hosts.accepts_origin(origin, host):
            return Answer(refusal(403, "This WebSocket is for this page alone: it needs an Origin that is this page."))
        return _upgrade(protocol, request, path, origin)
    if path in served.websockets:
        if "Origin" in request.headers:
            return Answer(refusal(403, "This WebSocket is for programs, and no web page may use it."))
        return _upgrade(protocol, request, path)
    if path == challenge.PATH and served.challenge is not None:
        return Answer(_challenged(request, served.challenge))
    policy = served.next_hosts.policy(request.path.partition("?")[2]) if path == REACH else None
    if policy is not None:
        return Answer(_response(200, "text/html", FRAME, (_POLICY_HEADER, policy)))
    _, _, query = request.path.partition("?")
    files = served.files_in(wanted_of(request.headers), query.removeprefix("v="))
    file = files.get(_address_of_file(path))
    if file is None:
        return Answer(refusal(404, IN_FOLDER if is_in_folder(path) else "There is nothing here; the page is at /."))
    return Answer(_file_response(request, file))


def _address_of_file(path: str) -> str:
    """The address in `Files` of what is at this path: every table has the page, or, for a TV, that for a TV."""
    if path_on_tv(path) is not None:
        return TV
    return "/" if table_at(path) is not None else path


def _upgrade(protocol: ServerProtocol, request: Request, path: str, origin: str = "") -> Answer:
    response = protocol.accept(request)
    response.headers.update([*SECURITY, NOT_KEPT])
    is_done = response.status_code == http.HTTPStatus.SWITCHING_PROTOCOLS
    agent = _single_header(request.headers, "User-Agent") or ""
    language = wanted_of(request.headers, request.path.partition("?")[2])
    return Answer(response, path if is_done else None, origin, agent, language)


def _challenged(request: Request, challenge: Challenge) -> Response:
    name, _, nonce = request.path.partition("?")[2].partition("=")
    text = challenge.answer(nonce) if name == "nonce" else None
    return refusal(400, "It needs a nonce.") if text is None else _response(200, _TEXT, text.encode())


def _file_response(request: Request, file: File) -> Response:
    is_page = file.type.startswith("text/html")
    is_kept = not is_page and request.path.partition("?")[2] == f"v={file.version}"
    headers = [VARIES, KEPT if is_kept else NOT_KEPT, (_POLICY_HEADER, file.policy)]
    codings = ", ".join(request.headers.get_all("Accept-Encoding"))
    if "gzip" in [coding.strip() for coding in codings.split(",")]:
        return _response(200, file.type, file.compressed, ("Content-Encoding", "gzip"), *headers)
    return _response(200, file.type, file.content, *headers)


def _path_of(request: Request) -> str:
    return request.path.partition("?")[0]


def unknown_name(host: str) -> str:
    """The response to a request under a name that is not accepted."""
    return (
        f"This page is not known as {brief(clean(host))}. If it should be, the person who hosts it can start it with "
        "--known-as NAME."
    )


def refusal(status: int, sentence: str, *headers: tuple[str, str]) -> Response:
    """A response that closes the connection: a sentence as plain text."""
    return _response(status, _TEXT, f"{sentence}\n".encode(), *headers)


def _not_http_response() -> Response:
    return refusal(400, "This is not a request that a browser sends.")


def _single_header(headers: Headers, name: str) -> str | None:
    """The value of this header; None unless there is exactly one."""
    try:
        return headers.get(name)
    except MultipleValuesError:
        return None


def _response(status: int, type_: str, content: bytes, *headers: tuple[str, str]) -> Response:
    about = [("Content-Type", type_), ("Content-Length", str(len(content))), ("Connection", "close"), *headers]
    named = {name for name, _ in headers}
    about += [(name, value) for name, value in (NOT_KEPT, *SECURITY) if name not in named]
    return Response(status, http.HTTPStatus(status).phrase, Headers(about), content)
