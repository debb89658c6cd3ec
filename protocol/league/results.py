"""Outcomes: what came of the games at a league's boards, as the log has it.

Here: `Result`, a finished game that counts, and `EndedBoard`, a match that the host has ended, which does not; making
them from a record. Not here: what follows from them (`season`).
"""

from collections.abc import Iterable, Sequence

from attrs import evolve

from protocol.frozen import frozen
from protocol.log.events import Board, Entry, MatchAbandoned, MatchWon, TableOpened
from protocol.log.participation import seats_left_to_bots


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


@frozen
class EndedBoard:
    """A match at a board that the host has ended. It counts for nothing, and everybody can see that there was one.

    `at`: when it was ended; `scores`: by side, at that moment.
    """

    game: str
    at: str
    board: Board
    scores: tuple[int, ...]


def outcome_in(game: str, at: str, entries: Sequence[Entry]) -> Result | EndedBoard | None:
    """What came of a recorded game, from its opening and its end at least; None if it is at no board or not over."""
    opening = entries[0].event
    if not isinstance(opening, TableOpened) or opening.board is None:
        return None
    for entry in entries:
        if isinstance(entry.event, MatchWon):
            return Result(game, at, opening.board, entry.event.scores, entry.event.sides)
    return ended_in(game, opening.board, entries)


def ended_in(game: str, board: Board, entries: Iterable[Entry]) -> EndedBoard | None:
    """The match at this board as it was ended in these entries, or None if it was not."""
    for entry in entries:
        if isinstance(entry.event, MatchAbandoned):
            return EndedBoard(game, entry.at, board, entry.event.scores)
    return None


def with_players(result: Result, entries: Iterable[Entry]) -> Result:
    """The result, with who left the game to bots; `entries`: all of the game."""
    left = seats_left_to_bots(entry.event for entry in entries)
    return evolve(result, left_to_bots=tuple(sorted(left)))
