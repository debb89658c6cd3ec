"""The selected tile of my hand and the end selected for it.

Here: moving the selection, also by the number of a tile. Pure: everything takes the current view and returns another
selection. Not here: keys, and whether the play is allowed (`checks`).
"""

from typing import Final

from attrs import evolve, field

from client.model.checks import WhyNot
from client.view.view import View
from client.words.refusal_words import no_such_tile
from protocol.frozen import frozen
from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.choices import Play

TIME_FOR_A_SECOND_DIGIT: Final = 1.0


@frozen
class Selection:
    """A tile of my hand and an end for it; None where nothing is selected.

    `digits`, `typed_at`: its number, if that was typed, and when: one more digit in quick succession belongs to it.
    """

    tile: Tile | None = None
    arm: Arm | None = None
    digits: str = field(default="", eq=False, repr=False)
    typed_at: float = field(default=0.0, eq=False, repr=False)

    def settled(self, view: View) -> "Selection":
        """This selection corrected for the current table: a tile that I hold, and an end that can be selected."""
        hand = view.my_hand()
        if self.tile is None or self.tile not in hand:
            return select_tile(view, hand[0]) if hand else Selection()
        arms = view.arms_to_choose(self.tile)
        return self if self.arm in (arms or (None,)) else select_tile(view, self.tile)

    def typed(self, digit: str, view: View, now: float) -> "Selection | WhyNot":
        """The selection after a digit, or why there is no such tile. `now`: in seconds."""
        hand = view.my_hand()
        if not hand:
            return Selection()
        together = self.digits + digit if now - self.typed_at <= TIME_FOR_A_SECOND_DIGIT else digit
        number = next((number for number in (together, digit) if 1 <= int(number) <= len(hand)), None)
        if number is None:
            return WhyNot(no_such_tile(digit, len(hand)))
        return evolve(select_tile(view, hand[int(number) - 1]), digits=number, typed_at=now)

    @property
    def play(self) -> Play | None:
        """The selected play, or None if tile or end is missing."""
        return None if self.tile is None or self.arm is None else Play(self.tile, self.arm)


def select_tile(view: View, tile: Tile, preferred: Arm | None = None) -> Selection:
    """This tile at the preferred end if possible, else where it scores most, as far as the table shows it."""
    arms = arms_best_first(view, tile)
    if preferred in arms:
        return Selection(tile, preferred)
    return Selection(tile, arms[0] if arms else None)


def arms_best_first(view: View, tile: Tile) -> tuple[Arm, ...]:
    """The ends that can be selected for a tile; those where it scores more come first if the table shows points."""
    worth = {arm: view.worth_of(Play(tile, arm)) for arm in view.arms_to_choose(tile)}
    return tuple(sorted(worth, key=lambda arm: 0 if worth[arm] is None else -worth[arm].awarded))  # type: ignore[union-attr]


def step_tile(view: View, selection: Selection, step: int) -> Selection:
    """The next tile of the hand, wrapping around; `step` is 1 or -1."""
    return _step_among(view, selection, view.my_hand(), step)


def step_playable(view: View, selection: Selection, step: int) -> Selection:
    """The next tile that fits, at a table that shows that; unchanged if none does."""
    return _step_among(view, selection, tuple(tile for tile in view.my_hand() if view.arms_for(tile)), step)


def _step_among(view: View, selection: Selection, tiles: tuple[Tile, ...], step: int) -> Selection:
    if not tiles:
        return selection
    if selection.tile in tiles:
        return select_tile(view, tiles[(tiles.index(selection.tile) + step) % len(tiles)], selection.arm)
    return select_tile(view, tiles[0 if step > 0 else -1], selection.arm)


def step_end(view: View, selection: Selection, step: int) -> Selection:
    """The next end that can be selected for this tile; the two sides of a lone double are one end."""
    if selection.tile is None:
        return selection
    arms = view.arms_to_choose(selection.tile)
    if not arms or (view.layout.is_lone_double and selection.arm in arms):
        return selection
    at = arms.index(selection.arm) + step if selection.arm in arms else 0
    return Selection(selection.tile, arms[at % len(arms)])
