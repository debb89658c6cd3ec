"""The host's certificate: made once, kept in one file, and never replaced."""

import datetime
import os
import ssl
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from daemon.net.identity import CERTIFICATE, IdentityError, open_identity
from protocol.console.host_key import key_of
from tests.daemon import tls


def test_a_host_has_the_same_key_at_every_start(tmp_path: Path) -> None:
    first, again = open_identity(tmp_path), open_identity(tmp_path)

    assert first is not None
    assert again is not None
    assert first.key == again.key
    assert [file.name for file in tmp_path.iterdir()] == [CERTIFICATE]


def test_two_hosts_have_different_keys(tmp_path: Path) -> None:
    here = open_identity(tmp_path)

    assert here is not None
    assert here.key != tls.identity().key


def test_the_key_is_that_of_the_certificate_which_is_valid_for_a_long_time(tmp_path: Path) -> None:
    identity = open_identity(tmp_path)
    certificate = x509.load_pem_x509_certificate((tmp_path / CERTIFICATE).read_bytes())

    assert identity is not None
    assert identity.key == key_of(ssl.PEM_cert_to_DER_cert(certificate.public_bytes(Encoding.PEM).decode()))
    assert certificate.subject.rfc4514_string() == "CN=fives"
    assert certificate.not_valid_before_utc.date() == datetime.date(2020, 1, 1)
    assert certificate.not_valid_after_utc.date() == datetime.date(2099, 12, 31)


@pytest.mark.skipif(os.name != "posix", reason="files have no such modes there")
def test_nobody_else_can_read_the_private_key(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        open_identity(tmp_path)
    finally:
        os.umask(mask)

    assert stat.S_IMODE((tmp_path / CERTIFICATE).stat().st_mode) == 0o600


def test_a_file_of_an_interrupted_start_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / f"{CERTIFICATE}.new").write_bytes(b"-----BEGIN PRIV")

    assert open_identity(tmp_path) is not None
    assert [file.name for file in tmp_path.iterdir()] == [CERTIFICATE]


def _cut(pem: bytes) -> bytes:
    return pem[: len(pem) // 2]


def _without_key(pem: bytes) -> bytes:
    return pem[pem.index(b"-----BEGIN CERTIFICATE") :]


def _without_certificate(pem: bytes) -> bytes:
    return pem[: pem.index(b"-----BEGIN CERTIFICATE")]


def _flipped(pem: bytes) -> bytes:
    middle = pem.index(b"-----BEGIN CERTIFICATE") + 200
    return pem[:middle] + bytes([pem[middle] ^ 1]) + pem[middle + 1 :]


@pytest.mark.parametrize(
    "damage", [_cut, _without_key, _without_certificate, _flipped, lambda _: b"", lambda _: b"\xff\x00" * 300]
)
def test_a_damaged_file_is_an_error_and_stays_as_it_is(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    tls.give_identity(tmp_path)
    path = tmp_path / CERTIFICATE
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)

    with pytest.raises(IdentityError, match=r"host\.pem is damaged; restore it") as error:
        open_identity(tmp_path)

    assert "\n" not in str(error.value)
    assert path.read_bytes() == damaged


def test_a_file_that_cannot_be_read_is_an_error_too(tmp_path: Path) -> None:
    (tmp_path / CERTIFICATE).mkdir()

    with pytest.raises(IdentityError, match=r"host\.pem cannot be read"):
        open_identity(tmp_path)


def test_without_the_library_a_host_has_no_identity_unless_it_has_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls.identity()  # made before
    monkeypatch.setitem(sys.modules, "cryptography", None)

    assert open_identity(tmp_path) is None
    assert not list(tmp_path.iterdir())

    tls.give_identity(tmp_path)
    identity = open_identity(tmp_path)
    assert identity is not None
    assert identity.key == tls.identity().key
