"""Notices: messages that a daemon sends once and does not store.

Here: a class for each kind, and its name on the wire. A client may miss a notice without harm. Not here: all other
messages (`messages`).
"""

from enum import StrEnum
from typing import Final

from attrs import field

from protocol.frozen import IF_ANY, frozen
from protocol.sentences import Facts

EVERYTHING: Final = "everything"
"""In the notice of a hand-over: the host's other games go along."""
TAKEN_BACK: Final = "taken_back"
"""In the notice of a hand-over: nobody reached the machine of the player who was asked, so the game goes on here."""


@frozen
class PresenceNotice:
    """The person of a seat has connected or disconnected."""

    seat: int
    here: bool


@frozen
class GraceNotice:
    """The person of a seat disconnected during a match: a bot stands in after `seconds`."""

    seat: int
    seconds: float


@frozen
class TurnNotice:
    """A seat has `seconds` left for its turn."""

    seat: int
    seconds: float


@frozen
class ThinkingNotice:
    """The bot on a seat is taking long."""

    seat: int


LONGEST_VOTE: Final = 30.0
"""Seconds from the first agreement, or from the last newcomer who sits down since, to the next match at the latest."""


@frozen
class RematchNotice:
    """The player of a seat has agreed to a rematch, which begins in so many seconds at the latest.

    `same_deals`: with the deals of the match that has ended, if everybody who agrees wants that.
    """

    seat: int
    seconds: float
    same_deals: bool = field(default=False, metadata=IF_ANY)


@frozen
class ReadmitNotice:
    """The person of a seat, who is away, may come back to it by name within `seconds`."""

    seat: int
    seconds: float


class RequestState(StrEnum):
    """What has become of a spectator's request for the seat of a bot."""

    ASKED = "asked"
    ADMITTED = "admitted"
    REFUSED = "refused"
    TAKEN_BACK = "taken_back"


@frozen
class SeatRequestNotice:
    """A spectator asks for the seat of a bot, from the next round on. `text`: what has become of that.

    `here`: whether the host is here, who answers; otherwise every player on the seats `awaits` does. Of a refusal: it
    is the host's or the operator's. `yours`: it is the request of who gets this, whose next connection goes on with it
    by its `claim`.
    """

    seat: int
    here: bool
    text: RequestState
    name: str
    awaits: tuple[int, ...] = ()
    yours: bool = field(default=False, metadata=IF_ANY)
    claim: str | None = field(default=None, repr=False, metadata=IF_ANY)


@frozen
class HandOverNotice:
    """The player of this seat is asked to go on hosting; None: nobody is. `here`: the table waits for their machine.

    `text`: `EVERYTHING` if the host's other games go along; `TAKEN_BACK` after somebody was asked in vain.
    """

    seat: int | None
    here: bool
    text: str | None = None


@frozen
class TryHostNotice:
    """The machine of the player of this seat is ready to host: `text` is the link to try, once and near by only."""

    seat: int
    text: str


@frozen
class ReachableNotice:
    """Whose programs reach the machine of the player of this seat, by seat. `here`: the game goes there next.

    Otherwise it waits for the host's word, because some `cannot`. Of those `unknown` it cannot be said.
    """

    seat: int
    here: bool
    can: tuple[int, ...]
    cannot: tuple[int, ...]
    unknown: tuple[int, ...]


@frozen
class PlaysAtNotice:
    """The player of this seat plays this game at another host now; `text` is the link to that host."""

    seat: int
    text: str


@frozen
class HeldNotice:
    """Whether the game waits here until the host before has left it."""

    here: bool


@frozen
class ArrivedNotice:
    """The player of this seat has come, while the game is held: `text` proves that to the host before.

    For operators.
    """

    seat: int
    text: str


@frozen
class ReactionNotice:
    """The player of a seat has reacted; `text`: a word of `protocol.log.reactions.Reaction`."""

    seat: int
    text: str


@frozen
class MatchesWon:
    """How many matches the player of this name has won at this table in one evening."""

    name: str
    matches: int


@frozen
class EveningNotice:
    """The matches won this evening, with the one that has just ended, most first. After the second match and later."""

    totals: tuple[MatchesWon, ...]


@frozen
class SaidNotice:
    """A spectator has said something in a round. Only people who watch get it; all get the entry after the round."""

    name: str
    text: str


@frozen
class WatchersNotice:
    """Who watches: so many people, of whom some are named, and so many screens that merely show the table to a room."""

    names: tuple[str, ...]
    people: int
    screens: int = 0


@frozen
class HostNotice:
    """From now on the person of this seat has the host's controls; None: nobody has them."""

    seat: int | None


@frozen
class MayBeginNotice:
    """From now on the person of this seat may begin the match and seat bots before it; None: only the host may."""

    seat: int | None


@frozen
class TroubleNotice:
    """The host has a problem, and play stops until it is solved."""

    text: str


@frozen
class TroubleOverNotice:
    """The host's problem is solved, and play continues."""


@frozen
class NoHintNotice:
    """The requested hint cannot be given."""

    text: str


@frozen
class RefusedNotice:
    """A table could not be opened. `code` and `facts`: as in `NotAccepted`."""

    text: str
    code: str | None = field(default=None, metadata=IF_ANY)
    facts: Facts = field(factory=dict, metadata=IF_ANY)


Notice = (
    PresenceNotice
    | GraceNotice
    | TurnNotice
    | ThinkingNotice
    | RematchNotice
    | ReadmitNotice
    | SeatRequestNotice
    | HandOverNotice
    | TryHostNotice
    | ReachableNotice
    | PlaysAtNotice
    | HeldNotice
    | ArrivedNotice
    | ReactionNotice
    | SaidNotice
    | EveningNotice
    | WatchersNotice
    | HostNotice
    | MayBeginNotice
    | TroubleNotice
    | TroubleOverNotice
    | NoHintNotice
    | RefusedNotice
)
"""Any notice."""

KINDS: Final[dict[type[Notice], str]] = {
    PresenceNotice: "presence",
    GraceNotice: "grace",
    TurnNotice: "turn",
    ThinkingNotice: "thinking",
    RematchNotice: "rematch",
    ReadmitNotice: "readmit",
    SeatRequestNotice: "seat_request",
    HandOverNotice: "hand_over",
    TryHostNotice: "try_host",
    ReachableNotice: "reachable",
    PlaysAtNotice: "plays_at",
    HeldNotice: "held",
    ArrivedNotice: "arrived",
    ReactionNotice: "reaction",
    SaidNotice: "said",
    EveningNotice: "evening",
    WatchersNotice: "watchers",
    HostNotice: "host",
    MayBeginNotice: "may_begin",
    TroubleNotice: "trouble",
    TroubleOverNotice: "trouble_over",
    NoHintNotice: "no_hint",
    RefusedNotice: "refused",
}
FIELDS: Final = ("seat", "here", "seconds", "text")
"""On the wire, a notice has all of these fields; those that its kind does not use are null.

A kind may have more: `said` has a `name`, `evening` has `totals`, `watchers` has `names`, `people` and `screens`,
`reachable` has `can`, `cannot` and `unknown`, and `seat_request` has `name`, `awaits` and `yours`.
"""
