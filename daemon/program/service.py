"""The settings of a running daemon. Not here: the flags (`command`), the daemon itself (`serve`)."""

from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import field

from daemon.house.house_rules import HouseRules
from daemon.house.taking_over import GameToTakeOver
from daemon.program.log_tail import LogTail
from daemon.reminders.web import Web
from daemon.share.providers import Provider
from protocol.frozen import frozen
from protocol.shared.places import PlaceLimits
from protocol.shared.reminder_kinds import ReminderKind
from protocol.wire.messages import OpenTable
from protocol.wire.operator_messages import Reach
from protocol.wire.record import Record


@frozen
class PageOptions:
    """The page for browsers. `known_as`: its names beside this machine's own.

    `most`: places for browsers. `trusts_forwarded`: the tunnel at the outside port says where a browser is.
    """

    known_as: tuple[str, ...] = ()
    most: int = 500
    trusts_forwarded: bool = False


@frozen
class Service:
    """Settings of a running daemon.

    `page`: the page for browsers at the same port; None for none. `outside_port`: a second port on the loopback,
    for tunnels. `maps_port`: the router is asked to forward the port. `invites`: people from outside need an
    invitation. `listed_as`: the host's name for friends in its network, who can find it there; None if they cannot.
    `share`: the tunnel to run. `remind_by`: the services over which players may be reminded of their turns; `email`:
    the words of a program that sends e-mail, or none; `web`: how those services are reached. `takes_over`: a game of
    another host, with which its own table goes on; `takes_along`: a folder with records of that host's other games.
    `offers`: the record of a game that may be played on.
    `stops_with_stdin`: the daemon stops together with the program that started it. `announce` is called with the
    addresses where it listens, those for friends, the port and the host's key, None if nothing is encrypted, as soon as
    clients can connect; `announce_moved` with the addresses for friends and the port, whenever the first of these has
    changed; None if nobody reads that; `announce_open` with the ways in and the host's own table, whenever the tunnel
    has opened one; None if nobody reads that. `log`: its last lines. `database`: the URL of the club's, None for a
    journal in the data folder; `public_address`: where players reach this daemon of the club.
    """

    data: Path
    table: OpenTable
    house: HouseRules
    host: str | None
    port: int
    limits: PlaceLimits
    stops_with_stdin: bool
    announce: Callable[[Sequence[str], Sequence[str], int, str | None], None]
    page: PageOptions | None = None
    outside_port: int | None = None
    maps_port: bool = False
    listed_as: str | None = None
    invites: bool = False
    share: Provider | None = None
    remind_by: Sequence[ReminderKind] = ()
    email: Sequence[str] = ()
    web: Web = field(factory=Web)
    takes_over: GameToTakeOver | None = None
    takes_along: Path | None = None
    offers: Record | None = None
    announce_moved: Callable[[Sequence[str], int], None] | None = None
    announce_open: Callable[[Reach, str | None], None] | None = None
    log: LogTail = field(factory=LogTail)
    database: str | None = field(default=None, repr=False)
    public_address: str = ""

    @property
    def tunnel_port(self) -> int | None:
        """The port of the loopback for tunnels, 0 for any free one; None for none."""
        return 0 if self.outside_port is None and self.share is not None else self.outside_port
