"""What a player keeps of a sitting: the key to the seat, and the record and the result of each game that ends.

Lives here: when something is kept, and under which name. Not here: files (`keeping`, `records`, `results`), what a key
is good for (`link`).
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import trio
from attrs import define, field

from client.model.announcements import Announcement, Subject
from client.net import kept_records as records
from client.net import record_words as words
from client.net import results
from client.net.keeping import Keeping, KeptSeat
from client.words.name_words import shown
from protocol.log.events import Entry
from protocol.log.table import Stage
from protocol.wire.messages import TableSummary
from protocol.wire.session import Session

MOST_GAMES_ASKED_FOR: Final = 50
_STAGES: Final = (Stage.PLAYING, Stage.SEATING, Stage.OVER)


async def in_a_thread(write: Callable[..., object], *args: object) -> object:
    """Do what waits for the disk. Cancelled, it is not waited for any longer, and may still be done."""
    return await trio.to_thread.run_sync(write, *args, abandon_on_cancel=True)


def _is_for(key: KeptSeat, table: TableSummary) -> bool:
    """Whether a key may be of a seat at this table: of its game, or of one before it with the same people."""
    if key.game == table.game:
        return True  # whatever the table is called by now
    is_seated = any(seat.bot is None and (seat.name or "").startswith(key.name) for seat in table.seats)
    return key.table == table.table and is_seated


@define(eq=False)
class Keepsakes:
    """What is kept of one sitting, at the daemon of this `address` and under this `name`.

    `key`: the one in use, None where none is; `refused`: those that opened no seat. `aside` runs what waits for the
    disk. `keeps_games`: whether records and results are kept as well.
    """

    keeping: Keeping
    address: str
    name: str
    aside: Callable[..., Awaitable[object]] = in_a_thread
    key: KeptSeat | None = None
    refused: set[KeptSeat] = field(factory=set)
    keeps_games: bool = True
    _recorded: str | None = None
    _troubles_told: int = 0

    def has_key(self, table: str) -> bool:
        """Whether the key of a seat at this table is kept."""
        return self._found(table) is not None

    def use_key(self, table: str | None) -> KeptSeat | None:
        """The key of a seat at this table, or at any where none is named."""
        self.key = self._found(table)
        return self.key

    def use_key_among(self, tables: Sequence[TableSummary]) -> str | None:
        """Use the key of a seat at one of these tables, and return the table's name; None where there is no such key.

        A match that is being played goes before a table that waits, and this before a match that is over; then the game
        that the key is of before one that may have followed it, and then the key used last.
        """
        kept = self.keeping.seats(self.address, self.name, self.refused)
        found = [(key, table) for key in kept for table in tables if _is_for(key, table)]
        if not found:
            self.key = None
            return None
        self.key, table = min(found, key=lambda each: (_STAGES.index(each[1].stage), each[0].game != each[1].game))
        return table.table

    def unfinished_games(self) -> tuple[str, ...]:
        """The games that keys to seats there are for and that were not over yet, the one played last first."""
        keys = self.keeping.seats(self.address, self.name, self.refused)
        return tuple(key.game for key in keys if key.game and not key.is_over)[:MOST_GAMES_ASKED_FOR]

    def refuse_key(self, session: Session, token: str) -> None:
        """The key in use, or this token of the session's, opens no seat there now.

        It is kept all the same: it may be for another of the games that this host keeps.
        """
        self.refused.add(self.key or self._key_of(session, token))
        self.key = None

    def drop_key(self) -> bool:
        """The seat of the key in use has been left; whether there was one."""
        key, self.key = self.key, None
        if key is not None:
            self.keeping.forget(key)
        return key is not None

    def other_names(self) -> list[str]:
        """All other names for which keys to seats there are kept."""
        return [name for name in self.keeping.names(self.address) if name != self.name]

    def has_to_keep(self, session: Session) -> bool:
        """Whether there is something new in this session that has to be kept, or told of that."""
        has_game, is_told = self._new_game(session) is not None, len(self.keeping.troubles) == self._troubles_told
        return self._new_key(session) is not None or self._has_left(session) or has_game or not is_told

    async def keep(self, session: Session) -> list[Announcement]:
        """Keep what is new in this session; what went wrong with that."""
        news = []
        key, game = self._new_key(session), self._new_game(session)
        if key is not None:
            old, self.key = self.key, key
            await self.aside(self.keeping.keep, key)
            if old is not None and (old.game, old.table) != (key.game, key.table):
                await self.aside(self.keeping.forget, old)  # of the match before, or of the table's name before
        elif self._has_left(session):
            await self.aside(self.drop_key)
        if game is not None:
            self._recorded = game
            news += await self._keep_game(session, game)
        troubles = self.keeping.troubles[self._troubles_told :]
        self._troubles_told += len(troubles)
        return [*news, *(Announcement(Subject.LINK, shown(each)) for each in troubles)]

    def _new_key(self, session: Session) -> KeptSeat | None:
        """The key to the seat, where it is another than the one that is kept."""
        if session.token is None or session.table_name is None:
            return None
        key = self._key_of(session, session.token)
        return key if key != self.key else None

    def _has_left(self, session: Session) -> bool:
        """Whether the seat of the key in use is nobody's any more."""
        return session.token is None and session.game is not None and session.seat is None and self.key is not None

    def _new_game(self, session: Session) -> str | None:
        """The game at hand, once it is over and until it is kept."""
        if not self.keeps_games:
            return None
        is_over = session.game != self._recorded and session.table.stage is Stage.OVER
        return session.game if is_over else None

    def _found(self, table: str | None) -> KeptSeat | None:
        return self.keeping.seat(self.address, self.name, table, self.refused)

    def _key_of(self, session: Session, token: str) -> KeptSeat:
        is_over = session.table.stage is Stage.OVER
        return KeptSeat(self.address, session.table_name or "", self.name, token, session.game or "", is_over)

    async def _keep_game(self, session: Session, game: str) -> list[Announcement]:
        table, entries = session.table_name or "", list(session.entries)
        result = results.result_of(self.address, table, game, session.seat, session.table)
        told: list[str] = []

        def keep() -> None:
            try:
                results.keep_result(self.keeping.results, result)
            except OSError as error:
                told.append(words.result_not_kept(error))
            if self.keeping.records is not None and self.keeping.room.records:
                told.extend(self._keep_record(self.keeping.records, game, table, entries))

        await self.aside(keep)
        return [Announcement(Subject.LINK, each) for each in told]

    def _keep_record(self, folder: Path, game: str, table: str, entries: Sequence[Entry]) -> Iterator[str]:
        """Write the record of a game, and delete those that are too many then; what the player has to know of that."""
        try:
            records.keep_record(folder, self.address, game, table, entries)
            deleted = records.make_room(folder, self.keeping.room)
        except OSError as error:
            yield words.record_not_kept(error)
        except records.TooLargeError:
            yield words.RECORD_TOO_LARGE
        else:
            if deleted:
                yield words.records_deleted(deleted, self.keeping.room)
