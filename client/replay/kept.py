"""The records that are kept: listed, or offered to choose one by its number.

Not here: where they are kept and read from (`client.records`), what is shown of the one chosen (`replay.command`).
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from client.records import KeptRecord, kept_records
from client.telling import say
from client.words import records as words
from client.words.names import game_title
from client.words.replay import moment, outcome, players

AT_ONCE: Final = 9
"""Records that are listed before more are asked for: at two lines each, none is out of sight on 24 lines."""


def list_all(folder: Path) -> None:
    """Print a line for each."""
    none_yet = True
    for kept in kept_records(folder):
        none_yet = False
        print(f"{kept.path}: {told(kept)}")
    if none_yet:
        print(words.none_kept(folder))
    sys.stdout.flush()


def told(kept: KeptRecord) -> str:
    """`2026-01-02 03:04, All Fives, Ann, Ben (bot): Ann won 250 to 180`; what is wrong with a damaged one."""
    if kept.record is None or kept.table is None:
        return words.damaged_one(kept.fault or "")
    when, game = moment(kept.record.header.at), game_title(kept.table.preset)
    if not kept.record.entries:
        return f"{when}, {words.EMPTY}"
    return f"{when}, {game}, {players(kept.table)}: {outcome(kept.table)}"


def choose(folder: Path) -> Path | None:
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
