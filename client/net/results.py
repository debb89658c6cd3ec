"""The results of finished games: a line each, which stays when the record of the game is deleted.

Lives here: the file of results, written and read. Not here: the games themselves (`records`). What is in a line is as
the host told it, but for the time and the address: these are this client's own. A line that is damaged is passed over.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from attrs import asdict, frozen

from client.net.keeping import write_whole
from client.net.room import Kept, too_many
from protocol.clean import clean
from protocol.log.table import Table
from protocol.wire.codec import MalformedError, dump, load
from protocol.wire.converter import FROM_FILE, read

MOST_RESULTS: Final = 5000
ROOM_AT_ONCE: Final = 100
"""Lines that are given up together, so that a full file is not written anew for every game."""
LONGEST_LINE: Final = 8192
"""Bytes of a line, its end included: more than any has."""


@frozen
class Result:
    """How a game ended. `at`: when it was kept, in UTC; `host`: the address that was dialed; `preset`: the game.

    `players` are the names in seat order, and `bots` their levels, None for a person; `seat` is one's own, None for a
    spectator. `scores` and `won_by`, which is empty where nobody won, go by side; with `partners` a side is two seats.
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


def result_of(host: str, table_name: str, game: str, seat: int | None, table: Table) -> Result:
    """The result of the game that has ended at this table, just now."""
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
    )


def keep_result(path: Path, result: Result) -> None:
    """Add a result to the file, unless it is there: of the same game at the same host. Raises `OSError`."""
    kept = list(_lines(path))
    if any((each.host, each.game) == (result.host, result.game) for each, _ in kept):
        return
    line = dump(asdict(result))
    path.parent.mkdir(parents=True, exist_ok=True)
    if len(kept) < MOST_RESULTS:
        _append(path, line)
        return
    gone = set(too_many([Kept(each.host) for each, _ in kept], MOST_RESULTS - ROOM_AT_ONCE))
    write_whole(path, b"".join(each for at, (_, each) in enumerate(kept) if at not in gone) + line)


def _append(path: Path, line: bytes) -> None:
    path.touch(mode=0o600)  # like all that is kept here, for its owner alone
    with path.open("ab+") as file:
        file.seek(max(0, file.tell() - 1))
        is_cut_off = file.read() not in (b"", b"\n")  # by a crash, in the middle of a line
        file.write(b"\n" + line if is_cut_off else line)


def read_results(path: Path) -> list[Result]:
    """The results that are kept, oldest first; none where there is no file. Raises `OSError`."""
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
    """The result in a line, or None where it is damaged."""
    try:
        result: Result = read(FROM_FILE, Result, load(line))
    except MalformedError:
        return None
    return result
