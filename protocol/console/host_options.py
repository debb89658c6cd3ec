"""The options of whoever hosts for others, `fivesd` and `fives host`: where to listen, and how many may connect.

Here: one row for each that takes a checked value, and the flags made of them. Not here: the options of a table, which
`fives play` has too (`flags`), and what they do (`daemon.program.hosting`). Costs next to nothing to import, so that
`--help` is quick.
"""

import argparse
from typing import Final

from protocol.console.address import DEFAULT_PORT
from protocol.console.flags import add_flag, flags_given, read_flag
from protocol.game.options import Number, Option
from protocol.game.table_options import MOST_SEATS

PORT: Final = Option(
    "port", Number.between(0, 65_535), "the port; 0: any free one", metavar="PORT", note=f" (default: {DEFAULT_PORT})"
)
"""It has no default here: a private host takes any free port, and its port may not be chosen."""
MOST_CONNECTIONS: Final = Option("most_connections", Number.between(0, 100_000), "connections in all", default=500)
MOST_FROM_ONE: Final = Option("most_from_one", Number.between(0, 100_000), "connections from one address", default=50)
MOST_SEATS_FROM_ONE: Final = Option(
    "most_seats_from_one",
    Number.between(1, MOST_SEATS),
    "seats at one table held by people from one address",
    note=" (default: no limit)",
)
FORGET_AFTER: Final = Option(
    "forget_after",
    Number.between(0, 100_000),
    "forget an unfinished game of guests that nobody has come back to for so many days; 0: never",
    default=30,
    metavar="DAYS",
)
PAGE_PORT: Final = Option(
    "port", Number.between(0, 65_535), "the port of the page; 0: any free one", default=5580, metavar="PORT"
)
"""Of `fives page` alone: the page of a host has the host's own port."""
LOG: Final = "fivesd.log"
"""The log of a daemon that another program has started, in its data folder."""
FRIENDS: Final = "friends: "
"""What comes before the addresses for friends in the second line of such a daemon, behind `listening on ADDRESS`."""
HOUSE_OPTIONS: Final = (PORT, MOST_CONNECTIONS, MOST_FROM_ONE, MOST_SEATS_FROM_ONE, FORGET_AFTER)


def add_house_flags(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Add the flags of whoever hosts for others to those of a program; the group they are in."""
    group = parser.add_argument_group("the host")
    group.add_argument("--listen", metavar="ADDR", help="the address to listen on (default: all of this machine's)")
    for option in HOUSE_OPTIONS:
        add_flag(group, option)
    group.add_argument("--verbose", action="store_true", help="log connections too")
    return group


def add_known_as_flag(parser: argparse._ActionsContainer) -> None:
    """Add `--known-as`, which may be given again and again; see `protocol.console.known_name`."""
    parser.add_argument(
        "--known-as",
        metavar="NAME",
        action="append",
        default=[],
        help="a name under which browsers may open the page, such as a tunnel's; may be given again",
    )


def house_flags_given(given: argparse.Namespace) -> list[str]:
    """The same flags again, as they were given, for a daemon. Raises `MisusedError` for a value that is not valid."""
    for option in HOUSE_OPTIONS:
        read_flag(given, option)
    listen = [] if given.listen is None else [f"--listen={given.listen}"]
    return [*listen, *flags_given(given, HOUSE_OPTIONS), *(["--verbose"] if given.verbose else [])]
