"""The journal in memory: the twin that tests and simulations use, which passes the same suite.

Not for playing: nothing outlives the process.
"""

from collections.abc import Sequence

import trio

from daemon.journal import (
    TELLING,
    CommandAccepted,
    GameInfo,
    GameOpened,
    Private,
    Stored,
    WrongPlaceError,
    info_of,
)
from protocol.events import WIRE_NAMES, Entry


class MemoryJournal:
    """A `Journal` that forgets."""

    def __init__(self) -> None:
        self._entries_by_game: dict[str, list[Entry]] = {}
        self._private_by_game: dict[str, list[Private]] = {}

    def entries_now(self, game: str) -> list[Entry]:
        """The entries of a game, without waiting."""
        return self._entries_by_game.get(game, [])

    def private_now(self) -> list[Private]:
        """All that is private, of every game, without waiting."""
        return [each for private in self._private_by_game.values() for each in private]

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """As `Journal.append`."""
        await trio.lowlevel.checkpoint()
        log = self._entries_by_game.get(game, [])
        if len(log) != expected_seq:
            raise WrongPlaceError(f"{game} ends at {len(log)}, not at {expected_seq}")
        if not self._ids(private).isdisjoint(self._ids(self._private_by_game.get(game, []))):
            raise WrongPlaceError(f"{game} holds this id of a command")
        self._entries_by_game.setdefault(game, []).extend(entries)
        self._private_by_game.setdefault(game, []).extend(private)

    @staticmethod
    def _ids(private: Sequence[Private]) -> set[str]:
        return {each.id for each in private if isinstance(each, CommandAccepted)}

    async def read(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`."""
        await trio.lowlevel.checkpoint()
        return Stored(tuple(self.entries_now(game)[after:]), tuple(self._private_by_game.get(game, [])))

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        await trio.lowlevel.checkpoint()
        infos = []
        for game, entries in self._entries_by_game.items():
            telling = [entry for entry in entries if WIRE_NAMES[type(entry.event)] in TELLING]
            opened = next(each for each in self._private_by_game[game] if isinstance(each, GameOpened))
            infos.append(info_of(game, opened, telling, len(entries)))
        infos.sort(key=lambda info: (info.at, info.game))
        return [info for info in infos if not (unfinished_only and info.is_over)]
