"""Markup that can be trusted: tags of this program, with all other text escaped.

Here: `Markup`, and `tag`, the only way to make it, for HTML and SVG. Text from other people is a plain `str`, so its
type makes sure that it is escaped. Not here: pictures (`svg`), pages (`web.page`).

An element is written once, for everybody: the players at a table have most of theirs in common, and most of a player's
are the same as before the last play. The caches hold what pure functions return, so they give nothing away.
"""

import html
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from client.words.name_words import shown

_VOID: Final = frozenset({"meta", "input"})
"""HTML elements without content or end tag."""
_SHAPES: Final = frozenset({"rect", "path", "circle", "use"})
_LETTERS: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]+"
"""Characters that are written from right to left: Hebrew, Arabic and others."""
_RIGHT_TO_LEFT: Final = re.compile(f"{_LETTERS}(?:[ '’\"&/.-]{_LETTERS})*")
"""Words of such characters. A comma ends them: it separates the names in a list."""
_SPACES: Final = ("\u00a0", "\u202f")
_NO_BREAK: Final = re.compile(f"([{''.join(_SPACES)}](?=[:;?!%]))")
"""The spaces that French has before these signs, which would else begin a line."""
_ISOLATED: Final = "\u2068\\g<0>\u2069"
_TILE: Final = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])")
"""The name of a tile, at whose hyphen some browsers end a line."""
_IN_A_LINE: Final = r"<nobr>\g<0></nobr>"
"""Its markup: shorter than a class, and neither what is copied nor what is spoken has another sign in it."""
_WITHOUT_ELEMENTS: Final = frozenset({"text", "title", "desc", "option"})
"""Elements that hold nothing but text: of pictures, and those that a browser shows itself."""
MOST_ELEMENTS: Final = 4_000
"""How many elements are cached: those of about a dozen tables, three megabytes."""
LONGEST_INSIDE: Final = 400
"""Characters inside the longest element that is cached: longer ones are made of those, and take more memory than time.
"""
MOST_TEXTS: Final = 1_000


class Markup(str):
    """Text that is markup. Concatenated with a plain `str` it becomes a plain `str` again, and is escaped."""

    __slots__ = ()


SPACE: Final = Markup(" ")


def text(words: str) -> Markup:
    """Plain text escaped, markup unchanged."""
    return words if isinstance(words, Markup) else _escaped(words)


def in_one_line(words: str) -> Markup:
    """Plain text for a place where no line ends, such as one that is only spoken: escaped, and no more."""
    return Markup(html.escape(in_order(words)))


@lru_cache(MOST_TEXTS)
def _escaped(words: str) -> Markup:
    return Markup(_TILE.sub(_IN_A_LINE, in_one_line(words)))


def in_order(sentence: str) -> str:
    """A sentence of this program, with the names in it isolated that are written from right to left.

    Without that, a number after such a name is shown on its other side.
    """
    return _RIGHT_TO_LEFT.sub(_ISOLATED, "".join(map(_part_shown, _NO_BREAK.split(sentence))))


def _part_shown(part: str) -> str:
    return part if part in _SPACES else shown(part)


def isolated(words: str) -> Markup:
    """A text that another person wrote, as an element of its own: its direction does not change the text around it."""
    return Markup(f"<bdi>{_TILE.sub(_IN_A_LINE, html.escape(shown(words)))}</bdi>")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """The parts joined, each escaped unless it is markup."""
    return Markup(text(between).join([part if isinstance(part, Markup) else _escaped(part) for part in parts]))


def tag(name: str, /, *inside: str, **attributes: str | float | None) -> Markup:
    """An element. `class_` and `data_from` are written `class` and `data-from`; an attribute of None is omitted."""
    element = _cached_element if sum(map(len, inside)) <= LONGEST_INSIDE else _element
    return element(name, *inside, **attributes)


def _element(name: str, /, *inside: str, **attributes: str | float | None) -> Markup:
    written = _written(attributes)
    if name in _VOID:
        return Markup(f"<{name}{written}>")
    if name in _SHAPES and not inside:
        return Markup(f"<{name}{written}/>")
    if name in _WITHOUT_ELEMENTS:
        inside = tuple(part if isinstance(part, Markup) else in_one_line(part) for part in inside)
    return Markup(f"<{name}{written}>{joined(inside)}</{name}>")


_cached_element = lru_cache(MOST_ELEMENTS, typed=True)(_element)
"""By type, too: a text and a markup may be equal, and are written differently."""


def with_attributes(element: Markup, **attributes: str | float | None) -> Markup:
    """An element made by `tag`, with more attributes."""
    name = re.match(r"<[a-z0-9]+", element)
    assert name is not None
    return Markup(f"{name[0]}{_written(attributes)}{element[name.end() :]}")


def _written(attributes: Mapping[str, str | float | None]) -> str:
    return "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )


def _value(value: str | float) -> str:
    """The value of an attribute, escaped."""
    if isinstance(value, Markup):
        return value
    return html.escape(shown(value) if isinstance(value, str) else f"{value:g}")
