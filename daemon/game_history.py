"""What the entries of a game come to, so that a client that comes back can say which game it has seen (WIRE.md).

A digest stands for all entries up to its own. Digests are made when the first client asks, and kept from there on: a
move costs nothing. Here: making them in small steps, and the comparison. Not here: the digest itself
(`protocol.log.history`), what a client is sent that has seen another game (`table.joining`).
"""

from collections.abc import Sequence
from hmac import compare_digest
from typing import Final

import trio

from protocol.log.events import Entry
from protocol.log.history import BEGINNING, CHARACTERS_SAID
from protocol.wire.stored_history import history_after

DIGESTS_AT_ONCE: Final = 50
"""How many digests are made before other tasks have a turn, which takes about a millisecond."""


class GameHistory:
    """The digests of the entries of one game, which may grow."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._last = BEGINNING
        self._beginnings = [BEGINNING[:CHARACTERS_SAID]]
        """The first characters of the digest after each entry, and of the one before the first."""

    async def reach(self, seq: int) -> None:
        """Make the digests up to entry `seq`, as far as there are entries, in steps between which other tasks run."""
        while len(self._beginnings) <= min(seq, len(self._entries)):
            done = len(self._beginnings) - 1
            for entry in self._entries[done : done + DIGESTS_AT_ONCE]:
                self._last = history_after(self._last, entry)
                self._beginnings.append(self._last[:CHARACTERS_SAID])
            await trio.lowlevel.checkpoint()

    def is_known_as(self, seq: int, said: str) -> bool:
        """Whether the digest after entry `seq`, which has been made, begins as a client says."""
        known = self._beginnings[seq] if 0 <= seq < len(self._beginnings) else ""
        return bool(known) and compare_digest(known.encode(), said[:CHARACTERS_SAID].encode(errors="replace"))
