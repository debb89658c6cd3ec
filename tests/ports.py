"""Ports for the programs that tests start."""

import atexit
import secrets
import socket
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Final

# Systems give ports above these to connections, and to whoever asks for any; browsers refuse some of those below.
_PORTS: Final = range(12_000, 32_000)
_BLOCK: Final = 100


def free_port() -> int:
    """A TCP port at which nobody listens. No other process of tests gets it, also of another run on this machine."""
    return next(filter(_is_free, _own_ports()))


@cache
def _own_ports() -> Iterator[int]:
    """The ports of a block of this process, over and over. Its first one, over UDP, is the sign that it is taken."""
    while True:
        first = secrets.choice(_PORTS[::_BLOCK])  # not `random`: Hypothesis seeds it, alike in each process
        sign = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            sign.bind(("127.0.0.1", first))
        except OSError:
            sign.close()
        else:
            atexit.register(sign.close)
            return cycle(range(first + 1, first + _BLOCK))


def _is_free(port: int) -> bool:
    """Whether a program could listen at it, at any address of this machine."""
    with socket.socket() as probe:
        try:
            probe.bind(("", port))
        except OSError:
            return False
        return True
