"""Sentences about a board of a league: what a game counts for.

Not here: the league itself (`league_words`).
"""

from client.words.english import listed
from client.words.name_words import shown
from client.words.say import say
from protocol.log.events import Board


def pairing(board: Board) -> str:
    """Who meets whom: `Ann against Dan`, or `Ann and Ben against Dan and Eva`."""
    sides = len(board.teams)
    pairs = [listed(map(shown, names)) for side in range(sides) if (names := board.players[side::sides])]
    first, *others = pairs or [""]
    for other in others:
        first = say("board.against", most=first, last=other)
    return first


def board_in_words(board: Board) -> str:
    """`fixture 3, board 4, Ann against Dan`."""
    return say("board.in_words", fixture=board.fixture, board=board.number, pairing=pairing(board))


def about_board(board: Board | None) -> tuple[str, ...]:
    """What the game counts for, and how it is dealt, a sentence each; empty if it counts for no league."""
    if board is None:
        return ()
    deals = (say("board.same_deals"),) if board.duplicate else ()
    where, league = pairing(board), shown(board.league)
    return say("board.about", fixture=board.fixture, board=board.number, pairing=where, league=league), *deals
