"""The highlights of a match."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "best_play": {
        "you": "Best play: your {tile} in round {round}, {points}.",
        "one": "Best play: {who}'s {tile} in round {round}, {points}.",
    },
    "knock_run": "Most knocks in a row: {knocks}, in round {round}.",
}
