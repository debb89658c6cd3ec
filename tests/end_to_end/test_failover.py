"""A club whose database fails over to a standby that was behind: everybody reads what is gone, and plays on."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from protocol.log.commands import Say
from protocol.wire.messages import Farewell, OpenTable
from protocol.wire.session import Session
from tests import patroni
from tests.daemon.wire_client import FarewellError, WireClient
from tests.end_to_end.program import TIME_TO_END, Running, environment, fivesd
from tests.end_to_end.test_club import member

pytestmark = [
    pytest.mark.skipif("FIVES_LONG" not in os.environ, reason="long; `tools.reliability` promotes standbys, too"),
    pytest.mark.skipif(bool(patroni.MISSING), reason=f"not installed here: {', '.join(patroni.MISSING)}"),
]
WENT_BACK = "The host has gone back to an earlier moment"
TIME_TO_FAIL_OVER = patroni.TIME_TO_LIVE + 40.0


@asynccontextmanager
async def watching(daemon: Running, table: str) -> AsyncIterator[list[str]]:
    """A program that watches this table, in line mode; the lines that it has printed so far."""
    lines: list[str] = []
    words = [sys.executable, "-m", "client", "watch", f"127.0.0.1:{daemon.port}", "--table", table, "--lines"]
    process = await trio.lowlevel.open_process(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**environment(), "FIVES_HOME": str(daemon.data.with_name("spectator"))},
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_read, process, lines)
        try:
            yield lines
        finally:
            process.kill()
    await process.wait()


async def _read(process: trio.Process, lines: list[str]) -> None:
    assert process.stdout is not None
    rest = b""
    async for received in process.stdout:
        *whole, rest = (rest + received).split(b"\n")
        lines += [line.decode() for line in whole]


async def play(moves: int, *players: WireClient) -> None:
    """Have so many moves made, each seen by all of these players."""
    for _ in range(moves):
        await players[0].until(lambda: players[0].table.turn is not None)
        mover = next(player for player in players if player.seat == players[0].table.turn)
        await mover.until(lambda mover=mover: mover.a_move() is not None)  # type: ignore[misc]
        move = mover.a_move()
        assert move is not None
        seq = await mover.accepted(move)
        for player in players:
            await player.until(lambda player=player, seq=seq: player.session.head >= seq)  # type: ignore[misc]


async def back(daemon: Running, old: WireClient) -> WireClient:
    """The same player, who knows nothing of the game but whose seat it is, once the daemon lets them in."""
    with trio.fail_after(TIME_TO_END):
        while True:
            try:
                client = await daemon.client(session=Session("tests", old.session.name))
                client.session.token, client.session.game = old.session.token, old.session.game
                await client.enter()
            except (FarewellError, trio.BrokenResourceError):
                await trio.sleep(0.5)
            else:
                return client


async def until_printed(printed: list[str], beginning: str) -> str:
    """The line with this beginning, once it is printed."""
    with trio.move_on_after(TIME_TO_END):
        while True:
            for line in printed:
                if line.startswith(beginning):
                    return line
            await trio.sleep(0.1)
    raise AssertionError(printed)


async def test_after_a_failover_to_a_standby_that_was_behind_everybody_reads_what_is_gone_and_plays_on(
    tmp_path: Path,
) -> None:
    with patroni.running_cluster() as cluster:
        primary, _ = cluster.nodes
        async with member(tmp_path / "daemon", cluster.url()) as daemon:
            ann, ben = await daemon.client("Ann"), await daemon.client("Ben")
            await ann.send(OpenTable("cinq-et-trois"))
            table = (await ann.enter()).table
            await ben.enter(table=table)
            async with watching(daemon, table) as printed:
                await play(3, ann, ben)
                await until_printed(printed, "You watch")
                await trio.to_thread.run_sync(cluster.wait_for_standby)
                kept, scores = ann.session.head, ann.table.scores
                primary.stop_sending()
                await play(3, ann, ben)
                primary.kill()
                await trio.to_thread.run_sync(partial(cluster.wait_until, "SELECT 1 FROM appends", TIME_TO_FAIL_OVER))

                await ann.send(ann.asks(Say("one")))
                goodbye = await ann.parting()
                ann, ben = await back(daemon, ann), await back(daemon, ben)
                assert (ann.session.head, ann.table.scores) == (kept, scores)
                watched = await until_printed(printed, WENT_BACK)  # players alone wake a game
                await play(3, ann, ben)
        verified = fivesd("verify", "--journal", cluster.url(), "--data", tmp_path)

    assert goodbye.reason == Farewell.TROUBLE
    assert (goodbye.detail or "").startswith("the database went back 3 moves")
    assert watched.startswith(
        "The host has gone back to an earlier moment of this game: 3 moves that you saw are gone."
    )
    assert "1 game checked: no damage" in verified.stdout
