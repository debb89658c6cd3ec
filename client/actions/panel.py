"""A panel: a sheet to read or a list to choose from, as data that each front end shows in its own way.

Here: its blocks. They hold facts, sentences and actions, and say nothing about style, place or keys. What is selected,
scrolled or being typed belongs to the front end. Not here: the panels (`client.panels`), drawing one
(`screen.panel_window`), writing one as HTML (`web.panel_html`), printing one (`lines.panel_text`).
"""

import json
from collections.abc import Iterator

from attrs import astuple

from client.actions.action import Action
from client.words.english import in_line
from client.words.say import say, together
from protocol.frozen import frozen


@frozen
class Passage:
    """Sentences to read, under a heading if it is not empty."""

    lines: tuple[str, ...]
    heading: str = ""


@frozen
class Row:
    """A row of a grid; its first cell says what it is about. `is_marked`: it matters more than the others, as a total.

    `detail`: a sentence that has no column. `sentence`: the cells as one sentence, for a reader who sees no columns;
    without it, the cells are listed.
    """

    cells: tuple[str, ...]
    sentence: str = ""
    detail: str = ""
    is_marked: bool = False

    @property
    def spoken(self) -> str:
        """The row in sentences."""
        first, *others = self.cells
        cells = in_line(filter(None, others))
        return together(self.sentence or say("panel.row", first=first, others=cells), self.detail)


@frozen
class Grid:
    """A table. `head` names each column; it is empty if the cells explain themselves."""

    head: tuple[str, ...]
    rows: tuple[Row, ...]
    heading: str = ""


def is_number(cell: str) -> bool:
    """Whether this is the cell of a number, perhaps in per cent; such columns are aligned to the right."""
    return cell.removesuffix(" %").isdecimal()


@frozen
class Offer:
    """An action that can be chosen, and its label in one to four words, like `Join`.

    `brief`: the same for a footer, like `join`; empty for an offer that its line names.
    """

    label: str
    action: Action
    brief: str = ""


@frozen
class Choice:
    """A line to choose. `offers`: one to three actions, the usual one first; without any, choosing it does nothing.

    `detail`: more about it, the middle of a sentence. `is_marked`: this is how it is now; None where that has no
    meaning.
    """

    label: str
    offers: tuple[Offer, ...] = ()
    detail: str = ""
    is_marked: bool | None = None

    @property
    def text(self) -> str:
        """The label and the detail on one line, or that this is how it is now."""
        if self.detail:
            return say("panel.choice", choice=self.label, detail=self.detail)
        return say("panel.chosen", choice=self.label) if self.is_marked else self.label

    @property
    def is_simple(self) -> bool:
        """Whether its label says all that it offers."""
        return tuple(offer.label for offer in self.offers) == (self.label,)


@frozen
class Menu:
    """Lines to choose from."""

    choices: tuple[Choice, ...]
    heading: str = ""


@frozen
class Scan:
    """A link to scan with a phone, for who can draw a QR code; a sentence beside it has it, too.

    `is_to_open`: a page shows it, too, to open it there.
    """

    link: str
    heading: str = ""
    is_to_open: bool = False


Block = Passage | Grid | Menu | Scan


@frozen
class Panel:
    """A title over blocks. `has_keys`: its lines show the keys that do the same at the table, and these work there."""

    title: str
    blocks: tuple[Block, ...]
    has_keys: bool = False

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Everything that can be chosen, from top to bottom."""
        return tuple(choice for block in self.blocks if isinstance(block, Menu) for choice in block.choices)

    def offered(self, key: str) -> Action | None:
        """The action that has this key, if it is offered; a front end may be showing an older panel."""
        return next((offer.action for offer in self._offers() if key_of(offer.action) == key), None)

    def _offers(self) -> Iterator[Offer]:
        return (offer for choice in self.choices for offer in choice.offers)


def key_of(action: Action) -> str:
    """A text that stands for an action, like `Kick 2`: the same whenever the same is offered again."""
    values = (json.dumps(value, ensure_ascii=False, default=str) for value in astuple(action))
    return " ".join((type(action).__name__, *values))


def choice(label: str, action: Action, detail: str = "", *, is_marked: bool | None = None) -> Choice:
    """A line that stands for one action, which its label names."""
    return Choice(label, (Offer(label, action),), detail, is_marked)
