"""A play in a few words, as a button says it: `Play 5-0: 8 points`.

Not here: sentences about what was played (`event_words`), points under a tile (`score_words`).
"""

from typing import Final

from client.view.view import View
from client.words.english import count
from client.words.score_words import end_name
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.choices import Play

CHOOSE: Final = "Choose a tile"


def where(view: View, arm: Arm) -> str:
    """`on the 5`; `on the 5a` if another end has the same pip; empty for the lead."""
    name = end_name(view.layout, arm)
    return f"on the {name}" if name else ""


def scored(view: View, play: Play) -> str:
    """`8 points`, `0 points`; `3 of 8 points` near an exact target; empty if the table does not show points.

    In figures, as a tile and an end show it, so that who speaks to a device can say what is seen.
    """
    earned = view.worth_of(play)
    if earned is None:
        return ""
    if earned.awarded != earned.offered:
        return f"{earned.awarded} of {count(earned.offered, 'point')}"
    return count(earned.awarded, "point") if earned.awarded else "0 points"


def play_it(view: View, play: Play) -> str:
    """`Play 5-0: 8 points`; `Lead 5-4` if it scores nothing."""
    verb = "Lead" if view.layout.lead is None else "Play"
    earned = view.worth_of(play)
    scores = earned is not None and (earned.awarded or earned.offered)
    return f"{verb} {play.tile}: {scored(view, play)}" if scores else f"{verb} {play.tile}"


def play_later(tile: Tile) -> str:
    """The button that prepares a play."""
    return f"Play {tile} on my turn"


def take_back(tile: Tile) -> str:
    """The button that drops a prepared play."""
    return f"Take back {tile}"


def does_not_fit(tile: Tile) -> str:
    """The button of a tile that fits no end."""
    return f"{tile} does not fit"
