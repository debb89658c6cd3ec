"""The README's pictures can be drawn again."""

import struct
from pathlib import Path

from tests.client.browser import chromium
from tests.pictures import PHONE, PHONE_SIZE, SCALE, TERMINAL, draw

SIGNATURE = b"\x89PNG\r\n\x1a\n"


async def test_the_pictures_show_a_terminal_and_the_page_on_a_phone(tmp_path: Path) -> None:
    chromium()  # or it is skipped

    await draw(tmp_path)

    width, height = _size(tmp_path / PHONE)
    assert (width, height) == tuple(SCALE * pixels for pixels in PHONE_SIZE)
    width, height = _size(tmp_path / TERMINAL)
    assert width > height > 0


def _size(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head.startswith(SIGNATURE)
    width, height = struct.unpack(">II", head[16:])
    return width, height
