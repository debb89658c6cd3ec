"""A next host that lies: `python -m tests.end_to_end.lying_next_host OLD KEY FOLDER ADDRESS LIE`, on its own machine.

Ben comes to the host at the address OLD, which has this KEY, and says as soon as he is asked to host that his machine
is ready, which it is not.
"""

import signal
import subprocess
import sys
from contextlib import suppress
from enum import StrEnum
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

import trio
from attrs import evolve

from daemon.net.identity import Identity, open_identity
from protocol.log.commands import HostReady
from protocol.log.events import TableOpened
from protocol.log.succession import Continued
from protocol.log.table import Stage
from protocol.shared.address import Address
from protocol.shared.host_options import HOLD, TAKE_OVER, TAKE_OVER_SEAT
from protocol.shared.join_link import Endpoint, JoinLink
from protocol.wire.codec import decode_from_client, encode_from_daemon
from protocol.wire.messages import (
    AskTables,
    Do,
    Farewell,
    Goodbye,
    Hello,
    Ping,
    Pong,
    SeatSummary,
    Tables,
    TableSummary,
)
from protocol.wire.notices import HandOverNotice
from protocol.wire.sealer import Sealer
from protocol.wire.session import Session
from tests.daemon.wire_client import FarewellError, WireClient
from tests.end_to_end.program import COMMAND, environment
from tests.taken_over import record_of_session

PORT: Final = 5533
WORD: Final = "a word that nobody guesses"
OTHER_KEY: Final = "vbnm5-a7z33-34ywp-emt4v"
SECRET: Final = "7" * 64


class Lie(StrEnum):
    """What is wrong with the next host."""

    NOWHERE = "nowhere"
    """Nobody has its address."""
    OLD_HOST = "old-host"
    """Its address and its key are those of the old host."""
    WEB = "web"
    """A web server answers there."""
    OTHER_KEY = "other-key"
    """The host there has another key than it says."""
    NO_ANSWER = "no-answer"
    """The host there accepts connections, and says nothing."""
    NO_GAME = "no-game"
    """The host there has other games."""
    NO_TABLE = "no-table"
    """The host there lists the game, and does not have it."""
    SENDS_AWAY = "sends-away"
    """The host there lists the game, and sends everybody away who comes to it."""
    NO_WELCOME = "no-welcome"
    """The host there lists the game, answers pings, and welcomes nobody to it."""
    STALLS = "stalls"
    """The host there welcomes everybody, and stops as soon as it is told to go on."""
    OTHER_HISTORY = "other-history"
    """The match there goes to fewer points than the one that everybody has played."""


async def _lie(old: str, key: str, folder: Path, address: str, lie: Lie) -> None:
    identity = open_identity(folder)
    if lie is Lie.OLD_HOST:
        address, identity = old, evolve(identity, key=key)
    client = WireClient(
        await trio.open_tcp_stream(old, PORT), Session("tests", "Ben", sealer=Sealer(lambda: SECRET)), patience=1000.0
    )
    async with trio.open_nursery() as nursery:
        await client.enter()
        print("there", flush=True)
        async with trio.open_nursery() as waiting:
            waiting.start_soon(_ping, client)
            await client.expect(HandOverNotice, lambda notice: notice.seat == client.seat and notice.here)
            waiting.cancel_scope.cancel()
        ready = await _ready(nursery, client, identity, folder, address, lie)
        await client.send(Do(client.new_id(), client.session.head, ready))
        with suppress(FarewellError):
            while True:
                await client.receive()
        await trio.sleep_forever()


async def _ping(client: WireClient) -> None:
    """Keep the connection while nobody moves."""
    while True:
        await client.send(Ping(1))
        await trio.sleep(5)


