"""TLS without I/O: a client's half from Python's own `ssl`, against the host's."""

import os
import ssl
from contextlib import suppress
from pathlib import Path

import pytest
from attrs import define, field

from daemon.net.encryption import FIRST_BYTE, MOST_ANSWERED, MOST_WITHOUT_PLAIN, RECORD, Encryption
from protocol.wire.codec import ViewerLine
from tests.daemon import tls
from tests.daemon.net.new_keys import Records

LINE = ViewerLine(b'{"type":"pong","n":7}\n')


@define
class Client:
    """A client's half. `context`: its settings."""

    context: ssl.SSLContext = field(factory=tls.client_context)
    incoming: ssl.MemoryBIO = field(factory=ssl.MemoryBIO)
    outgoing: ssl.MemoryBIO = field(factory=ssl.MemoryBIO)
    half: ssl.SSLObject = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.half = self.context.wrap_bio(self.incoming, self.outgoing)

    def shake_hands(self, received: bytes = b"") -> bytes:
        """Its next part of the handshake, after these bytes of the host's."""
        self.incoming.write(received)
        with suppress(ssl.SSLWantReadError):
            self.half.do_handshake()
        return self.outgoing.read()

    def write(self, plain: bytes) -> bytes:
        self.half.write(plain)
        return self.outgoing.read()

    def read(self, received: bytes) -> bytes:
        """Everything plain in these bytes of the host's."""
        self.incoming.write(received)
        plain = b""
        with suppress(ssl.SSLWantReadError):
            while some := self.half.read(1 << 20):
                plain += some
        return plain


def answer(ours: Encryption) -> bytes:
    """What TLS itself has to send."""
    return ours.encrypt(ViewerLine(b""), is_last=False)


def connected(context: ssl.SSLContext | None = None) -> tuple[Client, Encryption]:
    """Both halves after the handshake. `context`: the client's settings."""
    client, ours = Client(context or tls.client_context()), Encryption(tls.identity().context)
    assert ours.decrypt(client.shake_hands()) == (b"", False)
    assert ours.decrypt(client.shake_hands(answer(ours))) == (b"", False)
    assert ours.is_ready
    assert not ours.has_answer, "no tickets: there is nothing to resume"
    return client, ours


def test_a_connection_begins_with_the_byte_of_a_handshake() -> None:
    assert Client().shake_hands().startswith(FIRST_BYTE)


def test_it_is_tls_1_3_and_the_certificate_is_the_hosts() -> None:
    client, _ = connected()

    assert client.half.version() == "TLSv1.3"
    assert tls.key_shown(client.half) == tls.identity().key


@pytest.mark.parametrize("size", range(1, 60))
def test_bytes_may_arrive_in_pieces_of_any_size(size: int) -> None:
    client, ours = Client(), Encryption(tls.identity().context)
    plain = b""

    def receive(received: bytes) -> bytes:
        nonlocal plain
        for start in range(0, len(received), size):
            some, has_ended = ours.decrypt(received[start : start + size])
            plain += some
            assert not has_ended
        return answer(ours)

    finished = client.shake_hands(receive(client.shake_hands()))
    receive(finished + client.write(b"one") + client.write(b"two" * 100))

    assert plain == b"one" + b"two" * 100
    assert client.read(ours.encrypt(LINE, is_last=False)) == LINE


def test_what_comes_with_the_end_of_the_handshake_is_read() -> None:
    client, ours = Client(), Encryption(tls.identity().context)
    ours.decrypt(client.shake_hands())

    assert ours.decrypt(client.shake_hands(answer(ours)) + client.write(b"hello")) == (b"hello", False)


@pytest.mark.parametrize("size", [1, RECORD, RECORD + 1, 16 * RECORD, 16 * RECORD + 7])
def test_chunks_of_any_size_are_encrypted_whole(size: int) -> None:
    client, ours = connected()
    chunk = ViewerLine(os.urandom(size))

    assert client.read(ours.encrypt(chunk, is_last=False)) == chunk


@pytest.mark.parametrize("size", [1, 16 * 1024, 100 * 1024])
def test_all_that_is_received_is_decrypted_at_once(size: int) -> None:
    client, ours = connected()
    sent = os.urandom(size)

    assert ours.decrypt(client.write(sent)) == (sent, False)


def test_the_last_chunk_is_followed_by_the_end_once() -> None:
    client, ours = connected()

    assert client.read(ours.encrypt(LINE, is_last=True)) == LINE

    assert client.half.read() == b""
    assert ours.encrypt(ViewerLine(b""), is_last=True) == b""


