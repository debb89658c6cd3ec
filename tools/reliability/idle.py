"""Connections that send a hello and then nothing: how many can be open, and the memory of each."""

import resource
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Hello, Role
from tests.end_to_end.program import Running, running
from tools.reliability.outside import kilobytes_of

TIME_TO_SETTLE: Final = 2.0


@frozen
class Idle:
    """How many were open at once, and the growth of the daemon's memory."""

    connections: int
    kilobytes: int

    def __str__(self) -> str:
        return f"{self.connections} idle connections, {self.kilobytes / self.connections:.1f} KB of memory each"


async def measure(data: Path, connections: int) -> Idle:
    """Let this many spectators connect to a table where nothing happens."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, connections + 200), hard))
    async with running(data) as daemon:
        warm = [await _looks_on(daemon) for _ in range(100)]
        await trio.sleep(TIME_TO_SETTLE)
        before = kilobytes_of(daemon.process.pid)
        held = [await _looks_on(daemon) for _ in range(connections)]
        cut = await _cut_within(TIME_TO_SETTLE, held)
        idle = Idle(connections - cut, kilobytes_of(daemon.process.pid) - before)
        for stream in (*warm, *held):
            await stream.aclose()
    return idle


async def _looks_on(daemon: Running) -> trio.SocketStream:
    stream = await trio.open_tcp_stream("127.0.0.1", daemon.port)
    await stream.send_all(encode_from_client(Hello(2, "idle", "Eve", Role.SPECTATOR)))
    await stream.receive_some(1024)
    return stream


async def _cut_within(seconds: float, streams: Sequence[trio.SocketStream]) -> int:
    """How many of these connections the daemon ends in this time."""
    cut = list[trio.SocketStream]()

    async def read(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError):
            while await stream.receive_some():
                pass
        cut.append(stream)

    async with trio.open_nursery() as nursery:
        for stream in streams:
            nursery.start_soon(read, stream)
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    return len(cut)
