"""Plays as buttons say them, and prepared plays."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "button.draw": "Draw",
    "button.knock": "Knock",
    "button.choose": "Choose a tile",
    "button.some_count": "{awarded} of {points}",
    "button.0_points": "0 points",
    "button.lead": "Lead {tile}",
    "button.lead_for": "Lead {tile}: {points}",
    "button.play": "Play {tile}",
    "button.play_for": "Play {tile}: {points}",
    "button.play_later": "Play {tile} on my turn",
    "button.take_back": "Take back {tile}",
    "button.does_not_fit": "{tile} does not fit",
    "prepared.taken_back": "Your prepared play is dropped.",
    "prepared": "{tile} is prepared: it is played on your turn, if it still fits.",
    "prepared.at": "{tile} {where} is prepared: it is played on your turn, if it still fits.",
    "prepared.played": "Your prepared {tile} is played.",
    "prepared.played_at": "Your prepared {tile} is played {where}.",
    "prepared.dropped": "Your prepared {tile} is dropped.",
    "prepared.elsewhere": "Another host goes on with the match.",
    "prepared.sent_again": "The host has sent the match again, from its beginning.",
    # A tile of the hand, as a screen reader reads it.
    "tile.and_how": "{tile}, {how}",
    "tile.ready_named": "{tile}, ready",
    "tile.ready": "ready",
    "tile.fits": "fits",
    "tile.does_not_fit": "does not fit",
    "tile.points_at": "{points} {where}",
    "tile.to_lead": "to lead",
}
