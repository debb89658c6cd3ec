"""The link with which a friend joins: its grammar, and what is wrong with other texts."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.shared.address import Address, AddressError
from protocol.shared.join_link import WEB_PORT, Endpoint, JoinLink, parse_host_code, parse_link, typed_link

KEY = "vbnm5-a7z33-34ywp-emt4v"
INVITATION = "mjqxgzjtgiydcmrtgqzdgnbrge"
TUNNEL = Endpoint(Address("quick-fox.example.net", WEB_PORT), is_web=True)
AT_HOME = Endpoint(Address("192.168.1.20", 5533))


@pytest.mark.parametrize(
    ("typed", "address", "table"),
    [
        ("192.168.1.20", ("192.168.1.20", 5533), None),
        (" oak.example:5534 ", ("oak.example", 5534), None),
        ("http://192.168.1.20:5533/", ("192.168.1.20", 5533), None),
        ("HTTP://oak.example/ash", ("oak.example", 5533), "ash"),
        ("192.168.1.20:5533/oak%2D2?x", ("192.168.1.20", 5533), "oak-2"),
        ("http://[::1]:5534/ash", ("::1", 5534), "ash"),
        ("::1", ("::1", 5533), None),
        ("http://oak.example/play", ("oak.example", 5533), None),
        ("https://oak.example/ash", ("oak.example", 443), "ash"),
        ("https://oak.example:8443", ("oak.example", 8443), None),
    ],
)
def test_a_link_or_an_address_names_a_machine_and_perhaps_a_table(
    typed: str, address: tuple[str, int], table: str | None
) -> None:
    link = parse_link(typed)

    assert (link.address, link.table) == (address, table)
    assert link.endpoints[0].is_web == typed.startswith("https")


def test_a_link_has_the_hosts_key_an_invitation_and_further_addresses() -> None:
    written = f"https://quick-fox.example.net/oak#k={KEY},i={INVITATION},also=192.168.1.20:5533"

    assert parse_link(written) == JoinLink((TUNNEL, AT_HOME), "oak", KEY, INVITATION)
    assert str(parse_link(written)) == written


def test_a_further_address_may_be_a_web_server() -> None:
    link = parse_link("192.168.1.20#also=https://quick-fox.example.net,also=[::1]:5534")

    assert link.endpoints == (AT_HOME, TUNNEL, Endpoint(Address("::1", 5534)))


@pytest.mark.parametrize("fragment", ["back=WyJvYWsi", "WyJvYWsi"])
def test_a_way_back_is_read_as_older_pages_wrote_it_too(fragment: str) -> None:
    assert parse_link(f"http://oak.example/oak#{fragment}").back == "WyJvYWsi"


def test_a_link_ignores_what_a_later_release_may_add() -> None:
    assert parse_link(f"oak.example#new=1,k={KEY}").key == KEY


@pytest.mark.parametrize(
    "typed",
    ["", "http://", "ftp://oak", "[::1", "a b", "me@oak", "oak:", "oak#k=short", "oak#i=short", "oak#also=:", "oak#x!"],
)
def test_anything_else_is_no_link(typed: str) -> None:
    with pytest.raises(AddressError):
        parse_link(typed)


WHOLE = f"http://192.168.1.20:5533/oak#k={KEY},i={INVITATION}"


@given(st.lists(st.integers(1, len(WHOLE) - 1), max_size=4), st.sampled_from(["\n", "\r\n", " ", "  \n  ", "\t"]))
def test_breaks_in_a_pasted_link_are_removed_wherever_they_are(places: list[int], gap: str) -> None:
    pasted = WHOLE
    for place in sorted(places, reverse=True):
        pasted = pasted[:place] + gap + pasted[place:]

    assert typed_link(f" {pasted} \n") == parse_link(WHOLE)


def test_an_address_of_two_words_is_no_address() -> None:
    with pytest.raises(AddressError, match="'oak ash' cannot be a machine's name"):
        typed_link("oak ash")


@pytest.mark.parametrize(
    "cut", ["k", "k=", f"k={KEY[:-1]}", f"k={KEY[:4]}", f"k={KEY},", f"k={KEY},i", f"k={KEY},i={INVITATION[:-1]}"]
)
def test_a_link_whose_end_is_missing_says_so(cut: str) -> None:
    with pytest.raises(AddressError) as caught:
        typed_link(f"http://192.168.1.20:5533/oak#{cut}")

    assert str(caught.value) == (
        "The link 'http://192.168.1.20:5533/oak' cannot be used: its end is missing; copy the whole link."
    )


@pytest.mark.parametrize("path", ["fives/", "fives/oak", "a/b/", "tv/oak/", "fives/tv/oak"])
def test_a_link_into_a_folder_is_refused_when_it_is_typed(path: str) -> None:
    with pytest.raises(AddressError, match="it leads into a folder"):
        typed_link(f"https://play.example.net/{path}#k={KEY}")
    assert parse_link(f"https://play.example.net/{path}#k={KEY}").key == KEY, "older logs may have one"


@pytest.mark.parametrize("path", ["", "/", "/oak", "/oak%2D2", "/tv", "/tv/oak", "/league", "/page.html"])
def test_the_paths_of_a_host_are_in_no_folder(path: str) -> None:
    assert typed_link(f"https://play.example.net{path}#k={KEY}").endpoints[0].is_web


@pytest.mark.parametrize("zone", ["%25eth0", "%eth0"])
def test_a_network_card_in_a_link_is_written_as_rfc_6874_says_or_as_it_is(zone: str) -> None:
    assert typed_link(f"http://[fe80::1{zone}]:5534/oak").address == ("fe80::1%eth0", 5534)


def test_an_error_does_not_quote_an_invitation() -> None:
    with pytest.raises(AddressError) as caught:
        parse_link(f"oak.example#i={INVITATION}x,k={KEY}")

    assert INVITATION not in str(caught.value)
    assert INVITATION not in repr(parse_link(f"oak#i={INVITATION}"))


_HOSTS = st.sampled_from(["192.168.1.20", "quick-fox.example.net", "2001:db8::7"])
_ENDPOINTS = st.builds(Endpoint, st.builds(Address, _HOSTS, st.integers(1, 65_535)), st.booleans())
_LINKS = st.builds(
    JoinLink,
    st.lists(_ENDPOINTS, min_size=1, max_size=4).map(tuple),
    st.none() | st.sampled_from(["oak", "oak-2", "Bo's place", "äh", "a,b"]),
    st.none() | st.just(KEY),
    st.none() | st.just(INVITATION),
    st.none() | st.just("WyJvYWsi"),
    st.none() | st.just("k7mq-2xwe"),
)


def test_a_hosts_code_is_read_however_it_is_typed_and_left_out_if_it_is_none() -> None:
    assert [parse_host_code(typed) for typed in ("k7mq-2xwe", "K7MQ2XWE", " k7mq 2xwe ")] == ["k7mq-2xwe"] * 3
    assert [parse_host_code(typed) for typed in ("", "k7mq-2xw", "k7mq--2xwe", "k7mq-2x0e", "ｋ7mq-2xwe")] == [None] * 5
    assert parse_link("http://192.168.1.20:5533/#host=nothing").host is None


@given(_LINKS)
def test_every_link_is_read_as_it_was_written(link: JoinLink) -> None:
    assert parse_link(str(link)) == link


@given(st.text(max_size=60) | st.from_regex(r"https?://\S+#\S+", fullmatch=True))
def test_any_text_is_a_link_or_a_clear_error(typed: str) -> None:
    with suppress(AddressError):
        assert parse_link(typed).endpoints
