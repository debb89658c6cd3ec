"""Whatever a router answers, or somebody in its place, is an answer, a plain error, or nothing."""

from ipaddress import IPv4Address
from urllib.parse import urlsplit

import pytest
import trio
from attrs import define
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from daemon.mapping.mapper import MappingError, SilentError
from daemon.mapping.pcp import NatPmp, Pcp
from daemon.mapping.upnp import LONGEST_PAGE, controls_in, location_in
from tests.daemon.mapping.routers import DatagramRouter, UpnpRouter, at_datagrams

ROUTER = IPv4Address("192.168.1.1")
LOCATION = "http://192.168.1.1:5000/rootDesc.xml"
DESCRIPTION = UpnpRouter().description()


@define
class GarblingRouter(DatagramRouter):
    """Answers with other bytes from `at` on, or with what comes before alone."""

    at: int = 0
    garbage: bytes = b""
    is_cut: bool = False

    def answer(self, request: bytes) -> bytes | None:
        answer = super().answer(request)
        assert answer is not None
        rest = b"" if self.is_cut else answer[self.at + len(self.garbage) :]
        return answer[: self.at] + self.garbage + rest


@given(
    protocol=st.sampled_from([Pcp, NatPmp]), at=st.integers(0, 60), garbage=st.binary(max_size=20), is_cut=st.booleans()
)
def test_garbage_from_a_router_is_an_error_or_a_mapping(
    protocol: type[Pcp | NatPmp], at: int, garbage: bytes, is_cut: bool
) -> None:
    async def ask() -> None:
        router = GarblingRouter(at=at, garbage=garbage, is_cut=is_cut)
        async with at_datagrams(router) as gateway:
            try:
                mapping = await protocol(gateway).open(5533, 5533, 3600)
            except MappingError:
                return
            assert 0 < mapping.port < 65_536
            assert mapping.lifetime > 0

    trio.run(ask, clock=MockClock(autojump_threshold=0))


@given(st.binary(max_size=200))
def test_garbage_in_place_of_an_answer_to_a_search_leads_nowhere(answer: bytes) -> None:
    assert location_in(answer, ROUTER) is None
    location_in(b"HTTP/1.1 200 OK\r\nLOCATION: http://" + answer, ROUTER)


@pytest.mark.parametrize(
    ("location", "sender"),
    [
        ("http://192.168.1.2:5000/", "192.168.1.1"),
        ("http://192.168.1.1.example.net/", "192.168.1.1"),
        ("http://192.168.1.1@example.net/", "192.168.1.1"),
        ("https://192.168.1.1/", "192.168.1.1"),
        ("file:///etc/passwd", "192.168.1.1"),
        ("http://192.168.1.1:99999/", "192.168.1.1"),
        ("http://[::1/", "192.168.1.1"),
        ("http://81.2.69.142/", "81.2.69.142"),
    ],
)
def test_a_description_is_read_only_where_a_router_of_this_house_answered(location: str, sender: str) -> None:
    def answer(where: str) -> bytes:
        return f"HTTP/1.1 200 OK\r\nCACHE-CONTROL: max-age=120\r\nlocation:{where}\r\n\r\n".encode()

    assert location_in(answer(LOCATION), ROUTER) == LOCATION
    assert location_in(answer(location), IPv4Address(sender)) is None


@pytest.mark.parametrize(
    ("control", "url"),
    [
        ("/ctl/IPConn", "http://192.168.1.1:5000/ctl/IPConn"),
        ("ctl", "http://192.168.1.1:5000/ctl"),
        ("http://192.168.1.1:49000/ctl", "http://192.168.1.1:49000/ctl"),
        ("http://192.168.1.2:5000/ctl", None),
        ("//example.net/ctl", None),
        ("http://[::1/", None),
    ],
)
def test_a_router_is_asked_only_at_the_address_of_its_description(control: str, url: str | None) -> None:
    found = [url for url, _ in controls_in(UpnpRouter(control=control).description().encode(), LOCATION)]

    assert found == ([] if url is None else [url])


def test_a_base_elsewhere_leads_nowhere() -> None:
    page = DESCRIPTION.replace("<device>", "<URLBase>http://example.net/</URLBase><device>", 1)

    assert list(controls_in(page.encode(), LOCATION)) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_description_with_entities_is_refused(encoding: str) -> None:
    bomb = '<!DOCTYPE root [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    page = DESCRIPTION.replace("?>", f"?>{bomb}", 1).replace("/ctl/IPConn", "&b;")

    with pytest.raises(SilentError):
        list(controls_in(page.encode(encoding), LOCATION))


def test_a_deep_description_is_read_or_refused() -> None:
    depth = LONGEST_PAGE // len("<a></a>")

    assert list(controls_in(b"<a>" * depth + b"</a>" * depth, LOCATION)) == []


@given(at=st.integers(0, len(DESCRIPTION)), garbage=st.binary(max_size=30))
def test_garbage_in_a_description_leads_nowhere_else(at: int, garbage: bytes) -> None:
    page = DESCRIPTION.encode()

    for end in (at, at + len(garbage)):
        try:
            found = [url for url, _ in controls_in(page[:at] + garbage + page[end:], LOCATION)]
        except SilentError:
            continue
        assert {urlsplit(url).hostname for url in found} <= {"192.168.1.1"}
