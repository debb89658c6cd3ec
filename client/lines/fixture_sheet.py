"""The sheet of a fixture in lines, to print as they are.

Not here: what is on it (`panels.fixture_sheet`).
"""

from collections.abc import Iterator
from typing import Final

from client.panels.fixture_sheet import FixtureSheet

_ROOM: Final = (0, 0, 0, 9, 12)
"""The fewest characters of each column: a score and a name have room for a pen."""
_LINE: Final = "_" * 30


def sheet_lines(sheet: FixtureSheet) -> Iterator[str]:
    """Everything on the sheet. A cell for a pen is a line to write on."""
    rows = (sheet.head, *sheet.rows)
    widths = [max(room, *(len(row[at]) for row in rows)) for at, room in enumerate(_ROOM)]
    yield from (sheet.title, sheet.teams, "")
    for row in rows:
        yield "  ".join((cell or "_" * width).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    name = max(len(name) for name, _ in sheet.totals)
    yield from (f"{what:{name}}  {total or '_' * _ROOM[3]}" for what, total in sheet.totals)
    if sheet.notes:
        yield from ("", *sheet.notes)
    widest = max(map(len, sheet.signatures))
    for signature in sheet.signatures:
        yield from ("", "", f"{signature:{widest}}  {_LINE}")
