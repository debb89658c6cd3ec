"""Which tile of my hand is chosen, and for which end.

Lives here: moving the choice. Pure: each function takes the view as it is now and gives another selection.
Not here: keys, and whether the play is allowed (`checks`).
"""

from attrs import frozen

from client.view.view import View
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.choices import Play


@frozen
class Selection:
    """A tile of my hand and one of the ends it may go to; None where nothing is chosen, or no end is."""

    tile: Tile | None = None
    arm: Arm | None = None

    def settled(self, view: View) -> "Selection":
        """The nearest selection that still makes sense: a tile that I hold, an end that can be chosen for it."""
        hand = view.my_hand()
        if self.tile is None or self.tile not in hand:
            return select_tile(view, hand[0]) if hand else Selection()
        arms = view.arms_to_choose(self.tile)
        return self if self.arm in arms else Selection(self.tile, arms[0] if arms else None)

    @property
    def play(self) -> Play | None:
        """The play that is chosen, where tile and end are."""
        return None if self.tile is None or self.arm is None else Play(self.tile, self.arm)


def select_tile(view: View, tile: Tile, preferred: Arm | None = None) -> Selection:
    """This tile, at the preferred end where that can be chosen, else at the first one."""
    arms = view.arms_to_choose(tile)
    if preferred in arms:
        return Selection(tile, preferred)
    return Selection(tile, arms[0] if arms else None)


def step_tile(view: View, selection: Selection, step: int) -> Selection:
    """The next tile of the hand, round its ends; `step` is 1 or -1."""
    return _step_among(view, selection, view.my_hand(), step)


def step_playable(view: View, selection: Selection, step: int) -> Selection:
    """The next tile that fits; the same one where none does or the table gives no such help."""
    if any(view.arms_shown(tile) is None for tile in view.my_hand()):
        return selection
    return _step_among(view, selection, tuple(tile for tile in view.my_hand() if view.arms_for(tile)), step)


def _step_among(view: View, selection: Selection, tiles: tuple[Tile, ...], step: int) -> Selection:
    if not tiles:
        return selection
    if selection.tile in tiles:
        return select_tile(view, tiles[(tiles.index(selection.tile) + step) % len(tiles)], selection.arm)
    return select_tile(view, tiles[0 if step > 0 else -1], selection.arm)


def step_end(view: View, selection: Selection, step: int) -> Selection:
    """The next of the ends that can be chosen for this tile."""
    if selection.tile is None:
        return selection
    arms = view.arms_to_choose(selection.tile)
    if not arms:
        return selection
    at = arms.index(selection.arm) + step if selection.arm in arms else 0
    return Selection(selection.tile, arms[at % len(arms)])


def prefer(view: View, selection: Selection, arm: Arm) -> Selection:
    """This end for the chosen tile, where it can be chosen."""
    if selection.tile is None or arm not in view.arms_to_choose(selection.tile):
        return selection
    return Selection(selection.tile, arm)
