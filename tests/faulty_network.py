"""A network between a program and a server on this machine, which can be cut and can lose what is sent.

It forwards connections to a port of its own. Here: what happens to the bytes. Not here: any server.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Final

from attrs import Factory, define

_MOST_BYTES: Final = 65_536
_TIME_TO_ANSWER: Final = 10.0


@define(eq=False)
class _Route:
    """A connection of the program, and the one to the server that belongs to it."""

    program: socket.socket
    server: socket.socket
    answers: threading.Thread | None = None

    def close(self) -> None:
        for end in (self.program, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@define
class FaultyNetwork:
    """The network to a server at `server_port` of the loopback. The program connects to `port`."""

    server_port: int
    port: int = 0
    loses_answer: bool = False
    """The next answer is lost, and its connection breaks."""
    delays_request: bool = False
    """The next request is kept, and its connection breaks for the program; `deliver` brings the request."""
    is_cut: bool = False
    """Nothing arrives any more, and nobody is told."""
    refuses: bool = False
    """Connections break at once."""
    _routes: list[_Route] = Factory(list)
    _late: list[tuple[_Route, bytes]] = Factory(list)

    @property
    def is_in_order(self) -> bool:
        """Whether what is sent now arrives."""
        return not (self.loses_answer or self.delays_request or self.is_cut or self.refuses)

    def accept(self, listener: socket.socket) -> None:
        """Forward connections until the listener is closed."""
        while True:
            try:
                program, _ = listener.accept()
            except OSError:
                return
            server = None if self.refuses else self._server()
            if server is None:
                program.close()
                continue
            route = _Route(program, server)
            self._routes.append(route)
            route.answers = threading.Thread(target=self._answers, args=(route,), daemon=True)
            route.answers.start()
            threading.Thread(target=self._requests, args=(route,), daemon=True).start()

    def _server(self) -> socket.socket | None:
        """A connection to the server; None if it is not running."""
        try:
            return socket.create_connection(("127.0.0.1", self.server_port))
        except OSError:
            return None

    def _requests(self, route: _Route) -> None:
        with suppress(OSError):
            while data := route.program.recv(_MOST_BYTES):
                if self.delays_request:
                    self.delays_request = False
                    self._late.append((route, data))
                    route.program.close()
                    return
                if not self.is_cut:
                    route.server.sendall(data)
        route.close()

    def _answers(self, route: _Route) -> None:
        with suppress(OSError):
            while data := route.server.recv(_MOST_BYTES):
                if self.loses_answer:
                    self.loses_answer = False
                    break
                if not self.is_cut:
                    route.program.sendall(data)
        route.close()

    def break_connections(self) -> None:
        """Break all connections, except those on which a request is delayed."""
        routes, self._routes = self._routes, [route for route, _ in self._late]
        for route in routes:
            if route not in self._routes:
                route.close()

    def heal(self) -> None:
        """Let everything arrive again, except what is delayed; what was connected meanwhile is broken."""
        self.is_cut = self.refuses = self.loses_answer = self.delays_request = False
        self.break_connections()

    def deliver(self) -> int:
        """Bring the delayed requests to the server, and wait until it has answered. Returns how many there were."""
        late, self._late = self._late, []
        for route, data in late:
            with suppress(OSError):
                route.server.sendall(data)
                route.server.shutdown(socket.SHUT_WR)
            assert route.answers is not None
            route.answers.join(_TIME_TO_ANSWER)
        return len(late)


@contextmanager
def faulty_network(server_port: int) -> Iterator[FaultyNetwork]:
    """A network to this port, in order at first."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        network = FaultyNetwork(server_port, listener.getsockname()[1])
        thread = threading.Thread(target=network.accept, args=(listener,), daemon=True)
        thread.start()
        try:
            yield network
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            network.deliver()
            network.break_connections()
