"""Who has won what this evening, who watches, and the title of the window."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "evening": "Tonight: {players}.",
    # Who watches. `who` are their names, a number of others and of screens.
    "watch.others": ("{n} other", "{n} others"),
    "watch.people": ("Nobody", "1 person", "{n} people"),
    "watch.screens": ("no screens", "{n} screen", "{n} screens"),
    "watch": {"one": "{Who} watches.", "many": "{Who} watch."},
    "watch.now": {"one": "{Who} watches now.", "many": "{Who} watch now."},
    "watch.no_more": {"one": "{Who} watches no more.", "many": "{Who} watch no more."},
    # The title of the window.
    "title.share": {"many": "{Who} share the win"},
    "title.win": {"you": "You win", "one": "{Who} wins", "many": "{Who} win"},
    "title.your_turn": "your turn",
    "title.of_game": "{what} - {game}",
    "title.at_table": "{game} - {table}",
    "title.notification": "Your turn: {game}",
}
