"""Boards of a league: what a game counts for."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "board.against": "{most} against {last}",
    "board.in_words": "fixture {fixture}, board {board}, {pairing}",
    "board.about": "Fixture {fixture}, board {board}, {pairing}, of the league {league}.",
    "board.same_deals": "The boards that are played at the same time have the same deals.",
    "board.no_change": "This is a board of the league, whose game was said when its fixture was opened.",
    "board.next_board": "Go to my next board",
}
