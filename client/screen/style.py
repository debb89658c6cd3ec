"""The styles that a player can choose from. No colour has a meaning alone: `draw` has outlines and pointers, too.

The default one keeps the terminal's background, and has colours only where it is known that they can be read on it.

Not here: which fragment has which class (`draw`, `frame_lines`).
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from prompt_toolkit.styles import BaseStyle, Style

from client.screen.terminal_answers import Rgb
from client.words.settings import STYLES

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
    "qr.dark": "fg:#ffffff bg:#000000",
}
"""Weight, underlining and reverse video alone: enough to play by, on any terminal and on any background."""

LEAST_CONTRAST: Final = 4.5
"""What WCAG 2 asks of text at level AA."""


class _Inks(NamedTuple):
    """Colours of text, each among the 240 that terminals of 256 colours all have: their first sixteen differ."""

    mark: str
    mine: str
    talk: str
    alarm: str


_INKS: Final = (_Inks("#5fd7ff", "#87d75f", "#ff87ff", "#ff8787"), _Inks("#005f87", "#005f00", "#87005f", "#af0000"))
"""For a dark background, and for a light one."""


def _coloured(ink: _Inks) -> Mapping[str, str]:
    """Colours over the terminal's own background."""
    return {
        **_MARKED,
        "score": ink.mark,
        "player.turn": f"bold {ink.mine}",
        "mark": f"bold {ink.mark}",
        "mark.chosen": f"bold reverse {ink.mark}",
        "tile.recent": f"bold {ink.mine}",
        "tile.spinner": f"bold {ink.talk}",
        "bar": ink.mark,
        "bar.points": f"bold {ink.mine}",
        "hand.fits": ink.mark,
        "hand.points": f"bold {ink.mine}",
        "gained": f"bold {ink.mine}",
        "feed.chat": ink.talk,
        "notice.chat": ink.talk,
        "notice.refused": f"bold {ink.alarm}",
        "notice.alarm": f"bold reverse {ink.alarm}",
        "prompt.mine": f"bold {ink.mine}",
        "winner": f"bold {ink.mine}",
        "footer.key": f"bold {ink.mark}",
    }


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

_NAMED: Final = dict(zip(STYLES, (_MARKED, _DARK_TABLE, _HIGH_CONTRAST, _MARKED), strict=True))


@cache
def style_named(name: str, background: Rgb | None = None) -> BaseStyle:
    """The style of this name, one of `STYLES`: always the same object, by which a change is noticed."""
    return Style.from_dict(dict(classes_of(name, background)))


def classes_of(name: str, background: Rgb | None = None) -> Mapping[str, str]:
    """The look of each class. The empty class is the whole screen; two names apply to a fragment that has both.

    `background`: the terminal's. The default style has colours if all of them can be read on it, and none where it is
    not known.
    """
    if name == STYLES[0] and background is not None:
        for inks in _INKS:
            if min(contrast(_rgb(ink), background) for ink in inks) >= LEAST_CONTRAST:
                return _coloured(inks)
    return _NAMED[name]


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast of two colours, from 1 to 21, as WCAG 2 defines it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _rgb(ink: str) -> Rgb:
    red, green, blue = (value / 255 for value in bytes.fromhex(ink.removeprefix("#")))
    return red, green, blue
