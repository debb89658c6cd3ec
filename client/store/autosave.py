"""Saving during a session: the player's seat, each game that ends, and the record of one that something is wrong with.

Here: when something is saved. Not here: where it is stored (`saved_seats`, `saved_games`), what a seat is
used for (`host_seats`, `link`).
"""

from collections.abc import Awaitable, Callable
from typing import Any

import trio
from attrs import define

from client.model.announcements import Announcement, Subject
from client.store.host_seats import HostSeats, former_games
from client.store.saved_games import FinishedGames, Result, result_of
from client.words.name_words import shown
from protocol.log.table import Stage
from protocol.wire.session import Session


async def in_a_thread(write: Callable[..., object], *args: object) -> object:
    """Run a call that waits for the disk. Cancellation does not wait for it; the write may still be completed."""
    return await trio.to_thread.run_sync(write, *args, abandon_on_cancel=True)


@define(eq=False)
class Autosave:
    """Saves one session's seat and games. `run` runs a call that waits for the disk."""

    seats: HostSeats
    games: FinishedGames
    run: Callable[..., Awaitable[Any]] = in_a_thread
    keeps_record: bool = False
    """Whether to save the record now, because something is wrong with the game, which may never end."""
    _saved_game: str | None = None
    _troubles_reported: int = 0

    def is_due(self, session: Session) -> bool:
        """Whether the session has something to save, or a failure is still to be reported."""
        return (
            self.seats.new_seat(session) is not None
            or self.seats.has_left(session)
            or self._new_game(session) is not None
            or self.keeps_record
            or len(self.seats.saved.troubles) > self._troubles_reported
        )

    async def save(self, session: Session) -> list[Announcement]:
        """Save everything that is new in the session; returns an announcement for each failure."""
        announcements = []
        seat, game = self.seats.new_seat(session), self._new_game(session)
        if seat is not None:
            old, self.seats.current = self.seats.current, seat
            await self.run(self.seats.saved.save, seat)
            if old is not None and old.place != seat.place:
                # Of the previous match, or under the table's old name, or from before the host's key was known.
                await self.run(self.seats.saved.delete, old)
            if seat.is_over:
                await self.run(self.seats.drop_former, seat)
        elif self.seats.has_left(session):
            await self.run(self.seats.drop)
        if game is not None or self.keeps_record:
            save = self.games.save_record if game is None else self.games.save
            self._saved_game, self.keeps_record = game or self._saved_game, False
            failures = await self.run(save, self._result(session), [*session.entries])
            announcements += [Announcement(Subject.LINK, text) for text in failures]
        troubles = self.seats.saved.troubles[self._troubles_reported :]
        self._troubles_reported += len(troubles)
        return [*announcements, *(Announcement(Subject.LINK, shown(text)) for text in troubles)]

    def _result(self, session: Session) -> Result:
        table, game = session.table_name or "", session.game or ""
        return result_of(self.seats.address, table, game, session.seat, session.table, former_games(session))

    def _new_game(self, session: Session) -> str | None:
        """The id of the session's game, once it has ended and until it is saved."""
        has_ended = session.game != self._saved_game and session.table.stage is Stage.OVER
        return session.game if has_ended else None
