"""The road to a host: which key it has to show, when plain lines will do, and its endpoints in turn."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio
from attrs import define, field

from client.net.dial import HostDial
from client.net.host_connection import not_welcomed
from client.net.tcp import NoConnectionError
from client.net.transport import UntrustedHostError
from client.store.file_hosts import FileHosts
from client.store.known_hosts import KnownHost, KnownHosts
from protocol.shared.address import Address
from protocol.shared.join_link import Endpoint, JoinLink, parse_link
from protocol.wire.codec import encode_from_client, encode_from_daemon
from protocol.wire.messages import Farewell, Goodbye, Invited
from tests.client.net.web_server import Identity, Serve, WebServer, listening

INVITATION = "mjqxgzjtgiydcmrtgqzdgnbrge"
MALFORMED = encode_from_daemon(Goodbye(Farewell.MALFORMED.value, "a line was not a message"))
FULL = encode_from_daemon(Goodbye(Farewell.TOO_MANY.value, ""))


@define(eq=False)
class Names(trio.abc.HostnameResolver):
    """Every name is this machine's, so that the client takes it for another in this network."""

    async def getaddrinfo(self, host: Any, port: Any, *more: Any, **others: Any) -> Any:
        return [(trio.socket.AF_INET, trio.socket.SOCK_STREAM, 0, "", ("127.0.0.1", port))]

    async def getnameinfo(self, sockaddr: Any, flags: int) -> tuple[str, str]:
        raise AssertionError


@define(eq=False)
class Host:
    """A program at a port. `received`: what each connection has sent. It echoes inside TLS if it has an identity.

    `says`: what it says in plain bytes to whatever it receives, before it closes.
    """

    identity: Identity | None = None
    says: bytes = b""
    received: list[bytes] = field(factory=list)

    async def __call__(self, stream: trio.abc.Stream) -> None:
        if self.identity is None:
            self.received.append(bytes(await stream.receive_some()))
            await stream.send_all(self.says or self.received[-1])
            return
        inside = trio.SSLStream(stream, self.identity.context(), server_side=True, https_compatible=True)
        async for received in inside:
            self.received.append(bytes(received))
            await inside.send_all(received)


@asynccontextmanager
async def running(host: Serve, name: str = "oak.example") -> AsyncIterator[Endpoint]:
    trio.socket.set_custom_hostname_resolver(Names())
    with trio.fail_after(60):
        async with listening(host) as address:
            yield Endpoint(Address(name, address.port))


def link_to(endpoint: Endpoint, **more: Any) -> JoinLink:
    return JoinLink((endpoint,), **more)


@pytest.fixture
def known(tmp_path: Path) -> KnownHosts:
    return FileHosts(tmp_path)


@pytest.fixture
def oak(tmp_path: Path) -> Identity:
    return Identity(tmp_path / "oak")


@pytest.fixture
def ash(tmp_path: Path) -> Identity:
    return Identity(tmp_path / "ash")


async def echoed(dial: HostDial, said: bytes = b"ping\n") -> bytes:
    async with await dial.dial(dial.link.address) as stream:
        await stream.send_all(said)
        return bytes(await stream.receive_some())


# The key.


async def test_a_host_is_trusted_on_first_use_and_its_key_invitation_and_endpoint_are_kept(
    known: KnownHosts, oak: Identity
) -> None:
    host = Host(oak)
    async with running(host) as endpoint:
        dial = HostDial(link_to(endpoint, invitation=INVITATION), known)
        assert await echoed(dial) == b"ping\n"

    assert dial.transport is not None
    assert (dial.transport.endpoint, dial.transport.key) == (endpoint, oak.key)
    assert known.all() == [KnownHost(oak.key, (str(endpoint),), INVITATION)]
    assert HostDial(link_to(endpoint), known).invitation == INVITATION


async def test_the_page_of_another_host_shows_its_owners_invitation_for_everybody(
    known: KnownHosts, oak: Identity
) -> None:
    host = Host(oak)
    async with running(host) as endpoint:
        dial = HostDial(link_to(endpoint, invitation=INVITATION), known)
        async with await dial.dial_invited(dial.link.address) as stream:
            assert bytes(await stream.receive_some()) == encode_from_client(Invited(INVITATION))


async def test_a_changed_key_is_refused_before_a_byte_is_sent_and_the_new_one_is_accepted_by_name(
    known: KnownHosts, oak: Identity, ash: Identity
) -> None:
    host = Host(oak)
    async with running(host) as endpoint:
        await echoed(HostDial(link_to(endpoint), known))
        host.identity = ash
        with pytest.raises(UntrustedHostError) as refused:
            await echoed(HostDial(link_to(endpoint), known))
        assert host.received == [b"ping\n"]

        _, _, advice = str(refused.value).partition("`fives join ")
        new = parse_link(advice.partition("`")[0])
        assert new == link_to(endpoint, key=ash.key)
        await echoed(HostDial(new, known))
        assert host.received == [b"ping\n", b"ping\n"]

    assert oak.key in str(refused.value)
    assert known.all() == [KnownHost(ash.key, (str(endpoint),)), KnownHost(oak.key)]


