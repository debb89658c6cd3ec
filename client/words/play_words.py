"""A play in a few words, as a button says it: `Play 5-0: 8 points`.

Not here: sentences about what was played (`event_words`), points under a tile (`score_words`).
"""

from collections.abc import Sequence

from client.view.view import View
from client.words.say import say
from client.words.score_words import end_name
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.choices import Play


def choose() -> str:
    """Asks for a tile."""
    return say("button.choose")


def where(view: View, arm: Arm) -> str:
    """`on the 5`; `on the 5a` if another end has the same pip; empty for the lead."""
    name = end_name(view.layout, arm)
    return say("at.end", end=name) if name else ""


def where_first(view: View, arm: Arm) -> str:
    """The same alone, as on a button: `On the 5`."""
    name = end_name(view.layout, arm)
    return say("at.end_first", end=name) if name else ""


def scored(view: View, play: Play) -> str:
    """`8 points`, `0 points`; `3 of 8 points` near an exact target; empty if the table does not show points.

    In figures, as a tile and an end show it, so that who speaks to a device can say what is seen.
    """
    earned = view.worth_of(play)
    if earned is None:
        return ""
    if earned.awarded != earned.offered:
        return say("button.some_count", awarded=earned.awarded, points=say("count.points", n=earned.offered))
    return say("count.points", n=earned.awarded) if earned.awarded else say("button.0_points")


def where_it_fits(view: View, plays: Sequence[Play]) -> str:
    """`8 points on the 5 or 0 points on the 4`, of plays of one tile; `fits` if the table shows neither."""
    line = ""
    for play in plays:
        points, end = scored(view, play), where(view, play.arm)
        here = say("tile.points_at", points=points, where=end) if points and end else points or end
        line = say("list.or", most=line, last=here) if line and here else line or here
    return line or say("tile.fits")


def play_it(view: View, play: Play) -> str:
    """`Play 5-0: 8 points`; `Lead 5-4` if it scores nothing."""
    is_lead, earned = view.layout.lead is None, view.worth_of(play)
    if earned is not None and (earned.awarded or earned.offered):
        return say("button.lead_for" if is_lead else "button.play_for", tile=play.tile, points=scored(view, play))
    return say("button.lead" if is_lead else "button.play", tile=play.tile)


def play_later(tile: Tile) -> str:
    """The button that prepares a play."""
    return say("button.play_later", tile=tile)


def take_back(tile: Tile) -> str:
    """The button that drops a prepared play."""
    return say("button.take_back", tile=tile)


def does_not_fit(tile: Tile) -> str:
    """The button of a tile that fits no end."""
    return say("button.does_not_fit", tile=tile)
