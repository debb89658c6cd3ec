"""Notices: what a daemon sends once and does not store.

Here: a class for each kind, and its name on the wire. A client that misses one misses nothing. Not here: all other
messages (`messages`).
"""

from typing import Final

from protocol.frozen import frozen


@frozen
class PresenceNotice:
    """The person of a seat is connected, or not."""

    seat: int
    here: bool


@frozen
class GraceNotice:
    """The person of a seat has gone in a match: a stand-in takes over in so many seconds."""

    seat: int
    seconds: float


@frozen
class TurnNotice:
    """A seat has so many seconds for its turn."""

    seat: int
    seconds: float


@frozen
class ThinkingNotice:
    """The bot on a seat takes long."""

    seat: int


@frozen
class RematchNotice:
    """The player of a seat has agreed to a rematch, which begins in so many seconds at the latest."""

    seat: int
    seconds: float


@frozen
class HostNotice:
    """The person of this seat has the host's controls from now on; None: nobody has them."""

    seat: int | None


@frozen
class TroubleNotice:
    """Something is wrong at the host's, and play stops until it is over."""

    text: str


@frozen
class TroubleOverNotice:
    """What was wrong at the host's is over: play goes on."""


@frozen
class NoHintNotice:
    """The hint that was asked for cannot be given."""

    text: str


@frozen
class RefusedNotice:
    """A table could not be opened."""

    text: str


Notice = (
    PresenceNotice
    | GraceNotice
    | TurnNotice
    | ThinkingNotice
    | RematchNotice
    | HostNotice
    | TroubleNotice
    | TroubleOverNotice
    | NoHintNotice
    | RefusedNotice
)
"""What is sent once and not stored."""

KINDS: Final[dict[type[Notice], str]] = {
    PresenceNotice: "presence",
    GraceNotice: "grace",
    TurnNotice: "turn",
    ThinkingNotice: "thinking",
    RematchNotice: "rematch",
    HostNotice: "host",
    TroubleNotice: "trouble",
    TroubleOverNotice: "trouble_over",
    NoHintNotice: "no_hint",
    RefusedNotice: "refused",
}
FIELDS: Final = ("seat", "here", "seconds", "text")
"""A notice has all of them on the wire: null where its kind has none."""
