"""The heads of games: the length of each, and a checksum over all of it.

Here: the chain of checksums, and the file of heads beside a journal. A changed row breaks the chain of its game; a lost
end leaves an unbroken chain that is shorter than its head in the file. Not here: when heads are written
(`sqlite_writer`), comparing games with them (`sqlite_reading`).
"""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from daemon.journal.rows import EntryRow
from protocol.frozen import frozen

_DIGEST: Final = 16
"""The size of a checksum, in bytes."""


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
        self._content = blake2b(f"({before.checksum!a}, {game!a}, {private!a}".encode(), digest_size=_DIGEST)

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


def _checksum(text: str) -> str:
    return blake2b(text.encode(), digest_size=_DIGEST).hexdigest()


def heads_file(journal: Path) -> Path:
    """The path of this journal's file of heads."""
    return journal.with_suffix(".heads")


def write_heads(journal: Path, heads: Mapping[str, Head]) -> None:
    """Write the heads to the disk, either all or none. Raises `OSError`."""
    path = heads_file(journal)
    text = json.dumps({game: [head.appends, head.seq, head.checksum] for game, head in heads.items()})
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="ascii") as file:
        file.write(f"{text}\n{_checksum(text)}\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def read_heads(journal: Path) -> dict[str, Head] | None:
    """The heads that were last written; None if the file is missing or damaged."""
    try:
        text, checksum = heads_file(journal).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    if checksum != _checksum(text):
        return None
    return {game: Head(*head) for game, head in json.loads(text).items()}
