"""The file of heads beside a journal: the end of each game when the file was last written.

A game that has lost its end is an unbroken chain of checksums (`chain`), but it is shorter than its head in the file.
Not here: when heads are written (`sqlite_writer`), comparing games with them (`sqlite_reading`).

The file is a sequence of blocks: a line of JSON, and a line with its checksum. The first block has all games; each of
the others has those that went on or were deleted since, so adding one costs the same however many games are stored. If
the power fails meanwhile, the last block is cut off and does not count.
"""

import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from itertools import takewhile
from pathlib import Path
from typing import IO

from daemon.journal.chain import DIGEST_SIZE, Head


def heads_file(journal: Path) -> Path:
    """The path of this journal's file of heads."""
    return journal.with_suffix(".heads")


def write_heads(journal: Path, heads: Mapping[str, Head]) -> None:
    """Write the heads of all games to the disk, either all or none. Raises `OSError`."""
    path = heads_file(journal)
    new = path.with_name(f"{path.name}.new")
    with new.open("w", encoding="ascii") as file:
        _write_block(file, heads)
    new.replace(path)


def add_heads(journal: Path, heads: Mapping[str, Head | None]) -> None:
    """Add the heads of games that went on, and None for deleted games.

    Raises `OSError`; then the file has to be written with all games.
    """
    with heads_file(journal).open("r+", encoding="ascii") as file:  # not "a": a file of a part would look whole
        file.seek(0, os.SEEK_END)
        _write_block(file, heads)


def read_heads(journal: Path) -> dict[str, Head] | None:
    """The heads that were last written; None if the file is missing or damaged."""
    try:
        lines = heads_file(journal).read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    blocks = list(zip(lines[::2], lines[1::2], strict=False))
    sound = [text for text, _ in takewhile(_is_sound, blocks)]
    if not sound or len(sound) < len(blocks) - 1:
        return None
    latest = {game: head for text in sound for game, head in json.loads(text).items()}
    return {game: Head(*head) for game, head in latest.items() if head is not None}


def _write_block(file: IO[str], heads: Mapping[str, Head | None]) -> None:
    text = json.dumps({game: head and [head.appends, head.seq, head.checksum] for game, head in heads.items()})
    file.write(f"{text}\n{_checksum(text)}\n")
    file.flush()
    os.fsync(file.fileno())


def _is_sound(block: tuple[str, str]) -> bool:
    text, checksum = block
    return checksum == _checksum(text)


def _checksum(text: str) -> str:
    return blake2b(text.encode(), digest_size=DIGEST_SIZE).hexdigest()
