"""The form for a new table, or for another game at this table.

Here: its lines, in groups, filling them in, and saving house rules by a name. Not here: which values make a game
(`actions.form`).
"""

from collections.abc import Iterator

from attrs import evolve, field

from client.actions.action import Action, NewTable, OtherGame
from client.actions.form import Form, about, deleted_sentence, fault, means, saved_sentence, shown_first, usable_sets
from client.actions.form_groups import FIRST, GROUPS
from client.model.house_rules import LONGEST_NAME, name_of_set
from client.picture.markup import Markup, joined, tag
from client.web.page_controls import button, fields, one_field
from client.web.page_controls import field as field_of
from client.web.page_messages import Value
from client.web.state import State
from client.web.window import Confirmation, PageWindow, Presses
from client.words.name_words import about_game
from client.words.option_words import label_first
from client.words.say import say
from protocol.frozen import define
from protocol.game.options import Number, Option, RulesError
from protocol.game.table_options import GAME


@define(eq=False)
class FormWindow(PageWindow):
    """The form, which keeps what is filled in while it is closed. `fault`: why something was not accepted."""

    has_own_press = True
    opened_by = (NewTable, OtherGame)

    state: State = field(kw_only=True)
    form: Form = field(factory=Form)
    fault: str = ""

    def shown(self) -> tuple[str, Markup]:
        """What it is for, and its lines."""
        return say("lobby.change_game") if self.form.is_change else self.title, joined(self.inside())

    def inside(self) -> Iterator[Markup]:
        """The form: the common options, then the house rules in groups, which can be opened."""
        rows = {row.name: row for row in self.form.rows}
        yield from self._saved_sets()
        yield tag("p", about_game(self.form.preset.name), class_="about")
        first = [self._line(rows[name]) for name in FIRST if name in rows]
        groups = [
            element
            for title, names in GROUPS
            for element in (tag("h3", str(title)), *(self._line(rows[name]) for name in names if name in rows))
            if any(name in rows for name in names)
        ]
        changed = len(self.form.house_rules)
        summary = say("page.house_rules_changed", n=changed) if changed else say("page.house_rules")
        error = self.form.error
        wrong = self.fault or ("" if error is None else fault(error, by_label=True))
        alert = [tag("p", wrong, role="alert", class_="fault")] if wrong else []
        does = say("lobby.change_game") if self.form.is_change else say("page.open")
        yield tag(
            "form",
            *first,
            tag("details", tag("summary", summary), *groups, id="form-rules"),
            *alert,
            tag("button", does, type="submit", class_="main"),
            data_press="open",
            data_change="fill",
            class_="options",
        )
        if changed:
            yield one_field(
                "save-rules", say("page.save_rules"), say("page.save"), longest=LONGEST_NAME, has_focus=False
            )

    def _saved_sets(self) -> Iterator[Markup]:
        """A button for each saved set of house rules, and one to delete it."""
        sets = usable_sets(self.state.model.house_rules)
        if sets:
            yield tag("h3", say("page.saved_rules"))
        for rules in sets:
            yield tag(
                "p",
                button("use-rules", rules.name, rules.name),
                button("delete-rules", rules.name, "×", aria_label=say("page.delete", set=rules.name)),
                class_="line",
            )

    def _line(self, row: Option) -> Markup:
        value = self.form.value(row.name)
        is_changed = self.form.differs(row.name)
        named = label_first(row.name)
        label = tag("span", f"{named} *" if is_changed else named, class_="label")
        about_row = tag("small", means(self.form, row) if row.kind.choices else about(self.form, row))
        return tag(
            "div",
            tag("label", label, _input(row, value)),
            *_steps(row),
            about_row,
            class_="option changed" if is_changed else "option",
        )

    # The presses.

    def presses(self) -> Presses:
        """Filling it in, sending it, and saving house rules."""
        return {
            "fill": self._fill,
            "step": self._step,
            "open": self._open,
            "use-rules": self._use_rules,
            "save-rules": self._save_rules,
            "delete-rules": self._delete_rules,
        }

    def opened(self, by: Action | Confirmation | None) -> None:
        """Show the form for a new table as it was left, or that for another game at this one."""
        self.fault = ""
        if isinstance(by, OtherGame):
            self.form = Form.of(self.state.model.table)
        elif isinstance(by, NewTable):
            begun = Form() if self.form.is_change else self.form
            self.form = evolve(begun, options=self.state.model.new_tables)

    def _fill(self, value: Value) -> None:
        """Apply every field that differs from the form as shown: a change may change what others have by default."""
        self.fault, shown = "", self.form
        # The set comes first: how many can play depends on it.
        for name, text in sorted(fields(value).items(), key=lambda filled: filled[0] not in (GAME.name, "max_pip")):
            # The other fields were filled in for the previous game.
            if shown.row(name) is None or text == shown.value(name):
                continue
            try:
                self.form = self.form.typed(name, text)
            except RulesError as error:
                self.fault = fault(error, by_label=True)
            if name == GAME.name:
                break

    def _step(self, value: Value) -> None:
        name, _, by = field_of(value).partition(" ")
        self.fault = ""
        if by in ("1", "-1"):
            self.form = self.form.stepped(name, int(by))

    def _open(self, value: Value) -> None:
        if self.state.front is not self or not self.state.newcomer.named.is_set():
            return
        self._fill(value)
        if self.fault or self.form.error is not None:
            return
        request, self.form = self.form.wanted(), Form(self.state.model.new_tables)
        self.state.act(request)
        self.state.show("")

    def _use_rules(self, value: Value) -> None:
        chosen = next(
            (rules for rules in usable_sets(self.state.model.house_rules) if rules.name == field_of(value)), None
        )
        if chosen is not None:
            self.form, self.fault = self.form.put_back(GAME.name).with_set(chosen), ""

    def _save_rules(self, value: Value) -> None:
        name = name_of_set(field_of(value))
        self.fault = self.state.model.house_rules.save(self.form.as_set(name))
        if not self.fault:
            self.state.sentences.say(saved_sentence(name))

    def _delete_rules(self, value: Value) -> None:
        name = field_of(value)
        if self.state.model.house_rules.named(name) is not None:
            self.fault = self.state.model.house_rules.delete(name)
            self.state.sentences.say(deleted_sentence(name))


def _input(row: Option, value: str) -> Markup:
    if row.kind.choices:
        options = (
            tag("option", shown_first(row.name, choice), value=choice, selected="" if choice == value else None)
            for choice in map(row.kind.spell, row.kind.choices)
        )
        return tag("select", *options, name=row.name)
    kind = "password" if row.name == "password" else "text"
    hint = say("form.anyone") if row.name == "password" else None
    mode = "numeric" if isinstance(row.kind, Number) else None
    return tag(
        "input",
        name=row.name,
        type=kind,
        value=value,
        inputmode=mode,
        autocomplete="off",
        maxlength=200,
        placeholder=hint,
    )


def _steps(row: Option) -> Iterator[Markup]:
    if isinstance(row.kind, Number) and not row.kind.choices:
        name = label_first(row.name)
        for sign, by, meaning in (
            ("−", "-1", say("page.option_less", option=name)),
            ("+", "1", say("page.option_more", option=name)),
        ):
            yield button("step", f"{row.name} {by}", sign, class_="step", aria_label=meaning)
