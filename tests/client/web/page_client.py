"""A browser for tests, without its script: it fetches files, and talks to the page over a WebSocket."""

import json
import re
import zlib
from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

import trio
from attrs import define, field
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

from client.web.outgoing import WINDOW_BITS
from client.web.phrases import FIRST_SIGN, PHRASES
from client.web.shared_parts import HOLE
from client.web.splices import Splices

PATIENCE: Final = 300.0
"""Seconds. A match is analysed in a child program, and other programs may have the processors."""
NAME: Final = "page.test"
"""The registered name of the page in tests."""


def request(path: str = "/", *headers: str, method: str = "GET", host: str | None = NAME) -> bytes:
    """A request for a file."""
    lines = [f"{method} {path} HTTP/1.1", *([] if host is None else [f"Host: {host}"]), *headers, "", ""]
    return "\r\n".join(lines).encode()


def handshake(path: str = "/play", *, host: str | None = NAME, origin: str | None = f"http://{NAME}") -> bytes:
    """A request for a WebSocket."""
    return request(
        path,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *([] if origin is None else [f"Origin: {origin}"]),
        host=host,
    )


async def answered(stream: trio.abc.Stream, sent: bytes) -> bytes:
    """The whole response to these bytes, until the server closes the connection."""
    with trio.fail_after(PATIENCE):
        await stream.send_all(sent)
        answer = b""
        while received := await stream.receive_some():
            answer += received
        return answer


def status_of(answer: bytes) -> int:
    """The status of a response."""
    return int(answer.split(b" ", 2)[1])


def in_full(text: str) -> str:
    """The text with phrases in place of signs, as the script puts them back."""
    return re.sub("[\x80-\x9f]", lambda sign: PHRASES[ord(sign[0]) - FIRST_SIGN], text)


def spliced(old: str, splices: Splices) -> str:
    """The text after these splices, as the script finds it."""
    at, made = 0, ""
    for keep, drop, put in zip(splices[::3], splices[1::3], splices[2::3], strict=True):
        assert isinstance(keep, int)
        assert isinstance(drop, int)
        assert isinstance(put, str)
        assert at + keep + drop <= len(old)
        made += old[at : at + keep] + put
        at += keep + drop
    return made + old[at:]


