"""A web server that takes messages, with a certificate of the tests' own authority, and a host's way there."""

import re
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Final

import trio

from daemon.reminders.public_addresses import is_public
from daemon.reminders.web import Endpoint, Web
from tests.client.net.web_server import Identity, listening

HOST: Final = "hooks.example.org"

Answer = Callable[[trio.abc.Stream], Awaitable[None]]


class HookServer:
    """A server at HOST. `received`: the requests that it has got; `looked_up`: how often its name was looked up."""

    def __init__(self, port: int, authority: Identity, seconds: float) -> None:
        self.received: list[bytes] = []
        self.looked_up = 0
        self.endpoints: list[Endpoint] = [("127.0.0.1", port)]
        self._authority = authority
        self.web = Web(self._look_up, self.may_connect_to, self._certificates, seconds)
        self.asked: list[str] = []

    def _look_up(self, host: str) -> Sequence[Endpoint]:
        assert host == HOST
        self.looked_up += 1
        return self.endpoints

    def may_connect_to(self, address: str) -> bool:
        """As the host's check, for which this machine takes the place of the internet."""
        self.asked.append(address)
        return address == "127.0.0.1" or is_public(address)

    def _certificates(self) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=self._authority.file)
        context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python has it from 3.13 on
        return context


@asynccontextmanager
async def serving(
    folder: Path, answer: Answer, *, name: str = HOST, until: timedelta = timedelta(days=1), seconds: float = 5.0
) -> AsyncIterator[HookServer]:
    authority = Identity(folder, "the authority")
    identity = Identity(folder, name, authority, until)
    servers: list[HookServer] = []

    async def serve(stream: trio.abc.Stream) -> None:
        received = b""
        while not _is_whole(received):
            received += await stream.receive_some()
        servers[0].received.append(received)
        await answer(stream)

    async with listening(serve, identity.context()) as address:
        servers.append(HookServer(address.port, authority, seconds))
        yield servers[0]


def _is_whole(request: bytes) -> bool:
    """Whether this is a request with all of its body."""
    head, end, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    return bool(end) and length is not None and len(body) == int(length[1])
