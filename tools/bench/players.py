"""The players at the tables of the load: on the daemon by the rules, on the relay without any.

Here: the least that it takes to send legal moves, so that the load costs less than what it measures. A table
knows all hands from its own clients' deals, and plays the first tile that fits. It follows games on a line in which
nobody draws, and reads lines by their beginnings, as this daemon writes them. Not here: sockets and time (`load`).
"""

import json
import socket
from collections.abc import Iterator, Mapping
from typing import Any, Final

from protocol.wire.frames import LineBuffer
from tests.daemon.tls import client_context
from tools.bench import relay
from tools.bench.load import PATIENCE, Client
from tools.bench.servers import Server

ENTRY: Final = b'{"type":"entry","seq":'
ACCEPTED: Final = b'{"type":"accepted"'
WELCOME: Final = b'{"type":"welcome"'
NOTICE: Final = b'{"type":"notice"'
DEALT: Final = b'"event":{"type":"round_dealt"'
OVER: Final = b'"event":{"type":"match_won"'
FAR: Final = {"target": 10_000, "max_rounds": 10_000}
"""House rules of a match that does not end while it is measured."""


def connected(server: Server) -> socket.socket:
    """A connection to this server. With TLS, a `recv` has room for the largest record, so it leaves nothing behind."""
    plug = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    plug.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client_context().wrap_socket(plug) if server.over_tls else plug


def line_of(**fields: object) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def messages_from(plug: socket.socket) -> Iterator[dict[str, Any]]:
    """The messages from the server on this connection, waiting for each."""
    lines = LineBuffer(1 << 24)
    while received := plug.recv(1 << 16):
        for line in lines.feed(received):
            yield json.loads(line)


class PlayedTable:
    """A table of the daemon's whose every seat is a client of the load's; `spectators` watch it."""

    def __init__(self, server: Server, name: str, seats: int = 4, spectators: int = 0) -> None:
        self.name = name
        self.clients: list[Client] = []
        self.counts = True
        self.moves = 0
        self.matches = 1
        self.is_over = False
        self.plays_again = True
        self._server = server
        self._goal = 0
        self._answered = True
        self._turn = 0
        self._mover = 0
        self._lead: str | None = None
        self._ends: tuple[int, int] | None = None
        self._hands: list[list[str]] = [[] for _ in range(seats)]
        for _ in range(seats):
            self._join("player")
        for _ in range(spectators):
            self._join("spectator")
        self._goal = max(client.seen for client in self.clients)
        while not self.is_told:
            for client in self.clients:
                while client.seen < self._goal:
                    self.receive(client, client.socket.recv(1 << 16))

    def _join(self, role: str) -> None:
        client = Client(connected(self._server), self)
        self.clients.append(client)
        name = f"Load {len(self.clients)}"
        client.send(line_of(type="hello", protocol=2, client="bench", name=name, role=role, table=self.name))
        while not client.seen:
            self.receive(client, client.socket.recv(1 << 16))

    @property
    def goes_on(self) -> bool:
        return self.plays_again or not self.is_over

    @property
    def is_told(self) -> bool:
        if not self._answered:
            return False
        goal, game = self._goal, self.matches
        return all(client.seen >= goal and client.game == game for client in self.clients)

    def receive(self, client: Client, received: bytes) -> None:
        *lines, client.held = (client.held + received).split(b"\n")
        for line in lines:
            if line.startswith(ENTRY):
                client.seen = int(line[len(ENTRY) : line.index(b",", len(ENTRY))])
                if DEALT in line:
                    self._take_hand(self.clients.index(client), json.loads(line)["event"])
                elif OVER in line:
                    self.is_over = True
            elif line.startswith(ACCEPTED):
                self._goal, self._answered = int(line[line.rindex(b":") + 1 : -1]), True
            elif line.startswith(WELCOME):
                client.seen, client.welcome = 0, line
                client.game += 1
            elif not line.startswith(NOTICE):
                raise RuntimeError(f"the daemon answers {line[:200]!r}")

    def _take_hand(self, seat: int, deal: Mapping[str, Any]) -> None:
        if seat < len(self._hands):
            self._hands[seat] = [tile for tile in deal["hands"][seat] if tile is not None]
        self._turn, self._lead, self._ends = deal["leader"], deal["lead"], None

    def move(self) -> None:
        self._answered = False
        if self.is_over:
            self._mover = 0  # the host, who need not wait for everyone to agree
            self._ask("start", {})
            self.is_over, self.counts = False, False
            self.matches += 1
            return
        self.moves += 1
        self.counts = True
        self._mover = self._turn
        play = self._play()
        self._turn = self._seat_after(self._mover)
        if play is None:
            self._ask("knock", {})
        else:
            self._ask("play_tile", {"tile": play[0], "arm": play[1]})

    def _ask(self, name: str, fields: Mapping[str, str]) -> None:
        command = {"type": name, **fields}
        self.clients[self._mover].send(line_of(type="do", id=f"m{self.moves}-{name}", seq=self._goal, command=command))

    def _play(self) -> tuple[str, str] | None:
        hand = self._hands[self._turn]
        if self._ends is None:
            tile = self._lead or hand[0]
            hand.remove(tile)
            high, low = map(int, tile.split("-"))
            self._ends = (low, high)
            return tile, "start"
        left, right = self._ends
        for tile in hand:
            high, low = map(int, tile.split("-"))
            for arm, end in (("left", left), ("right", right)):
                if end in (high, low):
                    outer = low if end == high else high
                    self._ends = (outer, right) if arm == "left" else (left, outer)
                    hand.remove(tile)
                    return tile, arm
        return None

    def _seat_after(self, seat: int) -> int:
        seats = len(self._hands)
        return next(((seat + step) % seats for step in range(1, seats) if self._hands[(seat + step) % seats]), seat)


