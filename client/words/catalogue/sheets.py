"""The score sheet: a round, how it ended, how its points were made."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "sheet.brief.playing": "playing",
    "sheet.brief.out": "out",
    "sheet.brief.blocked": "blocked",
    "sheet.brief.won": "target",
    "sheet.playing": "in progress",
    "sheet.out": "played out",
    "sheet.blocked": "blocked",
    "sheet.won": "target reached",
    "sheet.round": {
        "you": "Round {round}, you led, {how}: {scores}.",
        "one": "Round {round}, {who} led, {how}: {scores}.",
    },
    "sheet.made": "{side} {points}",
    # A bot whose seat a person took later in the match.
    "sheet.in_place": {"you": "{bot} played in your place.", "one": "{bot} played in {who}'s place."},
    "sheet.all_made": "{sides}.",
    "sheet.refused": "{points}, {refused} of it not counted",
    "sheet.for_sums": "{points} for sums",
    "sheet.for_knocks": "{points} for knocks",
    "sheet.for_going_out": "{points} for going out",
    "sheet.for_pips": "{points} for pips",
}