@define(eq=False)
class PageClient:
    """One tab. `parts` and `said` are what the page has sent, `kept` what the browser stores; `closed`: the code, or
    the status of a page that refuses the WebSocket.

    `path`: that in the address bar; `files`: the name and the text of each file to save; `taken`: how many of its
    messages the page has taken; `inflates`: it takes compressed messages; `lengths`: the bytes of each frame, below 0
    if it was compressed; `texts`: the parts without their pieces; `whole`: the bytes that all changed parts would have
    had as a whole; `padding`: those of spaces.
    """

    stream: trio.abc.Stream
    protocol: ClientProtocol = field(
        factory=lambda: ClientProtocol(parse_uri(f"ws://{NAME}/play"), max_size=4 * 1024 * 1024)
    )
    parts: dict[str, str] = field(factory=lambda: defaultdict(str))
    said: list[str] = field(factory=list)
    kept: Any = None
    title: str = ""
    path: str = "/"
    closed: int | None = None
    files: list[tuple[str, str]] = field(factory=list)
    messages: int = 0
    taken: int = 0
    inflates: bool = True
    lengths: list[int] = field(factory=list)
    texts: dict[str, str] = field(factory=lambda: defaultdict(str))
    whole: int = 0
    padding: int = 0
    _lines: Any = field(factory=lambda: zlib.decompressobj(WINDOW_BITS))
    _shared: list[Any] = field(factory=list)
    _fragments: list[bytes] = field(factory=list)

    @property
    def seats(self) -> list[list[Any]]:
        """The saved seats."""
        return self.kept["seats"] if self.kept else []

    async def open(
        self,
        kept: object = None,
        back: str = "",
        origin: str = f"http://{NAME}",
        forwarded: str | None = None,
        path: str | None = "/",
        invitation: str | None = None,
        *,
        has_code: bool = False,
        language: str = "",
    ) -> None:
        """Shake hands, and say hello. `forwarded`: the address that a tunnel reports for this browser.

        `has_code`: its link has a code for hosting. `language`: those for which it asks.
        """
        self.kept, self.path = kept, path or ""
        upgrade = self.protocol.connect()
        upgrade.headers["Origin"] = origin
        del upgrade.headers["Host"]
        upgrade.headers["Host"] = origin.partition("//")[2]
        if forwarded is not None:
            upgrade.headers["X-Forwarded-For"] = forwarded
        if language:
            upgrade.headers["Accept-Language"] = language
        self.protocol.send_request(upgrade)
        more = {"path": path, "invitation": invitation, "inflates": self.inflates or None}
        more["host"] = has_code or None
        sent = {name: value for name, value in more.items() if value is not None}
        await self.send({"hello": {"kept": kept, "back": back, **sent}})

    async def send(self, message: object) -> None:
        """Send a message, once the handshake is done."""
        await self.send_text(json.dumps(message))

    async def send_text(self, text: str) -> None:
        """Send a text."""
        await self._flush()
        while not self.protocol.close_expected() and self.protocol.state.name == "CONNECTING":
            await self._read()
        self.protocol.send_text(text.encode())
        await self._flush()

    async def press(self, name: str, value: object = "") -> None:
        """Press a button, or send a form."""
        await self.send({"press": name, "value": value})

    async def until(self, holds: Callable[["PageClient"], object]) -> None:
        """Read until this is true."""
        with trio.fail_after(PATIENCE):
            while not holds(self):
                assert self.closed is None, f"the page has ended with {self.closed}"
                await self._read()

    async def reads_one(self) -> None:
        """Read until one more message has come."""
        before = self.messages
        await self.until(lambda page: page.messages > before)

    async def shows(self, part: str, text: str) -> None:
        """Read until this part contains the text."""
        await self.until(lambda page: text in page.parts.get(part, ""))

    async def says(self, text: str) -> None:
        """Read until one of the sentences contains the text."""
        await self.until(lambda page: any(text in sentence for sentence in page.said))

    async def reads_for(self, seconds: float) -> None:
        """Read and answer pings for this long."""
        with trio.move_on_after(seconds):
            while self.closed is None:
                await self._read()

    async def ends(self) -> int | None:
        """Read until the page closes the connection; returns the close code."""
        with trio.fail_after(PATIENCE):
            while self.closed is None:
                await self._read()
        return self.closed

    async def leave(self) -> None:
        """Close the tab."""
        await trio.aclose_forcefully(self.stream)

    async def _read(self) -> None:
        try:
            received = bytes(await self.stream.receive_some())
        except trio.BrokenResourceError:
            received = b""
        if received:
            self.protocol.receive_data(received)
        else:
            self.protocol.receive_eof()
        for event in self.protocol.events_received():
            if isinstance(event, Response) and event.status_code != 101:
                self.closed = event.status_code
            elif isinstance(event, Frame):
                self._take(event)
        await self._flush()
        if not received and self.closed is None:
            self.closed = 0

    def _take(self, frame: Frame) -> None:
        if frame.opcode is Opcode.CLOSE:
            assert self.protocol.close_rcvd is not None
            self.closed = self.protocol.close_rcvd.code
        elif frame.opcode is Opcode.BINARY:
            self.lengths.append(-len(frame.data))
            (line,) = self._lines.decompress(frame.data).splitlines()
            self._shared.append(json.loads(line))
        elif frame.opcode in (Opcode.TEXT, Opcode.CONT):
            self._fragments.append(bytes(frame.data))
            if frame.fin:
                text = b"".join(self._fragments)
                self._fragments.clear()
                self.lengths.append(len(text))
                self.padding += len(text) - len(text.rstrip(b" "))
                message = json.loads(text)
                self.messages += 1
                self.taken = message["taken"]
                shared = message.get("shared", {})
                self._change((self._shared.pop(0) if shared is True else shared) | message.get("parts", {}))
                self.said += map(in_full, message.get("said", []))
                self.kept = message.get("kept", self.kept)
                self.title = message.get("title", self.title)
                self.path = message.get("path", self.path)
                if "file" in message:
                    self.files.append((message["file"]["name"], message["file"]["text"]))

    def _change(self, parts: dict[str, str | Splices]) -> None:
        for id_, change in parts.items():
            self.texts[id_] = change if isinstance(change, str) else spliced(self.texts[id_], change)
        for id_ in {id_.removeprefix("own-") for id_ in parts}:
            pieces = iter(self.texts[f"own-{id_}"].split(HOLE))
            first, *rest = self.texts[id_].split(HOLE)
            self.parts[id_] = in_full(first + "".join(next(pieces) + text for text in rest))
            self.whole += len(json.dumps(self.parts[id_], ensure_ascii=False).encode())

    async def _flush(self) -> None:
        for written in self.protocol.data_to_send():
            if written:
                try:
                    await self.stream.send_all(written)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    return
