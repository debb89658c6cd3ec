"""`fivesd forget`: delete games for good, after asking.

Not here: the games that the daemon deletes by itself (`daemon.house`), deleting from the journal (`daemon.journal`).
"""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import trio

from daemon.journal.interface import StoreError
from daemon.journal.records import RECORDS, record_path
from daemon.program.folder_lock import InUseError
from daemon.program.game_places import GamePlace
from daemon.program.stored_games import game_line, state_of
from protocol.clean import brief, clean
from protocol.shared.exit_status import FailedError, MisusedError
from protocol.shared.streams import typed_answer


def forget_game(place: GamePlace, game: str, *, asks: bool) -> None:
    """Delete a game and its record. Raises `FailedError`, or `MisusedError` for an unknown game."""
    with place.reading() as journal:
        if game not in journal.game_ids():
            raise MisusedError(f"there is no game {brief(game)}; `fivesd games` lists them")
        _, damage = journal.read_undamaged(game)
        infos = journal.games([game]) if damage is None else []
    line = game_line(infos[0]) if infos else f"{clean(game)}  {state_of(damage or '')}"
    _forget(place, {game: line}, asks=asks)


def forget_older(place: GamePlace, days: int, *, asks: bool) -> None:
    """Delete the games that were last played more than `days` days ago. Raises `FailedError` or `MisusedError`."""
    limit = f"{datetime.now(UTC) - timedelta(days=days):%Y-%m-%dT%H:%M:%S}"
    with place.reading() as journal:
        lines = {info.game: game_line(info) for info in journal.games() if info.last_at < limit}
    if not lines:
        print(f"no game was last played more than {days} days ago")
        return
    _forget(place, lines, asks=asks)


def _forget(place: GamePlace, lines: dict[str, str], *, asks: bool) -> None:
    what = "this game and its record" if len(lines) == 1 else f"these {len(lines)} games and their records"
    if asks:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise MisusedError(f"cannot ask without a terminal; --yes deletes {what} for good")
        print(*lines.values(), sep="\n")
        answer = typed_answer(f"Delete {what} for good? [y/N]") or "no"
        if answer.casefold() not in ("y", "yes"):
            print("nothing deleted")
            return
    try:
        with place.alone():
            trio.run(_delete, place, list(lines))
    except (InUseError, StoreError) as error:
        raise FailedError(str(error)) from error
    except OSError as error:
        raise FailedError(f"{error.filename}: {error.strerror or error}") from error
    print("deleted 1 game" if len(lines) == 1 else f"deleted {len(lines)} games")


async def _delete(place: GamePlace, games: Sequence[str]) -> None:
    async with place.changing(games) as journal:
        await journal.forget(games)
    for game in games:  # last: if this fails, a record without its game can still be read
        record_path(place.data / RECORDS, game).unlink(missing_ok=True)
