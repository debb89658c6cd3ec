"""The messages between the daemon and its operator (WIRE.md): how one becomes an operator, and what one is sent.

Not here: what an operator asks for, which is a command (`protocol.log.operator_commands`), all other messages, and the
names of all (`messages`), what the daemon does about them (`controls`).
"""

from enum import StrEnum

from attrs import field

from protocol.frozen import frozen


@frozen
class Operator:
    """The secret from the daemon's key file, or a browser's token: from here on, the connection is the operator's."""

    secret: str = field(repr=False)


@frozen
class Exchange:
    """A browser exchanges a code for a token of its own. `browser`: its kind."""

    id: str
    code: str = field(repr=False)
    browser: str = ""


FromOperator = Operator | Exchange


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

    lines: tuple[str, ...] = ()


ToOperator = Reach | HostCode | HostToken | Log
