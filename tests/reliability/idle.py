"""Connections that send a hello and then nothing: how many can be open, and the memory of each."""

import resource
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Hello, Role
from tests.end_to_end.program import Running, running
from tests.reliability.outside import files_of, kilobytes_of

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
        before, files = kilobytes_of(daemon.process.pid), files_of(daemon.process.pid)
        held = [await _looks_on(daemon) for _ in range(connections)]
        await trio.sleep(TIME_TO_SETTLE)
        idle = Idle(
            files_of(daemon.process.pid) - files,
            kilobytes_of(daemon.process.pid) - before,
        )
        for stream in (*warm, *held):
            await stream.aclose()
    return idle


async def _looks_on(daemon: Running) -> trio.SocketStream:
    stream = await trio.open_tcp_stream("127.0.0.1", daemon.port)
    await stream.send_all(encode_from_client(Hello(2, "idle", "Eve", Role.SPECTATOR)))
    await stream.receive_some(1024)
    return stream
