"""A password under constant guessing by many connections from one address: the time friends need to join.

A real `fivesd` has a table with a password. Friends connect in turn and give it, first alone, then during the guessing:
from another address than the attacker's, and from the same one, as through a tunnel.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from daemon.machine.network import network_now
from daemon.net.addresses import LOCALHOST, addresses_for_friends
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Hello, Role
from tests.end_to_end.program import Running, running
from tools.reliability.stuck_readers import share

WORD: Final = "sesame"
ATTACKER: Final = LOCALHOST
FRIEND: Final = next(iter(addresses_for_friends(["0.0.0.0", "::"], network_now())), LOCALHOST)
"""All loopback addresses count as one: an address of this machine's network, where it is in one."""
TIME_TO_BEGIN: Final = 2.0
PATIENCE: Final = 30.0
THROUGH_THE_TUNNEL: Final = 3
"""Friends at the attacker's address: each of them waits for some seconds."""


@frozen
class JoinTimes:
    """Milliseconds from connecting to the welcome, for each friend; and the number of guesses answered meanwhile."""

    guessing: int
    alone: tuple[float, ...]
    elsewhere: tuple[float, ...]
    beside: tuple[float, ...]
    answered: int

    def __str__(self) -> str:
        def figures(taken: Sequence[float]) -> str:
            return f"p50 {share(taken, 0.5):.0f} ms, p99 {share(taken, 0.99):.0f} ms"

        return (
            f"{self.guessing} guessing at once from one address, {self.answered} answered; a friend is in with nobody"
            f" guessing: {figures(self.alone)}; from another address: {figures(self.elsewhere)}; from the same:"
            f" {figures(self.beside)}"
        )


async def measure(data: Path, guessing: int, friends: int) -> JoinTimes:
    """Let this many connections guess, and this many friends join one after another."""
    answered = 0

    async def go_on_guessing(daemon: Running) -> None:
        nonlocal answered
        while True:
            await _said_to(daemon, ATTACKER, "wrong")
            answered += 1

    async with running(data, "--password", WORD) as daemon:
        alone = await _joined(daemon, FRIEND, friends)
        async with trio.open_nursery() as nursery:
            for _ in range(guessing):
                nursery.start_soon(go_on_guessing, daemon)
            await trio.sleep(TIME_TO_BEGIN)
            elsewhere = await _joined(daemon, FRIEND, friends)
            beside = await _joined(daemon, ATTACKER, THROUGH_THE_TUNNEL)
            nursery.cancel_scope.cancel()
    return JoinTimes(guessing, tuple(alone), tuple(elsewhere), tuple(beside), answered)


async def _joined(daemon: Running, address: str, friends: int) -> list[float]:
    taken = []
    for _ in range(friends):
        begun = trio.current_time()
        line = await _said_to(daemon, address, WORD)
        assert line.startswith(b'{"type":"welcome"'), line
        taken.append(1000 * (trio.current_time() - begun))
    return taken


async def _said_to(daemon: Running, address: str, word: str) -> bytes:
    """The first reply to a spectator who gives this password."""
    with trio.fail_after(PATIENCE):
        async with await trio.open_tcp_stream(address, daemon.port) as stream:
            await stream.send_all(encode_from_client(Hello(2, "guesses", "Eve", Role.SPECTATOR, password=word)))
            return bytes(await stream.receive_some(65536))
