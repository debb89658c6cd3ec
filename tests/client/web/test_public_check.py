"""Checking public links, through a tunnel with a certificate."""

import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio
import trio.lowlevel

from client.web import public_check
from client.web.public_check import why_not_reached
from tests.client.net.web_server import Identity, Serve, WebServer, listening, page_of
from tests.client.web.at_site import Site
from tests.client.web.test_lines import own_site

NAME = "quick-fox.test"
MISSING = page_of(404, "no such thing")


class OneName(trio.abc.HostnameResolver):
    """Finds this machine under one name."""

    async def getaddrinfo(self, host, port, family=0, type=0, proto=0, flags=0):  # type: ignore[no-untyped-def]  # noqa: A002
        """As `socket.getaddrinfo`."""
        if host not in (NAME, NAME.encode()):
            raise socket.gaierror(socket.EAI_NONAME, "there is no such name")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    async def getnameinfo(self, sockaddr, flags):  # type: ignore[no-untyped-def]
        """As `socket.getnameinfo`."""
        raise NotImplementedError


@pytest.fixture
def site_of_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Identity:
    """The certificate of `NAME`, by the only authority that this system trusts."""
    authority = Identity(tmp_path, "the tests")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    return Identity(tmp_path, NAME, authority)


def tunnel_to(page: Site, replaces: Callable[[bytes], bytes | None] = lambda _: None) -> Serve:
    """A tunnel that leads to this page. `replaces`: what it answers itself to some requests."""

    async def copy(one: trio.abc.ReceiveStream, other: trio.abc.SendStream, both: trio.CancelScope) -> None:
        async for received in one:
            await other.send_all(received)
        both.cancel()

    async def serve(friend: trio.abc.Stream) -> None:
        first = bytes(await friend.receive_some())
        answer = replaces(first)
        if answer is not None:
            await friend.send_all(answer)
            return
        async with page.stream() as inside, trio.open_nursery() as nursery:
            await inside.send_all(first)
            nursery.start_soon(copy, friend, inside, nursery.cancel_scope)
            nursery.start_soon(copy, inside, friend, nursery.cancel_scope)

    return serve


async def result(page: Site, serve: Serve, certificate: Identity, link: str = f"https://{NAME}") -> str | None:
    """What the check of a link finds that leads to `serve`."""
    trio.socket.set_custom_hostname_resolver(OneName())
    async with AsyncExitStack() as opened:
        address = await opened.enter_async_context(listening(serve, certificate.context()))
        opened.enter_context(trio.fail_after(60))
        return await why_not_reached(f"{link}:{address.port}", page.server)


async def test_a_link_that_leads_here_in_every_way_keeps_its_name(site_of_name: Identity) -> None:
    async with own_site() as page:
        assert not page.server.hosts.accepts(NAME)

        assert await result(page, tunnel_to(page), site_of_name) is None

        assert page.server.hosts.accepts(NAME)


@pytest.mark.parametrize(
    ("begins", "answer", "why"),
    [
        (b"GET /.well", MISSING, public_check.ELSEWHERE),
        (b"GET / ", page_of(200, "You are about to visit a tunnel."), public_check.NOT_THE_PAGE),
        (b"GET /play ", MISSING, "404"),
        (b"GET /lines ", MISSING, "404"),
    ],
)
async def test_a_link_that_leads_here_in_some_ways_alone_does_not(
    site_of_name: Identity, begins: bytes, answer: bytes, why: str
) -> None:
    async with own_site() as page:
        found = await result(
            page, tunnel_to(page, lambda sent: answer if sent.startswith(begins) else None), site_of_name
        )

        assert found is not None
        assert why in found
        assert not page.server.hosts.accepts(NAME)


async def test_what_is_wrong_is_said_to_the_host_without_the_advice_for_those_who_come_in(
    site_of_name: Identity,
) -> None:
    async def end(_: trio.abc.Stream) -> None:
        pass

    nowhere = f"https://docs.{NAME}"
    async with own_site() as page:
        found = [
            await result(page, end, site_of_name, nowhere),
            await result(page, tunnel_to(page, lambda sent: MISSING if b"/play " in sent else None), site_of_name),
        ]

    assert found == [
        "there is no machine with its name",
        "its web server does not pass on what friends send: it answers 404",
    ]


async def test_a_page_of_documentation_and_another_host_s_page_are_not_this_one(site_of_name: Identity) -> None:
    async def end(_: trio.abc.Stream) -> None:
        pass

    async with own_site() as page, own_site() as other:
        other.server.hosts.know_as([NAME])
        for serve in (WebServer(end), tunnel_to(other)):
            assert await result(page, serve, site_of_name) == public_check.ELSEWHERE
            assert not page.server.hosts.accepts(NAME)


async def test_a_host_that_does_not_answer_is_found_though_the_page_is_there(site_of_name: Identity) -> None:
    async with own_site() as page:
        page.is_reachable = False

        assert await result(page, tunnel_to(page), site_of_name) == public_check.NO_LINES


async def test_a_name_that_was_known_before_stays_known(site_of_name: Identity) -> None:
    async with own_site() as page:
        page.server.hosts.know_as([NAME])

        assert await result(page, tunnel_to(page, lambda _: MISSING), site_of_name)

        assert page.server.hosts.accepts(NAME)


@pytest.mark.parametrize("link", ["http://quick-fox.test", "quick-fox.test", "https://", "javascript:1", ""])
async def test_only_a_web_link_is_checked(link: str) -> None:
    async with own_site() as page:
        assert await why_not_reached(link, page.server) == public_check.NO_WEB_LINK


async def test_a_name_that_does_not_exist_is_said_to_be_missing() -> None:
    trio.socket.set_custom_hostname_resolver(OneName())
    async with own_site() as page:
        found = await why_not_reached("https://slow-hare.test", page.server)

        assert found == "there is no machine with its name"
        assert not page.server.hosts.accepts("slow-hare.test")
