"""Frames of the full screen as plain text."""

from collections.abc import Iterable

from client.picture.pinwheel import Size
from client.screen.paper import Line, text_of
from client.screen.screen import Screen

FINDER = " ▄▄▄▄▄ "
"""The upper edge of a corner of a QR code."""


def as_text(lines: Iterable[Line]) -> str:
    """Lines without styles and trailing blanks."""
    return "\n".join(text_of(line).rstrip() for line in lines)


def painted(screen: Screen, size: Size) -> list[Line]:
    """The lines of a screen at this size."""
    screen.resize(size)
    return screen.frame()
