"""Games in the journal: sent to readers, opened again for their players, written as records.

Not here: games that are being played (`house`), where a record is stored (`journal.records`).
"""

import logging

from daemon.guest import Guest, PartingError, check_place
from daemon.house.password_guesses import PasswordGuesses
from daemon.journal.interface import GameOpened, Journal, NextGameOpened, StoreError, sound_part
from daemon.journal.records import Records
from daemon.table.guests_present import DAEMON
from daemon.table.joining import check_spectators
from daemon.table.tokens import SeatTokens
from protocol.clean import brief
from protocol.frozen import frozen
from protocol.log.sight import READER, Viewer
from protocol.log.table import Stage, Table
from protocol.wire.codec import encode_entry
from protocol.wire.messages import PROTOCOL, Farewell, Hello, Welcome
from protocol.wire.record import Header

log = logging.getLogger("fivesd.house")


@frozen
class KeptGame:
    """A game in the journal, finished or not, without its entries. `password` is a hash, or None.

    `head`: the number of its last entry. `next_game`: the id of the game that followed at its table with the same
    people, or None.
    """

    header: Header
    password: str | None
    tokens: SeatTokens
    next_game: str | None
    table: Table
    head: int

    def seat_of(self, token: str | None) -> int | None:
        """The seat of this game that the token is for, or None."""
        issued = None if token is None else self.tokens.find(token)
        return None if issued is None else issued.seat


async def kept_game(journal: Journal, game: str) -> KeptGame | None:
    """The game with this id, or None. All its entries have been checked. Raises `StoreError`."""
    opened, tokens, following = None, SeatTokens(), None
    table, head = None, 0
    pieces = journal.pieces(game)
    while (piece := await pieces.next()) is not None:
        sound, table, fault = sound_part(piece.entries, table)
        if fault is not None:
            raise StoreError(f"game {game}, {fault}")
        head += len(sound)
        for row in piece.private:
            tokens.take_note(row)
            if isinstance(row, GameOpened):
                opened = opened or row
            elif isinstance(row, NextGameOpened):
                following = following or row.game
    if opened is None or table is None:
        return None
    return KeptGame(Header(game, opened.table, opened.at), opened.password, tokens, following, table, head)


async def is_stored(journal: Journal, game: str) -> bool:
    """Whether there is a game with this id: it may be forgotten. Raises `StoreError`."""
    return await journal.pieces(game).next() is not None


async def last_of(journal: Journal, game: str, token: str) -> str:
    """The last of the games that followed this one with the same people, for one of them. Raises `StoreError`."""
    while True:
        following = await _following(journal, game, token)
        if following is None:
            return game
        game = following


async def _following(journal: Journal, game: str, token: str) -> str | None:
    """The game that followed this one, for one of its people; for a damaged game, the game that continues it."""
    try:
        kept = await kept_game(journal, game)
    except StoreError:
        resumed = [info.game for info in await journal.games() if info.resumed_from == game]
        if not resumed:
            raise
        return resumed[0]
    return kept.next_game if kept is not None and kept.seat_of(token) is not None else None


async def send_stored_game(journal: Journal, guesses: PasswordGuesses, guest: Guest, hello: Hello) -> None:
    """Send a complete finished game to a reader, at the reader's speed.

    An unfinished game is sent only to its own players, as their seat sees it. A game is read twice, in pieces: all of
    it is checked before anything is sent, and only one piece at a time is in memory. Raises `PartingError`.
    """
    if hello.game is None:
        raise PartingError(Farewell.NO_SUCH_GAME, "a reader names the game that it wants to read")
    try:
        kept = await kept_game(journal, hello.game)
        if kept is None:
            raise PartingError(Farewell.NO_SUCH_GAME, f"there is no game {brief(hello.game)} here")
        viewer = await _admitted(guesses, kept, guest, hello)
        welcome = Welcome(PROTOCOL, DAEMON, kept.header.table, hello.game, viewer.seat, None, 1, kept.head)
        guest.welcome_to_read(welcome)
        await _send_entries(journal, kept, guest, viewer)
    except StoreError as error:
        log.exception("game %s could not be read", brief(hello.game))
        raise PartingError(Farewell.TROUBLE, "this game cannot be read; its host knows why") from error


async def _admitted(guesses: PasswordGuesses, kept: KeptGame, guest: Guest, hello: Hello) -> Viewer:
    """The viewer as whom this guest may read the game. Raises `PartingError`."""
    own_seat = kept.seat_of(hello.token)
    check_place(guest, has_seat=own_seat is not None)
    if own_seat is None:
        await guesses.check(guest, hello, kept.header.table, kept.password)
        check_spectators(kept.table)
    if kept.table.stage is Stage.OVER:
        return READER
    if own_seat is None:
        raise PartingError(Farewell.NOT_FINISHED, "a game can be read once it is over")
    return Viewer(own_seat)


async def _send_entries(journal: Journal, kept: KeptGame, guest: Guest, viewer: Viewer) -> None:
    """Send the entries up to the head that the welcome named. Raises `StoreError`."""
    pieces = journal.pieces(kept.header.game)
    left = kept.head
    while left:
        piece = await pieces.next()
        if piece is None:
            raise StoreError(f"game {kept.header.game}: its last {left} entries have gone while it was read")
        entries = piece.entries[:left]
        left -= len(entries)
        await guest.read_on(entries, viewer)


async def write_due_records(journal: Journal, records: Records) -> None:
    """Write the missing records of finished games, which a killed daemon could not write. Raises `StoreError`."""
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
