"""A page of a replay, parsed as a browser does, without its script."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from attrs import define, field

_VOID: Final = ("meta", "input")


@define(eq=False)
class Element:
    """An element with its content."""

    name: str
    attributes: dict[str, str]
    inside: "list[Element | str]" = field(factory=list)

    @property
    def text(self) -> str:
        """All its text."""
        return "".join(part if isinstance(part, str) else part.text for part in self.inside)

    def all(self, name: str, **attributes: str) -> "Iterator[Element]":
        """All elements inside with this name and these attributes, in order."""
        for part in self.inside:
            if isinstance(part, Element):
                if part.name == name and attributes.items() <= part.attributes.items():
                    yield part
                yield from part.all(name, **attributes)

    def one(self, name: str, **attributes: str) -> "Element":
        """The only such element inside."""
        (found,) = self.all(name, **attributes)
        return found

    def shown_at(self, step: int) -> "Element":
        """The part of it that the script shows at a step."""
        kept = [
            part if isinstance(part, str) else part.shown_at(step)
            for part in self.inside
            if isinstance(part, str) or part._is_shown_at(step)
        ]
        return Element(self.name, self.attributes, kept)

    def at_rest(self) -> "Element":
        """The part of it that is shown without a script."""
        kept = [
            part if isinstance(part, str) else part.at_rest()
            for part in self.inside
            if isinstance(part, str) or "hidden" not in part.attributes
        ]
        return Element(self.name, self.attributes, kept)

    def _is_shown_at(self, step: int) -> bool:
        if "data-from" not in self.attributes:
            return True
        return int(self.attributes["data-from"]) <= step < int(self.attributes["data-to"])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(made)
        if tag not in _VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        closed = self.open.pop()
        assert closed.name == tag, f"<{closed.name}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read_page(text: str) -> Element:
    """The page as a tree; fails if tags are not closed in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    (page,) = reader.open
    return page
