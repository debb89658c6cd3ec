"""The real daemon, in its own process, for the load of the bench.

It differs from `fivesd` in two ways: it opens the requested number of tables, and does not limit the rate of commands.
Everything else is the daemon's: sockets, checks, journal, redaction.
"""

import logging
import sys
from pathlib import Path

import trio

from daemon import guest
from daemon.house.house_rules import HouseRules
from daemon.net import connection
from daemon.program.serve import prepare_process, serve
from daemon.program.service import Service
from protocol.shared.places import PlaceLimits
from protocol.wire.messages import OpenTable
from tools.bench.servers import allow_many_sockets

MANY = 100_000


def main(data: Path, database: str | None = None, port: str = "0") -> None:
    """Serve until killed; the port is the first line of standard output. `database`: that of its club."""
    logging.basicConfig(level=logging.ERROR)
    guest.COMMANDS_A_SECOND = MANY  # type: ignore[misc]  # Final
    guest.COMMANDS_AT_ONCE = MANY  # type: ignore[misc]  # Final
    connection.LOBBY_LINES_A_SECOND = MANY  # type: ignore[misc]  # Final
    connection.LOBBY_LINES_AT_ONCE = MANY  # type: ignore[misc]  # Final
    allow_many_sockets()
    prepare_process()
    service = Service(
        data=data,
        table=OpenTable("fives-and-threes"),
        house=HouseRules(think=0, most_tables=MANY),
        host="127.0.0.1",
        port=int(port),
        limits=PlaceLimits(MANY, MANY, MANY),
        stops_with_stdin=False,
        announce=lambda _, _friends, port, _key: print(port, flush=True),
        database=database,
        public_address=f"127.0.0.1:{port}",
    )
    trio.run(serve, service)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
