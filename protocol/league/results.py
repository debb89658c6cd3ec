"""Results: the finished games that count for a league, as the log has them.

Here: `Result`, and making one from a table or a record. Not here: what follows from results (`season`).
"""

from collections.abc import Iterable

from attrs import evolve

from protocol.frozen import frozen
from protocol.log.events import Board, Entry
from protocol.log.participation import seats_left_to_bots
from protocol.log.table import Stage, Table, fold


@frozen
class Result:
    """A finished game that counts for a league. `at`: when it began; `scores` and `won_by`: by side, as in the log.

    `left_to_bots`: the seats of people for whom bots laid every tile. The board counts for their teams, and the game in
    no record or rating of theirs.
    """

    game: str
    at: str
    board: Board
    scores: tuple[int, ...]
    won_by: tuple[int, ...]
    left_to_bots: tuple[int, ...] = ()


def result_of(game: str, at: str, table: Table) -> Result | None:
    """The result of a game; None if it counts for no league, is not over, or was abandoned."""
    if table.board is None or table.stage is not Stage.OVER or not table.won_by:
        return None
    return Result(game, at, table.board, table.scores, table.won_by)


def result_in(game: str, at: str, entries: Iterable[Entry]) -> Result | None:
    """The result of a recorded game, from its opening and its end at least; None as in `result_of`."""
    return result_of(game, at, fold(entry.event for entry in entries))


def with_players(result: Result, entries: Iterable[Entry]) -> Result:
    """The result, with who left the game to bots; `entries`: all of the game."""
    left = seats_left_to_bots(entry.event for entry in entries)
    return evolve(result, left_to_bots=tuple(sorted(left)))
