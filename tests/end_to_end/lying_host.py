"""A host that lies: `python -m tests.end_to_end.lying_host FOLDER ADDRESS GAME`, on a machine of its own.

It announces itself in its network as Ben, with a key of its own, says that the game goes on there, which it does not
have, and prints its key and each line that programs say to it.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Final

import trio

from daemon.machine.watch import NetworkWatch
from daemon.net.announcement import announce_host
from daemon.net.identity import open_identity
from protocol.log.succession import Continued
from protocol.log.table import Stage
from protocol.wire.codec import decode_from_client, encode_from_daemon
from protocol.wire.messages import AskTables, SeatSummary, Tables, TableSummary

PORT: Final = 5544
LATER: Final = 99_999
"""How many entries it pretends to have."""


def _answer(game: str) -> bytes:
    seats = SeatSummary("Ann"), SeatSummary("Ben", here=True)
    continues = Continued((game,), LATER, 0, "0" * 64, "0" * 128)
    table = TableSummary("oak", f"{game}-lie", "cinq-et-trois", seats, Stage.PLAYING, continues=continues)
    return encode_from_daemon(Tables((table,), daemon="fivesd 0.1.0"))


async def _listen(game: str, stream: trio.SSLStream[trio.SocketStream]) -> None:
    received = b""
    try:
        while some := await stream.receive_some():
            *lines, received = (received + some).split(b"\n")
            for line in lines:
                print(line.decode(), flush=True)
                if not isinstance(decode_from_client(line + b"\n"), AskTables):
                    return await stream.aclose()
                await stream.send_all(_answer(game))
    except trio.BrokenResourceError:
        pass  # whoever has asked is gone


async def _lie(folder: Path, address: str, game: str) -> None:
    identity, watch = open_identity(folder), NetworkWatch()
    print(identity.key, flush=True)
    listeners = await trio.open_ssl_over_tcp_listeners(PORT, identity.context, host=address)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watch.run)
        nursery.start_soon(announce_host, "Ben", [address], PORT, identity.key, watch, lambda *_: None)
        await trio.serve_listeners(partial(_listen, game), listeners)


if __name__ == "__main__":
    trio.run(_lie, Path(sys.argv[1]), sys.argv[2], sys.argv[3])
