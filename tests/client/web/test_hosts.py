"""The names under which a page may be opened: the headers `Host` and `Origin`."""

import pytest

from client.web.hosts import Hosts, own_names
from protocol.shared.exit_status import MisusedError
from protocol.shared.known_name import known_name

HOSTS = Hosts(["Tunnel.example.NET"])
HOSTS.add_own(own_names("den", "den.example.org"))

ACCEPTED = (
    "localhost", "LOCALHOST", "localhost:5533", "localhost.", "127.0.0.1", "192.168.1.20:5533", "203.0.113.7:80",
    "[::1]", "[fd00::2]:5533", "[FD00::2]", "den", "Den:5533", "den.local", "den.example.org", "tunnel.example.net",
    "tunnel.example.net:443", "den:",
)  # fmt: skip
REFUSED = (
    "", " ", "evil.example", "evil.example:5533", "localhost.evil.example", "evil.local", "den.example.com",
    "127.0.0.1.evil.example", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "::1", "fd00::2", "[::1", "::1]",
    "[127.0.0.1]", "[den]", "[::1]evil.example", "[fe80::1%25eth0]", "user@localhost", "localhost@evil.example",
    "localhost:5533:1", "localhost:http", "localhost:123456", "localhost/evil", "localhost#", "localhost?",
    "localhost\\evil", "localhost,evil.example", "localhost evil.example", "ｌocalhost", "localhost\x00", "..",
)  # fmt: skip


@pytest.mark.parametrize("host", ACCEPTED)
def test_ip_addresses_names_of_the_machine_and_registered_names_are_accepted(host: str) -> None:
    assert HOSTS.accepts(host)
    assert HOSTS.accepts_origin(f"http://{host}", host)
    assert HOSTS.accepts_origin(f"HTTPS://{host}", host)


@pytest.mark.parametrize("host", REFUSED)
def test_every_other_name_is_refused(host: str) -> None:
    assert not HOSTS.accepts(host)
    assert not HOSTS.accepts_origin(f"http://{host}", host)
    assert not HOSTS.accepts_origin(f"http://{host}", "localhost")


@pytest.mark.parametrize("origin", ["null", "", "localhost", "file://", "ftp://localhost", "http:localhost", "http://"])
def test_an_origin_that_is_not_a_web_page_is_refused(origin: str) -> None:
    assert not HOSTS.accepts_origin(origin, "localhost")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost:5533", "http://localhost:5533"),
        ("LOCALHOST.:5533", "http://localhost:5533"),
        ("192.168.1.20:5533", "http://192.168.1.20:5533"),
        ("[FD00::2]:5533", "http://[fd00::2]:5533"),
        ("den.local:5533", "http://den.local:5533"),
        ("den", "http://den"),
        ("den:80", "http://den"),
        ("den", "http://den:80"),
        ("den:443", "https://den"),
        ("den", "https://den"),  # a proxy that ends TLS on the same machine
        ("tunnel.example.net", "https://tunnel.example.net"),
        ("tunnel.example.net:5533", "https://tunnel.example.net:8443"),
        ("localhost:5533", "https://tunnel.example.net"),  # a tunnel that sends the name of its target as `Host`
    ],
)
def test_the_page_itself_is_a_valid_origin(host: str, origin: str) -> None:
    assert HOSTS.accepts_origin(origin, host)


@pytest.mark.parametrize("host", ["localhost:5533", "192.168.1.20:5533", "[fd00::2]:5533", "den:5533", "den"])
@pytest.mark.parametrize(
    "origin",
    [
        "http://6.6.6.6",
        "http://6.6.6.6:5533",
        "https://[2001:db8::1]",
        "https://[2001:db8::1]:5533",
        "http://localhost",
        "http://localhost:9",
        "https://localhost",
        "http://127.0.0.1:5533",
        "http://[::1]:5533",
        "http://192.168.1.20",
        "http://192.168.1.20:8080",
        "http://192.168.1.21:5533",
        "http://[fd00::2]:8080",
        "http://den:9",
        "http://den:65535",
        "http://den.local",
        "http://den.example.org:5533",
        "http://localhost:05534",
    ],
)
def test_a_page_of_another_address_or_port_is_no_valid_origin(host: str, origin: str) -> None:
    assert not HOSTS.accepts_origin(origin, host)


def test_a_registered_name_is_an_origin_for_accepted_hosts_alone() -> None:
    assert not HOSTS.accepts_origin("https://tunnel.example.net", "evil.example")


def test_a_name_can_be_registered_while_the_page_is_open() -> None:
    hosts = Hosts()
    before = hosts.accepts("new.example")

    hosts.know_as(["new.example"])

    assert (before, hosts.accepts("new.example:443")) == (False, True)


def test_a_name_that_leads_here_no_more_is_not_accepted() -> None:
    hosts = Hosts(["old.example", "den.example"])

    hosts.know_as(["den.example"])

    assert [hosts.accepts(name) for name in ("old.example", "den.example", "localhost")] == [False, True, True]


def test_a_name_on_trial_is_accepted_until_the_trial_ends_unless_it_is_kept() -> None:
    hosts = Hosts()
    with hosts.on_trial("Fox.example") as keep_fox, hosts.on_trial("hare.example"), hosts.on_trial("hare.example"):
        hosts.know_as(["den.example"])
        assert hosts.accepts("fox.example")
        assert hosts.accepts_origin("https://hare.example", "localhost:5533")
        keep_fox()

    assert [hosts.accepts(name) for name in ("fox.example", "hare.example", "den.example")] == [True, False, True]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Tunnel.Example.NET", "tunnel.example.net"),
        (" den ", "den"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("a.b.", "a.b"),
    ],
)
def test_a_name_is_registered_in_the_form_that_browsers_send(typed: str, name: str) -> None:
    assert known_name(typed) == name


@pytest.mark.parametrize(
    "typed", ["", "http://den", "den:80", "den/", "a..b", "-", "x" * 300, "a b", "\x1b[31m", "ü" * 99]
)
def test_an_invalid_name_is_refused_in_one_line(typed: str) -> None:
    with pytest.raises(MisusedError) as error:
        known_name(typed)

    assert "\x1b" not in str(error.value)
    assert len(str(error.value)) < 200
