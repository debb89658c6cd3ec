"""The highlights of a match."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "best_play": {
        "you": "Best play: your {tile} in round {round}, {points}.",
        "one": "Best play: {who}'s {tile} in round {round}, {points}.",
    },
    # An evening, as it is pasted into a group's chat. `day` is a date, `scores` are names with points.
    "evening.title": "fives, {day}",
    "evening.matches_won": "Matches won: {players}.",
    "evening.match": "{game}: {scores}.",
    # `players`: one name or several.
    "evening.bot_played": "A bot played for {players} for a while.",
    "evening.heading": "This evening, for your group's chat",
    "evening.as_picture": "`fives games --svg FILE` makes a picture of it.",
    "evening.none": "No match has ended yet.",
    "knock_run": "Most knocks in a row: {knocks}, in round {round}.",
}
