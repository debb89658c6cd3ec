"""Fetching the games that come along when a host hands over everything, for the daemon that goes on with them.

Here: the limits, for the host is another machine; the daemon audits each game. Not here: when that happens
(`hosting_here`), what is done with the games (`fivesd --take-along`).
"""

from itertools import count
from pathlib import Path
from typing import Final

import trio

from client.net.request import RequestError, Requests, TurnedAwayError
from protocol.frozen import frozen
from protocol.log.table import Stage
from protocol.wire.messages import PROTOCOL, Farewell, Hello, Role
from protocol.wire.record import Header, write_record
from protocol.wire.session import Session

MOST_GAMES: Final = 500
MOST_BYTES: Final = 50_000_000
TIME_TO_FETCH: Final = 40.0
"""Seconds; the table waits for a minute and a half in all."""


@frozen
class GamesAlong:
    """A folder with the records of games that come along.

    `unfinished`: the ids of those that are not finished. `are_all`: the host has no others, as it says.
    """

    folder: Path
    unfinished: tuple[str, ...] = ()
    finished: int = 0
    are_all: bool = False


async def fetch_games_along(stream: trio.abc.Stream, player: Session, folder: Path, first: bytes = b"") -> GamesAlong:
    """Fetch all of them into this folder, as far as they come in time.

    `player`: the player's session at the host. `first`: lines to send before.
    """
    unfinished, finished, size, are_all = list[str](), 0, 0, False
    requests = Requests(stream, first)
    hello: Hello | None = Hello(
        PROTOCOL, player.client, player.name, Role.READER, game=player.game, token=player.token, along=True
    )
    with trio.move_on_after(TIME_TO_FETCH):
        try:
            for nth in count():
                session = Session(player.client, player.name, Role.READER)
                await requests.read_next_game(session, hello)
                hello = None
                content = _record_of(session)
                size += len(content)
                if nth == MOST_GAMES or size > MOST_BYTES:
                    break
                is_over = session.table.stage is Stage.OVER
                name = f"{'finished' if is_over else 'sleeping'}-{nth:03}.jsonl"
                await trio.Path(folder / name).write_bytes(content)
                finished += is_over
                unfinished += [] if is_over else [session.game or ""]
        except RequestError as error:
            is_end = isinstance(error, TurnedAwayError) and error.goodbye.reason == Farewell.FINISHED
            are_all = is_end and nth < MOST_GAMES
    return GamesAlong(folder, tuple(unfinished), finished, are_all)


def _record_of(session: Session) -> bytes:
    at = session.entries[0].at if session.entries else ""
    return b"".join(write_record(Header(session.game or "", session.table_name or "", at), session.entries))
