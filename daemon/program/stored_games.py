"""The commands on stored games: list, export, verify.

Here: commands that only read; they work while a daemon is running, too. Not here: deleting (`forgetting`), continuing a
damaged game (`resuming`).
"""

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from daemon.journal.damaged_games import advice_by_game
from daemon.journal.interface import NEWER, GameInfo, GameMoved, GameOpened, NextGameOpened, wrong_with
from daemon.journal.listing import GameFacts, listed_games
from daemon.journal.reading import JournalReader
from daemon.journal.records import RECORDS, SUFFIX, read_file
from daemon.journal.sqlite_file import JOURNAL
from daemon.program.game_places import GamePlace, GamesInFolder
from daemon.program.output import print_error
from protocol.clean import brief, clean
from protocol.game.presets import PRESETS
from protocol.log.audit import audit, open_part
from protocol.log.deal_count import count_deals
from protocol.log.table import Stage, fold
from protocol.shared.exit_status import DONE, FAILED, MISUSED, FailedError, MisusedError
from protocol.wire.record import Header, RecordError, entries_back_in_time, lines_in, read_record, write_record
from protocol.wire.stored_history import fault_in_history


def list_games(place: GamePlace) -> None:
    """Print a line for each game, those that are found to be damaged last. Each line begins with the id.

    Not every row is checked: see `listing`. Raises `FailedError`.
    """
    with place.reading() as journal:
        for listed in listed_games(journal):
            if listed.is_used:
                print(game_line(listed))
        advice = advice_by_game(journal)
        for game, damage in sorted(journal.damage.items()):
            print(f"{clean(game)}  {state_of(damage)}  {clean(f'{damage}; {advice[game]}')}")
    if isinstance(place, GamesInFolder):
        print(_sizes(place.data), file=sys.stderr)


def state_of(damage: str) -> str:
    """The word for a game with which this is wrong."""
    return "newer" if damage == NEWER else "damaged"


def _sizes(data: Path) -> str:
    """A line that says how much space the games of a data folder take."""
    journal, records, size = 0, 0, 0
    for path in data.glob(f"{JOURNAL}*"):
        with suppress(OSError):  # a daemon that stops has just removed one
            journal += path.stat().st_size
    with suppress(OSError), os.scandir(data / RECORDS) as files:
        for file in files:
            if file.name.endswith(SUFFIX):
                records, size = records + 1, size + file.stat().st_size
    count = "1 record" if records == 1 else f"{records} records"
    return f"the journal takes {size_in_words(journal)}, and {count} {size_in_words(size)}"


def size_in_words(size: int) -> str:
    """A number of bytes, as in `3.4 MB`."""
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} KB"


def game_line(info: GameInfo | GameFacts) -> str:
    """One line about a game. It begins with the id."""
    names = ", ".join(who.name or "free" for who in info.seats)
    preset = PRESETS.get(info.preset)
    state = _state(info)
    scores = f" {'-'.join(map(str, info.scores))}" if info.scores else ""
    title = info.preset if preset is None else preset.title
    return f"{info.game}  {state}{scores}  {title}  {names}  {info.entries} entries  {info.at}"


def _state(info: GameInfo | GameFacts) -> str:
    if info.is_abandoned:
        return "abandoned"
    if info.is_over:
        return "finished"
    match info.left:
        case GameMoved():
            return f"went on at {info.left.place}"
        case NextGameOpened():
            return f"went on as {info.left.game}"
        case None:
            return "unfinished" if info.is_started else "not started"


def export_game(place: GamePlace, game: str, output: Path | None, *, force: bool = False) -> None:
    """Write a game's record to a file, or to standard output. Raises `FailedError`.

    An existing file is overwritten only with `force`, or if it is empty or an export of the same game. A pipe, or
    anything else that is not a regular file, is simply written to.
    """
    if output is not None:
        _check_output(output, game, force=force)
    with place.reading() as journal:
        stored, damage = journal.read_undamaged(game)
    opened = next((row for row in stored.private if isinstance(row, GameOpened)), None)
    if damage is not None and (opened is None or not stored.entries):
        raise FailedError(f"game {game} cannot be read: {damage}")
    if opened is None:
        raise MisusedError(f"there is no game {brief(game)}; `fivesd games` lists them")
    if damage is not None:
        print_error(f"this game {wrong_with(damage)}; the record ends before that")
    if fold(entry.event for entry in stored.entries).stage is not Stage.OVER:
        print_error("this game is not finished: its record shows hidden tiles, so do not give it to a player")
    record = write_record(Header(game, opened.table, opened.at), stored.entries)
    if output is None:
        sys.stdout.buffer.writelines(record)
    else:
        _write(output, record, is_new=not (force or output.exists()))


