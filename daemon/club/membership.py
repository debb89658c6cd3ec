"""What a daemon serves as a member of a club: the club's journal, the directory of its games, and its identity.

Not here: what a daemon that is alone serves (`program.serve`).
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from daemon.club.directory import ClubGames
from daemon.club.identity import open_identity_of_club
from daemon.club.postgres_journal import open_club
from daemon.journal.interface import Journal
from daemon.net.identity import Identity


@asynccontextmanager
async def membership(url: str, address: str, data: Path) -> AsyncIterator[tuple[Journal, ClubGames, Identity]]:
    """A member of the club whose database is at this URL. Raises `IdentityError` and `StoreError`.

    `address`: where players reach this daemon.
    """
    async with open_club(url, address) as (journal, club):
        identity = await open_identity_of_club(club, data)
        yield journal, ClubGames(club, identity.key, journal), identity
