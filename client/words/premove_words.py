"""Prepared plays in sentences: that one is ready, was made, or is dropped, and why.

Not here: preparing and making them (`model.premove`).
"""

from client.view.view import View
from client.words.say import say, together
from client.words.score_words import at_end
from protocol.game.layout import Arm
from protocol.game.tiles import Tile


def taken_back() -> str:
    """Says that the player has dropped a prepared play."""
    return say("prepared.taken_back")


def prepared(view: View, tile: Tile, arm: Arm | None) -> str:
    """`6-4 on the left is prepared: it is played on your turn, if it still fits.`"""
    where = _where(view, tile, arm)
    return say("prepared.at", tile=tile, where=where) if where else say("prepared", tile=tile)


def played(view: View, tile: Tile, arm: Arm | None) -> str:
    """`Your prepared 6-4 is played on the left.`"""
    where = _where(view, tile, arm)
    return say("prepared.played_at", tile=tile, where=where) if where else say("prepared.played", tile=tile)


def dropped(tile: Tile, why: str) -> str:
    """`Your prepared 6-4 is dropped.`, and the sentence that says why."""
    return together(say("prepared.dropped", tile=tile), why)


def sent_anew(*, is_elsewhere: bool) -> str:
    """Says why a prepared play is dropped: another host goes on with the match, or this one has sent it again."""
    return say("prepared.elsewhere" if is_elsewhere else "prepared.sent_again")


def _where(view: View, tile: Tile, arm: Arm | None) -> str:
    """The end of a play; empty if there is no choice, or if the tile no longer fits there."""
    return at_end(view, arm) if arm in view.layout.arms_for(tile) and arm is not Arm.START else ""
