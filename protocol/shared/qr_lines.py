"""A QR code of a link as text, in half blocks, for the phone on the other side of the table.

It is drawn with one sign, the lower half block, and two backgrounds: the other half blocks leave gaps in some fonts, so
that programs do not read the code. Pure. Here: its lines. Not here: its colours (`client.screen.qr_code`,
`daemon.program.running_commands`).
"""

from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

_BORDER: Final = 2
"""Light modules round the code, on which scanners rely."""
HALF: Final = "▄"


class Run(NamedTuple):
    """Cells in a row with one background. `is_dark`: the upper half of each is dark, and the sign is light."""

    is_dark: bool
    text: str


@lru_cache(maxsize=4)
def qr_lines(link: str) -> tuple[tuple[Run, ...], ...]:
    """The lines of the code. A link of 32 bytes takes 29 x 15 cells."""
    import segno  # noqa: PLC0415 - slow, and only a host needs it

    rows = [bytes(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    return tuple(_line(upper, lower) for upper, lower in zip(rows[::2], rows[1::2], strict=True))


def _line(upper: bytes, lower: bytes) -> tuple[Run, ...]:
    """The cells of two rows of modules; 1 is dark."""
    cells = zip(upper, lower, strict=True)
    return tuple(
        Run(bool(above), "".join(" " if above == below else HALF for above, below in run))
        for above, run in groupby(cells, key=lambda cell: cell[0])
    )
