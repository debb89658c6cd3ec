"""The styles that a player can choose from. No colour has a meaning alone: `draw` has outlines and pointers, too.

Not here: which fragment has which class (`draw`, `panels`).
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from prompt_toolkit.styles import BaseStyle, Style

from client.terminal.look import STYLES

_MARKED: Final = {
    "header": "reverse",
    "title": "bold",
    "player.turn": "bold",
    "player.me": "underline",
    "mark.chosen": "bold reverse",
    "tile.recent": "bold",
    "tile.spinner": "bold",
    "bar": "",
    "bar.chosen": "bold reverse",
    "bar.points": "bold",
    "hand.chosen": "bold reverse",
    "hand.points": "bold",
    "gained": "bold",
    "prompt.mine": "bold",
    "prompt.chosen": "bold reverse",
    "notice.refused": "bold",
    "notice.alarm": "bold reverse",
    "feed.mine": "bold",
    "footer": "",
    "footer.key": "bold",
    "card.title": "bold",
    "card.total": "bold",
    "winner": "bold",
    "verdict": "bold",
    "entry": "bold",
    "qr": "fg:#000000 bg:#ffffff",
}
"""Weight, underlining and reverse video alone: enough to play by, on any terminal and on any background."""

_COLOURED: Final = {
    **_MARKED,
    "score": "ansicyan",
    "player.turn": "bold ansigreen",
    "mark": "bold ansicyan",
    "mark.chosen": "bold reverse ansicyan",
    "tile.recent": "bold ansigreen",
    "tile.spinner": "bold ansimagenta",
    "bar": "ansicyan",
    "bar.points": "bold ansigreen",
    "hand.fits": "ansicyan",
    "hand.points": "bold ansigreen",
    "gained": "bold ansigreen",
    "feed.chat": "ansimagenta",
    "notice.chat": "ansimagenta",
    "notice.refused": "bold ansired",
    "notice.alarm": "bold reverse ansired",
    "prompt.mine": "bold ansigreen",
    "winner": "bold ansigreen",
    "footer.key": "bold ansicyan",
}
"""Only those of the sixteen colours that are readable on light and on dark; the terminal keeps its background."""

_DARK_TABLE: Final = {
    **_MARKED,
    "": "#dcd8c8 bg:#10281c",
    "header": "bold #10281c bg:#b8c8a8",
    "tile": "#f4ecd0 bg:#3a2c20",
    "tile.recent": "bold #ffffff bg:#6a4820",
    "tile.spinner": "bold #ffd890 bg:#3a2c20",
    "score": "#ffd890",
    "player.turn": "bold #a8f0b8",
    "mark": "bold #90d8f0",
    "mark.chosen": "bold #10281c bg:#90d8f0",
    "bar": "#90d8f0",
    "bar.points": "bold #a8f0b8",
    "bar.chosen": "bold #10281c bg:#90d8f0",
    "hand.chosen": "bold #10281c bg:#ffd890",
    "hand.useless": "#a8b0a0",
    "hand.fits": "#90d8f0",
    "hand.points": "bold #a8f0b8",
    "gained": "bold #a8f0b8",
    "quiet": "#a8b0a0",
    "frame": "#a8b0a0",
    "feed.chat": "#f0b8e0",
    "notice.chat": "#f0b8e0",
    "notice.refused": "bold #ffb0a0",
    "notice.alarm": "bold #ffffff bg:#a02020",
    "prompt.mine": "bold #a8f0b8",
    "prompt.chosen": "bold #10281c bg:#a8f0b8",
    "winner": "bold #a8f0b8",
    "footer.key": "bold #ffd890",
}
"""Ivory on a dark green table with wooden tiles, for a terminal of many colours."""

_HIGH_CONTRAST: Final = {
    **_MARKED,
    "": "#ffffff bg:#000000",
    "score": "bold #ffff00",
    "player.turn": "bold #000000 bg:#ffff00",
    "player.turn score": "bold #000000 bg:#ffff00",
    "mark": "bold #00ffff",
    "mark.chosen": "bold #000000 bg:#00ffff",
    "tile.recent": "bold #ffff00",
    "tile.spinner": "bold #ff80ff",
    "bar.chosen": "bold #000000 bg:#00ffff",
    "hand.chosen": "bold #000000 bg:#ffff00",
    "hand.points": "bold #ffff00",
    "gained": "bold #ffff00",
    "notice.refused": "bold #ff8080",
    "notice.alarm": "bold #ffffff bg:#a00000",
    "prompt.mine": "bold #ffff00",
    "prompt.chosen": "bold #000000 bg:#00ffff",
    "footer.key": "bold #ffff00",
}
"""Black, white and full colours: every contrast is at least 7, as WCAG 2 demands at level AAA."""

_NAMED: Final = dict(zip(STYLES, (_COLOURED, _DARK_TABLE, _HIGH_CONTRAST, _MARKED), strict=True))


@cache
def style_named(name: str) -> BaseStyle:
    """The style of this name, one of `STYLES`: always the same object, by which a change is noticed."""
    return Style.from_dict(dict(classes_of(name)))


def classes_of(name: str) -> Mapping[str, str]:
    """The look of each class. The empty class is the whole screen; two names apply to a fragment that has both."""
    return _NAMED[name]
