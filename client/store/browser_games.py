"""The results of the matches that were finished in one browser. The browser stores them, as it stores saved seats.

Here: adding a result, and the JSON that the browser stores. Not here: when a match is saved (`store.autosave`), the
window that lists them (`sheets_part`).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, evolve, field, fields

from client.store.results import Result
from client.store.saved_games import FinishedGames
from protocol.log.events import Entry
from protocol.wire.converter import FROM_FILE, MalformedError, read
from protocol.wire.limits import LONGEST_TEXT

MOST_GAMES: Final = 100
MOST_BYTES: Final = 16 * 1024
"""Bytes of all results as JSON. The browser sends them in its first message, which has a limit (`http`)."""
_NAMES: Final = tuple(each.name for each in fields(Result) if each.name != "host")


@define
class BrowserGames(FinishedGames):
    """The finished games of one browser at the daemon of this `address`. `rows`: each of `results` as JSON values.

    Both are newest first. The browser stores no address: it stores its values for each page separately.
    """

    folder: Path = Path()
    address: str = ""
    results: tuple[Result, ...] = ()
    rows: list[object] = field(factory=list)

    @classmethod
    def read(cls, address: str, rows: Any) -> "BrowserGames":
        """The results that a browser has sent; everything else in its list is ignored."""
        games = cls(address=address)
        sent = rows[:MOST_GAMES] if isinstance(rows, list) else []
        games._take([found for row in sent if (found := _result(address, row)) is not None])
        return games

    def save(self, result: Result, _: Sequence[Entry]) -> list[str]:
        """Add a result, unless there is one of this game. The oldest ones make room for it."""
        if all(each.game != result.game for each in self.results):
            self._take([evolve(result, host=self.address), *self.results])
        return []

    def _take(self, results: Sequence[Result]) -> None:
        """Keep the newest of these that the browser has room for."""
        rows, room = list[object](), MOST_BYTES
        for each in results[:MOST_GAMES]:
            row = _row(each)
            room -= len(json.dumps(row, ensure_ascii=False).encode())
            if room < 0:
                break
            rows.append(row)
        self.rows, self.results = rows, tuple(results[: len(rows)])


def _row(result: Result) -> list[object]:
    values = FROM_FILE.unstructure(result)
    return [values[name] for name in _NAMES]


def _result(address: str, row: object) -> Result | None:
    """The result in these JSON values, or None if they are not one."""
    if not isinstance(row, list) or len(row) != len(_NAMES):
        return None
    try:
        found: Result = read(FROM_FILE, Result, {"host": address, **dict(zip(_NAMES, row, strict=True))})
    except MalformedError:
        return None
    texts = (found.at, found.table, found.game, found.preset, *found.players, *filter(None, found.bots))
    return found if all(len(each) <= LONGEST_TEXT for each in texts) else None
