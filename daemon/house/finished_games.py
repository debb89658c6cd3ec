"""Games in the journal: sent to readers, opened again for their players, written as records.

Not here: games that are being played (`house`), where a record is stored (`journal.records`).
"""

import logging

from daemon.guest import Guest, PartingError, check_admitted, check_place
from daemon.house.password_guesses import PasswordGuesses
from daemon.journal.interface import GameOpened, Journal, NextGameOpened, StoreError, sound_part
from daemon.journal.record_folder import Records
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
class GameOutline:
    """What is known of a game in the journal, finished or not, without its entries. `password` is a hash, or None.

    `is_home`: it was played at the host's own table. `head`: the number of its last entry. `next_game`: the id of the
    game that followed at its table with the same people, or None.
    """

    header: Header
    password: str | None
    is_home: bool
    tokens: SeatTokens
    next_game: str | None
    table: Table
    head: int

    def seat_of(self, token: str | None) -> int | None:
        """The seat of this game that the token is for, or None."""
        issued = None if token is None else self.tokens.find(token)
        return None if issued is None else issued.seat

    def is_latest_of(self, token: str) -> bool:
        """Whether it is over, no other game followed it, and the token is for a seat in it."""
        return self.table.stage is Stage.OVER and self.next_game is None and self.seat_of(token) is not None


async def game_outline(journal: Journal, game: str) -> GameOutline | None:
    """The outline of the game with this id, or None. All its entries have been checked. Raises `StoreError`."""
    opened, tokens, next_game = None, SeatTokens(), None
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
                next_game = row.game  # a later one has replaced it before its match
    if opened is None or table is None:
        return None
    header = Header(game, opened.table, opened.at)
    return GameOutline(header, opened.password, opened.is_home, tokens, next_game, table, head)


async def is_stored(journal: Journal, game: str) -> bool:
    """Whether there is a game with this id: it may be forgotten. Raises `StoreError`."""
    return await journal.pieces(game).next() is not None


async def latest_game(journal: Journal, game: str, token: str) -> str:
    """The id of the game that the table of this game went on to, match after match; `game` itself if to none.

    `token`: of a player. Only games with a seat for it count. Raises `StoreError`.
    """
    while True:
        next_game = await _next_game(journal, game, token)
        if next_game is None:
            return game
        game = next_game


async def _next_game(journal: Journal, game: str, token: str) -> str | None:
    """The id of the next game at the table of this one, if the token is for a seat in this one; otherwise None.

    For a damaged game it is the game that continues it.
    """
    try:
        outline = await game_outline(journal, game)
    except StoreError:
        resumed = [info.game for info in await journal.games() if info.resumed_from == game]
        if not resumed:
            raise
        return resumed[0]
    return outline.next_game if outline is not None and outline.seat_of(token) is not None else None


async def send_stored_game(journal: Journal, guesses: PasswordGuesses, guest: Guest, hello: Hello) -> None:
    """Send a complete finished game to a reader, at the reader's speed.

    An unfinished game is sent only to its own players, as their seat sees it. A game is read twice, in pieces: all of
    it is checked before anything is sent, and only one piece at a time is in memory. Raises `PartingError`.
    """
    if hello.game is None:
        check_admitted(guest)
        raise PartingError(Farewell.NO_SUCH_GAME, "a reader names the game that it wants to read")
    try:
        outline = await game_outline(journal, hello.game)
        if outline is None:
            check_admitted(guest)
            raise PartingError(Farewell.NO_SUCH_GAME, f"there is no game {brief(hello.game)} here")
        viewer = await _viewer_for(guesses, outline, guest, hello)
        welcome = Welcome(PROTOCOL, DAEMON, outline.header.table, hello.game, viewer.seat, None, 1, outline.head)
        guest.welcome_to_read(welcome)
        await _send_entries(journal, outline, guest, viewer)
    except StoreError as error:
        log.exception("game %s could not be read", brief(hello.game))
        raise PartingError(Farewell.TROUBLE, "this game cannot be read; its host knows why") from error


async def _viewer_for(guesses: PasswordGuesses, outline: GameOutline, guest: Guest, hello: Hello) -> Viewer:
    """The viewer as whom this guest may read the game. Raises `PartingError`."""
    own_seat = outline.seat_of(hello.token)
    if own_seat is None:
        check_admitted(guest)
    check_place(guest, has_seat=own_seat is not None)
    if own_seat is None:
        await guesses.check(guest, hello, outline.header.table, outline.password, is_home=outline.is_home)
        check_spectators(outline.table)
    if outline.table.stage is Stage.OVER:
        return READER
    if own_seat is None:
        raise PartingError(Farewell.NOT_FINISHED, "a game can be read once it is over")
    return Viewer(own_seat)


async def _send_entries(journal: Journal, outline: GameOutline, guest: Guest, viewer: Viewer) -> None:
    """Send the entries up to the head that the welcome named, piece by piece. Raises `StoreError`."""
    pieces = journal.pieces(outline.header.game)
    left = outline.head
    while left:
        piece = await pieces.next()
        if piece is None:
            raise StoreError(f"game {outline.header.game}: its last {left} entries have gone while it was read")
        entries = piece.entries[:left]
        left -= len(entries)
        await guest.send_stored(entries, viewer)


async def write_due_records(journal: Journal, records: Records) -> None:
    """Write the missing records of finished games, which a killed daemon could not write. Raises `StoreError`."""
    try:
        due = await journal.finished() - await records.recorded()
    except OSError as error:
        log.warning("the records cannot be listed: %s", error)
        return
    for info in await journal.games(due) if due else ():
        try:
            stored = await journal.read(info.game)
            await records.write(Header(info.game, info.table, info.at), map(encode_entry, stored.entries))
        except (OSError, StoreError) as error:
            log.warning("the record of %s was not written: %s", info.game, error)
