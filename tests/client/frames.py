"""Frames of the full screen as plain text."""

from collections.abc import Iterable

from client.screen.paper import Line, text_of


def as_text(lines: Iterable[Line]) -> str:
    """Lines without styles and trailing blanks."""
    return "\n".join(text_of(line).rstrip() for line in lines)
