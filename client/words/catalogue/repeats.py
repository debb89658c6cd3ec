"""Matches whose deals are known: played on from a step, or with the same deals again."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "repeat.counts_nowhere": "It counts in no statistics.",
    "repeat.same_deals": "The deals of the last match are dealt again. Everybody knows them, so they are not mixed.",
    "repeat.not_mixed": "The players may know the deals of this match, so the host alone deals them.",
    "repeat.play_on_from": "Bots play for all others, from the same tiles; the tiles of later rounds are new.",
    "repeat.then": "Then, with these deals: {scores}.",
    "repeat.c_compares": "C compares the rounds.",
    "repeat.nobody_plays_on": "Nobody has a turn after this: the match ends here. Go back to a move, and try again.",
    "repeat.not_whole": "The record does not show all tiles from here on, or breaks the rules, so nobody can play on.",
    "repeat.played_on": {
        "you": "You play on from here, and bots play for all others.",
        "one": "{Who} plays on from here, and bots play for all others.",
    },
}