def test_a_client_that_ends_is_still_answered() -> None:
    client, ours = connected()
    before = client.write(b"hello")
    with pytest.raises(ssl.SSLWantReadError):
        client.half.unwrap()

    assert ours.decrypt(before + client.outgoing.read()) == (b"hello", True)
    assert ours.encrypt(LINE, is_last=True) != b""


def alert_of(client: Client, received: bytes) -> str:
    """The name of the alert that the host has sent."""
    with pytest.raises(ssl.SSLError) as error:
        client.shake_hands(received)
    return error.value.reason


def test_older_versions_of_tls_are_refused_with_an_alert() -> None:
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    client, ours = Client(old), Encryption(tls.identity().context)

    assert ours.decrypt(client.shake_hands()) == (b"", True)

    assert alert_of(client, answer(ours)) == "TLSV1_ALERT_PROTOCOL_VERSION"


@pytest.mark.parametrize("garbage", [b"\x16" * 600, b"\x16\x03\x01\x00\x05hello" * 9, b'\x16{"type":"hello"}\n'])
def test_garbage_that_begins_like_tls_ends_the_connection_with_an_alert_at_most(garbage: bytes) -> None:
    ours = Encryption(tls.identity().context)

    assert ours.decrypt(garbage) == (b"", True)

    assert len(ours.encrypt(LINE, is_last=True)) in {0, 7}, "the length of an alert"
    assert answer(ours) == b""


def test_a_changed_byte_ends_the_connection_and_nothing_of_its_record_is_read() -> None:
    client, ours = connected()
    good, bad = client.write(b"good"), bytearray(client.write(b"bad"))
    bad[-1] ^= 1

    assert ours.decrypt(good + bad) == (b"good", True)
    assert ours.has_answer
    assert bytes(LINE) not in ours.encrypt(LINE, is_last=True)


def test_nothing_is_sent_before_the_handshake_is_complete() -> None:
    client, ours = Client(), Encryption(tls.identity().context)
    assert ours.encrypt(LINE, is_last=False) == b""

    ours.decrypt(client.shake_hands())
    finished = client.shake_hands(ours.encrypt(LINE, is_last=False))
    ours.decrypt(finished)

    assert client.read(answer(ours)) == b""


def test_a_handshake_without_an_end_is_bounded() -> None:
    ours = Encryption(tls.identity().context)
    ours.decrypt(b"\x16\x03\x01\x40\x00\x01\x01\xf0\x00")  # the beginning of a message of 127 KB
    received, has_ended = 9, False
    while not has_ended:
        _, has_ended = ours.decrypt(bytes(1000))
        received += 1000

    assert received <= MOST_WITHOUT_PLAIN + 1000


# New keys, for which a client may ask at any time.


def connected_by_hand(folder: Path) -> tuple[Client, Records, Encryption]:
    """As `connected`, and then the client's records are made by hand."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.keylog_filename = str(folder / "keys")
    client, ours = connected(context)
    return client, Records(client.half, folder / "keys"), ours


def test_a_client_may_change_its_key_and_ask_for_a_new_one(tmp_path: Path) -> None:
    client, records, ours = connected_by_hand(tmp_path)

    for _ in range(3):
        received = records.data(b"before") + records.new_key(asks_for_one=True) + records.data(b"after")
        assert ours.decrypt(received) == (b"beforeafter", False)
        assert client.read(ours.encrypt(LINE, is_last=False)) == LINE, "with the host's new key before it"


@pytest.mark.parametrize("asks_for_one", [True, False])
def test_a_client_that_sends_nothing_but_new_keys_is_cut_off(tmp_path: Path, asks_for_one: bool) -> None:
    _, records, ours = connected_by_hand(tmp_path)
    received, has_ended = 0, False
    while not has_ended:
        keys = b"".join(records.new_key(asks_for_one=asks_for_one) for _ in range(50))
        _, has_ended = ours.decrypt(keys)
        received += len(keys)
        answer(ours)

    assert received <= MOST_WITHOUT_PLAIN + len(keys)


def test_a_client_that_asks_for_new_keys_and_reads_none_is_cut_off(tmp_path: Path) -> None:
    _, records, ours = connected_by_hand(tmp_path)
    has_ended = False
    while not has_ended:
        _, has_ended = ours.decrypt(records.new_key(asks_for_one=True) + records.data(b" "))

    assert MOST_ANSWERED < len(answer(ours)) < MOST_ANSWERED + 100
