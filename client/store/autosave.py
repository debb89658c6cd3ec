"""Saving during a session: the player's seat, each game that ends, and the record of one that may not end here.

Here: when something is saved. Not here: where it is stored (`saved_seats`, `saved_games`), what a seat is
used for (`host_seats`, `link`).
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import trio

from client.model.announcements import Announcement, Subject
from client.store.host_seats import HostSeats, former_games
from client.store.saved_games import FinishedGames, Result, result_of
from client.store.saved_records import TooLargeError
from client.store.unfinished_games import UnfinishedGames
from client.words.name_words import shown
from client.words.say import say
from protocol.frozen import define
from protocol.log.events import Entry
from protocol.log.participation import seats_left_to_bots
from protocol.log.table import Stage
from protocol.wire.session import Session

TIME_TO_SAVE: Final = 0.3
"""Seconds that a player who leaves waits for the disk."""


async def in_a_thread(write: Callable[..., object], *args: object) -> object:
    """Run a call that waits for the disk. Cancellation does not wait for it; the write may still be completed."""
    return await trio.to_thread.run_sync(write, *args, abandon_on_cancel=True)


async def _limit_once_cancelled(saving: trio.CancelScope) -> None:
    """Wait for cancellation, and give the other scope `TIME_TO_SAVE` from then on."""
    try:
        await trio.sleep_forever()
    finally:
        saving.deadline = trio.current_time() + TIME_TO_SAVE


@define(eq=False)
class Autosave:
    """Saves one session's seat and games. `run` runs a call that waits for the disk.

    `unfinished`: where running matches of other hosts are saved, so that this player's machine can go on with them;
    None if it cannot.
    """

    seats: HostSeats
    games: FinishedGames
    run: Callable[..., Awaitable[Any]] = in_a_thread
    unfinished: UnfinishedGames | None = None
    keeps_record: bool = False
    """Whether to save the record now, because something is wrong with the game, which may never end."""
    _saved_game: str | None = None
    _saved_part: tuple[str, int] | None = None
    _troubles_reported: int = 0

    def is_due(self, session: Session) -> bool:
        """Whether the session has something to save, or a failure is still to be reported."""
        return (
            self.seats.new_seat(session) is not None
            or self.seats.has_left(session)
            or self._new_game(session) is not None
            or self._new_part(session) is not None
            or self.keeps_record
            or len(self.seats.saved.troubles) > self._troubles_reported
        )

    async def save_and_report(self, session: Session, deliver: Callable[[list[Announcement]], None]) -> None:
        """Save what is new, and deliver an announcement for each failure, also if this is cancelled meanwhile.

        A player who leaves waits for the disk, but not for long: a host could give it any amount of work.
        """
        async with trio.open_nursery() as nursery:
            with trio.CancelScope(shield=True) as saving:
                nursery.start_soon(_limit_once_cancelled, saving)
                troubles = await self.save(session)
                if troubles:
                    deliver(troubles)
            nursery.cancel_scope.cancel()

    async def save(self, session: Session) -> list[Announcement]:
        """Save everything that is new in the session; returns an announcement for each failure."""
        announcements = []
        seat, game, part = self.seats.new_seat(session), self._new_game(session), self._new_part(session)
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
            await self._forget_unfinished(session)
        if part is not None:
            self._saved_part = part
            announcements += await self._save_unfinished(session)
        if game is not None or self.keeps_record:
            save = self.games.save_record if game is None else self.games.save
            self._saved_game, self.keeps_record = game or self._saved_game, False
            failures = await self.run(save, self._result(session), [*session.entries])
            if game is not None:
                await self._forget_unfinished(session)
            announcements += [Announcement(Subject.LINK, text) for text in failures]
        troubles = self.seats.saved.troubles[self._troubles_reported :]
        self._troubles_reported += len(troubles)
        return [*announcements, *(Announcement(Subject.LINK, shown(text)) for text in troubles)]

    async def _save_unfinished(self, session: Session) -> list[Announcement]:
        try:
            await self.run(self.save_unfinished, session, [*session.entries])
        except OSError as error:
            return [Announcement(Subject.LINK, say("saving.so_far_failed", why=str(error.strerror or error)))]
        except TooLargeError:
            return [Announcement(Subject.LINK, say("saving.so_far_too_large"))]
        return []

    def save_unfinished(self, session: Session, entries: Sequence[Entry]) -> Path:
        """Save the running match as far as another host can go on with it. Raises `OSError` and `TooLargeError`."""
        assert self.unfinished is not None
        return self.unfinished.save(self.seats.address, session.game or "", session.table_name or "", entries)

    async def _forget_unfinished(self, session: Session) -> None:
        if self.unfinished is not None:
            with suppress(OSError):
                await self.run(self.unfinished.delete, session.game or "", [*session.entries])

    def _new_part(self, session: Session) -> tuple[str, int] | None:
        """The game and its last finished round, if this match of another host has a part that is not saved yet."""
        table = session.table
        is_host = bool(self.seats.host_command)
        if self.unfinished is None or is_host or session.seat is None or table.stage is not Stage.PLAYING:
            return None
        part = session.game or "", 0 if table.round is None else table.round.number - (table.round.ended is None)
        return None if part == self._saved_part or not session.is_caught_up else part

    def _result(self, session: Session) -> Result:
        table, game = session.table_name or "", session.game or ""
        is_left = session.seat in seats_left_to_bots(entry.event for entry in session.entries)
        former = former_games(session)
        return result_of(self.seats.address, table, game, session.seat, session.table, former, left_to_bots=is_left)

    def _new_game(self, session: Session) -> str | None:
        """The id of the session's game, once it has ended and until it is saved."""
        has_ended = session.game != self._saved_game and session.table.stage is Stage.OVER
        return session.game if has_ended else None
