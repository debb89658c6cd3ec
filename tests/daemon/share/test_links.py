"""The links in what a tunnel program prints."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.share.links import links_in

NAMES = st.from_regex(r"[a-z][a-z0-9]{0,9}(-[a-z0-9]{1,9}){0,2}(\.[a-z][a-z0-9]{0,9}){1,3}", fullmatch=True)


@pytest.mark.parametrize(
    ("line", "links"),
    [
        ("2026-01-01 INF |  https://quick-fox.trycloudflare.com                 |", ["quick-fox.trycloudflare.com"]),
        ("\x1b[1mhttps://quick-fox.lhr.life\x1b[0m tunneled", ["quick-fox.lhr.life"]),
        (
            "Visit (https://host.tail12.ts.net/), or HTTPS://B.example:8443/x#y.",
            ["host.tail12.ts.net", "b.example:8443"],
        ),
        ("see https://docs.example.com and https://quick-fox.example.", ["docs.example.com", "quick-fox.example"]),
        ("https://1.2.3.4/ https://[::1]/ https://localhost/ http://plain.example/", []),
        ("https://user@host.example https://user:pw@host.example https://-.example https://a..b", []),
        ("https://name.example:0 https://name.example:70000 xhttps://name.example", []),
    ],
)
def test_links_with_plain_names_are_found(line: str, links: list[str]) -> None:
    assert list(links_in(line)) == [f"https://{link}" for link in links]


@given(NAMES, st.text(" |()<>,;\"'\t", min_size=1), st.text(" |()<>,;\"'\t/"))
def test_a_link_is_found_wherever_it_is_in_a_line(name: str, before: str, after: str) -> None:
    assert list(links_in(f"{before}https://{name}{after}")) == [f"https://{name}"]


@given(
    st.text() | st.lists(st.sampled_from(["https://", "a", ".", "-", "@", ":", "1", "/", "\x1b[0m", "%"])).map("".join)
)
def test_whatever_is_found_is_a_name_with_a_dot_and_perhaps_a_port(line: str) -> None:
    for link in links_in(line):
        parts = urlsplit(link)
        assert parts.scheme == "https"
        assert parts.username is None
        assert "." in (parts.hostname or "")
        assert parts.port is None or 0 < parts.port <= 65_535
        assert (parts.path, parts.query, parts.fragment) == ("", "", "")
