"""Sentences about a board of a league: what a game counts for.

Not here: the league itself (`league_words`).
"""

from typing import Final

from client.words.english import capital, listed
from client.words.name_words import shown
from protocol.log.events import Board

NO_CHANGE: Final = "This is a board of the league, whose game was said when its fixture was opened."
NEXT_BOARD: Final = "Go to my next board"


def pairing(board: Board) -> str:
    """Who meets whom: `Ann against Dan`, or `Ann and Ben against Dan and Eva`."""
    sides = len(board.teams)
    players = (board.players[side::sides] for side in range(sides))
    return " against ".join(listed(map(shown, names)) for names in players if names)


def board_in_words(board: Board) -> str:
    """`fixture 3, board 4, Ann against Dan`."""
    return f"fixture {board.fixture}, board {board.number}, {pairing(board)}"


def about_board(board: Board | None) -> tuple[str, ...]:
    """What the game counts for, and how it is dealt, a sentence each; empty if it counts for no league."""
    if board is None:
        return ()
    deals = ("The boards that are played at the same time have the same deals.",) if board.duplicate else ()
    return f"{capital(board_in_words(board))}, of the league {shown(board.league)}.", *deals
