"""The form for a new table: a line per option, one selected, and an explanation of that one under the board.

Here: the selected line, its keys and the drawing of the form. Not here: which values make a game, and the sentences
that line mode has too (`actions.form`).
"""

from collections.abc import Iterator
from typing import Final

from attrs import define

from client.actions.form import Form, about, fault, shown_value
from client.screen.card import Card
from client.screen.choice_list import DIGITS, STEPS
from client.screen.panels import REFUSED
from client.screen.paper import CHOSEN, Fragment, Line, RowHit, clip_text
from client.screen.window import Key, Window
from client.words.wrapping import cells
from protocol.game.options import Option, RulesError
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS

_LONGEST_VALUE: Final = 28
_LABELS: Final = {option.name: option.label for option in (*TABLE_OPTIONS.values(), *OPTIONS.values())}


class _Letters(tuple[str, ...]):
    """Every letter and digit of every script."""

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and len(key) == 1 and key.isalnum()


_LETTERS: Final = _Letters(DIGITS)


@define(eq=False)
class FormWindow(Window):
    """A form and the name of its selected line.

    `wrong`: why the last value for this line was not accepted, else empty. `digits`: those typed into this line one
    after the other.
    """

    form: Form
    name: str = "game"
    wrong: str = ""
    digits: str = ""

    @property
    def at(self) -> int:
        """The number of the selected line, from 0."""
        return next((at for at, row in enumerate(self.form.rows) if row.name == self.name), 0)

    @property
    def row(self) -> Option:
        """The selected line."""
        return self.form.rows[self.at]

    # Keys.

    def keys(self) -> Iterator[Key]:
        """A line for text takes every letter, so `q` closes the form from the others; Enter needs a valid form."""
        is_text = self.row.is_text
        if not self.is_urgent:
            yield Key(("enter",), self._open, "open", "Enter")
        yield Key(tuple(STEPS), self._step, "line", "↑↓")
        if not is_text:
            yield Key(("right", "left"), self._change, "change", "←→")
        yield Key(("space",), self._type, "type it", "Space")
        yield Key(("backspace",), self._reset, "default" if self.name in self.form.given else "", "Del")
        yield Key(("escape",) if is_text else ("escape", "q"), self._close, "back", "Esc")
        yield Key(_LETTERS, self._begin_typing) if is_text else Key(DIGITS, self._digit)

    def _open(self, _: str) -> None:
        self.owner.carry_out(self.form.wanted())  # any question about this came before the form

    def _close(self, _: str) -> None:
        self.owner.close()

    def _step(self, key: str) -> None:
        self.select(self.at + STEPS[key])

    def select(self, at: int) -> None:
        """Select the line of this number, counted round the ends."""
        rows = self.form.rows
        self._now(self.form, rows[at % len(rows)].name)

    def _now(self, form: Form, name: str) -> None:
        self.form, self.name, self.wrong, self.digits = form, name, "", ""

    def _change(self, key: str) -> None:
        self._now(self.form.stepped(self.name, 1 if key == "right" else -1), self.name)

    def _reset(self, _: str) -> None:
        self._now(self.form.put_back(self.name), self.name)

    def _type(self, _: str = "") -> None:
        self.owner.type_line(f"{self.row.label}:", self.fill)

    def _begin_typing(self, letter: str) -> None:
        self.owner.type_line(f"{self.row.label}:", self.fill, letter)

    def fill(self, text: str) -> None:
        """Put this text into the selected line, or say why it does not take it."""
        try:
            self._now(self.form.typed(self.name, text), self.name)
        except RulesError as error:
            self.wrong, self.digits = fault(error, _LABELS), ""

    def _digit(self, digit: str) -> None:
        """Add a digit to the number; if no value of this line begins like that, it begins another number."""
        typed_so_far = self.digits
        for digits in (typed_so_far + digit, digit):
            self.fill(digits)
            if not self.wrong:
                self.digits = digits
                return
        self.digits = typed_so_far + digit

    def hit(self, hit: RowHit) -> None:
        """A click selects a line, one on its arrows changes its value, a second one types it."""
        was_selected = self.at == hit.row
        self.select(hit.row)
        if hit.step:
            self._change("right" if hit.step > 0 else "left")
        elif was_selected:
            self._type()

    def scroll(self, by: int) -> None:
        """The wheel moves the selection in a form that is longer than the screen."""
        if self.owner.furthest():
            self.select(min(max(0, self.at + by), len(self.form.rows) - 1))

    # Drawing.

    @property
    def _fault(self) -> str:
        """Why no table can be opened like this, in a sentence; empty if it can."""
        error = self.form.error
        return self.wrong or ("" if error is None else fault(error, _LABELS))

    @property
    def is_urgent(self) -> bool:
        """Whether the prompt says what is wrong."""
        return bool(self._fault)

    def prompt(self) -> Line:
        """What is wrong, or what the selected line means."""
        if self._fault:
            return [Fragment(REFUSED, self._fault)]
        return [Fragment("class:prompt", about(self.row, self.name if self.name in OPTIONS else "It"))]

    def card(self, width: int) -> Card:
        """A line per option; values that differ from the game's own have a star."""
        rows = self.form.rows
        label = max(cells(row.label) for row in rows)
        room = max(6, min(_LONGEST_VALUE, width - label - 12))
        lines: list[Line] = []
        shows = 0
        for at, row in enumerate(rows):
            if row.name in OPTIONS and rows[at - 1].name not in OPTIONS:
                heading = f"Rules of {self.form.preset.title}"
                lines += [[], [Fragment("class:card.title", heading)]]
            if row.name == self.name:
                shows = len(lines)
            lines.append(self._line(at, row, label, room))
        return Card("Open a table", lines=tuple(lines), foot="Enter: open it   Esc: back", shows=shows)

    def _line(self, at: int, row: Option, label: int, room: int) -> Line:
        is_here = row.name == self.name
        style = CHOSEN if is_here else "class:card"
        value = clip_text(shown_value(row.name, self.form.value(row.name)), room).ljust(room)
        star = "*" if row.name in self.form.given else " "
        name = f"{'>' if is_here else ' '}{star}{row.label:<{label}}  "
        if row.is_text:
            return [Fragment(style, f"{name}  {value}", RowHit(at))]
        return [
            Fragment(style, name, RowHit(at)),
            Fragment("class:card.title", "< ", RowHit(at, -1)),
            Fragment(style, value, RowHit(at)),
            Fragment("class:card.title", " >", RowHit(at, 1)),
        ]
