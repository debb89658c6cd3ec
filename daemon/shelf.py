"""What can be done with games that are kept: list, export, verify.

Lives here: the commands that only read, also beside a running daemon. Not here: hosting (`hosting`).
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from daemon.journal import GameInfo, GameOpened, StoreError
from daemon.records import read_file, write_durably
from daemon.serve import JOURNAL
from daemon.sqlite_file import connect
from daemon.sqlite_reading import SqliteReader
from protocol.audit import audit
from protocol.codec import encode_entry
from protocol.presets import PRESETS
from protocol.record import Header, RecordError, write_record
from protocol.table import Stage, fold

DONE, FAILED, MISUSED = 0, 1, 2


def _tell(text: str) -> None:
    print(f"fivesd: {text}", file=sys.stderr)


@contextmanager
def _open(data: Path) -> Iterator[SqliteReader | None]:
    """The journal of a data folder, to read; None, and a line that says so, where there is none."""
    path = data / JOURNAL
    if not path.is_file():
        _tell(f"there are no games in {data}; name the daemon's folder with --data")
        yield None
        return
    with closing(connect(path, read_only=True)) as database:
        yield SqliteReader(path, database)


def list_games(data: Path) -> int:
    """Print a line a game, its id first."""
    try:
        with _open(data) as journal:
            if journal is None:
                return MISUSED
            for info in journal.games():
                if info.is_anybodys:
                    print(_line(info))
    except StoreError as error:
        _tell(str(error))
        return FAILED
    return DONE


def _line(info: GameInfo) -> str:
    names = ", ".join(who.name or "free" for who in info.seats)
    preset = PRESETS.get(info.preset)
    state = _state(info)
    scores = f" {'-'.join(map(str, info.scores))}" if info.scores else ""
    title = info.preset if preset is None else preset.title
    return f"{info.game}  {state}{scores}  {title}  {names}  {info.entries} entries  {info.at}"


def _state(info: GameInfo) -> str:
    if info.is_abandoned:
        return "abandoned"
    if info.is_over:
        return "finished"
    return "unfinished" if info.is_started else "not started"


def export_game(data: Path, game: str, output: Path | None) -> int:
    """Write a game's record to a file or to standard output."""
    try:
        with _open(data) as journal:
            if journal is None:
                return MISUSED
            stored = journal.read(game)
    except StoreError as error:
        _tell(str(error))
        return FAILED
    opened = next((each for each in stored.private if isinstance(each, GameOpened)), None)
    if opened is None:
        _tell(f"there is no game {game!r}; `fivesd games` lists them")
        return MISUSED
    if fold(entry.event for entry in stored.entries).stage is not Stage.OVER:
        _tell("this game is not finished: the record shows hidden tiles and is for the host's eyes only")
    header = Header(game, opened.table, opened.at)
    if output is None:
        for line in write_record(header, stored.entries):
            sys.stdout.buffer.write(line)
        sys.stdout.flush()
        return DONE
    try:
        write_durably(output, header, map(encode_entry, stored.entries))
    except OSError as error:
        _tell(f"{output} was not written: {error.strerror or error}")
        return FAILED
    return DONE


def verify_records(paths: Sequence[Path]) -> int:
    """Print a line a record: that it was played by its rules, or the first entry that was not."""
    statuses = [_verify(path) for path in paths]
    return max(statuses)


def _verify(path: Path) -> int:
    try:
        record = read_file(path)
    except OSError as error:
        _tell(f"{path}: {error.strerror or error}")
        return MISUSED
    except RecordError as error:
        print(f"{path}: {error}")
        return FAILED
    fault = audit(record.entries)
    if fault is not None:
        print(f"{path}: {fault}")
        return FAILED
    finished = fold(entry.event for entry in record.entries).stage is Stage.OVER
    print(f"{path}: {len(record.entries)} entries, all by the rules{'' if finished else '; the game is not finished'}")
    return DONE
