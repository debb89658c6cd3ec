"""Prepared plays in sentences: that one is ready, was made, or is dropped, and why.

Not here: preparing and making them (`model.premove`).
"""

from typing import Final

from client.view.view import View
from client.words.score_words import at_end
from protocol.game.layout import Arm
from protocol.game.tiles import Tile

TAKEN_BACK: Final = "Your prepared play is dropped."


def prepared(view: View, tile: Tile, arm: Arm | None) -> str:
    """`6-4 on the left is prepared: it is played on your turn, if it still fits.`"""
    return f"{tile}{_where(view, tile, arm)} is prepared: it is played on your turn, if it still fits."


def played(view: View, tile: Tile, arm: Arm | None) -> str:
    """`Your prepared 6-4 is played on the left.`"""
    return f"Your prepared {tile} is played{_where(view, tile, arm)}."


def dropped(tile: Tile, why: str) -> str:
    """`Your prepared 6-4 is dropped.`, and the sentence that says why."""
    return f"Your prepared {tile} is dropped. {why}"


def _where(view: View, tile: Tile, arm: Arm | None) -> str:
    """The end of a play; empty if there is no choice, or if the tile no longer fits there."""
    return f" {at_end(view, arm)}" if arm in view.layout.arms_for(tile) and arm is not Arm.START else ""
