"""Strangers who all read a long finished game at once: the memory they use, and that each receives all of it.

Every reader accepts the welcome and then nothing, so that its output stays in memory for as long as it likes; finally
they all continue reading.
"""

from pathlib import Path
from typing import Final

import trio
from attrs import frozen

from daemon.journal.interface import GameOpened
from daemon.journal.sqlite_journal import open_journal
from protocol.game.presets import PRESETS, make_rules
from protocol.log.events import Event, MatchAbandoned, MatchStarted, Said, SeatTaken, TableOpened, TableOptions
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Hello, Role
from tests.end_to_end.program import Running, running
from tests.played import entered
from tools.reliability.outside import kilobytes_of

GAME: Final = "a-long-game"
TIME_TO_SETTLE: Final = 2.0
PATIENCE: Final = 120.0


@frozen
class Memory:
    """The growth of the daemon's memory, in kilobytes: the peak, and while no reader accepts anything."""

    readers: int
    entries: int
    most: int
    held: int
    whole: int

    def __str__(self) -> str:
        return (
            f"{self.readers} readers of a finished game of {self.entries:,} entries: {self.most / 1024:.1f} MB more at"
            f" most, {self.held / 1024:.1f} MB while they took nothing ({self.held / self.readers:.0f} KB each);"
            f" {self.whole} of them got all of it"
        )


async def write_finished_game(data: Path, entries: int) -> int:
    """A finished game with a lot of chat, in the journal of a data folder; returns the number of its entries."""
    preset = PRESETS["cinq-et-trois"]
    rules, seats = make_rules(preset)
    events: list[Event] = [
        TableOpened(preset.name, rules, seats, TableOptions()),
        *(SeatTaken(seat, name) for seat, name in enumerate(("Ann", "Ben"))),
        MatchStarted(1),
        *(Said(0, "Ann", "x" * 400) for _ in range(entries - 5)),
        MatchAbandoned((0, 0)),
    ]
    stored = entered(events)
    await trio.Path(data).mkdir(parents=True, exist_ok=True)
    async with open_journal(data / "journal.sqlite") as journal:
        await journal.append(GAME, 0, stored[:4], [GameOpened("oak", stored[0].at)])
        for at in range(4, len(stored), 3):
            await journal.append(GAME, at, stored[at : at + 3])
    return len(stored)


async def measure(data: Path, readers: int, entries: int) -> Memory:
    """Let this many clients read a game of this many entries."""
    written = await write_finished_game(data, entries)
    async with running(data) as daemon:
        await _read_on(await _welcomed(daemon), written)  # one-time costs of a daemon
        await trio.sleep(TIME_TO_SETTLE)
        before = most = kilobytes_of(daemon.process.pid)
        whole: list[bool] = []

        async def look() -> None:
            nonlocal most
            while True:
                most = max(most, kilobytes_of(daemon.process.pid))
                await trio.sleep(0.02)

        async def read_on(stream: trio.SocketStream) -> None:
            whole.append(await _read_on(stream, written))

        async with trio.open_nursery() as looking:
            looking.start_soon(look)
            streams: list[trio.SocketStream] = []
            async with trio.open_nursery() as nursery:
                for _ in range(readers):
                    nursery.start_soon(_welcome_into, daemon, streams)
            await trio.sleep(TIME_TO_SETTLE)
            held = kilobytes_of(daemon.process.pid) - before
            async with trio.open_nursery() as nursery:
                for stream in streams:
                    nursery.start_soon(read_on, stream)
            looking.cancel_scope.cancel()
    return Memory(readers, written, most - before, held, sum(whole))


async def _welcome_into(daemon: Running, streams: list[trio.SocketStream]) -> None:
    streams.append(await _welcomed(daemon))


async def _welcomed(daemon: Running) -> trio.SocketStream:
    """A reader that has accepted the first byte of its welcome."""
    stream = await trio.open_tcp_stream("127.0.0.1", daemon.port)
    stream.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, 65536)
    await stream.send_all(encode_from_client(Hello(2, "readers", "Eve", Role.READER, game=GAME)))
    with trio.fail_after(PATIENCE):
        assert await stream.receive_some(1) == b"{"
    return stream


async def _read_on(stream: trio.SocketStream, entries: int) -> bool:
    """Whether exactly the welcome and every entry arrive."""
    lines, last = 0, b""
    with trio.fail_after(PATIENCE):
        while lines < entries + 1:
            received = bytes(await stream.receive_some(65536))
            if not received:
                break
            lines += received.count(b"\n")
            last = (last + received)[-1000:]
    await stream.aclose()
    return lines == entries + 1 and f'"seq":{entries},'.encode() in last
