"""The journal of a club: opening its PostgreSQL database.

Not here: the journal's calls (`stored_journal`), the thread that writes it (`postgres_writer`), the tables
(`postgres_tables`), reading (`postgres_reading`), who owns what (`postgres_owners`).
"""

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from functools import partial
from typing import Final, TypeVar

import trio

from daemon.club.interface import TIME_OF_LEASE, ListedGame, Owner
from daemon.club.postgres_database import Database
from daemon.club.postgres_games import Games
from daemon.club.postgres_owners import Lease, Owners
from daemon.club.postgres_reading import PostgresReader
from daemon.club.postgres_tables import add_missing_index, prepare
from daemon.club.postgres_writer import PostgresWriter, Release, Takeover
from daemon.journal.interface import GameInfo, Outcome, StoreError, UnusableError
from daemon.journal.stored_journal import StoredJournal, journal_with

_Answer = TypeVar("_Answer")
_MARK: Final = "fives.connection"
"""A setting of a session, which says which connection of the daemon it is."""
_ROUNDS: Final = 3
_NO_SESSIONS: Final = "is behind a pooler that keeps no sessions; have it do so (pgbouncer: pool_mode = session)"


class PostgresClub:
    """A daemon's `Club` in the database of its journal."""

    def __init__(self, journal: StoredJournal, owners: Owners, games: Games) -> None:
        self._journal = journal
        self._owners = owners
        self._games = games
        self._asking = trio.Lock()

    async def own(self, key: str) -> Owner | None:
        """As `Club.own`."""
        takeovers: list[Takeover] = []

        def takeover(then: Outcome) -> Takeover:
            takeovers.append(Takeover([key], then))
            return takeovers[0]

        await self._journal.done(takeover)
        return takeovers[0].owner

    async def release(self, keys: Collection[str]) -> None:
        """As `Club.release`."""
        await self._journal.done(partial(Release, list(keys)))

    async def owners(self, keys: Collection[str]) -> dict[str, Owner]:
        """As `Club.owners`."""
        return await self._asked(self._owners.others, keys)

    async def daemons(self) -> list[Owner]:
        """As `Club.daemons`."""
        return await self._asked(self._owners.daemons)

    async def find(self, *, game: str | None = None, table: str | None = None) -> GameInfo | None:
        """As `Club.find`."""
        found = self._games.at_table if game is None else self._games.with_id
        infos = await self._journal.games(await self._asked(found, table if game is None else game))
        return infos[0] if infos else None

    async def listed(self, games: Collection[str], search: str, most: int, *, asleep: bool = False) -> list[ListedGame]:
        """As `Club.listed`."""
        owners = dict(await self._asked(self._games.listed, self._owners.daemon, games, search, most, asleep))
        infos = {info.game: info for info in await self._journal.games(owners)}
        return [ListedGame(infos[game], owner) for game, owner in owners.items() if game in infos]

    async def surplus(self, household: str | None, most_from_one: int, most: int, before: str) -> list[str]:
        """As `Club.surplus`."""
        return await self._asked(self._games.surplus, household, most_from_one, most, before)

    async def count_guess(self, household: str) -> int:
        """As `Club.count_guess`."""
        return await self._asked(self._owners.count_guess, household)

    async def certificate(self, offered: bytes) -> bytes:
        """As `Club.certificate`."""
        return await self._asked(self._owners.certificate, offered)

    async def _asked(self, question: Callable[..., _Answer], *values: object) -> _Answer:
        async with self._asking:
            return await trio.to_thread.run_sync(question, *values)


def check_sessions(databases: Sequence[Database]) -> None:
    """Open all these connections, and see that each stays a session of its own. Raises `UnusableError`.

    A pooler that gives a session to whoever has something to do would lose prepared statements and settings, in the
    middle of play. It is the setting that is compared: a balancer that sends reads elsewhere passes settings on.
    """
    for nth, database in enumerate(databases):
        try:
            database.run(f"SET {_MARK} = '{nth}'")
        except StoreError as error:
            got = f"; {nth} of the {len(databases)} connections that a daemon needs are open" if nth else ""
            raise UnusableError(f"{error}{got}") from error
    for nth, database in list(enumerate(databases)) * _ROUNDS:
        try:
            ((mark,),) = database.run(f"SELECT current_setting('{_MARK}', true)")
        except StoreError as error:
            raise UnusableError(str(error)) from error
        if mark != str(nth):
            raise UnusableError(f"the database {database.name} {_NO_SESSIONS}")


@asynccontextmanager
async def open_club(
    url: str, address: str, lease_time: float = TIME_OF_LEASE
) -> AsyncIterator[tuple[StoredJournal, PostgresClub]]:
    """The journal at this URL and the club of its daemons. Raises `UnusableError`.

    `address`: where players reach this daemon; empty for a command.
    """
    with ExitStack() as stack:
        writing, asking, leasing = (stack.enter_context(closing(Database(url))) for _ in range(3))
        reading = stack.enter_context(closing(Database(url, is_for_reading=True)))
        await trio.to_thread.run_sync(check_sessions, (writing, asking, leasing, reading))
        await trio.to_thread.run_sync(prepare, writing)
        await trio.to_thread.run_sync(add_missing_index, writing)
        lease = Lease(leasing, address, lease_time)
        await trio.to_thread.run_sync(lease.begin)
        try:
            writer = PostgresWriter(writing, Owners(writing, lease.daemon))
            async with journal_with(writer, PostgresReader(reading)) as journal:
                yield journal, PostgresClub(journal, Owners(asking, lease.daemon), Games(asking))
        finally:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(lease.end)
