"""The form for a new table, or for another game at this table.

Here: its lines, in groups, filling them in, and saving house rules by a name. Not here: which values make a game
(`actions.form`).
"""

from collections.abc import Iterator
from typing import Final

from client.actions.form import Form, about, deleted_sentence, fault, saved_sentence, shown_value, usable_sets
from client.actions.form_groups import FIRST, GROUPS
from client.model.house_rules import LONGEST_NAME, name_of_set
from client.picture.markup import Markup, tag
from client.web import page_words
from client.web.page_controls import button, field, fields, one_field
from client.web.page_messages import Value
from client.web.state import State
from client.words.english import capital
from client.words.lobby_words import CHANGE_GAME
from protocol.game.options import Number, Option, RulesError
from protocol.game.rules import OPTIONS
from protocol.game.table_options import GAME, TABLE_OPTIONS

_LABELS: Final = {option.name: option.label for option in (*TABLE_OPTIONS.values(), *OPTIONS.values())}


def form(state: State) -> Iterator[Markup]:
    """The form: the common options, then the house rules in groups, which can be opened."""
    rows = {row.name: row for row in state.form.rows}
    yield from _saved_sets(state)
    yield tag("p", f"{capital(state.form.preset.sentence)}.", class_="about")
    first = [_line(state, rows[name]) for name in FIRST if name in rows]
    groups = [
        element
        for title, names in GROUPS
        for element in (tag("h3", title), *(_line(state, rows[name]) for name in names if name in rows))
        if any(name in rows for name in names)
    ]
    changed = len(state.form.house_rules)
    summary = f"{page_words.HOUSE_RULES}: {changed} changed" if changed else page_words.HOUSE_RULES
    error = state.form.error
    wrong = state.fault or ("" if error is None else fault(error, _LABELS))
    alert = [tag("p", wrong, role="alert", class_="fault")] if wrong else []
    yield tag(
        "form",
        *first,
        tag("details", tag("summary", summary), *groups, id="form-rules"),
        *alert,
        tag("button", CHANGE_GAME if state.form.is_change else page_words.OPEN, type="submit", class_="main"),
        data_press="open",
        data_change="fill",
        class_="options",
    )
    if changed:
        yield one_field("save-rules", page_words.SAVE_RULES, page_words.SAVE, longest=LONGEST_NAME, has_focus=False)


def _saved_sets(state: State) -> Iterator[Markup]:
    """A button for each saved set of house rules, and one to delete it."""
    sets = usable_sets(state.model.house_rules)
    if sets:
        yield tag("h3", page_words.SAVED_RULES)
    for rules in sets:
        yield tag(
            "p",
            button("use-rules", rules.name, rules.name),
            button("delete-rules", rules.name, "×", aria_label=f"Delete {rules.name}"),
            class_="line",
        )


def _line(state: State, row: Option) -> Markup:
    value = state.form.value(row.name)
    is_changed = state.form.differs(row.name)
    label = tag("span", capital(row.label) + (" *" if is_changed else ""), class_="label")
    about_row = tag("small", f"{capital(row.meaning)}." if row.kind.choices else about(row))
    return tag(
        "div",
        tag("label", label, _input(row, value)),
        *_steps(row),
        about_row,
        class_="option changed" if is_changed else "option",
    )


def _input(row: Option, value: str) -> Markup:
    if row.kind.choices:
        options = (
            tag(
                "option", capital(shown_value(row.name, choice)), value=choice, selected="" if choice == value else None
            )
            for choice in map(row.kind.spell, row.kind.choices)
        )
        return tag("select", *options, name=row.name)
    kind = "password" if row.name == "password" else "text"
    hint = "anyone may join" if row.name == "password" else None
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
        for sign, by, meaning in (("−", "-1", "less"), ("+", "1", "more")):
            name = f"{capital(row.label)}: {meaning}"
            yield button("step", f"{row.name} {by}", sign, class_="step", aria_label=name)


# The presses.


def _fill(state: State, value: Value) -> None:
    """Apply every field that differs from the form as it was shown: a change may change what others have by default."""
    state.fault, shown = "", state.form
    # The set comes first: how many can play depends on it.
    for name, text in sorted(fields(value).items(), key=lambda filled: filled[0] not in (GAME.name, "max_pip")):
        # The other fields were filled in for the previous game.
        if shown.row(name) is None or text == shown.value(name):
            continue
        try:
            state.form = state.form.typed(name, text)
        except RulesError as error:
            state.fault = fault(error, _LABELS)
        if name == GAME.name:
            break


def _step(state: State, value: Value) -> None:
    name, _, by = field(value).partition(" ")
    state.fault = ""
    if by in ("1", "-1"):
        state.form = state.form.stepped(name, int(by))


def _open(state: State, value: Value) -> None:
    if state.window != "form" or not state.named.is_set():
        return
    _fill(state, value)
    if state.fault or state.form.error is not None:
        return
    request, state.form = state.form.wanted(), Form(state.model.new_tables)
    state.act(request)
    state.show("")


def _use_rules(state: State, value: Value) -> None:
    chosen = next((rules for rules in usable_sets(state.model.house_rules) if rules.name == field(value)), None)
    if chosen is not None:
        state.form, state.fault = state.form.put_back(GAME.name).with_set(chosen), ""


def _save_rules(state: State, value: Value) -> None:
    name = name_of_set(field(value))
    state.fault = state.model.house_rules.save(state.form.as_set(name))
    if not state.fault:
        state.say(saved_sentence(name))


def _delete_rules(state: State, value: Value) -> None:
    name = field(value)
    if state.model.house_rules.named(name) is not None:
        state.fault = state.model.house_rules.delete(name)
        state.say(deleted_sentence(name))


PRESSES: Final = {
    "fill": _fill,
    "step": _step,
    "open": _open,
    "use-rules": _use_rules,
    "save-rules": _save_rules,
    "delete-rules": _delete_rules,
}
