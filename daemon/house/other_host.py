"""Asking the host to which a match was left whether it has been played on there.

Only that host can say so, and a host that wants the match back has to know: with a round played elsewhere, two matches
would have a claim to be the right one. It is asked for its `tables`, on a connection with the key under which everybody
was sent there, and told nothing.

Here: the question, and what its answers mean. Not here: taking the match back (`left_matches`, `program.resuming`).
"""

from contextlib import suppress
from enum import Enum
from typing import Final

import trio

from daemon.journal.interface import GameMoved
from protocol.shared.address import AddressError
from protocol.shared.certificates import any_certificate
from protocol.shared.host_key import key_of, parse_key
from protocol.shared.join_link import Endpoint, JoinLink, parse_link
from protocol.version import __version__
from protocol.wire.codec import MalformedError, UnknownEventError, decode_from_daemon, encode_from_client
from protocol.wire.frames import LineBuffer, LineTooLongError
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    PROTOCOL,
    AskTables,
    Farewell,
    FromDaemon,
    Goodbye,
    Hello,
    Invited,
    Role,
    Tables,
    Welcome,
)

TIME_TO_ASK: Final = 5.0
"""Seconds for all of its addresses, which are tried at the same time."""
_CHUNK: Final = 65_536


class PlayedThere(Enum):
    """What is known of a match at the host to which it was left."""

    NO = "nobody has played a round there"
    YES = "a round was played there"
    ENDED = "the match has ended there"
    UNKNOWN = "that host cannot be asked now"


async def played_there(moved: GameMoved) -> PlayedThere:
    """Ask the host of this match whether a round has ended there."""
    try:
        link = parse_link(moved.address)
    except AddressError:
        return PlayedThere.UNKNOWN
    key = None if moved.key is None else parse_key(moved.key)
    found = PlayedThere.UNKNOWN
    if key is None:
        return found  # anybody could answer there

    async def ask(endpoint: Endpoint) -> None:
        nonlocal found
        with suppress(OSError, trio.BrokenResourceError, MalformedError, UnknownEventError, LineTooLongError):
            found = await _answer_at(endpoint, key, link, moved.game)
            nursery.cancel_scope.cancel()

    with trio.move_on_after(TIME_TO_ASK):
        async with trio.open_nursery() as nursery:
            for endpoint in link.endpoints:
                nursery.start_soon(ask, endpoint)
    return found


async def _answer_at(endpoint: Endpoint, key: str, link: JoinLink, game: str) -> PlayedThere:
    """What the host at this endpoint says. Raises an error of the connection, also if it has another key."""
    invited = b"" if link.invitation is None else encode_from_client(Invited(link.invitation))
    hello = Hello(PROTOCOL, f"fivesd {__version__}", "host", Role.READER, game=game)
    stream = trio.SSLStream(await _stream_to(endpoint), any_certificate(), https_compatible=True)
    async with stream:
        await stream.do_handshake()
        if key_of(stream.getpeercert(binary_form=True)) != key:
            raise trio.BrokenResourceError
        await stream.send_all(invited + encode_from_client(AskTables((game,))) + encode_from_client(hello))
        lines = LineBuffer(LONGEST_FROM_DAEMON)
        while received := bytes(await stream.receive_some(_CHUNK)):
            for line in lines.feed(received):
                found = _meant(decode_from_daemon(line), game)
                if found is not None:
                    return found
    return PlayedThere.UNKNOWN


async def _stream_to(endpoint: Endpoint) -> trio.abc.Stream:
    if endpoint.is_web:
        from daemon.house.web_way import open_web_way  # noqa: PLC0415 - websockets is slow to import, and rarely needed

        return await open_web_way(endpoint)
    return await trio.open_tcp_stream(*endpoint.address)


def _meant(message: FromDaemon | None, game: str) -> PlayedThere | None:
    """What one message says about the game; None if the next one has to be read."""
    match message:
        case Tables():
            table = next((table for table in message.tables if table.game == game), None)
            return None if table is None else PlayedThere.YES if table.played else PlayedThere.NO
        case Welcome():  # it is not listed any more, and anybody may read it
            return PlayedThere.ENDED
        case Goodbye(reason=Farewell.NO_SUCH_GAME):
            return PlayedThere.NO
        case Goodbye():
            return PlayedThere.UNKNOWN
        case _:
            return None