async def test_the_key_of_a_link_counts_and_no_other(known: KnownHosts, oak: Identity, ash: Identity) -> None:
    host = Host(ash)
    async with running(host) as endpoint:
        with pytest.raises(UntrustedHostError, match="somebody sits in between"):
            await echoed(HostDial(link_to(endpoint, key=oak.key), known))
        assert host.received == []
        assert known.all() == []

        host.identity = oak
        assert await echoed(HostDial(link_to(endpoint, key=oak.key), known)) == b"ping\n"


@pytest.mark.parametrize("is_in_the_link", [True, False])
async def test_a_host_whose_key_is_known_is_never_spoken_to_plainly(
    known: KnownHosts, oak: Identity, is_in_the_link: bool
) -> None:
    host = Host(None, MALFORMED)
    async with running(host) as endpoint:
        known.save(KnownHost(oak.key, () if is_in_the_link else (str(endpoint),)))
        dial = HostDial(link_to(endpoint, key=oak.key if is_in_the_link else None), known)
        with pytest.raises(UntrustedHostError, match="does not encrypt"):
            await echoed(dial)

    (hello,) = host.received
    assert hello[:1] == b"\x16"


async def test_a_key_that_could_not_be_saved_counts_on_the_next_connection(
    tmp_path: Path, oak: Identity, ash: Identity
) -> None:
    (tmp_path / "file").write_text("in the way")
    known, host = FileHosts(tmp_path / "file"), Host(oak)
    async with running(host) as endpoint:
        dial = HostDial(link_to(endpoint), known)
        await echoed(dial)
        host.identity = ash
        with pytest.raises(UntrustedHostError):
            await echoed(dial)

    assert known.troubles


async def test_a_goodbye_of_a_full_host_is_no_reason_to_distrust_it(known: KnownHosts, oak: Identity) -> None:
    async with running(Host(None, FULL)) as endpoint:
        with pytest.raises(NoConnectionError, match="accepts no more connections") as refused:
            await echoed(HostDial(link_to(endpoint, key=oak.key), known))

    assert not refused.value.is_final


# Plain lines.


@pytest.mark.parametrize("says", [MALFORMED, b"SSH-2.0-OpenSSH_9.6\r\n"])
async def test_an_older_host_in_this_network_is_spoken_to_plainly(known: KnownHosts, says: bytes) -> None:
    class OlderHost(Host):
        async def __call__(self, stream: trio.abc.Stream) -> None:
            self.says = b"" if self.received else says
            await super().__call__(stream)

    async with running(OlderHost()) as endpoint:
        dial = HostDial(link_to(endpoint), known)
        assert await echoed(dial) == b"ping\n"

    assert dial.transport is not None
    assert dial.transport.key is None
    assert known.all() == []


