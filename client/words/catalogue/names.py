"""Players, sides and games."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row
from protocol.game.presets import PRESETS

MESSAGES: Final[Mapping[str, Row]] = {
    # Between two words or pieces of a line that are put together: the sum, and what it scores.
    "colon": ": ",
    "name.you": "you",
    "name.you_first": "You",
    "name.seat": "seat {number}",
    "name.seat_first": "Seat {number}",
    # What a game is like, on the start screen.
    "game.about.fives-and-threes": (
        "Four players, six tiles each, double-six leads; fives and threes score; exactly 61 wins."
    ),
    "game.about.playroom": (
        "Two to twelve players, sets up to double-twelve; highest double leads; a point for going out."
    ),
    "game.about.cinq-et-trois": (
        "Two players, seven tiles each, any tile leads; a point for going out; exactly 61 wins."
    ),
    "game.about.all-fives": (
        "Two to four players, a spinner with four arms and a boneyard; multiples of five score themselves."
    ),
    "game.about.all-threes": "Two to four players and a boneyard, no spinner; multiples of three score themselves.",
    "game.about.pub": (
        "Nine tiles for two, six for four as partners; any tile leads, and no lead wins; exactly 61 wins."
    ),
    # Whose rules a game has, if those have no name: `Pub Fives and Threes, after the rule sheets of English leagues.`
    "game.source.pub": PRESETS["pub"].source,
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
