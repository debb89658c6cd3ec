"""`fives replay`: a record on the screen, in lines or down a pipe; without one, the records that are kept.

Lives here: which front end is meant, and the list to choose from. Not here: what is shown (`replay.lines`,
`replay.screen`).
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from client.cli import DONE, FAILED, MISUSED, tell
from client.lines.saying import say
from client.lines.typed import TypedLines
from client.look import Look, is_terminal
from client.records import KeptRecord, kept_records
from client.replay.export import ExportError, Wanted, export
from client.replay.file import Shown, UnreadableError, open_file, with_analysis
from client.replay.lines import LineReplay, whole
from client.words import records as words
from client.words import replay as replay_words
from client.words.replay import moment, outcome, players
from client.words.table import game_title

AT_ONCE: Final = 20
"""Records that are listed before more are asked for."""
MOST_SPEED: Final = 1000


def replay_command(
    file: str | None,
    folder: Path,
    *,
    lines: bool,
    speed: float | None = None,
    look: Look | None = None,
    wanted: Wanted | None = None,
    analysis: Path | None = None,
) -> int:
    """Show a record, or one that is chosen from the folder, with its analysis if there is one; the exit status."""
    if speed is not None and not 0 < speed <= MOST_SPEED:
        tell(words.bad_speed(MOST_SPEED))
        return MISUSED
    wanted = wanted or Wanted()
    is_typed = sys.stdin.isatty() and sys.stdout.isatty()
    misuse = _misuse(wanted, file, is_typed)
    if misuse is not None:
        tell(misuse)
        return MISUSED
    if file is None and not is_typed:
        return _list_all(folder)
    path = _choose(folder) if file is None else Path(file)
    if path is None:
        return DONE
    try:
        found = open_file(path)
        if analysis is not None:
            found = with_analysis(found, analysis)
    except UnreadableError as error:
        tell(str(error))
        return MISUSED if error.is_misuse else FAILED
    head = len(found.record.entries)
    if wanted.at is not None and not 1 <= wanted.at <= head:
        tell(replay_words.no_such_entry(head))
        return MISUSED
    if wanted.paths:
        return _export(found, path, wanted)
    if not is_typed:
        _print_whole(found)
    elif lines or not is_terminal():
        LineReplay(found, say, speed, wanted.at).run(TypedLines())
    else:
        from client.replay.screen import show

        show(found, look, speed, wanted.at)
    return DONE


def _misuse(wanted: Wanted, file: str | None, is_typed: bool) -> str | None:
    """What is wrong with options that do not go together."""
    if wanted.paths:
        return replay_words.NO_RECORD_NAMED if file is None else None
    if wanted.force:
        return replay_words.FORCE_NEEDS_A_FILE
    return replay_words.AT_NEEDS_A_TERMINAL if wanted.at is not None and not is_typed else None


def _export(found: Shown, path: Path, wanted: Wanted) -> int:
    try:
        told = export(found, path, wanted)
    except ExportError as error:
        tell(str(error))
        return MISUSED
    if found.doubt:
        tell(found.doubt)
    for line in told:
        say(line)
    return DONE


def _print_whole(found: Shown) -> None:
    if found.doubt:
        tell(found.doubt)
    for line in whole(found):
        print(line)
    sys.stdout.flush()


# The list of what is kept.


def _list_all(folder: Path) -> int:
    none_yet = True
    for kept in kept_records(folder):
        none_yet = False
        print(f"{kept.path}: {told(kept)}")
    if none_yet:
        print(words.none_kept(folder))
    sys.stdout.flush()
    return DONE


def told(kept: KeptRecord) -> str:
    """`2026-01-02 03:04, All Fives, Ann, Ben (bot): Ann won 250 to 180`; what is wrong with a damaged one."""
    if kept.record is None or kept.table is None:
        return words.damaged_one(kept.fault or "")
    when, game = moment(kept.record.header.at), game_title(kept.table.preset)
    return f"{when}, {game}, {players(kept.table)}: {outcome(kept.table)}"


def _choose(folder: Path) -> Path | None:
    """The record that is chosen by its number; None where there is none, or somebody leaves."""
    waiting, offered = kept_records(folder), list[Path]()
    more = _offer(waiting, offered)
    if not offered:
        say(words.none_kept(folder))
        return None
    while True:
        say(words.choose(more=more))
        typed = sys.stdin.readline()
        answer = typed.strip()
        if answer in ("q", "quit") or not typed:
            return None
        if answer == "m" and more:
            more = _offer(waiting, offered)
        elif answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(offered):
            return offered[int(answer) - 1]
        else:
            say(words.no_such_number(len(offered)))


def _offer(waiting: Iterator[KeptRecord], offered: list[Path]) -> bool:
    """List the next few, numbered on; whether there may be more."""
    page = list(islice(waiting, AT_ONCE))
    for kept in page:
        offered.append(kept.path)
        say(f"{len(offered)}: {told(kept)}")
    return len(page) == AT_ONCE
