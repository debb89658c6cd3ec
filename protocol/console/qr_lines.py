"""A QR code of a link as text, in half blocks, for the phone on the other side of the table.

Pure. Here: its lines, in which a block is dark. Not here: its colours (`client.screen.qr_code`,
`daemon.program.operator`).
"""

from functools import lru_cache
from typing import Final

_BORDER: Final = 2
"""Light modules round the code, on which scanners rely."""
_BLOCKS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""A cell of the terminal by the two modules in it, upper and lower; 1 is dark."""


@lru_cache(maxsize=4)
def qr_lines(link: str) -> tuple[str, ...]:
    """The lines of the code. A link of 32 bytes takes 29 x 15 cells."""
    import segno  # noqa: PLC0415 - slow, and only a host needs it

    rows = [bytes(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    return tuple(
        "".join(_BLOCKS[upper, lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    )
