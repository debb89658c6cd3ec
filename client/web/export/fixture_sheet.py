"""The sheet of a fixture as one HTML file, for a browser's printer: one page of A4.

Here: its structure. Without a script, and without anything from the network. Not here: what is on it
(`panels.fixture_sheet`), its looks (`fixture_sheet.css`).
"""

import base64
import hashlib
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from client.panels.fixture_sheet import FixtureSheet
from client.picture.markup import Markup, isolated, tag
from client.words.say import name_of_language

MOST_ON_A_PAGE: Final = 30
"""Boards for which there is room; a fixture with more goes on to another page."""
_ROOM_FOR_ROWS: Final = 165.0
"""Millimetres of a page that are the rows'."""
_HIGHEST_ROW: Final = 11.0


def page_of_sheet(sheet: FixtureSheet) -> str:
    """The sheet as a document."""
    height = min(_HIGHEST_ROW, _ROOM_FOR_ROWS / (min(len(sheet.rows), MOST_ON_A_PAGE) + 1))
    style = Markup(
        files("client.web.export").joinpath("fixture_sheet.css").read_text(encoding="utf-8")
        + f"\ntr {{ height: {height:.2f}mm; }}\n"
    )
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=f"default-src 'none'; style-src 'sha256-{digest}'"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", sheet.title),
        tag("style", style),
    )
    return f"<!doctype html>\n{tag('html', head, tag('body', *_body(sheet)), lang=name_of_language())}\n"


def _body(sheet: FixtureSheet) -> Iterator[Markup]:
    yield tag("h1", isolated(sheet.title))
    yield tag("p", isolated(sheet.teams))
    names = tag("tr", *(tag("th", isolated(name), scope="col") for name in sheet.head))
    rows = (tag("tr", *(tag("td", isolated(cell)) for cell in row)) for row in sheet.rows)
    yield tag("table", tag("thead", names), tag("tbody", *rows), class_="boards")
    totals = (
        tag("tr", tag("th", isolated(name), scope="row"), tag("td", isolated(total))) for name, total in sheet.totals
    )
    yield tag("table", tag("tbody", *totals), class_="totals")
    yield from (tag("p", isolated(note)) for note in sheet.notes)
    yield tag("div", *(tag("p", isolated(signature)) for signature in sheet.signatures), class_="signatures")
