"""The options of `fivesd` alone: where it listens, and how many may connect.

Here: one row for each that takes a checked value. Not here: the options that `fives play` has too
(`protocol.console.flags`), what they do (`hosting`). Costs next to nothing to import, so that `--help` is quick.
"""

from typing import Final

from protocol.console.address import DEFAULT_PORT
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
HOUSE_OPTIONS: Final = (PORT, MOST_CONNECTIONS, MOST_FROM_ONE, MOST_SEATS_FROM_ONE, FORGET_AFTER)
