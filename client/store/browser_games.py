"""Finished games in a browser, which stores their results, as it stores saved seats, and no records.

Here: the JSON that the browser stores. Not here: what a result is (`saved_games`), when a game is saved (`autosave`).
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve, field, fields

from client.store.saved_games import FinishedGame, Result
from protocol.frozen import define
from protocol.log.events import Entry
from protocol.wire.converter import FROM_FILE, MalformedError, read
from protocol.wire.limits import LONGEST_TEXT

MOST_GAMES: Final = 100
MOST_BYTES: Final = 16 * 1024
"""Bytes of all results as JSON. The browser sends them in its first message, which has a limit (`http`)."""
_NAMES: Final = tuple(part.name for part in fields(Result) if part.name not in ("host", "continues"))

_FEWEST: Final = len(_NAMES) - 3
"""Values of a game that repeats no deals, that no bot played for the player, and that nobody joined."""


@define
class BrowserGames:
    """The `FinishedGames` of one browser at the daemon of this `address`. `rows`: the JSON values for it to store.

    It stores no address, nor what the game was elsewhere: it stores its values for each page separately.
    """

    address: str
    rows: list[object] = field(factory=list)
    _results: tuple[Result, ...] = ()

    @classmethod
    def read(cls, address: str, rows: Any) -> "BrowserGames":
        """The results that a browser has sent; everything else in its list is ignored."""
        games = cls(address)
        sent = rows[:MOST_GAMES] if isinstance(rows, list) else []
        games._take([result for row in sent if (result := _result(address, row)) is not None])
        return games

    def save(self, result: Result, _: Sequence[Entry]) -> list[str]:
        """As `FinishedGames.save`. The oldest results make room for new ones, and records are not saved."""
        if all(saved.game != result.game for saved in self._results):
            self._take([evolve(result, host=self.address), *self._results])
        return []

    def save_record(self, _result: Result, _entries: Sequence[Entry]) -> list[str]:
        """As `FinishedGames.save_record`. The host sends the record again, which the page can save as a file."""
        return []

    def all(self) -> list[FinishedGame]:
        """As `FinishedGames.all`."""
        return [FinishedGame(result) for result in self._results]

    def _take(self, results: Sequence[Result]) -> None:
        """Keep the newest of these that the browser has room for."""
        rows, room = list[object](), MOST_BYTES
        for result in results[:MOST_GAMES]:
            row = _row(result)
            room -= len(json.dumps(row, ensure_ascii=False).encode())
            if room < 0:
                break
            rows.append(row)
        self.rows, self._results = rows, tuple(results[: len(rows)])


def _row(result: Result) -> list[object]:
    values = FROM_FILE.unstructure(result)
    values = {"repeats": "", "left_to_bots": False, "newcomers": [], **values}
    row = [values.get(name, "") for name in _NAMES]
    while len(row) > _FEWEST and not row[-1]:
        row.pop()
    return row


def _result(address: str, row: object) -> Result | None:
    """The result in these JSON values, or None if they are not one."""
    if not isinstance(row, list) or not _FEWEST <= len(row) <= len(_NAMES):
        return None  # the last values are left out where they are as in most games
    try:
        result: Result = read(FROM_FILE, Result, {"host": address, **dict(zip(_NAMES, row, strict=False))})
    except MalformedError:
        return None
    texts = (
        result.at,
        result.table,
        result.game,
        result.repeats,
        result.preset,
        *result.players,
        *filter(None, result.bots),
    )
    return result if all(len(text) <= LONGEST_TEXT for text in texts) else None
