"""The QR code as a picture."""

import re

import segno

from client.picture.qr_picture import qr_picture

LINK = "http://192.168.1.20:5533/oak"


def test_the_picture_has_the_modules_of_the_code_and_room_around_it() -> None:
    picture = qr_picture(LINK)
    pieces = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", picture)
    dark = {(int(x) + more, int(y)) for x, y, width, _ in pieces for more in range(int(width))}
    rows = [bytes(row) for row in segno.make(LINK, error="m", micro=False).matrix_iter(border=4)]

    assert all(width == back for _, _, width, back in pieces)
    assert dark == {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}
    assert f'viewBox="0 0 {len(rows)} {len(rows)}"' in picture
    assert min(min(place) for place in dark) == 4
