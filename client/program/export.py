"""`fives replay --html` and `--svg`: a record written to a file, as a page for a browser or as one picture.

Here: writing the files, and every reason against it. The content is complete before anything is written, and an
existing file is replaced only with --force. Not here: the content
(`web.export.document`, `replay.svg_file`).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord
from client.replay.svg_file import svg_of
from protocol.frozen import frozen

A_FILE_EACH: Final = "the page and the picture need a file each"


class ExportError(Exception):
    """At least one file was not written; one line says why."""


@frozen
class Wanted:
    """The files to write; `at` is the play to show, `chat` adds the chat, and `force` replaces existing files."""

    html: Path | None = None
    svg: Path | None = None
    at: int | None = None
    chat: bool = False
    force: bool = False

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files to be written."""
        return tuple(path for path in (self.html, self.svg) if path is not None)


def export(shown: OpenedRecord, record: Path, wanted: Wanted) -> Iterable[str]:
    """Write the files; returns the lines to print. `record` is the file that was read. Raises `ExportError`."""
    if len(set(wanted.paths)) < len(wanted.paths):
        raise ExportError(A_FILE_EACH)
    for path in wanted.paths:
        _check(path, record, wanted)
    made = [*_made(shown, wanted)]
    for path, text in made:
        _write(path, text, is_new=not wanted.force)
    return [f"{path} is written." for path, _ in made]


def _made(shown: OpenedRecord, wanted: Wanted) -> Iterable[tuple[Path, str]]:
    if wanted.html is not None:
        from client.web.export.document import document_of  # noqa: PLC0415 - only this needs the page

        yield wanted.html, document_of(shown, wanted.at, has_chat=wanted.chat)
    if wanted.svg is not None:
        replay = Replay(shown.record, shown.analysis, has_chat=False)
        if wanted.at is None:
            replay.to_last_board()
        else:
            replay.go_to_play(wanted.at)
        yield wanted.svg, f"{svg_of(replay)}\n"


def _check(path: Path, record: Path, wanted: Wanted) -> None:
    if path.is_dir():
        raise ExportError(f"{path} is a folder; give the name of a file to write")
    if not path.exists():
        return
    if path.samefile(record):
        raise ExportError(f"{path} is the record itself; give another name")
    if not wanted.force:
        raise ExportError(_is_there_already(path))


def _write(path: Path, text: str, *, is_new: bool) -> None:
    try:
        file = path.open("x" if is_new else "w", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise ExportError(_is_there_already(path)) from None
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror or error}") from None
    try:
        with file:
            file.write(text)
    except OSError as error:
        if path.is_file():  # not a device
            path.unlink(missing_ok=True)  # half a file is useless
        raise ExportError(f"{path} cannot be written: {error.strerror or error}") from None


def _is_there_already(path: Path) -> str:
    return f"{path} is there already; --force writes over it"
