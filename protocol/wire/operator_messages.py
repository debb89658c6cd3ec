"""The messages between the daemon and its operator (WIRE.md): classes.

Not here: all other messages, and the names of all (`messages`), what the daemon does about them (`controls`).
"""

from enum import StrEnum

from attrs import field

from protocol.frozen import frozen
from protocol.log.commands import Command


@frozen
class Operator:
    """The secret from the daemon's key file, or a browser's token: from here on, the connection is the operator's."""

    secret: str = field(repr=False)


@frozen
class Operate:
    """A command from the operator. `table` None: the only table. `secret` None: this connection is an operator's."""

    id: str
    secret: str | None = field(repr=False)
    table: str | None
    command: Command


@frozen
class KnownAs:
    """The operator names the daemon's page: browsers may open it under this name, too."""

    id: str
    secret: str | None = field(repr=False)
    name: str


@frozen
class AskReach:
    """The operator asks where friends can join. `secret` None: this connection is an operator's."""

    secret: str | None = field(default=None, repr=False)


@frozen
class Invite:
    """The operator asks for an invitation with this name: a new one, or the one that there is."""

    id: str
    name: str
    secret: str | None = field(default=None, repr=False)


@frozen
class Uninvite:
    """The operator ends the invitation with this name; None: all of them."""

    id: str
    name: str | None = None
    secret: str | None = field(default=None, repr=False)


@frozen
class CloseTable:
    """The operator closes a table where no match is running."""

    id: str
    table: str
    secret: str | None = field(default=None, repr=False)


@frozen
class MakeHome:
    """The operator makes a table the host's own, to which newcomers are led; None: a new one by the host's options."""

    id: str
    table: str | None = None
    secret: str | None = field(default=None, repr=False)


@frozen
class AskHostCode:
    """The person at the terminal asks for a code with which a browser becomes the host's."""

    id: str
    secret: str | None = field(default=None, repr=False)


@frozen
class Exchange:
    """A browser exchanges a code for a token of its own. `browser`: its kind."""

    id: str
    code: str = field(repr=False)
    browser: str = ""


@frozen
class Revoke:
    """The operator takes the host's controls back from the browser with this number; None: from all of them."""

    id: str
    number: int | None = None
    secret: str | None = field(default=None, repr=False)


@frozen
class AskLog:
    """The operator asks for the last lines of the log."""

    id: str
    secret: str | None = field(default=None, repr=False)


@frozen
class Substitute:
    """Somebody plays in the place of a player: `by` is a name, or the level of a computer player."""

    player: str
    by: str


@frozen
class AskFixture:
    """The operator opens the boards of a fixture of the league, with these substitutes."""

    id: str
    fixture: int
    substitutes: tuple[Substitute, ...] = ()
    secret: str | None = field(default=None, repr=False)


FromOperator = (
    Operator
    | Operate
    | KnownAs
    | AskReach
    | Invite
    | Uninvite
    | CloseTable
    | MakeHome
    | AskFixture
    | AskHostCode
    | Exchange
    | Revoke
    | AskLog
)


@frozen
class Invitation:
    """An invitation, as the operator sees it. `here`: how many connections that came with it there are now."""

    name: str
    invitation: str = field(repr=False)
    here: int = 0


@frozen
class HostBrowser:
    """A browser that has the host's controls, as the operator sees it: its kind, since when, and whether it is here."""

    number: int
    browser: str
    since: str
    here: bool = False


@frozen
class WrongCode:
    """Somebody has shown a code for the host's controls that is not valid. `at`: when.

    `address`: the IP address it came from, or what kind of way. `invitation`: the name of the one that was shown.
    `ends_code`: so many had come that the right code is void.
    """

    at: str
    address: str
    invitation: str | None = None
    ends_code: bool = False


class TunnelState(StrEnum):
    """What the host's tunnel does."""

    OFF = "off"
    STARTING = "starting"
    OPEN = "open"
    FAILED = "failed"


@frozen
class Reach:
    """Where friends can join, for the operator.

    `key`: the host's key, None if nothing is encrypted. `outside`: what links from other houses begin with, the best
    one first; `inside`: the same in this house. `share`: what the tunnel does, and `detail` says more in a sentence.
    `asks`: whether people from outside need one of the `invitations`. `browsers`: those with the host's controls.
    `opened`: whether another machine in the host's networks has opened the link since it begins as it does; None if the
    daemon does not say. `listed_as`: the name under which `fives join` lists the host there; None if it does not.
    `why_unlisted`: why that is not possible; empty if it is, or if nobody wants it.
    `wrong_code`: a wrong code that has come, at most one a minute.
    """

    key: str | None = None
    outside: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    share: str = TunnelState.OFF.value
    detail: str = ""
    asks: bool = True
    invitations: tuple[Invitation, ...] = ()
    browsers: tuple[HostBrowser, ...] = ()
    opened: bool | None = None
    listed_as: str | None = None
    why_unlisted: str = ""
    wrong_code: WrongCode | None = None


@frozen
class HostCode:
    """A code that one browser can exchange within `seconds`."""

    id: str
    code: str = field(repr=False)
    seconds: int = 0


@frozen
class HostToken:
    """The token of a browser that has shown a valid code: with it, it sends `operator`."""

    id: str
    token: str = field(repr=False)


@frozen
class Log:
    """The last lines of the log, the newest last."""

    id: str
    lines: tuple[str, ...] = ()


ToOperator = Reach | HostCode | HostToken | Log
