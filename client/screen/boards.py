"""The boards of one table: where the tiles are, at each size that a board has had.

Here: `Boards`, and how large the player wants the tiles. Not here: finding the places (`picture.board`), drawing the
tiles (`draw`), which size a board gets (`frame_layout`).
"""

from typing import Final

from attrs import field

from client.picture.board import Board, Zoom, lay_out
from client.picture.pinwheel import Size
from client.view.view import View
from client.words.say import Phrase
from protocol.frozen import define
from protocol.game.layout import Arm, Layout

_ROOM_FOR_PIPS: Final = Size(80, 20)
"""The smallest board on which tiles have pips; on a smaller one they would shrink after a few plays."""
_SIZES_KEPT: Final = 16
"""Sizes of boards at one size of the terminal: with and without the panel and a card, beside each size of the hand."""
_ZOOMS: Final = (Phrase("zoom.large"), Phrase("zoom.numbers"), Phrase("zoom.small"), Phrase("zoom.list"))


@define
class Boards:
    """The last positions of the tiles, by the size of the board. `largest`: the largest tiles that the player wants.

    The positions are a cache of a slow computation, and the only thing that drawing changes: each layout is computed
    from the one before it, so that tiles stay where they are from turn to turn.
    """

    largest: Zoom = Zoom.PIPS
    _known: dict[Size, tuple[tuple[Layout, int, Zoom], Board]] = field(factory=dict)
    _round: int = 0

    def board(self, view: View, size: Size) -> Board:
        """The position of every tile on a board of this size."""
        number = 0 if view.round is None else view.round.number
        if number != self._round:
            self._known.clear()
            self._round = number
        layout, max_pip = view.layout, view.table.rules.max_pip
        has_room = size.width >= _ROOM_FOR_PIPS.width and size.height >= _ROOM_FOR_PIPS.height
        largest = self.largest if has_room else max(self.largest, Zoom.BOXES)
        key = (layout, max_pip, largest)
        known, board = self._known.pop(size, (None, None))
        if known is None or known[-1] != largest or not _goes_on(known[0], layout):
            board = None  # the player has chosen another zoom, which may be larger, or this is another position
        if board is None or known != key:
            board = lay_out(layout, size, max_pip, board, largest)
        self._known[size] = key, board
        while len(self._known) > _SIZES_KEPT:
            del self._known[next(iter(self._known))]
        return board

    def next_zoom(self) -> str:
        """Let the player have smaller tiles, or after the smallest ones the largest; a notice that says which."""
        self.largest = Zoom((self.largest + 1) % len(_ZOOMS))
        return str(_ZOOMS[self.largest])


def _goes_on(before: Layout, layout: Layout) -> bool:
    """Whether this layout is `before` with more tiles, or one step back from it."""
    arms = ((before.arm_tiles(arm), layout.arm_tiles(arm)) for arm in Arm)
    is_same = all(one == other for pair in arms for one, other in zip(*pair, strict=False))
    return is_same and len(before.tiles) <= len(layout.tiles) + 1
