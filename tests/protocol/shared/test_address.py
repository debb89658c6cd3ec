"""Typed addresses of a daemon."""

import pytest

from protocol.shared.address import Address, AddressError, parse_address


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("localhost", "localhost", 5533),
        ("localhost:7000", "localhost", 7000),
        ("ann.example.org", "ann.example.org", 5533),
        ("ann.example.org.:80", "ann.example.org.", 80),
        ("1.2.3.4", "1.2.3.4", 5533),
        ("1.2.3.4:5", "1.2.3.4", 5),
        ("::1", "::1", 5533),
        ("[::1]", "::1", 5533),
        ("[::1]:5534", "::1", 5534),
        ("fe80::1%eth0", "fe80::1%eth0", 5533),
        ("[fe80::1%25wlp0s20f3.1]:80", "fe80::1%wlp0s20f3.1", 80),
        ("  annas-pc ", "annas-pc", 5533),
        ("münchen.example", "münchen.example", 5533),
    ],
)
def test_an_address_is_a_host_and_optionally_a_port(typed: str, host: str, port: int) -> None:
    assert parse_address(typed) == Address(host, port)


@pytest.mark.parametrize(
    "typed",
    [
        "", "   ", "a b", "host:", "host:0", "host:65536", "host:port", "host:+5", "host:５", ":5533", "5533", "1.2.3",
        "1.2.3.4.5", "256.1.1.1", "[::1", "[::1]5533", "[host]:1", "[]:1", "::1::", "http://host", "me@host", "-host",
        "host-", "a..b", "h" * 300, "host\n:1", "\x1b[31mhost", "fe80::1%", "fe80::1%\x1b[31m", "fe80::1%\u202e0hte",
        "[fe80::1%a b]:1", "[fe80::1%#k]:1", "fe80::1%" + "z" * 300,
    ],
)  # fmt: skip
def test_an_invalid_address_is_reported_in_one_line_with_an_example(typed: str) -> None:
    with pytest.raises(AddressError) as error:
        parse_address(typed)

    text = str(error.value)
    assert "\n" not in text
    assert "\x1b" not in text
    assert text.endswith("Write HOST or HOST:PORT, like 192.168.1.20:5533.")


@pytest.mark.parametrize("typed", ["localhost:7000", "1.2.3.4:5", "[::1]:5534"])
def test_an_address_is_shown_in_the_form_users_type_it(typed: str) -> None:
    assert str(parse_address(typed)) == typed
