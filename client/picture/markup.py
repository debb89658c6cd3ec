"""Markup that can be trusted: tags from this program, with everything else escaped on its way in.

Lives here: `Markup`, and `tag`, the one way to make it for HTML and SVG alike. What a stranger wrote is a plain
`str`, so it stays text wherever it is put: by type, not by care. Not here: what is shown (`svg`, `page`).
"""

import html
from collections.abc import Iterable
from typing import Final

from client.words.name_words import shown

_VOID: Final = frozenset({"meta", "input"})
"""Elements of HTML that hold nothing and are never closed."""
_SHAPES: Final = frozenset({"rect", "path", "circle", "use"})


class Markup(str):
    """Text that is markup already. Whatever else is joined to it by hand is a plain `str` again, and escaped."""

    __slots__ = ()


SPACE: Final = Markup(" ")


def text(words: str) -> Markup:
    """The words as nothing but words; markup as it is."""
    return words if isinstance(words, Markup) else Markup(html.escape(shown(words)))


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Parts in a row."""
    return Markup(text(between).join(map(text, parts)))


def tag(name: str, /, *inside: str, **attributes: str | float | None) -> Markup:
    """An element. `class_` and `data_from` are written `class` and `data-from`; an attribute of None is left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value if isinstance(value, str) else f"{value:g}")}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{told}>")
    if name in _SHAPES and not inside:
        return Markup(f"<{name}{told}/>")
    return Markup(f"<{name}{told}>{joined(inside)}</{name}>")
