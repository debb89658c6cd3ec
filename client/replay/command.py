"""`fives replay`: a record on the screen, in lines or down a pipe; without one, the records that are kept.

Lives here: which front end is meant, and what is wrong with what was asked for. Not here: what is shown
(`replay.replay_lines`, `replay.replay_screen`), the list to choose from (`replay.kept_list`), files for others
(`replay.export`).
"""

import sys
from pathlib import Path
from typing import Final

from attrs import frozen

from client.lines.terminal import TypedLines, print_error, print_line
from client.net import record_words as words
from client.replay import replay_words
from client.replay.export import ExportError, Wanted, export
from client.replay.kept_list import choose, list_all
from client.replay.record_file import Shown, UnreadableError, open_file, with_analysis
from client.replay.replay_lines import LineReplay, whole
from client.screen.look import Look, can_draw
from protocol.console.exit_status import DONE, FAILED, MISUSED

MOST_SPEED: Final = 1000


@frozen
class How:
    """How a record is to be shown at a terminal: drawn with this look, or in lines; `speed`: steps a second."""

    lines: bool = False
    look: Look | None = None
    speed: float | None = None


def replay_command(
    file: str | None, folder: Path, how: How, wanted: Wanted | None = None, analysis: Path | None = None
) -> int:
    """Show a record, or one that is chosen from the folder, with its analysis if there is one; the exit status."""
    wanted = wanted or Wanted()
    is_typed = sys.stdin.isatty() and sys.stdout.isatty()
    try:
        _check_options(how, wanted, file, is_typed)
        if file is None and not is_typed:
            list_all(folder)
            return DONE
        path = choose(folder) if file is None else Path(file)
        if path is not None:
            _show(_opened(path, wanted, analysis), path, how, wanted, is_typed)
    except ExportError as error:
        print_error(str(error))
        return MISUSED
    except UnreadableError as error:
        print_error(str(error))
        return MISUSED if error.is_misuse else FAILED
    return DONE


def _check_options(how: How, wanted: Wanted, file: str | None, is_typed: bool) -> None:
    """Raises `UnreadableError` where options are wrong, or do not go together."""
    wrong = None
    if how.speed is not None and not 0 < how.speed <= MOST_SPEED:
        wrong = words.bad_speed(MOST_SPEED)
    elif wanted.paths:
        wrong = replay_words.NO_RECORD_NAMED if file is None else None
    elif wanted.force:
        wrong = replay_words.FORCE_NEEDS_A_FILE
    elif wanted.at is not None and not is_typed:
        wrong = replay_words.AT_NEEDS_A_TERMINAL
    if wrong is not None:
        raise UnreadableError(wrong, is_misuse=True)


def _opened(path: Path, wanted: Wanted, analysis: Path | None) -> Shown:
    """The record, which has the entry to begin at. Raises `UnreadableError`."""
    found = open_file(path)
    if analysis is not None:
        found = with_analysis(found, analysis)
    head = len(found.record.entries)
    if wanted.at is not None and not 1 <= wanted.at <= head:
        raise UnreadableError(replay_words.no_such_entry(head), is_misuse=True)
    return found


def _show(found: Shown, path: Path, how: How, wanted: Wanted, is_typed: bool) -> None:
    if wanted.paths:
        _export(found, path, wanted)
    elif not is_typed:
        _print_whole(found)
    elif how.lines or not can_draw():
        LineReplay(found, print_line, how.speed, wanted.at).run(TypedLines())
    else:
        from client.replay.replay_screen import show

        show(found, how.look, how.speed, wanted.at)


def _export(found: Shown, path: Path, wanted: Wanted) -> None:
    told = export(found, path, wanted)
    if found.doubt:
        print_error(found.doubt)
    for line in told:
        print_line(line)


def _print_whole(found: Shown) -> None:
    if found.doubt:
        print_error(found.doubt)
    for line in whole(found):
        print(line)
    sys.stdout.flush()
