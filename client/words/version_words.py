"""A host and a client of different releases: which of the two is older, and what to do.

Not here: how this fives is updated (`program.installation`).
"""

import math
import re
from enum import Enum, auto
from typing import Final

from client.words.say import say
from protocol.version import __version__
from protocol.wire.messages import PROTOCOL

_NUMBER: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9}){0,5})(?:\.dev(\d{1,9}))?")
_PROGRAM: Final = "fivesd "
_SPEAKS: Final = re.compile(r"protocol (\d{1,9})\b")


class OlderSide(Enum):
    """The side of a connection that is the older release."""

    CLIENT = auto()
    HOST = auto()


def older_by_protocol(detail: str) -> OlderSide | None:
    """The older side by the `detail` of a goodbye `wrong_protocol`, which begins with the daemon's protocol."""
    found = _SPEAKS.search(detail)
    return None if found is None else _older((int(found[1]),), (PROTOCOL,))


def older_by_release(daemon: str, own: str = __version__) -> OlderSide | None:
    """The older side by the `daemon` of a welcome, such as `fivesd 0.1.0.dev1739`, and the number of this fives.

    None if that is not known: a checkout has the number of no build.
    """
    if not daemon.startswith(_PROGRAM):
        return None
    host, client = _numbers(daemon.removeprefix(_PROGRAM)), _numbers(own)
    if host is None or client is None or (host[0] == client[0] and 0 in (host[1], client[1])):
        return None
    return _older(host, client)


def _older(host: tuple[object, ...], client: tuple[object, ...]) -> OlderSide | None:
    if host == client:
        return None
    return OlderSide.CLIENT if host > client else OlderSide.HOST


def _numbers(release: str) -> tuple[tuple[int, ...], float] | None:
    """The numbers of a release, and of its build; a release itself is later than all builds before it."""
    found = _NUMBER.match(release)
    if found is None:
        return None
    return tuple(map(int, found[1].split("."))), math.inf if found[2] is None else int(found[2])


def mismatch(older: OlderSide, update: str) -> str:
    """What a player has to do. `update`: how to update this client, as the middle of a sentence."""
    if older is OlderSide.HOST:
        return say("version.host_is_older", version=__version__)
    return say("version.yours_is_older", version=__version__, update=update)


def mismatch_of_page(older: OlderSide) -> str:
    """The same for a player whose browser shows somebody else's page."""
    return say("version.host_is_older_than_page" if older is OlderSide.HOST else "version.page_is_older")
