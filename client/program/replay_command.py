"""`fives replay`: a record on the screen, in lines or through a pipe; without a file, the saved records.

Here: choosing the front end, and the errors of the options. Not here: the front ends (`replay_lines`,
`replay_screen`), the list of records (`record_list`), files for friends (`export`).
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from client.lines.record_list import choose, list_all
from client.lines.replay_lines import LineReplay, all_lines
from client.program.export import ExportError, ExportOptions, export
from client.replay.continuation import Continuation
from client.replay.record_file import OpenedRecord, UnreadableError, open_file, with_analysis
from client.store.file_games import results_by_record
from client.store.saved_records import saved_records
from client.terminal.look import Look, can_draw
from client.terminal.printed_lines import print_error, print_line
from client.terminal.typed_lines import standard_input
from protocol.frozen import frozen
from protocol.log.events import TilePlayed
from protocol.shared.exit_status import DONE, FAILED, MISUSED

MOST_SPEED: Final = 1000
_NO_RECORD_NAMED: Final = "a page or a picture of which record? Give its FILE; `fives replay` lists the saved ones"
_AT_NEEDS_A_TERMINAL: Final = "--at goes with --html, with --svg, or with a terminal"
_FORCE_NEEDS_A_FILE: Final = "--force goes with --html or --svg"
_CHAT_NEEDS_A_PAGE: Final = "--chat goes with --html; without it chat is always shown"


@frozen
class ReplayOptions:
    """How to show a record at a terminal: with this look, or in lines; `speed`: steps a second."""

    lines: bool = False
    look: Look | None = None
    speed: float | None = None


def replay_command(
    file: str | None,
    folder: Path,
    options: ReplayOptions,
    export_options: ExportOptions | None = None,
    analysis: Path | None = None,
    main: Callable[[Sequence[str]], int] = lambda _: DONE,
) -> int:
    """Show a record, or one that the player chooses from the folder; returns the exit status.

    `main` carries out the command that plays it on, if the player wants that.
    """
    export_options = export_options or ExportOptions()
    is_typed = sys.stdin.isatty() and sys.stdout.isatty()
    try:
        _check_options(options, export_options, file, is_typed)
        if file is None and not is_typed:
            list_all(folder)
            return DONE
        draws = is_typed and not export_options.paths and not options.lines and can_draw()
        path = _choose(folder, options, draws=draws) if file is None else Path(file)
        if path is None:
            return DONE
        opened = _opened(path, folder, export_options, analysis)
        if export_options.paths:
            _export(opened, path, export_options)
        elif not is_typed:
            _print_whole(opened)
        else:
            played_on = _show(opened, options, export_options.at, draws=draws)
            return DONE if played_on is None else main(played_on.command)
    except ExportError as error:
        print_error(str(error))
        return MISUSED
    except UnreadableError as error:
        print_error(str(error))
        return MISUSED if error.is_misuse else FAILED
    return DONE


def _check_options(options: ReplayOptions, export_options: ExportOptions, file: str | None, is_typed: bool) -> None:
    """Raises `UnreadableError` if an option is wrong, or does not go with another."""
    wrong = None
    if options.speed is not None and not 0 < options.speed <= MOST_SPEED:
        wrong = f"--speed takes steps a second, above 0 and up to {MOST_SPEED}"
    elif export_options.chat and export_options.html is None:
        wrong = _CHAT_NEEDS_A_PAGE
    elif export_options.paths:
        wrong = _NO_RECORD_NAMED if file is None else None
    elif export_options.force:
        wrong = _FORCE_NEEDS_A_FILE
    elif export_options.at is not None and not is_typed:
        wrong = _AT_NEEDS_A_TERMINAL
    if wrong is not None:
        raise UnreadableError(wrong, is_misuse=True)


def _opened(path: Path, folder: Path, export_options: ExportOptions, analysis: Path | None) -> OpenedRecord:
    """The record, with its analysis; `folder` has those of the player's own games.

    Raises `UnreadableError`, also if it has no play `at`.
    """
    own = results_by_record(folder.parent).get(path)
    opened = open_file(path, None if own is None else own.seat)
    if analysis is not None:
        opened = with_analysis(opened, analysis)
    plays = sum(isinstance(entry.event, TilePlayed) for entry in opened.record.entries)
    if export_options.at is not None and not 0 <= export_options.at <= plays:
        raise UnreadableError(f"--at takes the number of a play, 0 to {plays}", is_misuse=True)
    return opened


def _choose(folder: Path, options: ReplayOptions, *, draws: bool) -> Path | None:
    """The record that the player chooses; None if there is none, or the player leaves."""
    if not draws or next(saved_records(folder), None) is None:
        return choose(folder)
    from client.screen.records_window import choose_record  # noqa: PLC0415 - it imports prompt_toolkit

    return choose_record(folder, options.look)


def _show(opened: OpenedRecord, options: ReplayOptions, at: int | None, *, draws: bool) -> Continuation | None:
    if not draws:
        return LineReplay(opened, print_line, options.speed, at).run(standard_input())
    from client.screen.replay_screen import show  # noqa: PLC0415 - it imports prompt_toolkit

    return show(opened, options.look, options.speed, at)


def _export(opened: OpenedRecord, path: Path, export_options: ExportOptions) -> None:
    written = export(opened, path, export_options)
    if opened.doubt:
        print_error(opened.doubt)
    for line in written:
        print_line(line)


def _print_whole(opened: OpenedRecord) -> None:
    if opened.doubt:
        print_error(opened.doubt)
    for line in all_lines(opened):
        print(line)
    sys.stdout.flush()
