"""The options for hosting, in `fivesd` and `fives host`: where to listen, and how many clients may connect.

Here: one row for each option with a checked value, and the flags made from the rows. Not here: the options of a table,
which `fives play` has too (`flags`), and their effect (`daemon.program.hosting`).
"""

import argparse
from typing import Final

from protocol.game.options import YES_NO, Number, Option, Text
from protocol.game.table_options import MOST_SEATS
from protocol.names import LONGEST_NAME
from protocol.shared.address import DEFAULT_PORT
from protocol.shared.flags import add_flag, flags_given, read_flag
from protocol.shared.known_name import known_name

PORT: Final = Option(
    "port", Number.between(0, 65_535), "the port; 0: any free one", metavar="PORT", note=f" (default: {DEFAULT_PORT})"
)
"""No default here: a private daemon takes any free port, and its port cannot be chosen."""
MOST_CONNECTIONS: Final = Option(
    "most_connections", Number.between(0, 100_000), "how many connections are allowed", default=500
)
MOST_FROM_ONE: Final = Option(
    "most_from_one", Number.between(0, 100_000), "how many connections one address may have", default=50
)
MOST_SEATS_FROM_ONE: Final = Option(
    "most_seats_from_one",
    Number.between(1, MOST_SEATS),
    "how many seats people from one address may have at one table",
    note=" (default: no limit)",
)
FORGET_AFTER: Final = Option(
    "forget_after",
    Number.between(0, 100_000),
    "delete unfinished games of guests to which nobody has returned for DAYS days; 0: never",
    default=30,
    metavar="DAYS",
)
PAGE: Final = Option(
    "page", YES_NO, "whether browsers get a page at the same port", default=True, note="no page for browsers"
)
OUTSIDE_PORT: Final = Option(
    "outside_port",
    Number.between(1, 65_535),
    "a second port, on this machine only, for tunnels from outside: their connections count like those of others",
    metavar="PORT",
)
TRUST_FORWARDED: Final = Option(
    "trust_forwarded",
    YES_NO,
    "whether the tunnel at --outside-port says where a browser is",
    default=False,
    note="take a browser's address from the X-Forwarded-For of the tunnel at --outside-port",
)
HIDDEN: Final = Option(
    "hidden",
    YES_NO,
    "whether friends in your network cannot find this host",
    default=False,
    note="do not announce this host in your network: friends need its address",
)
LISTED_AS: Final = Option(
    "listed_as",
    Text(LONGEST_NAME),
    "the host's name in the list that `fives join` shows",
    metavar="NAME",
    note=" (default: this machine's name; with `fives host`, yours)",
)
INVITATIONS: Final = Option(
    "invitations",
    YES_NO,
    "whether people from outside need an invitation",
    default=True,
    note="let people from other houses in without an invitation",
)
MAP_PORT: Final = Option(
    "map_port",
    YES_NO,
    "whether the router is asked to forward the port, for friends in other houses",
    default=False,
    note="ask the router to forward the port to this machine, for friends in other houses",
)
REMIND_BY: Final = Option(
    "remind_by",
    Text(64),
    "remind players who are away of their turns, by KINDS that they choose from: ntfy, discord, slack, mattermost",
    metavar="KINDS",
    note=" (default: none)",
)
PAGE_PORT: Final = Option(
    "port", Number.between(0, 65_535), "the port of the page; 0: any free one", default=5580, metavar="PORT"
)
"""For `fives page` alone: a host's page is at the host's own port."""
SHARE: Final = "--share"
PLAY_ON: Final = "--play-on"
"""For a private daemon and `fives play`: the record of a finished game that its player plays on."""
TAKE_OVER: Final = "--take-over"
TAKE_OVER_SEAT: Final = Option(
    "take_over_seat",
    Number.between(1, MOST_SEATS),
    "the seat in that game of the player who goes on with it",
    default=None,
    metavar="SEAT",
    note="",
)
SEAT_SECRET: Final = "FIVES_SEAT_SECRET"  # noqa: S105 - a name
"""In the environment, as other users of the machine see the words of a command: the secret behind the key of that seat,
with which the daemon signs that its player hosts the game. It is not passed on to other programs."""
TAKE_ALONG: Final = "--take-along"
HOLD: Final = "--hold"
"""The game of `--take-over` waits for a word of the host before; the SHA-256 of that word follows (WIRE.md)."""
FOR_FRIENDS: Final = "friends"
"""The name of the invitation in the link of `--share`, which is made by itself."""
LOG: Final = "fivesd.log"
"""The log of a daemon that another program started, in its data folder."""
FRIENDS: Final = "friends: "
"""Begins the second line that such a daemon prints, with the addresses for friends; see `listening on ADDRESS`."""
HOST_KEY: Final = "key: "
"""Begins the third line, with the host's key (`host_key`); nothing follows if the host encrypts nothing."""
_FOR_AN_EVENING: Final = (PORT, MAP_PORT, HIDDEN, LISTED_AS, REMIND_BY)
_LIMITS: Final = (
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    MOST_SEATS_FROM_ONE,
    FORGET_AFTER,
    PAGE,
    OUTSIDE_PORT,
    TRUST_FORWARDED,
    INVITATIONS,
)
HOUSE_OPTIONS: Final = (*_FOR_AN_EVENING, *_LIMITS)


def add_house_flags(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the flags for hosting to a program; returns the group of those that few hosts need, which comes last."""
    group = parser.add_argument_group("the host")
    group.add_argument(
        SHARE,
        metavar="COMMAND",
        nargs="?",
        const="",
        help="open a way for friends in other houses: with cloudflared or Tailscale; with ssh, for USER@HOST; or with"
        ' any program that prints an https link, such as "my-tunnel {port}"',
    )
    for option in _FOR_AN_EVENING:
        add_flag(group, option)
    rare = parser.add_argument_group("the host: limits, networks and tunnels")
    rare.add_argument(
        "--listen", metavar="ADDR", help="the address to listen on (default: every address of this machine)"
    )
    for option in _LIMITS:
        add_flag(rare, option)
    add_known_as_flag(rare)
    rare.add_argument("--verbose", action="store_true", help="log connections, too")
    return rare


def add_known_as_flag(parser: argparse._ActionsContainer) -> None:
    """Add `--known-as`, which may be repeated; see `protocol.shared.known_name`."""
    parser.add_argument(
        "--known-as",
        metavar="NAME",
        action="append",
        default=[],
        help="a name under which browsers may open the page, such as a tunnel's; may be given again",
    )


def house_flags_given(given: argparse.Namespace) -> list[str]:
    """The flags for hosting that were given, to pass on to a daemon. Raises `MisusedError` for an invalid value."""
    for option in HOUSE_OPTIONS:
        read_flag(given, option)
    listen = [] if given.listen is None else [f"--listen={given.listen}"]
    known_as = [f"--known-as={known_name(name)}" for name in given.known_as]
    share = [] if given.share is None else [f"{SHARE}={given.share}"]
    verbose = ["--verbose"] if given.verbose else []
    return [*listen, *flags_given(given, HOUSE_OPTIONS), *known_as, *share, *verbose]
