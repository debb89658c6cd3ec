"""What a player signs for other hosts: test vectors of WIRE.md, by the program and by another library."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from protocol.log.statements import SeatKey, i_am_there, i_come, i_host, is_signed, seat_key_of, signed
from tests.protocol.log import plain_mixing as plain

WIRE = " ".join((Path(__file__).parents[3] / "docs" / "WIRE.md").read_text(encoding="utf-8").split())
SECRET = "44" * 32
FIRST, GAME, HOST_KEY = "2026-11-26-oak-1a2b3c", "2026-11-26-elm-4d5e6f", "vbnm5-a7z33-34ywp-emt4v"
HISTORY = plain.h("history")


def test_keys_and_statements_are_those_of_the_specification() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(plain.h("key", SECRET)))
    key = other.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    hosts = plain.h("I host", FIRST, 1, GAME, 40, HISTORY, HOST_KEY)
    comes = plain.h("I come", FIRST, 1, HOST_KEY)
    there = plain.h("I am there", FIRST, 1, HOST_KEY)

    assert seat_key_of(SECRET) == key
    assert (i_host(FIRST, 1, GAME, 40, HISTORY, HOST_KEY), i_come(FIRST, 1, HOST_KEY)) == (hosts, comes)
    assert i_am_there(FIRST, 1, HOST_KEY) == there
    for statement in (hosts, comes, there):
        assert signed(SECRET, statement) == other.sign(statement.encode()).hex()
        assert is_signed(key, statement, signed(SECRET, statement))
        assert f"`{signed(SECRET, statement)}`" in WIRE
    assert f"`{key}`" in WIRE


@pytest.mark.parametrize("key", ["", "0" * 64, "f" * 64, "z" * 64, "0" * 63, "0" * 128])
def test_what_is_no_key_signs_nothing(key: str) -> None:
    statement = i_come(FIRST, 1, HOST_KEY)
    assert not is_signed(key, statement, signed(SECRET, statement))


@pytest.mark.parametrize("signature", ["", "0" * 128, "f" * 128, "F" * 128, "z" * 128, "0" * 64])
def test_what_is_no_signature_proves_nothing(signature: str) -> None:
    assert not is_signed(seat_key_of(SECRET), i_come(FIRST, 1, HOST_KEY), signature)


def test_no_statement_can_be_taken_for_another() -> None:
    statements = [
        i_host(FIRST, 1, GAME, 40, HISTORY, HOST_KEY),
        i_host(FIRST, 2, GAME, 40, HISTORY, HOST_KEY),
        i_host(FIRST, 1, FIRST, 40, HISTORY, HOST_KEY),
        i_host(FIRST, 1, GAME, 41, HISTORY, HOST_KEY),
        i_host(FIRST, 1, GAME, 40, "", HOST_KEY),
        i_host(FIRST, 1, GAME, 40, HISTORY, ""),
        i_come(FIRST, 1, HOST_KEY),
        i_come(FIRST, 11, HOST_KEY),
        i_come(FIRST, 1, ""),
        i_come(f"{FIRST}1", 1, HOST_KEY),
        i_am_there(FIRST, 1, HOST_KEY),
    ]
    for stated in statements:
        signature = signed(SECRET, stated)
        assert [is_signed(seat_key_of(SECRET), other, signature) for other in statements] == [
            other is stated for other in statements
        ]


@pytest.mark.parametrize(
    ("key", "is_wellformed"), [("0" * 64, True), ("A" * 64, False), ("0" * 65, False), ("", False)]
)
def test_a_key_has_64_hexadecimal_digits(key: str, is_wellformed: bool) -> None:
    assert SeatKey(key).is_wellformed is is_wellformed