@pytest.mark.parametrize("key", [None, "vbnm5-a7z33-34ywp-emt4v"])
async def test_a_web_server_without_encryption_is_no_older_host(known: KnownHosts, key: str | None) -> None:
    host = Host(None, b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
    async with running(host) as endpoint:
        with pytest.raises(UntrustedHostError, match="a web server answers there: ask the host for a link that begins"):
            await echoed(HostDial(link_to(endpoint, key=key), known))

    assert len(host.received) == 1
    assert host.received[0].startswith(b"\x16"), "no line was sent"


async def test_an_older_host_elsewhere_is_refused(known: KnownHosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.net.transport.is_near", lambda _: False)
    host = Host(None, MALFORMED)
    async with running(host) as endpoint:
        with pytest.raises(UntrustedHostError, match="Ask the host to update"):
            await echoed(HostDial(link_to(endpoint), known))

    assert len(host.received) == 1


async def test_on_this_machine_nothing_is_encrypted_unless_a_link_says_so(known: KnownHosts, oak: Identity) -> None:
    host = Host()
    async with running(host, "localhost") as endpoint:
        assert await echoed(HostDial(link_to(endpoint), known)) == b"ping\n"
        host.identity = oak
        assert await echoed(HostDial(link_to(endpoint, key=oak.key), known)) == b"ping\n"

    assert host.received == [b"ping\n", b"ping\n"]
    assert known.all() == []


# A peer that does not keep to TLS.


async def silence(stream: trio.abc.Stream) -> None:
    await trio.sleep_forever()


async def half_a_handshake(stream: trio.abc.Stream) -> None:
    await stream.receive_some()
    await stream.send_all(b"\x16\x03\x03\x00\x7a\x02\x00\x00")
    await trio.sleep_forever()


async def one_byte_after_another(stream: trio.abc.Stream) -> None:
    await stream.receive_some()
    for byte in b"\x16\x03\x03\x40\x00" + bytes(1000):
        await stream.send_all(bytes([byte]))
        await trio.sleep(0.02)


@pytest.mark.parametrize("peer", [silence, half_a_handshake, one_byte_after_another])
async def test_a_peer_that_does_not_come_to_an_end_is_given_up(
    known: KnownHosts, monkeypatch: pytest.MonkeyPatch, peer: Callable[[trio.abc.Stream], Awaitable[None]]
) -> None:
    monkeypatch.setattr("client.net.transport.TIME_TO_AGREE", 0.2)
    async with running(peer) as endpoint:
        with pytest.raises(NoConnectionError) as failed:
            await echoed(HostDial(link_to(endpoint), known))

    assert str(failed.value) == not_welcomed(endpoint.address)


async def test_a_host_that_closes_while_it_agrees_can_be_tried_again(known: KnownHosts, oak: Identity) -> None:
    async def closes(stream: trio.abc.Stream) -> None:
        await stream.receive_some()

    async with running(closes) as endpoint:
        with pytest.raises(NoConnectionError, match="before it was encrypted") as failed:
            await echoed(HostDial(link_to(endpoint, key=oak.key), known))

    assert not failed.value.is_final


async def test_an_older_version_of_tls_is_refused(known: KnownHosts, oak: Identity) -> None:
    context = oak.context()
    context.maximum_version = ssl.TLSVersion.TLSv1_2

    async def older(stream: trio.abc.Stream) -> None:
        await trio.SSLStream(stream, context, server_side=True).do_handshake()

    async with running(older) as endpoint:
        with pytest.raises(NoConnectionError, match="before it was encrypted"):
            await echoed(HostDial(link_to(endpoint, key=oak.key), known))


# Several endpoints.


async def test_an_endpoint_that_does_not_answer_costs_little_and_comes_last_from_then_on(
    known: KnownHosts, oak: Identity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.net.dial.TIME_FOR_EACH", 0.1)
    async with running(silence) as dead, running(Host(oak)) as alive:
        dial = HostDial(JoinLink((dead, alive), key=oak.key), known)
        assert await echoed(dial) == b"ping\n"

        assert dial.endpoints == [alive, dead]
        assert HostDial(link_to(dead, key=oak.key), known).endpoints == [alive, dead]


async def test_of_several_endpoints_the_one_with_the_right_key_is_used(
    known: KnownHosts, oak: Identity, ash: Identity
) -> None:
    other = Host(ash)
    async with running(other) as wrong, running(Host(oak)) as right:
        assert await echoed(HostDial(JoinLink((wrong, right), key=oak.key), known)) == b"ping\n"

    assert other.received == []


async def test_if_no_endpoint_answers_the_reason_of_the_first_is_given(known: KnownHosts, oak: Identity) -> None:
    async with running(silence) as gone, running(silence) as gone_too:
        pass
    with pytest.raises(NoConnectionError, match=f"nobody answers at {gone}:"):
        await echoed(HostDial(JoinLink((gone, gone_too), key=oak.key), known))


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_name_that_no_machine_can_have_is_no_machine(known: KnownHosts, scheme: str) -> None:
    with pytest.raises(NoConnectionError, match="there is no machine called aaa"):
        await echoed(HostDial(parse_link(f"{scheme}://{'a' * 70}"), known))


# Through a web server.


async def test_through_a_web_server_the_lines_are_encrypted_as_far_as_the_host(
    known: KnownHosts, oak: Identity, ash: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Identity(tmp_path, "the tests")
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    host = Host(oak)
    site = Identity(tmp_path, "quick-fox.example", by=authority)
    trio.socket.set_custom_hostname_resolver(Names())
    with trio.fail_after(60):
        async with listening(WebServer(host), site.context()) as address:
            endpoint = Endpoint(Address("quick-fox.example", address.port), is_web=True)
            assert await echoed(HostDial(link_to(endpoint, key=oak.key), known)) == b"ping\n"
            assert await echoed(HostDial(parse_link(str(endpoint)), known)) == b"ping\n"

            host.identity = ash
            with pytest.raises(UntrustedHostError, match="another key"):
                await echoed(HostDial(link_to(endpoint), known))
            host.identity, host.says = None, MALFORMED
            with pytest.raises(UntrustedHostError, match="is not in this network"):
                await echoed(HostDial(link_to(Endpoint(address, is_web=True)), known))

    assert known.all() == [KnownHost(oak.key, (str(endpoint),))]


def test_an_invitation_is_in_no_repr(known: KnownHosts) -> None:
    dial = HostDial(parse_link(f"oak.example#i={INVITATION}"), known)

    assert INVITATION not in repr(dial)
    assert INVITATION not in repr(KnownHost("k", invitation=INVITATION))
