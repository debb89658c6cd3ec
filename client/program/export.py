"""`fives replay --html` and `--svg`: a record written to a file, as a page for a browser or as one picture.

Here: writing the files, and every reason not to. The content is complete before anything is written, and an existing
file is replaced only with --force. Not here: the content (`web.export.document`, `replay.svg_file`).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from client.replay.cursor import Replay
from client.replay.record_file import OpenedRecord
from client.replay.svg_file import svg_of
from client.words.say import say
from protocol.frozen import frozen

A_FILE_EACH: Final = "the page and the picture need a file each"


class ExportError(Exception):
    """At least one file was not written; one line says why."""


@frozen
class ExportOptions:
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


def export(opened: OpenedRecord, record: Path, options: ExportOptions) -> Iterable[str]:
    """Write the files; returns the lines to print. `record` is the file that was read. Raises `ExportError`."""
    if len(set(options.paths)) < len(options.paths):
        raise ExportError(A_FILE_EACH)
    for path in options.paths:
        _check(path, record, options)
    contents = [*_contents(opened, options)]
    for path, text in contents:
        write_file(path, text, is_new=not options.force)
    return [say("saving.written", path=str(path)) for path, _ in contents]


def _contents(opened: OpenedRecord, options: ExportOptions) -> Iterable[tuple[Path, str]]:
    if options.html is not None:
        from client.web.export.document import document_of  # noqa: PLC0415 - only this needs the page

        yield options.html, document_of(opened, options.at, has_chat=options.chat)
    if options.svg is not None:
        replay = Replay(opened.record, opened.analysis, has_chat=False)
        if options.at is None:
            replay.to_last_board()
        else:
            replay.go_to_play(options.at)
        yield options.svg, f"{svg_of(replay)}\n"


def _check(path: Path, record: Path, options: ExportOptions) -> None:
    if path.is_dir():
        raise ExportError(f"{path} is a folder; give the name of a file to write")
    if not path.exists():
        return
    if path.samefile(record):
        raise ExportError(f"{path} is the record itself; give another name")
    if not options.force:
        raise ExportError(_is_there_already(path))


def write_file(path: Path, text: str, *, is_new: bool) -> None:
    """Write a file; `is_new`: it may not be there yet. Raises `ExportError`, and then no half of it is left."""
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
