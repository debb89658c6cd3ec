"""Readers that stop reading: the effect on others at the same table, and that they are cut off.

A game with a long chat is restored by a real `fivesd`, so that its spectators have more to read than any socket holds.
Two players then continue to chat, alternately with and without a crowd that reads nothing: both figures are from the
same daemon and the same minute.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import trio
from attrs import frozen

from daemon.journal.interface import GameOpened, TokenIssued
from daemon.journal.sqlite_journal import open_journal
from daemon.table.tokens import digest
from protocol.game.presets import PRESETS, make_rules
from protocol.log.commands import Pause, Resume
from protocol.log.events import Event, MatchStarted, Said, SeatTaken, TableOpened, TableOptions
from protocol.wire.codec import encode_from_client
from protocol.wire.messages import Hello, Role
from protocol.wire.session import Session
from tests.daemon.wire_client import WireClient
from tests.end_to_end.program import Running, running
from tests.played import entered
from tools.reliability.outside import files_of

GAME: Final = "a-long-talk"
TALK: Final = 10_000
"""Entries, of some 500 bytes each."""
PACE: Final = 0.01
"""Seconds from one word to the next."""
TIME_UNTIL_CUT: Final = 45.0


@frozen
class Latencies:
    """Milliseconds from a chat message to its reply, in each phase; and how many readers were cut off in the end."""

    readers: int
    with_them: tuple[tuple[float, float], ...]
    without: tuple[tuple[float, float], ...]
    cut: int

    def __str__(self) -> str:
        rows = [
            f"{name} {median(beside):.2f} ms with them and {median(alone):.2f} ms without (ratio {ratio:.2f})"
            for name, beside, alone in zip(
                ("p50", "p99"), zip(*self.with_them, strict=True), zip(*self.without, strict=True), strict=True
            )
            if (ratio := median(beside) / median(alone))
        ]
        return f"{self.readers} readers that read nothing: {', '.join(rows)}; {self.cut} of them were cut"


def key_to(seat: int) -> str:
    """The token of a seat."""
    return f"the key to seat {seat}"


async def write_long_talk(data: Path) -> int:
    """A game of two players with a lot of chat, in the journal of a data folder; returns the number of its entries."""
    preset = PRESETS["cinq-et-trois"]
    rules, seats = make_rules(preset)
    events: list[Event] = [
        TableOpened(preset.name, rules, seats, TableOptions()),
        *(SeatTaken(seat, name) for seat, name in enumerate(("Ann", "Ben"))),
        MatchStarted(1),
        *(Said(0, "Ann", "x" * 400) for _ in range(TALK)),
    ]
    entries = entered(events)
    keys = [TokenIssued(seat, digest(key_to(seat)), is_host=False) for seat in range(seats)]
    await trio.Path(data).mkdir(parents=True, exist_ok=True)
    async with open_journal(data / "journal.sqlite") as journal:
        await journal.append(GAME, 0, entries, [GameOpened("oak", entries[0].at), *keys])
    return len(entries)


async def measure(data: Path, readers: int, words: int, phases: int) -> Latencies:
    """Let players chat, alternately with stuck readers and alone."""
    held = await write_long_talk(data)
    with_them, without = [], []
    cut = 0
    async with running(data, "--think", "0") as daemon:
        ann, ben = [await _player(daemon, seat, held) for seat in (0, 1)]
        for _ in range(phases):
            without.append(await _talk(ann, ben, words))
            files = files_of(daemon.process.pid)
            stuck = [await _stuck(daemon) for _ in range(readers)]
            with_them.append(await _talk(ann, ben, words))
            cut = readers - await _left(daemon, files)
            for stream in stuck:
                await stream.aclose()
    return Latencies(readers, tuple(with_them), tuple(without), cut)


async def _player(daemon: Running, seat: int, held: int) -> WireClient:
    """A returning player who has received everything so far."""
    client = await daemon.client(session=Session("stuck", f"seat {seat}", token=key_to(seat), game=GAME, head=held))
    await client.enter()
    return client


async def _stuck(daemon: Running) -> trio.SocketStream:
    stream = await trio.open_tcp_stream("127.0.0.1", daemon.port)
    stream.setsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_RCVBUF, 4096)
    await stream.send_all(encode_from_client(Hello(2, "stuck", "Eve", Role.SPECTATOR, "oak")))
    return stream


async def _talk(speaker: WireClient, listener: WireClient, words: int) -> tuple[float, float]:
    """The p50 and p99 of the milliseconds until a command is answered and its entry received by the other player."""
    taken: list[float] = []
    for _ in range(words):
        begun = trio.current_time()
        await speaker.accepted(Resume() if speaker.table.paused else Pause())  # chat has its own limit
        await listener.until(lambda: listener.session.head >= speaker.session.head)
        taken.append(1000 * (trio.current_time() - begun))
        await trio.sleep(PACE)
    return share(taken, 0.5), share(taken, 0.99)


def share(taken: Sequence[float], part: float) -> float:
    """The value that this share of all values does not exceed."""
    return sorted(taken)[math.ceil(part * len(taken)) - 1]


async def _left(daemon: Running, files: int) -> int:
    """The number of readers still connected after the time allowed for them."""
    with trio.move_on_after(TIME_UNTIL_CUT):
        while files_of(daemon.process.pid) > files:  # noqa: ASYNC110 - it happens in another process
            await trio.sleep(0.5)
    return files_of(daemon.process.pid) - files
