"""The chain of checksums of a game: each append has one, over the one before it and all that the append brought.

Here: the checksum of an append, and the check of a game's rows. A changed row breaks the chain of its game. A lost end
does not, but the head that was noted elsewhere (`heads`) is then longer than the chain. Not here: reading the rows
(`reading`).
"""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any, Final

from daemon.journal.rows import EntryRow
from protocol.frozen import frozen

DIGEST_SIZE: Final = 16
"""The size of a checksum, in bytes."""

AppendRow = tuple[Any, Any, Any, Any]
"""The columns of an append: its number, its last entry, private rows, checksum; anything in a damaged file."""


@frozen
class Head:
    """The end of a game: its number of appends, the number of its last entry, and a checksum over all of it."""

    appends: int
    seq: int
    checksum: str

    def after(self, game: str, private: str, entries: Sequence[EntryRow]) -> "Head":
        """The head of the game after one more append."""
        next_head = NextHead(self, game, private)
        for row in entries:
            next_head.add(row)
        return next_head.head


class NextHead:
    """The head that a game will have after one more append, while the entries of the append are added one by one."""

    def __init__(self, before: Head, game: str, private: str) -> None:
        self._before = before
        self._entries = 0
        # The content is a tuple in `ascii`: unlike `repr`, it is the same in every release of Python.
        self._content = blake2b(f"({before.checksum!a}, {game!a}, {private!a}".encode(), digest_size=DIGEST_SIZE)

    def add(self, row: EntryRow) -> None:
        """Add the next entry."""
        self._content.update(f", {row!a}".encode())
        self._entries += 1

    @property
    def head(self) -> Head:
        """The head, once every entry has been added."""
        content = self._content.copy()
        content.update(b")")
        return Head(self._before.appends + 1, self._before.seq + self._entries, content.hexdigest())


NO_HEAD: Final = Head(0, 0, "")
"""The head of a game before its first append."""


class ChainCheck:
    """The check of a game's rows, in order, against their checksums and the head that was noted for the game.

    `head` is the head after the last append with a correct checksum; `seq` is the number of the last entry read, or,
    where there is damage, of the last one before it.
    """

    def __init__(self, game: str, noted: Head) -> None:
        self.game = game
        self.head = NO_HEAD
        self.seq = 0
        self._noted = noted
        self._next_head: NextHead | None = None
        """The head after the append whose entries have not all been read yet."""

    def read_on(
        self, appends: Sequence[AppendRow], entries: Sequence[EntryRow], *, is_rest: bool
    ) -> tuple[list[str], str | None]:
        """Check the next rows: the entries after `seq`, and the appends after `head`.

        Returns the private rows of the appends that end there, and the damage at the end, or None.
        `is_rest`: the game has no further rows.
        """
        private: list[str] = []
        rows = iter(entries)
        for n, last, text, checksum in appends:
            next_head = self._next_head = self._next_head or NextHead(self.head, self.game, text)
            missing = last - self.seq if isinstance(last, int) else 0
            for row in islice(rows, max(0, missing)):
                next_head.add(row)
                self.seq += 1
                missing -= 1
            if missing > 0 and not is_rest:
                break
            head = next_head.head
            is_other_than_noted = n == self._noted.appends and head != self._noted
            if head != Head(n, last, checksum) or is_other_than_noted:
                self.seq = self.head.seq
                return private, f"entry {self.head.seq + 1}, or what was stored with it, is not what was written"
            self.head, self._next_head = head, None
            private.append(text)
        return private, None

    def loss(self, entries_left: int) -> str | None:
        """The loss at the end of all appends, or None; `entries_left` entries are left."""
        head, noted = self.head, self._noted
        if head.appends >= noted.appends:
            return f"entry {head.seq + 1} has no checksum" if entries_left else None
        if head.seq == noted.seq:
            return f"the end of what was stored with entry {head.seq} is lost"
        return f"entries {head.seq + 1} to {noted.seq} are lost"
