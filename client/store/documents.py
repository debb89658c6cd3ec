"""What is kept for a player as JSON: a document with a name and a shape, in a folder or in a browser.

Here: `Document`, the folder of such files, and one with a document for each thing of a kind, so that two clients of one
player never overwrite each other. A damaged one is put aside and never stops a game. Not here: the documents themselves
(`saved_rules`, `saved_practice`, `known_games`, `file_seats`, `file_hosts`), the settings, which people write
(`settings`), the results, to which lines are added (`file_games`), all that a browser stores (`browser_store`).
"""

import errno
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum, auto
from itertools import count
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from attrs import asdict, evolve, field

from client.store.files import files_in, write_whole
from client.words.say import say
from protocol.frozen import define, frozen
from protocol.wire.codec import load
from protocol.wire.converter import MalformedError

T = TypeVar("T")


class Contents(Enum):
    """What is in a document, as messages say it."""

    SEAT = auto()
    HOST_KEY = auto()
    EXERCISES = auto()
    HOUSE_RULES = auto()
    KNOWN_GAMES = auto()


_DAMAGED: Final = {
    Contents.SEAT: "saving.seat_damaged",
    Contents.HOST_KEY: "saving.host_key_damaged",
    Contents.EXERCISES: "saving.exercises_damaged",
    Contents.HOUSE_RULES: "saving.rules_damaged",
    Contents.KNOWN_GAMES: "saving.known_games_damaged",
}
_NOT_SAVED: Final = {Contents.SEAT: "saving.seat_failed", Contents.HOST_KEY: "saving.host_key_failed"}
"""Of those that are written by themselves (`ManyDocuments`); whoever saves another one says so."""


@define
class Folder:
    """A folder with a file for each document. `troubles`: a line for the player for each thing that failed."""

    path: Path
    troubles: list[str] = field(factory=list)

    def file(self, name: str) -> Path:
        """The file of a document."""
        return self.path / f"{name}.json"

    def read(self, name: str, most: int) -> Any:
        """The JSON value in a file of at most so many bytes. Raises `MalformedError` and `OSError`."""
        with self.file(name).open("rb") as file:
            content = file.read(most + 1)
        if len(content) > most:
            raise MalformedError("it is too long")
        return load(content)

    def write(self, name: str, value: Any) -> None:
        """Replace the file with this JSON value. Raises `OSError`."""
        self.path.mkdir(parents=True, exist_ok=True)
        write_whole(self.file(name), json.dumps(value, ensure_ascii=False).encode())

    def put_aside(self, name: str, contents: Contents) -> None:
        """Rename a damaged file, so that nothing replaces it."""
        path = self.file(name)
        endings = (".damaged" if number == 1 else f".damaged{number}" for number in count(1))
        aside = next(path.with_suffix(ending) for ending in endings if not path.with_suffix(ending).exists())
        try:
            path.replace(aside)
        except OSError:
            aside = path
        self.report(say(_DAMAGED[contents], path=str(aside)))

    def report_unread(self, path: Path, error: OSError) -> None:
        """Tell the player that this cannot be read, unless nothing is there, or can be."""
        if error.errno not in (errno.ENOENT, errno.ENAMETOOLONG):
            self.report(say("saving.not_read", path=str(path), why=str(error.strerror or error)))

    def report(self, trouble: str) -> None:
        """Take a line for the player."""
        if trouble not in self.troubles:
            self.troubles.append(trouble)


@frozen
class Document(Generic[T]):
    """One thing that is kept. `shape` makes it of JSON values, or raises `MalformedError` or `ValueError`."""

    name: str
    contents: Contents
    shape: Callable[[Any], T]
    values: Callable[[T], Any]
    empty: Callable[[], T]
    most: int = 64 * 1024

    def load(self, folder: Folder) -> T:
        """What is in the folder; the empty value if there is nothing, or nothing that can be used."""
        try:
            return self.shape(folder.read(self.name, self.most))
        except (MalformedError, ValueError):
            folder.put_aside(self.name, self.contents)
        except OSError as error:
            folder.report_unread(folder.file(self.name), error)
        return self.empty()

    def in_browser(self, value: Any) -> T:
        """What a browser has sent; the empty value if that is not valid, because anybody can send anything."""
        try:
            return self.shape(value)
        except (MalformedError, ValueError):
            return self.empty()

    def save(self, folder: Folder, value: T) -> str:
        """Replace it in the folder; returns why that failed, empty if it has not."""
        try:
            folder.write(self.name, self.values(value))
        except OSError as error:
            return error.strerror or str(error)
        return ""


class ManyDocuments(Generic[T]):
    """A folder with a document for each thing of a kind."""

    def __init__(self, folder: Path, contents: Contents, shape: Callable[[Any], T]) -> None:
        self.place = Folder(folder)
        self._any = Document[T | None]("", contents, shape, asdict, lambda: None)  # type: ignore[arg-type]

    def newest_first(self) -> Iterator[T]:
        """What is in the files that can be read."""
        folder = self.place.path
        try:
            found = {path: state.st_mtime_ns for path, state in files_in(folder, "*.json")}
        except OSError as error:
            self.place.report_unread(folder, error)
            return
        for path in sorted(found, key=found.__getitem__, reverse=True):
            value = evolve(self._any, name=path.stem).load(self.place)
            if value is not None:
                yield value

    def write(self, name: str, value: T) -> None:
        """Write the file of this name as the newest one."""
        why = evolve(self._any, name=name).save(self.place, value)
        if why:
            self.place.report(say(_NOT_SAVED[self._any.contents], folder=str(self.place.path.parent), why=why))

    def delete(self, name: str) -> None:
        """Delete the file of this name, if there is any."""
        with suppress(OSError):
            self.place.file(name).unlink(missing_ok=True)
