"""Games as the journal keeps them: sent to readers, opened again for their players, written as records.

Not here: games that are being played (`house`), what a record is and where it is stored (`journal.records`).
"""

import logging

from attrs import frozen

from daemon.game_log import GameLog, folded
from daemon.guest import Guest, PartingError
from daemon.journal.interface import GameOpened, Journal, Private, Stored, StoreError, WentOn
from daemon.journal.records import Records
from daemon.table.joining import check_password, check_spectators
from daemon.table.presence import DAEMON
from daemon.table.tokens import SeatTokens
from protocol.clean import brief
from protocol.log.sight import READER, Viewer
from protocol.log.table import Stage
from protocol.wire.codec import encode_entry
from protocol.wire.messages import PROTOCOL, Farewell, Hello, Welcome
from protocol.wire.record import Header

log = logging.getLogger("fivesd.house")


@frozen
class KeptGame:
    """A game as the journal has it, finished or not; `password` is a hash, or None."""

    header: Header
    password: str | None
    stored: Stored

    @property
    def private(self) -> tuple[Private, ...]:
        """What is stored with it and shown to nobody."""
        return self.stored.private

    def is_token_of(self, token: str | None) -> bool:
        """Whether it is for a seat of this game."""
        return self.seat_of(token) is not None

    def seat_of(self, token: str | None) -> int | None:
        """The seat of this game that the token is for, None where it is for none."""
        issued = None if token is None else SeatTokens(self.private).find(token)
        return None if issued is None else issued.seat

    @property
    def next_game(self) -> str | None:
        """The id of the game that followed at its table, with the same people; None where none did."""
        return next((each.game for each in self.private if isinstance(each, WentOn)), None)

    async def log(self) -> GameLog:
        """Its entries, folded."""
        return await folded(self.header, self.stored.entries)


async def kept_game(journal: Journal, game: str) -> KeptGame | None:
    """The game of this id, None where there is none. Raises `StoreError`."""
    stored = await journal.read(game)
    opened = next((each for each in stored.private if isinstance(each, GameOpened)), None)
    return None if opened is None else KeptGame(Header(game, opened.table, opened.at), opened.password, stored)


async def last_of(journal: Journal, game: str, token: str) -> str:
    """The last of the games that followed this one with the same people, for one of them. Raises `StoreError`."""
    while True:
        following = await _following(journal, game, token)
        if following is None:
            return game
        game = following


async def _following(journal: Journal, game: str, token: str) -> str | None:
    """The game that followed this one, for one of its people; the one that goes on from it where it is damaged."""
    try:
        kept = await kept_game(journal, game)
    except StoreError:
        resumed = [info.game for info in await journal.games() if info.resumed_from == game]
        if not resumed:
            raise
        return resumed[0]
    return kept.next_game if kept is not None and kept.is_token_of(token) else None


async def send_stored_game(journal: Journal, guest: Guest, hello: Hello) -> None:
    """Send a finished game, whole, to a reader who names it.

    An unfinished one is sent to its own players alone, as their seat sees it. Raises `PartingError`.
    """
    if hello.game is None:
        raise PartingError(Farewell.NO_SUCH_GAME, "a reader names the game that it wants to read")
    try:
        kept = await kept_game(journal, hello.game)
    except StoreError as error:
        log.exception("game %s could not be read", brief(hello.game))
        raise PartingError(Farewell.TROUBLE, "this game cannot be read; its host knows why") from error
    if kept is None:
        raise PartingError(Farewell.NO_SUCH_GAME, f"there is no game {brief(hello.game)} here")
    game_log = await kept.log()
    own_seat = kept.seat_of(hello.token)
    await check_password(hello, kept.password, has_seat=own_seat is not None)
    if own_seat is None:
        check_spectators(game_log.table)
    viewer = READER
    if game_log.table.stage is not Stage.OVER:
        if own_seat is None:
            raise PartingError(Farewell.NOT_FINISHED, "a game can be read once it is over")
        viewer = Viewer(own_seat)
    welcome = Welcome(PROTOCOL, DAEMON, kept.header.table, game_log.game, viewer.seat, None, 1, game_log.head)
    guest.follow(game_log, viewer, 1, welcome)


async def write_due_records(journal: Journal, records: Records) -> None:
    """Write the records of games that were over when a daemon was killed before it could. Raises `StoreError`."""
    for info in await journal.games():
        if info.is_over:
            header = Header(info.game, info.table, info.at)
            try:
                if await records.has(info.game):
                    continue
                stored = await journal.read(info.game)
                await records.write(header, map(encode_entry, stored.entries))
            except (OSError, StoreError) as error:
                log.warning("the record of %s was not written: %s", info.game, error)