async def _ready(
    nursery: trio.Nursery, client: WireClient, identity: Identity, folder: Path, address: str, lie: Lie
) -> HostReady:
    """What Ben says, and the machine of which he says it."""
    key, game = identity.key, f"{client.session.game}-there"
    match lie:
        case Lie.NOWHERE:
            address = f"{address.rpartition('.')[0]}.99"
        case Lie.OLD_HOST:
            pass
        case Lie.WEB:
            nursery.start_soon(partial(trio.serve_tcp, _serve_web, PORT, host=address))
        case Lie.STALLS | Lie.OTHER_HISTORY:
            game = await _start_daemon(nursery, client, folder, lie)
        case _:
            answer = partial(_answer, lie, client.session.game or "", game)
            nursery.start_soon(partial(trio.serve_ssl_over_tcp, answer, PORT, identity.context, host=address))
    key = OTHER_KEY if lie is Lie.OTHER_KEY else key
    return HostReady(str(JoinLink((Endpoint(Address(address, PORT)),), key=key)), key, game, release=WORD)


async def _serve_web(stream: trio.SocketStream) -> None:
    await stream.receive_some()
    await stream.send_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nNot found")
    await stream.aclose()


async def _answer(lie: Lie, former: str, game: str, stream: trio.SSLStream[trio.SocketStream]) -> None:
    """Answer programs, which come for the game."""
    received = b""
    try:
        while some := await stream.receive_some():
            *lines, received = (received + some).split(b"\n")
            for line in lines:
                match decode_from_client(line + b"\n"):
                    case AskTables() if lie is not Lie.NO_ANSWER:
                        await stream.send_all(
                            encode_from_daemon(_tables(former, game, has_game=lie is not Lie.NO_GAME))
                        )
                    case Hello() if lie in (Lie.SENDS_AWAY, Lie.NO_TABLE):
                        reason = Farewell.KICKED if lie is Lie.SENDS_AWAY else Farewell.NO_SUCH_TABLE
                        await stream.send_all(encode_from_daemon(Goodbye(reason.value, "")))
                        return await stream.aclose()
                    case Ping(n) if lie is not Lie.NO_ANSWER:
                        await stream.send_all(encode_from_daemon(Pong(n)))
                    case _:
                        pass
    except trio.BrokenResourceError:
        pass


def _tables(former: str, game: str, *, has_game: bool) -> Tables:
    games = (former, game) if has_game else ("another", "another-there")
    continues = Continued(games[:1], 3, 1, "0" * 64, "0" * 128)
    seats = SeatSummary("Ann"), SeatSummary("Ben", here=True), SeatSummary("Sue")
    table = TableSummary("oak", games[1], "all-fives", seats, Stage.PLAYING, continues=continues)
    return Tables((table,), daemon="fivesd 0.1.0")


async def _start_daemon(nursery: trio.Nursery, client: WireClient, folder: Path, lie: Lie) -> str:
    """Start a host that has the match, or a changed one; returns the game's id there."""
    if lie is Lie.OTHER_HISTORY:
        entries = client.session.entries
        opened = entries[0].event
        assert isinstance(opened, TableOpened)
        entries[0] = evolve(entries[0], event=evolve(opened, rules=evolve(opened.rules, target=100)))
    record = record_of_session(client.session, folder)
    command = [*COMMAND, "--data", str(folder), "--no-page", "--port", str(PORT), f"{TAKE_OVER}={record}"]
    command += [f"{TAKE_OVER_SEAT.flag}={(client.seat or 0) + 1}", f"{HOLD}={sha256(WORD.encode()).hexdigest()}"]
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, env=environment())
    assert process.stdout is not None
    await process.stdout.receive_some()
    if lie is Lie.STALLS:
        nursery.start_soon(_stall, process)
    stream = await trio.open_tcp_stream("127.0.0.1", PORT)
    async with stream:
        asking = WireClient(stream, Session("tests", "Asking"))
        await asking.send(AskTables())
        return (await asking.expect(Tables)).tables[0].game


async def _stall(process: trio.Process) -> None:
    """Stop the daemon without an end, a few seconds after it has the match."""
    await trio.sleep(6)
    process.send_signal(signal.SIGSTOP)


if __name__ == "__main__":
    trio.run(_lie, sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4], Lie(sys.argv[5]))