def _check_output(path: Path, game: str, *, force: bool) -> None:
    if path.is_dir():
        raise MisusedError(f"{path} is a folder; give a file name")
    if path.is_file() and not force and not _may_replace(path, game):
        raise MisusedError(f"{path} exists already; --force overwrites it")


def _may_replace(path: Path, game: str) -> bool:
    """Whether the file is empty or an export of this game, so that a new export may replace it."""
    try:
        with path.open("rb") as file:
            first = next(lines_in(file), b"")
        return not first or read_record([first]).header.game == game
    except (OSError, RecordError):
        return False


def _write(path: Path, record: Iterable[bytes], *, is_new: bool) -> None:
    try:
        with path.open("xb" if is_new else "wb") as file:
            file.writelines(record)
    except OSError as error:
        if is_new and not isinstance(error, FileExistsError):
            path.unlink(missing_ok=True)  # an incomplete record is useless
        raise FailedError(f"{path} was not written: {error.strerror or error}") from error


def verify_journal(place: GamePlace) -> int:
    """Print a line for each game that is damaged or breaks its rules, or one line if there are none.

    Returns the exit status. Raises `FailedError`.
    """
    with place.reading() as journal:
        games = journal.verify().keys() | journal.damage.keys()
        advice = advice_by_game(journal)
        faults = {game: _fault_in(journal, game, advice.get(game)) for game in sorted(games)}
    damaged = {game: fault for game, fault in faults.items() if fault is not None}
    for game, fault in damaged.items():
        print(clean(f"{game}: {fault}"))
    if not damaged:
        count = "1 game" if len(games) == 1 else f"{len(games)} games"
        print(f"{count} checked: no damage, and every entry follows the rules")
    return FAILED if damaged else DONE


def _fault_in(journal: JournalReader, game: str, advice: str | None) -> str | None:
    stored, damage = journal.read_undamaged(game)
    if damage is not None:
        return damage if advice is None else f"{damage}; {advice}"
    fault = audit(stored.entries) or fault_in_history(stored.entries)
    return None if fault is None else str(fault)


def verify_records(paths: Sequence[Path], data: Path) -> int:
    """Print for each record whether it follows its rules, as far as its tiles are open. Returns the exit status.

    A name that is not a file is looked up among the records of the data folder.
    """
    return max(_verify(_path_of(path, data / RECORDS)) for path in paths)


def _path_of(path: Path, records: Path) -> Path:
    """The file itself, or the record of this name if there is no such file."""
    kept = records / path
    return kept if kept.exists() and not path.exists() else path


def _verify(path: Path) -> int:
    try:
        record = read_file(path)
    except OSError as error:
        print_error(f"{path}: {error.strerror or error}")
        return MISUSED
    except RecordError as error:
        print(f"{path}: {error}")
        return FAILED
    checked = open_part(record.entries)
    fault = audit(checked, goes_on=len(checked) < len(record.entries)) or fault_in_history(record.entries)
    if fault is not None:
        print(f"{path}: {fault}")
        return FAILED
    line = f"{path}: all {len(record.entries)} entries follow the rules"
    if len(checked) < len(record.entries):
        line = f"{path}: {len(checked)} of {len(record.entries)} entries follow the rules; after that, tiles are hidden"
    if fold(entry.event for entry in record.entries).stage is not Stage.OVER:
        line += "; the game is not finished"
    deals = str(count_deals(record.entries))
    line += f"; {deals}" if deals else ""
    back = entries_back_in_time(record)
    if back:
        others = "" if len(back) == 1 else f", and {len(back) - 1} more"
        line += f"; its times go back: entry {back[0]} is earlier than the line before it{others}"
    print(line)
    return DONE
