"""A QR code of a link as a picture, for the camera of a phone.

Pure. Here: its shape. Not here: the same in a terminal (`screen.qr_code`), which link it is (`web.links`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from client.picture.markup import Markup, tag

_BORDER: Final = 4
"""Light modules round the code, on which scanners rely."""
MOST_CODES: Final = 20


@lru_cache(MOST_CODES)
def qr_picture(link: str) -> Markup:
    """The code, dark on light; a screen reader skips it."""
    import segno  # noqa: PLC0415 - slow, and only large screens need it

    rows = [bytes(row) for row in segno.make(link, error="m", micro=False).matrix_iter(border=_BORDER)]
    paper = tag("rect", class_="paper", width=len(rows), height=len(rows))
    dark = "".join(piece for y, row in enumerate(rows) for piece in _dark(y, row))
    box = f"0 0 {len(rows)} {len(rows)}"
    shapes = paper, tag("path", d=dark)
    return tag("svg", *shapes, viewBox=box, class_="qr", shape_rendering="crispEdges", aria_hidden="true")


def _dark(y: int, row: Sequence[int]) -> Iterator[str]:
    """The dark pieces of a row, as commands of a path."""
    x = 0
    for is_dark, modules in groupby(row):
        width = len(list(modules))
        if is_dark:
            yield f"M{x} {y}h{width}v1h-{width}z"
        x += width
