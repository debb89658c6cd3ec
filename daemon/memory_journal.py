"""The journal in memory: the twin that tests and simulations use, which passes the same suite.

Not for playing: nothing outlives the process.
"""

from collections.abc import Sequence

import trio

from daemon.journal import TELLING, GameInfo, GameOpened, Private, Stored, WrongPlaceError, info_of
from protocol.events import WIRE_NAMES, Entry


class MemoryJournal:
    """A `Journal` that forgets."""

    def __init__(self) -> None:
        self._entries_by_game: dict[str, list[Entry]] = {}
        self._private_by_game: dict[str, list[Private]] = {}

    async def append(
        self, game: str, expected_seq: int, entries: Sequence[Entry], private: Sequence[Private] = ()
    ) -> None:
        """As `Journal.append`."""
        await trio.lowlevel.checkpoint()
        log = self._entries_by_game.get(game, [])
        if len(log) != expected_seq:
            raise WrongPlaceError(f"{game} ends at {len(log)}, not at {expected_seq}")
        self._entries_by_game.setdefault(game, []).extend(entries)
        self._private_by_game.setdefault(game, []).extend(private)

    async def read(self, game: str, after: int = 0) -> Stored:
        """As `Journal.read`."""
        await trio.lowlevel.checkpoint()
        return Stored(tuple(self._entries_by_game.get(game, [])[after:]), tuple(self._private_by_game.get(game, [])))

    async def games(self, *, unfinished_only: bool = False) -> list[GameInfo]:
        """As `Journal.games`."""
        await trio.lowlevel.checkpoint()
        infos = []
        for game, entries in self._entries_by_game.items():
            telling = [entry for entry in entries if WIRE_NAMES[type(entry.event)] in TELLING]
            opened = next(each for each in self._private_by_game[game] if isinstance(each, GameOpened))
            infos.append(info_of(game, opened, telling, len(entries)))
        return [info for info in infos if not (unfinished_only and info.is_over)]