def open_tables(server: Server, count: int, **fields: object) -> list[str]:
    """The names of this many new tables of the daemon's."""
    names = []
    with connected(server) as plug:
        messages = messages_from(plug)
        for _ in range(count):
            plug.sendall(line_of(type="open_table", **{"rules": "fives-and-threes", **fields}))
            answer = next(messages)
            if answer["type"] != "tables":
                raise RuntimeError(f"the daemon answers {answer}")
            names.append(answer["opened"])
    return names


def played_tables(server: Server, count: int, seats: int = 4, **fields: object) -> list[PlayedTable]:
    """This many tables at which a match has started."""
    return [PlayedTable(server, name, seats) for name in open_tables(server, count, seats=seats, **fields)]


class RelayedTable:
    """A table of the relay's: its clients take turns to send a line as long as the daemon's, and all receive it."""

    def __init__(self, server: Server, number: int, seats: int = 4, spectators: int = 0) -> None:
        self.clients = [Client(connected(server), self) for _ in range(seats + spectators)]
        self.counts = self.goes_on = True
        self._seats = seats
        self._number = number
        self._goal = 0
        self._at = "2026-01-02T03:04:05.678Z"
        for client in self.clients:
            client.send(line_of(table=number))
        for client in self.clients:
            if client.socket.recv(len(relay.WELCOME)) != relay.WELCOME:
                raise RuntimeError("the relay lets nobody in")

    @property
    def is_told(self) -> bool:
        goal = self._goal
        return all(client.seen >= goal for client in self.clients)

    def receive(self, client: Client, received: bytes) -> None:
        *lines, client.held = (client.held + received).split(b"\n")
        line = lines[-1] if lines else b""
        if line:
            client.seen = int(line[len(ENTRY) : line.index(b",", len(ENTRY))])

    def move(self) -> None:
        self._goal += 1
        sender = self.clients[self._goal % self._seats]
        sender.send(line_of(type="tile_played", id=f"m{self._goal}", at=self._at, seat=3, tile="6-4", arm="left"))


def relayed_tables(server: Server, count: int, first: int = 0) -> list[RelayedTable]:
    return [RelayedTable(server, first + nth) for nth in range(count)]
