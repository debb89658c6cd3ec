"""A panel as HTML: tables with headers, lists, and buttons with labels.

Here: the HTML of any panel. Not here: what is in a panel (`client.panels`), the windows they are shown in
(`panel_windows`).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from client.actions.action import AnalyseMatch, ChangeSetting, CopyLink, SeeGames, SeeTables, Show
from client.actions.key_row import PAGE
from client.actions.keys import key_of_line
from client.actions.panel import Choice, Grid, Menu, Offer, Panel, Passage, Row, Scan, is_number, key_of
from client.picture.markup import SPACE, Markup, isolated, tag
from client.picture.qr_picture import qr_picture
from client.web.icons import icon_of
from client.web.page_controls import button
from client.words.say import say
from protocol.log.commands import EndMatch

OPENS_A_WINDOW: Final = (AnalyseMatch, SeeGames, SeeTables, Show)
"""Actions that lead to another window, and nothing else."""


LinkOf = Callable[[CopyLink], str | None]
"""The link that an action copies, or None."""


def panel_html(panel: Panel, name: str, link_of: LinkOf = lambda _: None, *, heading: str = "h3") -> Iterator[Markup]:
    """The blocks of a panel. Its buttons send the press `choose`, with `name` and the key of what is offered.

    In a panel that has keys they show the letter that does the same, which the script takes for a click. Those that
    copy a link do it themselves. `heading`: the element of a block's heading, one level below the title's.
    """
    for block in panel.blocks:
        if block.heading:
            yield tag(heading, block.heading)
        match block:
            case Passage(lines=(line,)):
                yield tag("p", line)
            case Passage():
                yield tag("ul", *(tag("li", line) for line in block.lines), class_="lines")
            case Grid():
                yield grid_html(block, block.heading or panel.title)
            case Menu():
                yield _menu(block, name, link_of, has_keys=panel.has_keys)
            case Scan(link=link, is_to_open=True):
                yield tag("p", tag("a", link, href=link, target="_blank", rel="noopener noreferrer"))
                yield qr_picture(link)
            case Scan():
                pass  # the phone is the one that shows the page


def grid_html(grid: Grid, label: str) -> Markup:
    """A table that can be scrolled sideways if it is too wide; `label` says what it is."""
    columns = zip(grid.head, *(row.cells for row in grid.rows), strict=True) if grid.head else ()
    names = [tag("th", isolated(name), scope="col", class_=_kind_of(cells)) for name, *cells in columns]
    head = [tag("thead", tag("tr", *names))] if names else []
    body = tag("tbody", *(row for each in grid.rows for row in _rows(each)))
    return tag("div", tag("table", *head, body), class_="wide", tabindex="0", role="group", aria_label=label)


def _kind_of(cells: Iterable[str]) -> str | None:
    """The class of cells, and of the name above them: numbers are at the right."""
    return None if all(map(is_number, cells)) else "text"


def _rows(row: Row) -> Iterator[Markup]:
    first, *others = row.cells
    cells = (tag("td", isolated(cell), class_=_kind_of([cell])) for cell in others)
    kind = " ".join(name for name, has in (("total", row.is_marked), ("detailed", row.detail)) if has)
    yield tag("tr", tag("th", isolated(first), scope="row"), *cells, class_=kind or None)
    if row.detail:
        yield tag("tr", tag("td", row.detail, colspan=len(row.cells)), class_="detail")


def _menu(menu: Menu, name: str, link_of: LinkOf, *, has_keys: bool) -> Markup:
    """A list of buttons; lines with several offers, or with another label than theirs, are boxes with a heading."""
    if all(choice.is_simple for choice in menu.choices):
        keys = (key_of_line(choice, PAGE) if has_keys else "" for choice in menu.choices)
        lines = zip(menu.choices, keys, strict=True)
        buttons = (tag("li", _simple(choice, name, key), data_value=choice.label) for choice, key in lines)
        return tag("ul", *buttons, class_=_kind(menu), aria_label=menu.heading or None)
    return tag("ul", *(_box(choice, name, link_of) for choice in menu.choices), class_="boxes")


def _kind(menu: Menu) -> str:
    """How a list looks: as lines, or as the values of one setting side by side."""
    return "segments" if all(_is_value(choice) for choice in menu.choices) else "choices"


def _is_value(choice: Choice) -> bool:
    return choice.is_marked is not None and not _is_switch(choice)


def _is_switch(choice: Choice) -> bool:
    """Whether it turns a setting on and off."""
    return any(isinstance(offer.action, ChangeSetting) and offer.action.value is None for offer in choice.offers)


def _simple(choice: Choice, name: str, key: str = "") -> Markup:
    (offer,) = choice.offers
    if _is_switch(choice):
        return _switch(choice, _value(name, offer))
    pressed = None if choice.is_marked is None else "true" if choice.is_marked else "false"
    detail = [SPACE, tag("b", choice.detail)] if choice.detail else []
    shown_key = [tag("kbd", key, aria_hidden="true")] if key else []
    opens = "dialog" if isinstance(offer.action, OPENS_A_WINDOW) else None
    return button(
        "choose",
        _value(name, offer),
        icon_of(offer.action),
        choice.label,
        *detail,
        *shown_key,
        class_="danger" if isinstance(offer.action, EndMatch) else None,
        aria_pressed=pressed,
        aria_haspopup=opens,
        aria_keyshortcuts=key or None,
    )


def _switch(choice: Choice, value: str) -> Markup:
    """A switch. It says itself whether it is on, so that is not in its label."""
    is_on = bool(choice.is_marked)
    return button("choose", value, choice.label, role="switch", aria_checked="true" if is_on else "false")


def _box(choice: Choice, name: str, link_of: LinkOf) -> Markup:
    buttons = (
        _button(offer, f"{offer.label}{say('colon')}{choice.label}", name, link_of, class_=None if at else "main")
        for at, offer in enumerate(choice.offers)
    )
    told = [tag("small", role="status")] if any(isinstance(offer.action, CopyLink) for offer in choice.offers) else []
    row = tag("div", *buttons, *told, class_="row")
    inside = [tag("h3", isolated(choice.label)), tag("p", choice.detail), row]
    return tag("li", *inside, data_value=choice.label)


def _button(offer: Offer, label: str, name: str, link_of: LinkOf, class_: str | None) -> Markup:
    link = link_of(offer.action) if isinstance(offer.action, CopyLink) else None
    if link is not None:
        return tag("button", offer.label, type="button", class_=class_, aria_label=label, data_share=link)
    return button("choose", _value(name, offer), offer.label, class_=class_, aria_label=label)


def _value(name: str, offer: Offer) -> str:
    return f"{name} {key_of(offer.action)}"
