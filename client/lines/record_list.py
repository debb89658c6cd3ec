"""The saved records: listed, or numbered for the player to choose one.

Not here: the folder (`store.saved_records`), showing a record (`command`).
"""

import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from client.replay.games_words import listed_record
from client.store.file_games import results_by_record
from client.store.saved_games import Result
from client.store.saved_records import SavedRecord, saved_records
from client.terminal.printed_lines import print_line
from client.terminal.typed_lines import standard_input
from client.words.say import say
from client.words.wrapping import fitted

_FOR_THE_QUESTION: Final = 3
"""Lines below the list: the question, which may take two, and the answer."""


def list_all(folder: Path) -> None:
    """Print a line for each record."""
    none_yet, results = True, results_by_record(folder.parent)
    for saved in saved_records(folder):
        none_yet = False
        print(say("games.file_and_record", path=str(saved.path), record=listed_record(saved, results)))
    if none_yet:
        print(say("games.no_records", folder=str(folder)))
    sys.stdout.flush()


def choose(folder: Path) -> Path | None:
    """The record whose number the player types; None if there is none, or the player leaves."""
    pages, offered = _pages(saved_records(folder), results_by_record(folder.parent)), list[Path]()
    more = _list_page(pages, offered)
    if not offered:
        print_line(say("games.no_records", folder=str(folder)))
        return None
    while True:
        print_line(say("lines.record_number_or_more" if more else "lines.record_number"))
        try:
            answer = (standard_input().next() or "").strip()
        except EOFError:
            return None
        if answer in ("q", "quit"):
            return None
        if answer == "m" and more:
            more = _list_page(pages, offered)
        elif answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(offered):
            return offered[int(answer) - 1]
        else:
            print_line(say("lines.numbers_go_to", most=len(offered)))


class _Page(NamedTuple):
    """Records that are listed together, a line each; `is_last`: no more follow."""

    paths: tuple[Path, ...]
    lines: tuple[str, ...]
    is_last: bool


def _pages(waiting: Iterator[SavedRecord], results: Mapping[Path, Result]) -> Iterator[_Page]:
    """The numbered records, in pages that leave room for the question on the terminal."""
    height = shutil.get_terminal_size().lines - _FOR_THE_QUESTION
    paths, lines, taken = list[Path](), list[str](), 0
    for number, saved in enumerate(waiting, start=1):
        line = say("games.numbered_record", number=number, record=listed_record(saved, results))
        takes = len(fitted(line, sys.stdout).splitlines())
        if paths and taken + takes > height:
            yield _Page(tuple(paths), tuple(lines), is_last=False)
            paths, lines, taken = [], [], 0
        paths.append(saved.path)
        lines.append(line)
        taken += takes
    yield _Page(tuple(paths), tuple(lines), is_last=True)


def _list_page(pages: Iterator[_Page], offered: list[Path]) -> bool:
    """List the next page; returns whether more follow."""
    page = next(pages)
    for line in page.lines:
        print_line(line)
    offered += page.paths
    return not page.is_last
