"""A panel on the full screen: a card with its text, its tables and its lists, and the keys that choose from it.

Here: drawing any panel, and what is selected and scrolled in it. A panel without choices is a text to read, which any
key closes. Enter takes the first offer of the selected line; where a line has other offers, so does the first letter of
each. Not here: what is in a panel (`client.panels`), carrying out what is chosen (the owner).
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from attrs import Factory, field

from client.actions.key_row import SCREEN
from client.actions.keys import keys_of
from client.actions.panel import Choice, Grid, Menu, Offer, Panel, Passage, Row, Scan, is_number
from client.model.settings import PlayerSettings
from client.panels import settings
from client.screen.card import Card, to_close, to_scroll
from client.screen.centred import CODE_FROM
from client.screen.choice_list import ChoiceList, ListWindow, choice_lines
from client.screen.frame_lines import KeyHint
from client.screen.paper import Fragment, Line, clip_text, fill, line_cells, paragraph
from client.screen.qr_code import qr_code
from client.screen.window import Key, Owner
from client.words.reach_words import room_for_code
from client.words.say import say
from client.words.wrapping import cells, wrap
from protocol.frozen import define

_CLOSING: Final = ("escape", "left")
"""Keys that close a list, beside those that have opened it."""
_MOST_READABLE: Final = 100
"""Columns; longer lines of sentences are hard to read."""
_LINES_AROUND: Final = 7
"""Lines of a terminal that no window of the table can have: the scores, the message, the keys, and its own frame."""
_CUT, _WHOLE = True, False
_WAYS_TO_FIT: Final = (
    *((40, _CUT), (16, _WHOLE), (12, _WHOLE), (8, _WHOLE), (5, _WHOLE)),
    *((16, _CUT), (12, _CUT), (8, _CUT), (6, _CUT)),
)
"""Widths to which cells are wrapped, and what becomes of longer words. A table has the first way in which it fits; if
there is none, its rows are sentences."""


@define(eq=False)
class PanelWindow(ListWindow):
    """A window with the panel that `make` returns. It is made anew for each frame, so it follows the game.

    `top`: lines of a text that are scrolled off. `opened_by`: the keys that open it, and close it again.
    `notice`: a sentence about what was chosen last.
    """

    make: Callable[[], Panel]
    top: int = 0
    notice: str = ""
    opened_by: tuple[str, ...] = ("j", "x")
    rows: ChoiceList = field(
        init=False, default=Factory(lambda self: ChoiceList(self.lines, names=self.labels), takes_self=True)
    )

    def lines(self) -> list[str]:
        """The lines to choose from."""
        return _texts(self.make())

    def labels(self) -> list[str]:
        """Their labels, which stay while the details change."""
        return [choice.label for choice in self.make().choices]

    @property
    def selected(self) -> Choice | None:
        """The selected line; None in a text."""
        choices = self.make().choices
        return choices[self.rows.at] if choices else None

    @property
    def is_text(self) -> bool:
        """Whether there is nothing to choose."""
        return self.selected is None

    # Keys.

    def keys(self) -> Iterator[Key]:
        """What is offered, moving, and closing; none in a text."""
        choice = self.selected
        if choice is None:
            return
        closing = (*_CLOSING, *self.opened_by)
        yield self.choosing(_meaning(choice.offers[0]) if choice.offers else say("footer.back"))
        for at, offer in enumerate(() if choice.is_simple else choice.offers):
            letter = offer.label[0].lower()
            if letter not in closing:
                yield Key((letter, letter.upper()), self._taking(offer), _meaning(offer) if at else "")
        panel = self.make()
        for key, line in zip(keys_of(panel, SCREEN), panel.choices, strict=True):
            if key:
                yield Key((key,), self._taking(line.offers[0]))
        yield from self.moving()
        yield Key(closing, lambda _: self.owner.close(), say("footer.back"))

    def press(self, key: str) -> bool:
        """Do what a key asks for; a text can only be scrolled."""
        if not self.is_text:
            return super().press(key)
        read = self.card(self.owner.size.width).read(key, self.owner.furthest(), self.owner.room().height)
        if read is not None:
            self.top = read.top
        return read is not None

    def choose(self) -> None:
        """Do what the selected line is for."""
        choice = self.selected
        if choice is not None and choice.offers:
            self.owner.request(choice.offers[0].action)
        else:
            self.owner.close()

    def _taking(self, offer: Offer) -> Callable[[str], None]:
        return lambda _: self.owner.request(offer.action)

    def scroll(self, by: int) -> None:
        """The wheel scrolls a text, and moves the selection in a list."""
        if self.is_text:
            self.top = self.card(self.owner.size.width).scrolled(by, self.owner.furthest()).top
        else:
            super().scroll(by)

    # Drawing.

    def prompt(self) -> Line:
        """What came of the last choice."""
        return [Fragment("class:prompt", self.notice)] if self.notice else []

    def hints(self) -> tuple[KeyHint, ...]:
        """The keys in the footer."""
        return (to_close(),) if self.is_text else super().hints()

    def scroll_hints(self) -> tuple[KeyHint, ...]:
        """How to scroll a text."""
        return to_scroll() if self.is_text else ()

    def card(self, width: int) -> Card:
        """The panel."""
        panel, lines, shows = self.make(), list[Line](), None
        codes = [qr_code(block.link) for block in panel.blocks if isinstance(block, Scan) and width >= CODE_FROM]
        whole, width = width, width - (line_cells(codes[0][0]) + 1 if codes else 0)
        texts, row = _texts(panel), 0
        for block in panel.blocks:
            if isinstance(block, Scan):
                continue  # at the right, if there is room
            lines += [[]] if lines else []
            lines += paragraph("class:card.title", block.heading, width - 4) if block.heading else []
            match block:
                case Passage():
                    readable = min(width, _MOST_READABLE) - 4
                    lines += (line for text in block.lines for line in paragraph("class:card", text, readable, whole))
                case Grid():
                    lines += _grid_lines(block, width - 4)
                case Menu():
                    for _ in block.choices:
                        is_selected = row == self.rows.at
                        shows = len(lines) if is_selected else shows
                        lines += choice_lines(texts[row], row, width, is_selected=is_selected)
                        row += 1
        if codes:
            links = [line for line in lines if line_cells(line) == whole]  # over the code: they have the whole width
            others, lacking = [line for line in lines if line not in links], len(codes[0]) - self._most_at_once
            if lacking > 0:  # half a code is of no use
                others += [[], *paragraph("class:card", room_for_code(0, lacking), width - 4)]
            lines = [*links, *(others if lacking > 0 else _beside(others, codes[0], width - 4))]
        foot = say("foot.any_key" if self.is_text else "foot.escape")
        return Card(panel.title, lines=tuple(lines), top=self.top, foot=foot, shows=shows)

    @property
    def _most_at_once(self) -> int:
        """The lines of a panel that are visible at a time; links over a code can be scrolled off."""
        return self.owner.size.height - _LINES_AROUND


def _texts(panel: Panel) -> list[str]:
    """The lines to choose from, each behind the key that does the same at the table, if there is one."""
    keys = keys_of(panel, SCREEN)
    if not any(keys):
        return [choice.text for choice in panel.choices]
    return [f"{key or ' '}  {choice.text}" for key, choice in zip(keys, panel.choices, strict=True)]


def settings_window(
    owner: Owner, of: PlayerSettings, of_the_table: Callable[[], tuple[Choice, ...]] = tuple
) -> PanelWindow:
    """The settings of this player, and what can be set for this table alone."""
    return PanelWindow(owner, lambda: settings.panel(of, of_the_table()), opened_by=(",",))


def _beside(lines: Sequence[Line], code: Sequence[Line], width: int) -> list[Line]:
    """The lines in this width, with a QR code at their right."""
    nothing: Line = []
    return [[*fill(line, width + 1), *cells] for line, cells in zip_longest(lines, code, fillvalue=nothing)]


def _meaning(offer: Offer) -> str:
    """What the footer says of an offer; of one that its line names, nothing more."""
    return offer.brief or say("footer.do_it")


def _grid_lines(grid: Grid, width: int) -> list[Line]:
    """The rows as aligned columns; as sentences if the columns have no room."""
    for longest, cuts in _WAYS_TO_FIT:
        head, *rows = _columns((grid.head, *(row.cells for row in grid.rows)), longest, cuts=cuts)
        if max(cells(text) for texts in (head, *rows) for text in texts) <= width:
            shown = [line for row, texts in zip(grid.rows, rows, strict=True) for line in _row_lines(row, texts, width)]
            return [*([Fragment("class:card.title", text)] for text in head), *shown]
    return [line for row in grid.rows for line in paragraph("class:card", row.spoken, width)]


def _row_lines(row: Row, texts: Sequence[str], width: int) -> Iterator[Line]:
    """A row, and its detail under it."""
    for text in texts:
        yield [Fragment("class:card.total" if row.is_marked else "class:card", text)]
    for part in wrap(row.detail, max(10, width - 2)) if row.detail else ():
        yield [Fragment("class:quiet", f"  {part}")]


def _columns(table: Sequence[Sequence[str]], longest: int, *, cuts: bool) -> list[list[str]]:
    """The lines of each row: cells as aligned text, numbers to the right. The first row is the head, maybe empty."""
    body = table[1:]
    wrapped = [[_cell_lines(cell, longest, cuts=cuts) for cell in row] for row in table]
    columns = zip(*filter(None, wrapped), strict=True)
    widths = [max(cells(line) for cell in column for line in cell) for column in columns]
    are_numbers = [at > 0 and all(map(is_number, column)) for at, column in enumerate(zip(*body, strict=True))]
    return [
        ["  ".join(map(_aligned, line, widths, are_numbers)).rstrip() for line in zip_longest(*row, fillvalue="")]
        for row in wrapped
    ]


def _cell_lines(cell: str, longest: int, *, cuts: bool) -> list[str]:
    """A cell in lines that end between words, such as the names of partners. `cuts`: longer words are cut."""
    lines = [""]
    for word in cell.split():
        part = clip_text(word, longest) if cuts else word
        longer = f"{lines[-1]} {part}".lstrip()
        if cells(longer) <= longest or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def _aligned(cell: str, width: int, is_right: bool) -> str:
    blank = " " * (width - cells(cell))
    return f"{blank}{cell}" if is_right else f"{cell}{blank}"
