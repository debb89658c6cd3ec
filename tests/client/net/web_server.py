"""A web server with a certificate of the tests' own authority: a tunnel, as a friend's client sees it."""

import datetime
import ipaddress
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from attrs import define, field
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from protocol.shared.address import Address
from protocol.shared.host_key import key_of

Serve = Callable[[trio.abc.Stream], Awaitable[None]]
_DAY = datetime.timedelta(days=1)


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _usage(*, is_authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=is_authority,
        **dict.fromkeys(
            ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign",
             "encipher_only", "decipher_only"), False
        ),
    )  # fmt: skip


def _certificate(
    of: ec.EllipticCurvePrivateKey, name: str, by: ec.EllipticCurvePrivateKey, issuer: str, until: datetime.timedelta
) -> x509.Certificate:
    """It passes strict clients, as those of Python 3.13 are: with identifiers of the keys, and the usage."""
    now, is_authority = datetime.datetime.now(datetime.UTC), name == issuer
    names = [x509.DNSName(name), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .issuer_name(_name(issuer))
        .public_key(of.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - 30 * _DAY)
        .not_valid_after(now + until)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(_usage(is_authority=is_authority), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(of.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.public_key()), critical=False)
        .sign(by, hashes.SHA256())
    )


@define(eq=False)
class Identity:
    """A certificate with its key, in a folder; by default one that has signed itself, as a host's has."""

    folder: Path
    name: str = "localhost"
    by: "Identity | None" = None
    until: datetime.timedelta = _DAY
    private: ec.EllipticCurvePrivateKey = field(factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    certificate: x509.Certificate = field(init=False)

    def __attrs_post_init__(self) -> None:
        by = self.by or self
        self.certificate = _certificate(self.private, self.name, by.private, by.name, self.until)
        pem = serialization.Encoding.PEM
        key = self.private.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file.write_bytes(self.certificate.public_bytes(pem) + key)

    @property
    def file(self) -> Path:
        return self.folder / f"{key_of(self.certificate.fingerprint(hashes.SHA256()))}.pem"

    @property
    def key(self) -> str:
        """The host's key."""
        return key_of(self.certificate.public_bytes(serialization.Encoding.DER))

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file)
        return context


@asynccontextmanager
async def listening(serve: Serve, context: ssl.SSLContext | None = None) -> AsyncIterator[Address]:
    """A port of this machine where `serve` gets each connection, inside TLS if there is a context."""

    async def one(stream: trio.SocketStream) -> None:
        inside: trio.abc.Stream = (
            stream if context is None else trio.SSLStream(stream, context, server_side=True, https_compatible=True)
        )
        try:
            await serve(inside)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        finally:
            await trio.aclose_forcefully(stream)

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(trio.serve_tcp, one, 0)
        yield Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        nursery.cancel_scope.cancel()


@define(eq=False)
class WebServer:
    """Answers requests with the bytes in `pages`, and opens a WebSocket for `serve` at every path in `sockets`.

    `requests`: those that have come.
    """

    serve: Serve
    pages: dict[str, bytes] = field(factory=dict)
    sockets: tuple[str, ...] = ("/lines",)
    requests: list[Request] = field(factory=list)

    async def __call__(self, stream: trio.abc.Stream) -> None:
        protocol = ServerProtocol()
        while not (events := protocol.events_received()):
            received = await stream.receive_some()
            if not received:
                return
            protocol.receive_data(received)
        request = events[0]
        assert isinstance(request, Request)
        self.requests.append(request)
        page = self.pages.get(request.path)
        if page is not None:
            await stream.send_all(page)
        elif request.path in self.sockets:
            protocol.send_response(protocol.accept(request))
            await stream.send_all(b"".join(protocol.data_to_send()))
            await self.serve(Socket(stream, protocol))
        else:
            await stream.send_all(page_of(404, "no such thing"))


def page_of(status: int, body: str, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status} Somehow", f"Content-Length: {len(body)}", *headers, "", body]
    return "\r\n".join(lines).encode()


@define(eq=False)
class Socket(trio.abc.Stream):
    """The server's end of a WebSocket."""

    stream: trio.abc.Stream
    protocol: ServerProtocol
    controls: list[Opcode] = field(factory=list)
    _received: bytes = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.protocol.send_binary(bytes(data))
        await self.flush()

    async def flush(self) -> None:
        await self.stream.send_all(b"".join(self.protocol.data_to_send()))

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while not self._received:
            received = await self.stream.receive_some()
            if not received:
                return b""
            self.protocol.receive_data(received)
            for event in self.protocol.events_received():
                assert isinstance(event, Response | Frame)
                if isinstance(event, Frame) and event.opcode in (Opcode.BINARY, Opcode.CONT):
                    self._received += event.data
                elif isinstance(event, Frame):
                    self.controls.append(event.opcode)
                    if event.opcode is Opcode.CLOSE:
                        return b""
        taken, self._received = self._received[:max_bytes], self._received[max_bytes or len(self._received) :]
        return taken

    async def aclose(self) -> None:
        await self.stream.aclose()
