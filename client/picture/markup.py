"""Markup that can be trusted: tags of this program, with all other text escaped.

Here: `Markup`, and `tag`, the only way to make it, for HTML and SVG. Text from other people is a plain `str`, so its
type makes sure that it is escaped. Not here: pictures and pages (`svg`, `replay.html_page`).
"""

import html
from collections.abc import Iterable
from typing import Final

from client.words.name_words import shown

_VOID: Final = frozenset({"meta", "input"})
"""HTML elements without content or end tag."""
_SHAPES: Final = frozenset({"rect", "path", "circle", "use"})


class Markup(str):
    """Text that is markup. Concatenated with a plain `str` it becomes a plain `str` again, and is escaped."""

    __slots__ = ()


SPACE: Final = Markup(" ")


def text(words: str) -> Markup:
    """Plain text escaped, markup unchanged."""
    return words if isinstance(words, Markup) else Markup(html.escape(shown(words)))


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """The parts joined, each escaped unless it is markup."""
    return Markup(text(between).join(map(text, parts)))


def tag(name: str, /, *inside: str, **attributes: str | float | None) -> Markup:
    """An element. `class_` and `data_from` are written `class` and `data-from`; an attribute of None is omitted."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value if isinstance(value, str) else f"{value:g}")}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    if name in _SHAPES and not inside:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{joined(inside)}</{name}>")
