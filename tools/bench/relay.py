"""The reference: a bare trio relay of JSON lines, durable, and as fast as trio allows.

It knows no rules and no secrets. A line that one client of a table sends is parsed, numbered, stored and sent to all of
the table. What one turn of the loop has read is stored with one commit; every socket is tried once without waiting,
with everything that is there for it.
"""

import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import trio
from attrs import field

from protocol.frozen import define
from tools.bench.servers import allow_many_sockets

WELCOME = b'{"type":"welcome"}\n'


@define(eq=False)
class _Client:
    socket: int
    waiting: list[bytes] = field(factory=list)


@define
class _Table:
    clients: list[_Client] = field(factory=list)
    head: int = 0


class Relay:
    """Tables by number, and one database."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, isolation_level=None)
        self._database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
            "CREATE TABLE lines (seq INTEGER, place INTEGER, line TEXT, PRIMARY KEY (place, seq)) WITHOUT ROWID;"
        )
        self._tables: dict[int, _Table] = {}
        self._read: list[tuple[int, dict[str, Any]]] = []
        self._something_is_read = trio.Event()

    async def receive(self, stream: trio.SocketStream) -> None:
        """Serve a client, whose first line names its table."""
        client = _Client(stream.socket.fileno())
        place = -1
        held = b""
        while received := await stream.receive_some(16384):
            *lines, held = (held + received).split(b"\n")
            for line in lines:
                value = json.loads(line)
                if place < 0:
                    place = value["table"]
                    self._tables.setdefault(place, _Table()).clients.append(client)
                    await stream.send_all(WELCOME)
                else:
                    self._read.append((place, value))
                    self._something_is_read.set()
        self._tables[place].clients.remove(client)

    async def commit_and_tell(self) -> None:
        """Store and send the lines that each turn of the loop has read."""
        while True:
            await self._something_is_read.wait()
            self._something_is_read = trio.Event()
            read, self._read = self._read, []
            recipients: set[_Client] = set()
            rows: list[tuple[int, int, str]] = []
            for place, value in read:
                table = self._tables[place]
                table.head += 1
                line = json.dumps({"type": "entry", "seq": table.head, "event": value}, separators=(",", ":"))
                rows.append((table.head, place, line))
                for client in table.clients:
                    client.waiting.append(line.encode() + b"\n")
                recipients.update(table.clients)
            self._database.execute("BEGIN IMMEDIATE")
            self._database.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
            self._database.execute("COMMIT")
            for client in recipients:
                chunk = b"".join(client.waiting)
                client.waiting.clear()
                if os.write(client.socket, chunk) < len(chunk):
                    raise RuntimeError("a client of the bench did not read")


async def serve(path: Path) -> None:
    """Serve until killed; the port is the first line of standard output."""
    relay = Relay(path)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(relay.commit_and_tell)
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1", backlog=4096)
        print(listener.socket.getsockname()[1], flush=True)
        await trio.serve_listeners(relay.receive, [listener])


if __name__ == "__main__":
    allow_many_sockets()
    trio.run(serve, Path(sys.argv[1]) / "relay.sqlite")
