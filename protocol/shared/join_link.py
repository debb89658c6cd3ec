"""The link with which a friend joins: `https://quick-fox.example.net/oak#k=vbnm5-a7z33-34ywp-emt4v,i=mjqxgzj...`.

Here: one grammar for all links and typed addresses, with what may be in their fragment. Pure. Not here: the machine in
a link (`address`), the path of a table (`table_path`), connecting.

A link that a player has typed or pasted may have breaks in it, lack its end, or lead into a folder of a web server; one
that a program has written does not.

The parts of the fragment are separated by commas, so that no shell needs quotes. What follows `#` is never sent to a
server. `http`, or no scheme, is a machine that is reached directly; `https` is a web server that leads to it, such as a
tunnel's.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from attrs import field

from protocol.clean import brief
from protocol.frozen import frozen
from protocol.sentences import Sentence
from protocol.shared.address import DEFAULT_PORT, FAULTS, Address, AddressError, as_typed, parse_address
from protocol.shared.host_key import is_cut_key, parse_key
from protocol.shared.table_path import is_in_folder, path_of, table_at

WEB_PORT: Final = 443
MOST_ENDPOINTS: Final = 8
LONGEST: Final = 2000
"""Characters of a link."""
_INVITATION_FORM: Final = re.compile(r"[a-z2-7]{26}")
_CUT_INVITATION: Final = re.compile(r"[a-z2-7]{0,25}")
_PARTS: Final = ("k", "i", "also", "back", "host")
_HOST_CODE_FORM: Final = re.compile(r"([a-z2-7]{4})[ -]?([a-z2-7]{4})")
_BACK_FORM: Final = re.compile(r"[A-Za-z0-9_-]+")


class LinkError(AddressError):
    """The text is a link that cannot be used as it is. `place`: what comes before its secrets."""

    def _sentence(self) -> Sentence:
        return FAULTS("link", link=self.typed, why=self.why)


class CutLinkError(LinkError):
    """The end of the link is missing."""

    def __init__(self, place: str) -> None:
        super().__init__(place, FAULTS("cut"))


class Endpoint(NamedTuple):
    """A place where a host can be reached: directly, or through a web server (`is_web`)."""

    address: Address
    is_web: bool = False

    def __str__(self) -> str:
        """As in `also`: `HOST:PORT`, or the web server's link."""
        host, port = self.address
        if not self.is_web:
            return str(self.address)
        bracketed = f"[{host}]" if ":" in host else host
        return f"https://{bracketed}" if port == WEB_PORT else f"https://{bracketed}:{port}"

    @property
    def typed(self) -> str:
        """As a player types it: without a port that goes without saying."""
        return str(self) if self.is_web else as_typed(*self.address)

    @property
    def link(self) -> str:
        """As the beginning of a link."""
        return str(self) if self.is_web else f"http://{self}"


@frozen
class JoinLink:
    """Where a friend joins: `endpoints`, the best one first, and the table there.

    `key`: the host's key. `back`: a way back to a seat, as the page writes it. `host`: a code with which a browser
    becomes the host's.
    """

    endpoints: tuple[Endpoint, ...]
    table: str | None = None
    key: str | None = None
    invitation: str | None = field(default=None, repr=False)
    back: str | None = field(default=None, repr=False)
    host: str | None = field(default=None, repr=False)

    @property
    def address(self) -> Address:
        """The address of the first endpoint."""
        return self.endpoints[0].address

    def __str__(self) -> str:
        path = "/" if self.table is None else path_of(self.table)
        fragment = ",".join(f"{name}={value}" for name, value in self._parts())
        return f"{self.endpoints[0].link}{path}{'#' if fragment else ''}{fragment}"

    def _parts(self) -> Iterator[tuple[str, str]]:
        for name, value in (("k", self.key), ("i", self.invitation)):
            if value is not None:
                yield name, value
        for endpoint in self.endpoints[1:]:
            yield "also", str(endpoint)
        if self.back is not None:
            yield "back", self.back
        if self.host is not None:
            yield "host", self.host


