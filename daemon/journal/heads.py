"""The file of heads beside a journal: the end of each game when the file was last written.

A game that has lost its end is an unbroken chain of checksums (`chain`), but it is shorter than its head in the file.
Here: reading the file, and when it is written. Not here: comparing games with their heads (`reading`).

The file is a sequence of blocks: a line of JSON, and a line with its checksum. The first blocks have all games; each of
the others has those that went on or were deleted since, so adding one costs the same however many games are stored. If
the power fails meanwhile, the last block is cut off and does not count. Each of the first has a part of the games, so
that whoever reads the file block by block needs little memory.
"""

import json
import logging
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO, Final

from daemon.journal.chain import DIGEST_SIZE, Head

TIME_TO_HEADS: Final = 1.0
"""Seconds after which the file of heads includes an append. The loss of a later append is not noticed."""
TIME_BETWEEN_HEADS: Final = 1.0
"""The end of a round is written to the file of heads at once, unless the file was written less than this long ago."""
MOST_BLOCKS: Final = 1_000
"""Blocks that are added to the file before it is written with all games again, so that it stays short."""

GAMES_IN_A_BLOCK: Final = 1_000

log = logging.getLogger("fivesd.journal")


class DamagedHeadsError(Exception):
    """The file of heads is damaged before its end: nothing in it counts."""


def heads_file(journal: Path) -> Path:
    """The path of this journal's file of heads."""
    return journal.with_suffix(".heads")


def write_heads(journal: Path, heads: Mapping[str, Head]) -> None:
    """Write the heads of all games to the disk, either all or none. Raises `OSError`."""
    path = heads_file(journal)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="ascii") as file:
        games = list(heads)
        for first in range(0, len(games) or 1, GAMES_IN_A_BLOCK):  # a file without a block is a damaged one
            _write_block(file, {game: heads[game] for game in games[first : first + GAMES_IN_A_BLOCK]})
        _flush(file)
    new.replace(path)


def add_heads(journal: Path, heads: Mapping[str, Head | None]) -> None:
    """Add the heads of games that went on, and None for deleted games.

    Raises `OSError`; then the file has to be written with all games.
    """
    with heads_file(journal).open("r+", encoding="ascii") as file:  # not "a": a file of a part would look whole
        file.seek(0, os.SEEK_END)
        _write_block(file, heads)
        _flush(file)


def read_heads(journal: Path) -> dict[str, Head] | None:
    """The heads that were last written; None if the file is missing or damaged."""
    latest: dict[str, Head | None] = {}
    try:
        for block in blocks_of_heads(journal):
            latest |= block
    except (OSError, DamagedHeadsError):
        return None
    return {game: head for game, head in latest.items() if head is not None}


def blocks_of_heads(journal: Path) -> Iterator[dict[str, Head | None]]:
    """What the file says, block by block: a later head replaces an earlier one, and None is a deleted game.

    Raises `OSError` and `DamagedHeadsError`.
    """
    with heads_file(journal).open(encoding="ascii", errors="replace") as file:
        blocks = zip(file, file, strict=False)
        is_first = True
        for text, checksum in blocks:
            if checksum.rstrip("\n") != _checksum(text.rstrip("\n")):
                if is_first or next(blocks, None) is not None:
                    raise DamagedHeadsError
                return
            yield {game: head and Head(*head) for game, head in json.loads(text).items()}
            is_first = False
        if is_first:
            raise DamagedHeadsError


def _write_block(file: IO[str], heads: Mapping[str, Head | None]) -> None:
    text = json.dumps({game: head and [head.appends, head.seq, head.checksum] for game, head in heads.items()})
    file.write(f"{text}\n{_checksum(text)}\n")


def _flush(file: IO[str]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _checksum(text: str) -> str:
    return blake2b(text.encode(), digest_size=DIGEST_SIZE).hexdigest()


class HeadsFile:
    """The file of heads while its journal is written, by the thread that writes the journal.

    `heads`: of every game as it is in the journal; of a damaged game as it was in the file, where it stays, so that the
    damage is found at every start.
    """

    def __init__(self, journal: Path, heads: dict[str, Head]) -> None:
        self.heads = heads
        self._journal = journal
        self._changed: dict[str, Head | None] = {}
        """The heads that the file does not have yet; None for a deleted game."""
        self._blocks_left = 0
        """How many blocks may be added before the file is written with all games."""
        self._due = 0.0
        """When to write, by `time.monotonic`; infinite if the file is up to date."""
        self._written_at = -math.inf
        self._has_failed = False

    def note(self, heads: Mapping[str, Head], *, is_round_over: bool) -> None:
        """Take the heads of games that went on, for the next time that the file is written."""
        self.heads.update(heads)
        self._changed.update(heads)
        due = self._written_at + TIME_BETWEEN_HEADS if is_round_over else time.monotonic() + TIME_TO_HEADS
        self._due = min(self._due, due)

    @property
    def wait(self) -> float | None:
        """Seconds until the file has to be written; None if it is up to date."""
        return None if self._due == math.inf else max(0.0, self._due - time.monotonic())

    def write_if_due(self) -> None:
        """Write the file if its time has come. A failure is logged, and tried again."""
        if time.monotonic() >= self._due:
            self._write()

    def write_all(self) -> None:
        """Write the file with all games, as at the end of a run."""
        self._blocks_left = 0
        self._write()

    @contextmanager
    def without(self, games: Iterable[str]) -> Iterator[None]:
        """A block that deletes games. Their heads go first: a head without its game would look like a loss.

        Raises `OSError`. If the block fails, the heads come back.
        """
        removed = {game: self.heads.pop(game) for game in games if game in self.heads}
        self._changed |= dict.fromkeys(removed)
        try:
            self._store()
            yield
        except BaseException:  # Ctrl-C, too: the games are still there
            self.heads |= removed
            self._blocks_left = 0  # the file lacks these heads
            raise

    def _write(self) -> None:
        try:
            self._store()
        except OSError as error:
            if not self._has_failed:
                log.warning("%s was not written: %s", heads_file(self._journal), error.strerror or error)
            self._has_failed = True
            self._due = time.monotonic() + TIME_TO_HEADS
        else:
            self._has_failed = False
            self._due = math.inf
        self._written_at = time.monotonic()

    def _store(self) -> None:
        blocks_left, self._blocks_left = self._blocks_left, 0  # all games again, if this fails
        if blocks_left:
            add_heads(self._journal, self._changed)
            self._blocks_left = blocks_left - 1
        else:
            write_heads(self._journal, self.heads)
            self._blocks_left = MOST_BLOCKS
        self._changed = {}
