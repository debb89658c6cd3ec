"""The results of finished games: one line each, which remains when the record of the game is deleted.

Here: the file of results, written and read. Not here: the games themselves (`saved_records`). A line contains what the
host sent, except the time and the address, which are this client's own. Damaged lines are skipped.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from attrs import asdict

from client.store.disk_limits import Usage, surplus
from client.store.files import write_whole
from protocol.clean import clean
from protocol.frozen import frozen
from protocol.log.table import Table
from protocol.wire.codec import MalformedError, dump, load
from protocol.wire.converter import FROM_FILE, read

MOST_RESULTS: Final = 5000
ROOM_AT_ONCE: Final = 100
"""Lines deleted together, so that a full file is not rewritten for every game."""
LONGEST_LINE: Final = 8192
"""Bytes, with the line ending: more than any result has."""


@frozen
class Result:
    """How a game ended. `at`: when it was saved, in UTC; `host`: the address the client dialed; `preset`: the game.

    `players` and `bots` are in seat order: the names, and the bots' levels (None for a person). `seat`: the player's
    own, None for a spectator. `scores` are by side, and `won_by` has the winning sides, none if nobody won; with
    `partners` a side is two seats. `rounds`: how many were dealt, None in lines of older releases.
    """

    at: str
    host: str
    table: str
    game: str
    preset: str
    players: tuple[str, ...]
    bots: tuple[str | None, ...]
    seat: int | None
    partners: bool
    scores: tuple[int, ...]
    won_by: tuple[int, ...]
    rounds: int | None = None


def result_of(host: str, table_name: str, game: str, seat: int | None, table: Table) -> Result:
    """The result of the game that has just ended at this table."""
    return Result(
        at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        host=host,
        table=clean(table_name),
        game=game,
        preset=table.preset,
        players=tuple(clean(each.name or "") for each in table.seats),
        bots=tuple(each.bot for each in table.seats),
        seat=seat,
        partners=table.rules.partners,
        scores=table.scores,
        won_by=table.won_by,
        rounds=0 if table.round is None else table.round.number,
    )


def save_result(path: Path, result: Result) -> None:
    """Add a result to the file, unless it has one of this game at this host. Raises `OSError`."""
    saved = list(_lines(path))
    if any((each.host, each.game) == (result.host, result.game) for each, _ in saved):
        return
    line = dump(asdict(result))
    path.parent.mkdir(parents=True, exist_ok=True)
    if len(saved) < MOST_RESULTS:
        _append(path, line)
        return
    deleted = set(surplus([Usage(each.host) for each, _ in saved], MOST_RESULTS - ROOM_AT_ONCE))
    write_whole(path, b"".join(each for at, (_, each) in enumerate(saved) if at not in deleted) + line)


def _append(path: Path, line: bytes) -> None:
    path.touch(mode=0o600)  # only its owner may read it, as with all files of the client
    with path.open("ab+") as file:
        file.seek(max(0, file.tell() - 1))
        is_cut_off = file.read() not in (b"", b"\n")  # a crash in the middle of a line
        file.write(b"\n" + line if is_cut_off else line)


def read_results(path: Path) -> list[Result]:
    """The saved results, oldest first; empty if there is no file. Raises `OSError`."""
    return [each for each, _ in _lines(path)]


def _lines(path: Path) -> Iterator[tuple[Result, bytes]]:
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE):
                result = _decoded(line)
                if result is not None:
                    yield result, line
    except FileNotFoundError:
        return


def _decoded(line: bytes) -> Result | None:
    """The result in a line, or None if it is damaged."""
    try:
        result: Result = read(FROM_FILE, Result, load(line))
    except MalformedError:
        return None
    return result
