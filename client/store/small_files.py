"""A folder with a JSON file for each thing that is saved, so that two clients of one player never overwrite each other.

Here: reading and writing these files; a damaged one never stops a game. Not here: what is in them (`file_seats`,
`file_hosts`), the data folder (`files`).
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, TypeVar

from attrs import asdict, define, field

from client.store.files import write_whole
from protocol.wire.codec import MalformedError, load

T = TypeVar("T", bound=Any)


@define
class SmallFiles(Generic[T]):
    """The files in this folder. `named`: what is in one, in messages. `decode` returns None for a damaged value.

    `troubles`: a line for the player for each thing that failed.
    """

    folder: Path
    named: str
    decode: Callable[[dict[str, Any]], T | None]
    troubles: list[str] = field(factory=list)

    def newest_first(self) -> Iterator[T]:
        """What is in the files that can be read."""
        try:
            paths = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        except OSError as error:
            self._report(f"{self.folder} cannot be read: {error.strerror or error}.")
            return
        for path in paths:
            try:
                content = path.read_bytes()
            except OSError as error:
                self._report(f"{path} cannot be read: {error.strerror or error}.")
                continue
            found = self._decoded(content)
            if found is None:
                self._rename_damaged(path)
            else:
                yield found

    def write(self, name: str, value: T) -> None:
        """Write the file of this name as the newest one."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._path(name), json.dumps(asdict(value), ensure_ascii=False).encode())
        except OSError as error:
            why = error.strerror or error
            self._report(f"Your {self.named} could not be saved in {self.folder.parent}: {why}.")

    def delete(self, name: str) -> None:
        """Delete the file of this name, if there is any."""
        with suppress(OSError):
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _decoded(self, content: bytes) -> T | None:
        try:
            value = load(content)
        except MalformedError:
            return None
        return self.decode(value) if isinstance(value, dict) else None

    def _rename_damaged(self, path: Path) -> None:
        renamed = path.with_suffix(".damaged")
        with suppress(OSError):
            path.replace(renamed)
        self._report(f"A saved {self.named} was damaged and cannot be used. Its file is now {renamed}.")

    def _report(self, trouble: str) -> None:
        if trouble not in self.troubles:
            self.troubles.append(trouble)
