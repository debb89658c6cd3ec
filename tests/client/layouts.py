"""Layouts that legal play can lead to, for tests of drawing."""

from collections.abc import Iterator
from random import Random

from protocol.game.layout import Arm, Layout, Spinning
from protocol.game.tiles import set_of_tiles


def growing(
    chance: int, max_pip: int = 6, spinning: Spinning = Spinning.PLAIN, tiles: int = 91, likely: Arm | None = None
) -> Iterator[Layout]:
    """One layout, tile by tile, until nothing fits or it has enough tiles; one arm may be likelier than others."""
    random = Random(chance)
    layout = Layout(spinning)
    left = list(set_of_tiles(max_pip))
    for _ in range(tiles):
        plays = [(tile, arm) for tile in left for arm in layout.arms_for(tile)]
        if not plays:
            return
        tile, arm = random.choices(plays, [20 if arm is likely else 1 for _, arm in plays])[0]
        left.remove(tile)
        layout = layout.lay(tile, arm)
        yield layout