def typed_link(typed: str) -> JoinLink:
    """The link, or the address, that a player has typed or pasted. Raises `AddressError`.

    Blanks and ends of lines in a link come from a terminal or a message that was too narrow for it.
    """
    text = "".join(typed.split()) if "#" in typed or "://" in typed else typed.strip()
    place, _, fragment = text.partition("#")
    if _lacks_end(fragment):
        raise CutLinkError(place)
    link = parse_link(text)
    if is_in_folder(_endpoint(place, place)[1]):
        raise LinkError(place, FAULTS("folder"))
    return link


def _lacks_end(fragment: str) -> bool:
    """Whether the last part of the fragment is only the beginning of one."""
    name, equals, value = fragment.rpartition(",")[2].partition("=")
    if not equals:
        return bool(fragment) and any(part.startswith(name) for part in _PARTS)
    is_cut_invitation = name == "i" and _CUT_INVITATION.fullmatch(value.lower()) is not None
    return not value or is_cut_invitation or (name == "k" and is_cut_key(value))


def parse_link(typed: str) -> JoinLink:
    """The link, or the address, that a program has written. Raises `AddressError`."""
    place, _, fragment = typed.strip().partition("#")  # errors quote only what comes before: the rest may be secret
    if len(typed) > LONGEST:
        raise AddressError(place, FAULTS("long", most=LONGEST))
    endpoint, path = _endpoint(place, place)
    key = invitation = back = host = None
    endpoints = [endpoint]
    for name, value in _fragment_parts(fragment):
        match name:
            case "k":
                key = parse_key(value)
                if key is None:
                    raise LinkError(place, FAULTS("key", key=brief(value)))
            case "i":
                invitation = parse_invitation(value)
                if invitation is None:
                    raise LinkError(place, FAULTS("invitation"))
            case "also":
                endpoints.append(_endpoint(place, value)[0])
            case "back" | "seat":  # as older pages wrote it
                if not _BACK_FORM.fullmatch(value):
                    raise LinkError(place, FAULTS("way_back"))
                back = value
            case "host":
                host = parse_host_code(value)  # for browsers alone: `fives join` has no use for it
            case _:
                pass  # of a later release
    return JoinLink(tuple(endpoints[:MOST_ENDPOINTS]), table_at(path), key, invitation, back, host)


def parse_invitation(typed: str) -> str | None:
    """The invitation in a text; None if it is none."""
    invitation = typed.lower()
    return invitation if _INVITATION_FORM.fullmatch(invitation) else None


def parse_host_code(typed: str) -> str | None:
    """The code in a text, as it is shown: `k7mq-2xwe`; None if it is none."""
    found = _HOST_CODE_FORM.fullmatch(typed.strip().lower())
    return None if found is None else "-".join(found.groups())


def _fragment_parts(fragment: str) -> Iterator[tuple[str, str]]:
    """The names and values in a fragment. One without a name is a way back."""
    for part in fragment.split(","):
        name, equals, value = part.partition("=")
        if equals:
            yield name.strip(), value.strip()
        elif part.strip():
            yield "back", part.strip()


def _endpoint(typed: str, place: str) -> tuple[Endpoint, str]:
    """The endpoint at the beginning of a link, and the path that follows. `typed`: what an error quotes."""
    scheme, has_scheme, rest = place.rpartition("://")
    if has_scheme and scheme.casefold() not in ("http", "https"):
        raise AddressError(typed, FAULTS("begins_otherwise"))
    try:
        link = urlsplit(f"//{rest}")
    except ValueError:  # half an IPv6 address in brackets
        return Endpoint(parse_address(rest)), ""
    is_web = scheme.casefold() == "https"
    return Endpoint(parse_address(link.netloc, WEB_PORT if is_web else DEFAULT_PORT), is_web), link.path
