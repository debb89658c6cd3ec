"""A club: several daemons over one journal, of which each has some of the games.

Here: the calls beyond those of a journal. Not here: what they are for (`directory`), where they are stored
(`postgres_journal`), and the journal's own calls (`journal.interface`).

A daemon owns keys: the ids of the games that it plays, and the names of the tables at which it plays them. Its keys are
its own until it releases them, or until its lease on them has run out and another daemon owns them. Whatever a daemon
believes, the journal stores nothing of a game that another one owns: `LostGameError`.
"""

from collections.abc import Collection
from typing import Final, NamedTuple, Protocol

from daemon.journal.interface import GameInfo
from protocol.frozen import frozen

TIME_OF_LEASE: Final = 30.0
"""Seconds after which the keys of a daemon that is not heard of any more are anybody's."""


@frozen
class Owner:
    """Another daemon of the club. `daemon`: a random id of this run; `address`: where players reach it, HOST:PORT.

    The address is empty for a command such as `fivesd resume`, and where the club has no address that makes sense.
    """

    daemon: str
    address: str

    @property
    def place(self) -> str:
        """Where it is, for the operator."""
        return self.address or "an unknown address"


class ListedGame(NamedTuple):
    """A game of the club, and the other daemon that owns it; None if it is asleep, or this daemon's."""

    info: GameInfo
    owner: Owner | None


class Club(Protocol):
    """One daemon's calls about its club. All raise `StoreError`.

    The first append to a game makes it this daemon's, in the same transaction; it is stored only if the name of its
    table is this daemon's, otherwise it gets `LostGameError`, too. After an append that ends a game or says where it
    goes on (`left_in`), its lease is not renewed any more. Appends to it are stored as long as no other daemon owns it.
    """

    async def own(self, key: str) -> Owner | None:
        """Make a key this daemon's, or return the other daemon that owns it. Nothing changes if it is ours already.

        Afterwards no other daemon can append to this game, and what others had appended can be read.
        """

    async def release(self, keys: Collection[str]) -> None:
        """Let any daemon own these keys at once; those that are not ours are left as they are."""

    async def owners(self, keys: Collection[str]) -> dict[str, Owner]:
        """Those of these keys that other daemons own."""

    async def daemons(self) -> list[Owner]:
        """The other daemons that are running, by address; also those that own nothing."""

    async def find(self, *, game: str | None = None, table: str | None = None) -> GameInfo | None:
        """The game with this id, or the game at the table with this name: an unfinished one, otherwise the newest.

        By name, it is no game that has `left`. It is never one that another game has replaced (`instead_of`).
        """

    async def listed(self, games: Collection[str], search: str, most: int, *, asleep: bool = False) -> list[ListedGame]:
        """Games, at most so many: these `games`, also if they have ended; then the unfinished ones of other daemons.

        Of the others, games with free seats come first, then the newest. If `search` is not empty, it is in the name of
        the table, the name of the preset, or the name of a player, whatever the case. Games that have `left` or were
        replaced are not listed. `asleep`: also unfinished games that no daemon owns.
        """

    async def surplus(self, household: str | None, most_from_one: int, most: int, before: str) -> list[str]:
        """The unfinished games of guests that no daemon owns, and that are not to be kept.

        They are those where no person has a seat and no match has begun; those last played `before` this time; and of
        the others, ordered by how many people played them (at least two come first) and then by age, those of this
        household beyond the first `most_from_one`, and those of all households beyond the first `most`.
        """

    async def count_guess(self, household: str) -> int:
        """Count one more wrong guess; how many came from there in all, each within `TIME_TO_FORGET` of the next.

        Those are counted at all daemons: of a password, or of an invitation.
        """

    async def certificate(self, offered: bytes) -> bytes:
        """The private key and certificate of all daemons, as PEM: the first that was offered is kept."""
