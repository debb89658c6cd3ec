"""The README's pictures: `python -m tests.pictures` draws them again.

    python -m tests.pictures                 docs/terminal.png and docs/phone.png
    python -m tests.pictures FOLDER          the same two in another folder

Both show the same moment of the same game to the same player: the full screen in a terminal, and the page on a phone.
Chromium draws them. It gets the terminal's frame as a page; the page on the phone comes from a running `fivesd`.

Here: these two pictures. Not here: games up to a moment (`tests.scenes`), the browser (`tests.client.browser`).
"""

import html
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import trio
from prompt_toolkit.styles import Attrs, BaseStyle

from client.picture.pinwheel import Size
from client.screen.paper import Fragment, Line
from client.screen.style import style_named
from client.view.view import View
from protocol.log.choices import Play
from protocol.log.events import Event
from tests.client.at_desk import at_table
from tests.client.browser import Browser, browser
from tests.played import played_match
from tests.scenes import Moment, moments_of, opened

FOLDER: Final = Path(__file__).parent.parent / "docs"
TERMINAL: Final = "terminal.png"
TERMINAL_SIZE: Final = Size(100, 32)
PHONE: Final = "phone.png"
PHONE_SIZE: Final = (390, 844)
SCALE: Final = 2.0
GAME: Final = "fives-and-threes"
SEATS: Final = 4
GOOD: Final = 5
"""Points of a good play."""
STYLE: Final = "dark-table"
JUST_MADE: Final = 6
"""How many of the last events the terminal has just received."""
TIME_TO_SETTLE: Final = 1.5
"""Seconds until nothing on the page moves."""
_BEST: Final = "[...document.querySelectorAll('.tile .scores')].sort((a, b) => b.textContent - a.textContent)[0]"


def moment() -> list[Event]:
    """The game up to the moment of the pictures: my turn, with much to choose from, and a play that scores well."""
    for chance in count():
        events = played_match(GAME, seats=SEATS, chance=chance)
        for number, at in moments_of(events):
            if _is_midway(at) and _offers_much(at_table(*events[:number]).model.view):
                return events[:number]
    raise AssertionError


def _is_midway(at: Moment) -> bool:
    round_ = at.table.round
    if not at.is_mine or round_ is None or round_.number == 1:
        return False
    return 8 <= len(round_.layout.tiles) <= 11 and len(round_.hands[0]) >= 4


def _offers_much(view: View) -> bool:
    tiles = [play.tile for play in view.my_plays()]
    return 3 <= len(set(tiles)) < len(tiles) and max(_points(view, play) for play in view.my_plays()) >= GOOD


def _points(view: View, play: Play) -> int:
    earned = view.worth_of(play)
    return 0 if earned is None else earned.awarded


def frame(events: Sequence[Event]) -> list[Line]:
    """The full screen at this moment, with the last plays just made and the best tile chosen."""
    player = at_table(*events[:-JUST_MADE], host=True)
    player.receives(*events[-JUST_MADE:])
    view = player.model.view
    best = max(view.my_plays(), key=lambda play: _points(view, play))
    player.press(str(view.my_hand().index(best.tile) + 1))
    return player.frame(TERMINAL_SIZE)


# The terminal.


def page_of(lines: Sequence[Line], style: BaseStyle) -> str:
    """A page that shows these lines as a terminal does."""
    ground = style.get_attrs_for_style_str("")
    text = "\n".join("".join(_span(fragment, style) for fragment in line) for line in lines)
    return (
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>'
        f"body {{ margin: 0; background: #{ground.bgcolor}; }}"
        "pre { display: inline-block; margin: 0; padding: 14px; font: 15px/18px 'DejaVu Sans Mono', monospace; }"
        f"</style><pre>{text}</pre>"
    )


def _span(fragment: Fragment, style: BaseStyle) -> str:
    look = style.get_attrs_for_style_str(fragment.style)
    return f'<span style="{_look(look)}">{html.escape(fragment.text)}</span>'


def _look(look: Attrs) -> str:
    ink, ground = (look.bgcolor, look.color) if look.reverse else (look.color, look.bgcolor)
    rules = [f"color: #{ink}", f"background: #{ground}"]
    rules += ["font-weight: bold"] if look.bold else []
    rules += ["text-decoration: underline"] if look.underline else []
    return "; ".join(rules)


def terminal(tab: Browser, folder: Path, lines: Sequence[Line]) -> bytes:
    """The picture of these lines in a terminal."""
    page = folder / "terminal.html"
    page.write_text(page_of(lines, style_named(STYLE)), encoding="utf-8")
    tab.open(page)
    width, height = tab.evaluate("[document.body.firstChild.offsetWidth, document.body.firstChild.offsetHeight]")
    tab.be_a_phone(width, height, SCALE)  # its pixels, and no scroll bars
    return tab.picture()


# The phone.


def phone(tab: Browser, link: str) -> bytes:
    """The picture of the page behind this link on a phone, with a tile chosen."""
    tab.be_a_phone(*PHONE_SIZE, SCALE)
    tab.visit(link)
    tab.until(f"!!{_BEST}", True)
    tab.evaluate(f"{_BEST}.click()")
    tab.until("!!document.querySelector('.tile.chosen')", True)
    time.sleep(TIME_TO_SETTLE)
    return tab.picture()


async def draw(folder: Path) -> None:
    """Draw both pictures in this folder."""
    events = moment()
    async with opened(events, has_page=True) as scene:
        link = scene.link()
        for name, picture in (await trio.to_thread.run_sync(_both, frame(events), link)).items():
            await trio.Path(folder, name).write_bytes(picture)


def _both(lines: Sequence[Line], link: str) -> dict[str, bytes]:
    with (
        TemporaryDirectory(
            prefix="fives-pictures-", ignore_cleanup_errors=True
        ) as folder,  # Chromium ends a little later
        browser(Path(folder, "browser")) as tab,
    ):
        return {TERMINAL: terminal(tab, Path(folder), lines), PHONE: phone(tab, link)}


if __name__ == "__main__":
    trio.run(draw, Path(*sys.argv[1:]) if sys.argv[1:] else FOLDER)
