"""An older match of this player, which the host sends once more.

Here: one such match, and asking for it. A host sends a finished game to anybody who names it, as a reader; only at a
table with a password, or that nobody may watch, it wants the key to a seat. So nothing else has to be stored for a
replay, neither by the browser nor here. Not here: the list that a match is chosen from (`games_windows`), its replay
(`replay_windows`).
"""

from typing import Final

import trio
from attrs import field

from client.net.host_connection import Cut, connect
from client.net.link import Link
from client.net.request import RequestError, Requests, TurnedAwayError
from client.replay.cursor import Replay
from client.store.saved_games import Result
from client.store.saved_seats import SavedSeats
from client.words.refusal_words import farewell
from client.words.say import say
from protocol.frozen import define
from protocol.log.table import Stage
from protocol.wire.messages import Farewell, Role
from protocol.wire.record import Header, Record
from protocol.wire.session import Session

_REFUSALS: Final[dict[str, str]] = {
    Farewell.NO_SUCH_GAME: "page.game_is_gone",
    Farewell.BAD_PASSWORD: "page.game_is_locked",
    Farewell.NO_SPECTATORS: "page.game_is_private",
}
"""Why a host does not send a game, where the words for joining a table would not fit."""


@define(eq=False)
class PastGame:
    """A match that was chosen in the list of games. `replay`: None until it is there; `fault`: why it does not come.

    `is_refused`: it will not come later either. `reading`: the scope of the task that fetches it.
    """

    result: Result
    replay: Replay | None = None
    fault: str = ""
    is_refused: bool = False
    reading: trio.CancelScope = field(factory=trio.CancelScope)

    async def fetch(self, link: Link, reader: Session) -> None:
        """Have the replay of this match, or a fault."""
        try:
            record = await _record(link, reader)
        except TurnedAwayError as error:
            reason, detail = error.goodbye.reason, error.goodbye.detail
            self.is_refused = reason in _REFUSALS
            self.fault = say(_REFUSALS[reason]) if self.is_refused else farewell(reason, detail, has_flags=False)
        except RequestError:
            self.fault = say("page.game_is_not_sent")
        else:
            async with link.turn:
                self.replay = Replay(record, has_chat=False, is_drawn=True)


def reader_of(result: Result, session: Session, seats: SavedSeats) -> Session:
    """The session that reads this game, for the player of this other session.

    The key to a seat stays valid from match to match at its table.
    """
    saved = [seat for seat in seats.all() if result.game == seat.game or result.table == seat.table]
    best = sorted(saved, key=lambda seat: result.game != seat.game)
    reader = Session(session.client, session.name, Role.READER, wanted_game=result.game)
    reader.token = best[0].token if best else None
    reader.password = session.password if session.table_name == result.table else None
    return reader


async def repeated_record(link: Link, session: Session) -> Record | None:
    """The match whose deals the one of this session repeats, as the host sends it; None if it does not."""
    reader = Session(session.client, session.name, Role.READER, wanted_game=session.table.repeats)
    reader.token, reader.password = session.token, session.password
    try:
        return await _record(link, reader)
    except RequestError:
        return None


async def _record(link: Link, reader: Session) -> Record:
    """The whole record of the game that the reader asks for. Raises `RequestError`."""
    assert link.address is not None
    stream = await connect(link.address, link.dial)
    if isinstance(stream, Cut):
        raise RequestError(stream.why)
    async with stream:
        await Requests(stream, link.credentials.lines()).read_game(reader, link.turn)
    if reader.table.stage is not Stage.OVER:
        raise RequestError(say("page.no_replay"))  # its players go on with it, and may not analyse it
    header = Header(reader.game or "", reader.table_name or "", reader.entries[0].at)
    return Record(header, tuple(reader.entries))
