"""The folder into which `fivesd copy` copies a data folder.

Here: what belongs to a copy, its name, making one whole or not at all, and removing older ones. Not here: copying the
journal (`journal.journal_copy`), when a copy is due (`copying`).

A copy is a data folder, which `fivesd --data` takes as it is. It is made under another name, and gets its own when it
is checked and on the disk. The time in its name is also that of its journal's file. A journal that a daemon has played
on since has another, and then the folder is never removed.
"""

import os
import shutil
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from daemon.house.invitation_file import INVITATIONS
from daemon.journal.heads import heads_file
from daemon.journal.interface import StoreError
from daemon.journal.journal_copy import CopyContent, Progress, copy_journal
from daemon.journal.sqlite_file import JOURNAL
from daemon.net.identity import CERTIFICATE
from daemon.private_file import write_private
from daemon.program.serve import COPIED
from protocol.frozen import frozen
from protocol.shared.exit_status import FailedError
from protocol.shared.league_path import LEAGUE_FILE

_NAME: Final = "%Y-%m-%dT%H%M%SZ"
_UNFINISHED: Final = ".unfinished"
_WAL: Final = f"{JOURNAL}-wal"
_COPIED_AS_THEY_ARE: Final = (CERTIFICATE, INVITATIONS, LEAGUE_FILE)
_FILES: Final = {JOURNAL, heads_file(Path(JOURNAL)).name, *_COPIED_AS_THEY_ARE, COPIED, _WAL, f"{JOURNAL}-shm"}
"""What may be in a copy that has at most been read: SQLite makes the last two for readers."""
_SAME_TIME: Final = 2.0
"""Seconds to which some file systems round the time of a file."""
_LEFT_BEHIND: Final = timedelta(days=1)
"""An unfinished copy that began so long ago is what a killed program has left."""


@frozen
class CopyFolder:
    """The folder with the copies of a data folder, and perhaps with anything else."""

    data: Path
    folder: Path

    def copies(self) -> list[Path]:
        """The copies of this data folder that are as they were made, oldest first. Raises `OSError`."""
        return sorted(path for path in self.folder.iterdir() if self._is_copy(path))

    def _is_copy(self, path: Path) -> bool:
        """Whether this is a copy of this host's games. Other hosts may have theirs in the same folder."""
        try:
            at, names = time_of(path), {file.name for file in path.iterdir()}
            is_unchanged = abs((path / JOURNAL).stat().st_mtime - at.timestamp()) <= _SAME_TIME
            has_no_more = names <= _FILES and not (_WAL in names and (path / _WAL).stat().st_size)
            is_own = _certificate(path) == _certificate(self.data)
        except (OSError, ValueError):
            return False
        return path.name == f"{at:{_NAME}}" and is_unchanged and has_no_more and is_own

    def make(self, at: datetime, progress: Progress) -> tuple[Path, CopyContent]:
        """Make a copy, named by this time. Raises `FailedError`, and what `progress` raises; then nothing is left."""
        at = at.replace(microsecond=0)
        path = self.folder / f"{at:{_NAME}}"
        try:
            self._remove_left_behind(at)
            unfinished = _under_another_name(path)
            unfinished.mkdir(mode=0o700)
            try:
                content = self._fill(unfinished, at, progress)
                unfinished.rename(path)  # which fails where there is anything already
                _flush(self.folder)
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)
        except StoreError as error:
            raise FailedError(f"no copy was made in {self.folder}: {error}") from error
        except OSError as error:
            raise FailedError(f"no copy was made in {self.folder}: {_reason(error)}") from error
        return path, content

    def _fill(self, path: Path, at: datetime, progress: Progress) -> CopyContent:
        content = copy_journal(self.data / JOURNAL, path, progress)
        os.utime(path / JOURNAL, (at.timestamp(), at.timestamp()))
        for name in _COPIED_AS_THEY_ARE:
            with suppress(FileNotFoundError):  # of a host that has none
                write_private(path / name, (self.data / name).read_bytes())
        write_private(path / COPIED, f"{at.isoformat()}\n".encode())
        _flush(path)
        return content

    def remove_older(self, newest: Path, most: int) -> None:
        """Remove the oldest copies, so that `most` are left, and `newest` is one of them. Raises `FailedError`."""
        try:
            others = [copy for copy in self.copies() if copy != newest]
            for old in others[: 1 - most]:
                shutil.rmtree(old.rename(_under_another_name(old)))
        except OSError as error:
            raise FailedError(f"an older copy in {self.folder} was not removed: {_reason(error)}") from error

    def _remove_left_behind(self, now: datetime) -> None:
        for path in self.folder.glob(f".*{_UNFINISHED}"):
            with suppress(ValueError):
                if now - time_of(path) > _LEFT_BEHIND:
                    shutil.rmtree(path, ignore_errors=True)


def time_of(copy: Path) -> datetime:
    """The time in the name of a copy, finished or not. Raises `ValueError` if this is no such name."""
    name = copy.name.removeprefix(".").removesuffix(_UNFINISHED)
    return datetime.strptime(name, _NAME).replace(tzinfo=UTC)


def _under_another_name(copy: Path) -> Path:
    """Where a copy is while it is made or removed."""
    return copy.with_name(f".{copy.name}{_UNFINISHED}")


def _certificate(data: Path) -> bytes | None:
    path = data / CERTIFICATE
    return path.read_bytes() if path.exists() else None


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename}: {reason}"


def _flush(folder: Path) -> None:
    """Write the names in a folder to the disk."""
    if os.name == "posix":  # Windows cannot open a folder
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
