"""The heads of games: how far each goes, and a checksum over all of it.

Here: the chain of checksums, and the file of heads beside a journal. A changed row breaks the chain of its game; a lost
end leaves a chain that is whole but shorter than its head in the file. Not here: when heads are written
(`sqlite_journal`), what does not agree with them (`sqlite_reading`).
"""

import json
import os
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from daemon.journal.rows import EntryRow
from protocol.frozen import frozen


@frozen
class Head:
    """The end of a game: how many appends it has, the number of its last entry, and the checksum of all before it."""

    n: int
    seq: int
    checksum: str

    def after(self, game: str, private: str, entries: Sequence[EntryRow]) -> "Head":
        """The head of the game after one more append."""
        content = ascii((self.checksum, game, private, *entries))  # unlike `repr`, the same in every release of Python
        return Head(self.n + 1, self.seq + len(entries), _checksum(content))


NO_HEAD: Final = Head(0, 0, "")
"""Before the first append."""


def _checksum(text: str) -> str:
    return blake2b(text.encode(), digest_size=16).hexdigest()


def heads_file(journal: Path) -> Path:
    """The file of heads that belongs to this journal."""
    return journal.with_suffix(".heads")


def write_heads(journal: Path, heads: Mapping[str, Head]) -> None:
    """Put the heads on the disk, all of them or, where that fails, none. Raises `OSError`."""
    path = heads_file(journal)
    text = json.dumps({game: [head.n, head.seq, head.checksum] for game, head in heads.items()})
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="ascii") as file:
        file.write(f"{text}\n{_checksum(text)}\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def read_heads(journal: Path) -> dict[str, Head] | None:
    """The heads that were written last; None where there are none or they are damaged."""
    try:
        text, checksum = heads_file(journal).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return None
    if checksum != _checksum(text):
        return None
    return {game: Head(*head) for game, head in json.loads(text).items()}
