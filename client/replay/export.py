"""A record written to a file for others to look at: as a page for a browser, or as one picture.

Lives here: where it is written, and what stands in the way of that. Nothing is written before all of it is made, and
no file that is there is written over unless that was asked for. Not here: what is made (`page`, `svg`).
"""

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from client.replay import replay_words as words
from client.replay.cursor import Replay
from client.replay.record_file import Shown


class ExportError(Exception):
    """Nothing, or not all, was written: a line that says why."""


@frozen
class Wanted:
    """What is to be written where; `at` is the entry shown, `force` writes over what is there."""

    html: Path | None = None
    svg: Path | None = None
    at: int | None = None
    force: bool = False

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files to be written."""
        return tuple(path for path in (self.html, self.svg) if path is not None)


def export(shown: Shown, record: Path, wanted: Wanted) -> Iterable[str]:
    """Write what is wanted of a record that was read from this file; what there is to say. Raises `ExportError`."""
    if len(set(wanted.paths)) < len(wanted.paths):
        raise ExportError(words.A_FILE_EACH)
    for path in wanted.paths:
        _check(path, record, wanted)
    made = [*_made(shown, wanted)]
    for path, text in made:
        _write(path, text, is_new=not wanted.force)
    return [words.written(path) for path, _ in made]


def _made(shown: Shown, wanted: Wanted) -> Iterable[tuple[Path, str]]:
    if wanted.html is not None:
        from client.replay.page import page_of

        yield wanted.html, page_of(shown, wanted.at)
    if wanted.svg is not None:
        from client.replay.svg import svg_of

        replay = Replay(shown.record, shown.analysis)
        replay.go_to(replay.head if wanted.at is None else wanted.at)
        yield wanted.svg, f"{svg_of(replay)}\n"


def _check(path: Path, record: Path, wanted: Wanted) -> None:
    if path.is_dir():
        raise ExportError(words.is_a_folder(path))
    if not path.exists():
        return
    if path.samefile(record):
        raise ExportError(words.is_the_record(path))
    if not wanted.force:
        raise ExportError(words.is_there_already(path))


def _write(path: Path, text: str, *, is_new: bool) -> None:
    try:
        file = path.open("x" if is_new else "w", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise ExportError(words.is_there_already(path)) from None
    except OSError as error:
        raise ExportError(words.not_written(path, error)) from None
    try:
        with file:
            file.write(text)
    except OSError as error:
        if path.is_file():  # and no device
            path.unlink(missing_ok=True)  # half of it is of no use to anybody
        raise ExportError(words.not_written(path, error)) from None
