"""The host's certificate: made once, kept in one file, and never replaced."""

import datetime
import os
import ssl
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    SECP384R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key as generate_rsa_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from daemon.net.identity import CERTIFICATE, IdentityError, open_identity
from protocol.shared.host_key import key_of
from tests.daemon import tls


def test_a_host_has_the_same_key_at_every_start(tmp_path: Path) -> None:
    first, again = open_identity(tmp_path), open_identity(tmp_path)

    assert first.key == again.key
    assert [file.name for file in tmp_path.iterdir()] == [CERTIFICATE]


def test_two_hosts_have_different_keys(tmp_path: Path) -> None:
    assert open_identity(tmp_path).key != tls.identity().key


def test_a_host_keeps_the_key_that_another_library_has_made(tmp_path: Path) -> None:
    private, certificate = _signed_by(generate_private_key(SECP256R1()))
    path = tmp_path / CERTIFICATE
    path.write_bytes(private + certificate)

    assert open_identity(tmp_path).key == key_of(ssl.PEM_cert_to_DER_cert(certificate.decode()))
    assert path.read_bytes() == private + certificate


def test_the_key_is_that_of_the_certificate_which_is_valid_for_a_long_time(tmp_path: Path) -> None:
    identity = open_identity(tmp_path)
    certificate = x509.load_pem_x509_certificate((tmp_path / CERTIFICATE).read_bytes())

    assert identity.key == key_of(certificate.public_bytes(Encoding.DER))
    assert certificate.version is x509.Version.v3
    assert 0 < certificate.serial_number < 1 << 159
    assert certificate.subject.rfc4514_string() == certificate.issuer.rfc4514_string() == "CN=fives"
    assert certificate.not_valid_before_utc == datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    assert certificate.not_valid_after_utc == datetime.datetime(2099, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
    assert list(certificate.extensions) == []


def test_the_certificate_is_signed_with_its_own_key(tmp_path: Path) -> None:
    open_identity(tmp_path)
    pem = (tmp_path / CERTIFICATE).read_bytes()
    certificate, private = x509.load_pem_x509_certificate(pem), load_pem_private_key(pem, password=None)

    certificate.verify_directly_issued_by(certificate)
    assert isinstance(private, EllipticCurvePrivateKey)
    assert isinstance(private.curve, SECP256R1)
    assert private.public_key() == certificate.public_key()


def test_another_library_makes_the_same_certificate_but_for_its_signature(tmp_path: Path) -> None:
    open_identity(tmp_path)
    pem = (tmp_path / CERTIFICATE).read_bytes()
    certificate, private = x509.load_pem_x509_certificate(pem), load_pem_private_key(pem, password=None)
    assert isinstance(private, EllipticCurvePrivateKey)
    other = (
        x509.CertificateBuilder(certificate.issuer, certificate.subject, private.public_key())
        .serial_number(certificate.serial_number)
        .not_valid_before(certificate.not_valid_before_utc)
        .not_valid_after(certificate.not_valid_after_utc)
        .sign(private, SHA256())
    )

    assert certificate.tbs_certificate_bytes == other.tbs_certificate_bytes
    assert certificate.signature_algorithm_oid == other.signature_algorithm_oid
    assert pem.startswith(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


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

    open_identity(tmp_path)

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


def _encrypted(pem: bytes) -> bytes:
    private = load_pem_private_key(pem, password=None)
    return private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")) + _without_key(pem)


def _encrypted_in_the_old_way(pem: bytes) -> bytes:
    private = load_pem_private_key(pem, password=None)
    old = PrivateFormat.TraditionalOpenSSL
    return private.private_bytes(Encoding.PEM, old, BestAvailableEncryption(b"x")) + _without_key(pem)


def _with_another_key(pem: bytes) -> bytes:
    return _signed_by(generate_private_key(SECP256R1()))[0] + _without_key(pem)


def _signed_by(private: RSAPrivateKey | EllipticCurvePrivateKey) -> tuple[bytes, bytes]:
    """A private key and its certificate, in PEM."""
    name = x509.Name([])
    certificate = (
        x509.CertificateBuilder(name, name, private.public_key())
        .serial_number(1)
        .not_valid_before(datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC))
        .not_valid_after(datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC))
        .sign(private, SHA256())
    )
    plain = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return plain, certificate.public_bytes(Encoding.PEM)


def _on_rsa(_: bytes) -> bytes:
    return b"".join(_signed_by(generate_rsa_key(65537, 2048)))


def _on_another_curve(_: bytes) -> bytes:
    return b"".join(_signed_by(generate_private_key(SECP384R1())))


@pytest.mark.parametrize(
    ("change", "what_is_wrong"),
    [
        (_cut, "has a private key and no whole certificate"),
        (_without_certificate, "has a private key and no whole certificate"),
        (_without_key, "has a certificate and no private key"),
        (_encrypted, "has a private key that is encrypted with a passphrase, which fives cannot use"),
        (_encrypted_in_the_old_way, "has a private key that is encrypted with a passphrase, which fives cannot use"),
        (_with_another_key, "is damaged"),
        (_flipped, "is damaged"),
        (lambda _: b"", "is damaged"),
        (lambda _: b"\xff\x00" * 300, "is damaged"),
    ],
)
def test_a_file_that_cannot_be_used_is_an_error_and_stays_as_it_is(
    tmp_path: Path, change: Callable[[bytes], bytes], what_is_wrong: str
) -> None:
    tls.give_identity(tmp_path)
    path = tmp_path / CERTIFICATE
    changed = change(path.read_bytes())
    path.write_bytes(changed)

    with pytest.raises(IdentityError, match=rf"host\.pem {what_is_wrong}; restore it") as error:
        open_identity(tmp_path)

    assert "\n" not in str(error.value)
    assert path.read_bytes() == changed


@pytest.mark.parametrize("make", [_on_rsa, _on_another_curve])
def test_a_key_of_another_kind_may_be_a_newer_releases(tmp_path: Path, make: Callable[[bytes], bytes]) -> None:
    path = tmp_path / CERTIFICATE
    path.write_bytes(make(b""))
    before = path.read_bytes()

    with pytest.raises(IdentityError, match=r"a kind that this fives cannot use\. If a newer fives made it, install"):
        open_identity(tmp_path)

    assert path.read_bytes() == before


def test_what_a_newer_release_adds_to_the_file_changes_no_key(tmp_path: Path) -> None:
    tls.give_identity(tmp_path)
    with (tmp_path / CERTIFICATE).open("a", encoding="ascii") as file:
        file.write("-----BEGIN FIVES SEALS-----\nc2VhbA==\n-----END FIVES SEALS-----\n")

    assert open_identity(tmp_path).key == tls.identity().key


def test_a_file_that_cannot_be_read_is_an_error_too(tmp_path: Path) -> None:
    (tmp_path / CERTIFICATE).mkdir()

    with pytest.raises(IdentityError, match=r"host\.pem cannot be read: .*; restore it"):
        open_identity(tmp_path)
