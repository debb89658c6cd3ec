"""The form for a new table as a card: a line an option, one pointed at, and what is said of that.

Lives here: `FormSheet`, a form with a place in it, and how it is drawn. Each change gives another sheet. Pure.
Not here: what makes a game (`actions.form`), keys (`choosing`).
"""

from typing import Final

from attrs import evolve, field, frozen

from client.actions.form import Form, about, fault, shown_value
from client.screen.cards import Card
from client.screen.paper import CHOSEN, Fragment, Line, RowHit, clip_text
from client.words.wrapping import cells
from protocol.game.options import Option, RulesError
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS

_LONGEST_VALUE: Final = 28
_LABELS: Final = {option.name: option.label for option in (*TABLE_OPTIONS.values(), *OPTIONS.values())}


@frozen
class FormSheet:
    """A form and the line that is pointed at, by name. `wrong`: why what was typed last is not taken, empty if it is.

    `digits` are those typed one after the other into this line.
    """

    form: Form = field(factory=Form)
    name: str = "game"
    wrong: str = ""
    digits: str = ""

    @property
    def at(self) -> int:
        """The number of the line that is pointed at, from 0."""
        return next((at for at, row in enumerate(self.form.rows) if row.name == self.name), 0)

    @property
    def row(self) -> Option:
        """The line that is pointed at."""
        return self.form.rows[self.at]

    @property
    def sign(self) -> str:
        """What stands before a value that is typed for this line."""
        return f"{self.row.label}:"

    # Moving in it, and filling it in.

    def stepped(self, step: int) -> "FormSheet":
        """The line so many further down, round the ends."""
        return self.on(self.at + step)

    def on(self, at: int) -> "FormSheet":
        """The line of this number."""
        rows = self.form.rows
        return FormSheet(self.form, rows[at % len(rows)].name)

    def changed(self, by: int) -> "FormSheet":
        """The next value in this line."""
        return FormSheet(self.form.stepped(self.name, by), self.name)

    def put_back(self) -> "FormSheet":
        """The game's own value in this line."""
        return FormSheet(self.form.put_back(self.name), self.name)

    def typed(self, text: str) -> "FormSheet":
        """This text in this line."""
        try:
            return FormSheet(self.form.typed(self.name, text), self.name)
        except RulesError as error:
            return evolve(self, wrong=fault(error, _LABELS), digits="")

    def digit(self, digit: str) -> "FormSheet":
        """A digit more of a number; one that no number of this line begins with begins another."""
        for digits in (self.digits + digit, digit):
            sheet = self.typed(digits)
            if not sheet.wrong:
                return evolve(sheet, digits=digits)
        return evolve(self.typed(digit), digits=self.digits + digit)

    # Showing it.

    @property
    def is_wrong(self) -> bool:
        """Whether it makes no game as it is, or what was typed was not taken."""
        return bool(self.told_wrong)

    @property
    def told_wrong(self) -> str:
        """Why, in a sentence; empty where it makes one."""
        error = self.form.error
        return self.wrong or ("" if error is None else fault(error, _LABELS))

    @property
    def told(self) -> str:
        """What is to be known about this line."""
        return about(self.row, self.name if self.name in OPTIONS else "It")

    def card(self, width: int) -> Card:
        """The form for a screen of this width, a line an option; what is not the game's own value has a star."""
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
