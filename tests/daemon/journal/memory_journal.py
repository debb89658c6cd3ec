"""The journal in memory, for tests and simulations. It passes the same tests as the one on disk.

Not for playing: it is lost with the process.
"""

from collections.abc import Collection, Sequence

import trio

from daemon.journal.interface import (
    DISK_TROUBLE,
    PIECE,
    SUMMARY_EVENTS,
    GameInfo,
    GameOpened,
    Journal,
    Outcome,
    Pieces,
    Private,
    StoredRows,
    Trouble,
    WrongPlaceError,
    last_time,
    left_in,
    summary_of,
)
from protocol.log.events import Entry, Event


class MemoryJournal:
    """A `Journal` in memory."""

    trouble: Trouble = Trouble(DISK_TROUBLE)

    def __init__(self) -> None:
        self._entries_by_game: dict[str, list[Entry]] = {}
        self._private_by_game: dict[str, list[Private]] = {}

    def entries_now(self, game: str) -> list[Entry]:
        """The entries of a game, without waiting."""
        return self._entries_by_game.get(game, [])

    def private_now(self) -> list[Private]:
        """The private rows of all games, without waiting."""
        return [row for private in self._private_by_game.values() for row in private]

    def append_soon(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private], then: Outcome
    ) -> None:
        """Do the same as `Journal.append_soon`, in a separate task."""
        trio.lowlevel.spawn_system_task(append_and_report, self, game, expected_seq, entries, private, then)

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """Do the same as `Journal.append`."""
        await trio.lowlevel.checkpoint()
        log = self._entries_by_game.get(game, [])
        if len(log) != expected_seq:
            raise WrongPlaceError(f"{game} ends at {len(log)}, not at {expected_seq}")
        self._entries_by_game.setdefault(game, []).extend(entries)
        self._private_by_game.setdefault(game, []).extend(private)

    async def read(self, game: str, after: int = 0) -> StoredRows:
        """As `Journal.read`."""
        await trio.lowlevel.checkpoint()
        return StoredRows(tuple(self.entries_now(game)[after:]), tuple(self._private_by_game.get(game, [])))

    def pieces(self, game: str) -> Pieces:
        """As `Journal.pieces`."""
        return MemoryPieces(self, game)

    async def games(self, ids: Collection[str] | None = None, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        await trio.lowlevel.checkpoint()
        infos = []
        for game in self._entries_by_game.keys() & (self._entries_by_game if ids is None else ids):
            entries = self._entries_by_game[game]
            summary = [entry for entry in entries if isinstance(entry.event, SUMMARY_EVENTS)]
            private = self._private_by_game[game]
            opened = next(row for row in private if isinstance(row, GameOpened))
            last_at = last_time(entries[-1].at, private)
            infos.append(summary_of(game, opened, summary, len(entries), last_at, left_in(private)))
        infos.sort(key=lambda info: (info.at, info.game))
        return [info for info in infos if not (unfinished_only and info.is_over)]

    async def finished(self) -> set[str]:
        """As `Journal.finished`."""
        return {info.game for info in await self.games() if info.is_over}

    async def games_with(self, event: type[Event], games: Collection[str]) -> set[str]:
        """As `Journal.games_with`."""
        await trio.lowlevel.checkpoint()
        return {game for game in games if any(isinstance(entry.event, event) for entry in self._entries_by_game[game])}

    async def forget(self, games: Sequence[str]) -> None:
        """As `Journal.forget`."""
        await trio.lowlevel.checkpoint()
        for game in games:
            self._entries_by_game.pop(game, None)
            self._private_by_game.pop(game, None)


class MemoryPieces:
    """The pieces of a game in memory. All private rows come with the first piece."""

    def __init__(self, journal: MemoryJournal, game: str) -> None:
        self._journal = journal
        self._game = game
        self._after = 0

    async def next(self) -> StoredRows | None:
        """As `Pieces.next`."""
        stored = await self._journal.read(self._game, self._after)
        piece = stored.entries[:PIECE]
        private = () if self._after else stored.private
        self._after += len(piece)
        return StoredRows(piece, private) if piece else None


async def append_and_report(
    journal: Journal,
    game: str,
    expected_seq: int,
    entries: Sequence[Entry],
    private: Sequence[Private],
    then: Outcome,
) -> None:
    """Implement `append_soon` with `append`. Once begun, it is finished and reported, even during a shutdown."""
    with trio.CancelScope(shield=True):
        try:
            await journal.append(game, expected_seq, entries, private)
        except Exception as error:  # noqa: BLE001 - the table that waits for it raises it
            then(error)
        else:
            then(None)
