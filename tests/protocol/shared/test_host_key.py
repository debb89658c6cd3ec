"""A host's key as text."""

import pytest

from protocol.shared.host_key import key_of, parse_key


def test_a_key_is_the_beginning_of_the_certificates_hash_in_groups() -> None:
    assert key_of(b"") == "4oymi-quy7q-objgx-36tej"  # SHA-256 of nothing: e3b0c442 98fc1c14 9afbf4c8 ...
    assert key_of(b"a") != key_of(b"b")


@pytest.mark.parametrize("typed", ["vbnm5-a7z33-34ywp-emt4v", "VBNM5-A7Z33-34YWP-EMT4V", "vbnm5a7z3334ywpemt4v"])
def test_a_key_is_read_with_or_without_hyphens(typed: str) -> None:
    assert parse_key(typed) == "vbnm5-a7z33-34ywp-emt4v"


@pytest.mark.parametrize("typed", ["", "vbnm5-a7z33-34ywp", "vbnm5-a7z33-34ywp-emt4v-x", "vbnm5-a7z33-34ywp-emt41"])
def test_anything_else_is_no_key(typed: str) -> None:
    assert parse_key(typed) is None
