"""Players, sides and games."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "name.you": "you",
    "name.you_first": "You",
    "name.seat": "seat {number}",
    "name.seat_first": "Seat {number}",
    "partners": "Partners: {sides}.",
    # What a game is played to; a part of `game.to`.
    "target.at_least": "to {target}",
    "target.exact": "to exactly {target}",
    "target.end_of_round": "to {target} at the end of a round",
    "target.not_counted": "{target}, not counted",
    "game.to": "{title} {target}",
    "game.with": "{title} with {players}",
    "name.next_player": "the next player",
    "name.next_player_first": "The next player",
}
