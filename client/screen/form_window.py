"""The form for a new table, or for another game at this one.

It has what everyone fills in, and behind one more line the house rules, in groups.
Here: the selected line, its keys, the saved sets of house rules and the drawing of the form. Not here: which values
make a game, and the sentences that line mode has too (`actions.form`), the file of the sets (`store.saved_rules`).
"""

from collections.abc import Iterator
from typing import Final

from attrs import Factory

from client.actions.form import Form, about, deleted_sentence, fault, saved_sentence, shown_value, usable_sets
from client.actions.form_groups import FIRST, GROUPS
from client.model.house_rules import RuleSets, name_of_set
from client.screen.card import PAGES, Card
from client.screen.choice_list import DIGITS, MOVES, STEPS
from client.screen.message import REFUSED
from client.screen.paper import CHOSEN, Fragment, Line, RowHit, clip_text
from client.screen.window import Key, TableOwner, Window
from client.words.option_words import label
from client.words.say import Phrase, say
from client.words.wrapping import cells
from protocol.frozen import define
from protocol.game.options import Option, RulesError
from protocol.game.rules import OPTIONS
from protocol.game.table_options import GAME, TABLE_OPTIONS

SAVED: Final = "saved-rules"
HOUSE: Final = "house-rules"
SAVE: Final = "save-rules"
_NAMED: Final = {SAVED: Phrase("form.saved_rules"), HOUSE: Phrase("form.house_rules"), SAVE: Phrase("form.save_rules")}
_ABOUT: Final = {
    SAVED: Phrase("form.about_saved_rules"),
    HOUSE: Phrase("form.about_house_rules"),
    SAVE: Phrase("form.about_save_rules"),
}
_LONGEST_VALUE: Final = 28
_SHORTEST_LABEL: Final = 6
"""Columns of a label that makes room for the value beside it."""
_OPTIONS: Final = (*TABLE_OPTIONS, *OPTIONS)


class _Letters(tuple[str, ...]):
    """Every letter and digit of every script."""

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and len(key) == 1 and key.isalnum()


_LETTERS: Final = _Letters(DIGITS)
_YES: Final = ("enter", "y", "Y")


@define(eq=False)
class FormWindow(Window):
    """A form and the name of its selected line: an option, `SAVED`, `HOUSE` or `SAVE`.

    `wrong`: why the last value for this line was not accepted, else empty. `digits`: those typed into this line one
    after the other. `result`: of saving or deleting a set, until the next key. `set_name`: the saved set that was
    chosen. `begun_with`: the form as it was opened.
    """

    owner: TableOwner
    form: Form
    saved: RuleSets = Factory(RuleSets)
    name: str = "game"
    wrong: str = ""
    digits: str = ""
    result: str = ""
    set_name: str = ""
    has_house_rules: bool = False
    is_closing: bool = False
    begun_with: Form = Factory(lambda window: window.form, takes_self=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The lines that are shown."""
        rows = [row.name for row in self.form.rows]
        first = [name for name in rows if name in FIRST]
        if usable_sets(self.saved):
            first.insert(1, SAVED)
        rest = [*(name for name in rows if name not in FIRST), SAVE] if self.has_house_rules else []
        return (*first, HOUSE, *rest)

    @property
    def at(self) -> int:
        """The number of the selected line, from 0."""
        return self.names.index(self.name)

    @property
    def row(self) -> Option | None:
        """The option of the selected line, or None."""
        return self.form.row(self.name)

    # Keys.

    def press(self, key: str) -> bool:
        """Do what a key asks for; while the form asks whether to close, any key but those for yes is a no."""
        self.result = ""
        if not self.is_closing:
            return super().press(key)
        self.is_closing = False
        if key in _YES:
            self.owner.close()
        return True

    def keys(self) -> Iterator[Key]:
        """The keys of the selected line; one for text takes every letter, so there `q` does not close the form."""
        if self.is_closing:
            yield Key(_YES, self._close, say("footer.close"))
            yield Key(("escape",), self._close, say("footer.stay"))
            return
        row = self.row
        yield from self._enter()
        yield Key(MOVES, self._step, say("footer.line"), "↑↓")
        if self.name != SAVE and not (row is not None and row.is_text):
            yield Key(("right", "left"), self._change, say("footer.change"), "←→")
        if row is not None:
            yield Key(("space",), self._type, say("footer.type_it"))
            yield Key(("backspace",), self._reset, say("footer.default") if self.name in self.form.given else "")
        elif self.name == SAVED and self.set_name:
            yield Key(("backspace",), self._delete, say("footer.delete"))
        is_text = row is not None and row.is_text
        yield Key(("escape",) if is_text else ("escape", "q"), self._close, say("footer.back"))
        if row is not None:
            yield Key(_LETTERS, self._begin_typing) if is_text else Key(DIGITS, self._digit)

    def _enter(self) -> Iterator[Key]:
        if self.name == HOUSE:
            yield Key(("enter", "space"), self._change, say("footer.hide" if self.has_house_rules else "footer.show"))
        elif self.name == SAVE:
            yield Key(("enter", "space"), self._type_name, say("footer.save"))
        elif not self._fault:
            yield Key(("enter",), self._open, say("footer.change" if self.form.is_change else "footer.open"))

    def _open(self, _: str) -> None:
        self.owner.carry_out(self.form.wanted())  # any question about this came before the form

    def _close(self, _: str) -> None:
        if self.form.given != self.begun_with.given:
            self.is_closing = True
        else:
            self.owner.close()

    def _step(self, key: str) -> None:
        if key in PAGES:
            self._select_within(self.at + PAGES[key] * self.owner.room().height)
        else:
            self.select(self.at + STEPS[key])

    def select(self, at: int) -> None:
        """Select the line of this number, counted round the ends."""
        names = self.names
        self._now(self.form, names[at % len(names)])

    def _select_within(self, at: int) -> None:
        """Select the line of this number, or the first or last line if it is beyond."""
        self.select(min(max(0, at), len(self.names) - 1))

    def _now(self, form: Form, name: str) -> None:
        self.form, self.wrong, self.digits = form, "", ""
        self.name = name if name in self.names else self.names[0]  # a line may disappear with another's value

    def _change(self, key: str) -> None:
        by = -1 if key == "left" else 1
        if self.name == HOUSE:
            self.has_house_rules = not self.has_house_rules
        elif self.name == SAVED:
            self._choose_set(by)
        else:
            self._now(self.form.stepped(self.name, by), self.name)

    def _reset(self, _: str) -> None:
        self._now(self.form.put_back(self.name), self.name)

    def _type(self, _: str = "", begun: str = "") -> None:
        row = self.row
        if row is not None:
            self.owner.type_line(say("form.type", what=label(row.name)), self.fill, begun)

    def _begin_typing(self, letter: str) -> None:
        self._type(begun=letter)

    def fill(self, text: str) -> None:
        """Put this text into the selected line, or say why it does not take it."""
        try:
            self._now(self.form.typed(self.name, text), self.name)
        except RulesError as error:
            self.wrong, self.digits = fault(error, by_label=True), ""

    def _digit(self, digit: str) -> None:
        """Add a digit to the number; if no value of this line begins like that, it begins another number."""
        typed_so_far = self.digits
        for digits in (typed_so_far + digit, digit):
            self.fill(digits)
            if not self.wrong:
                self.digits = digits
                return
        self.digits = typed_so_far + digit

    # Saved sets.

    def _choose_set(self, by: int) -> None:
        """Fill in the next saved set, or after the last one the game's own rules."""
        names = ["", *(rules.name for rules in usable_sets(self.saved))]
        at = names.index(self.set_name) if self.set_name in names else 0
        chosen = self.saved.named(names[(at + by) % len(names)])
        self.set_name = "" if chosen is None else chosen.name
        own = self.form.put_back(GAME.name)
        self._now(own if chosen is None else own.with_set(chosen), self.name)

    def _type_name(self, _: str) -> None:
        self.owner.type_line(say("form.type_name"), self._save, self.set_name)

    def _save(self, typed: str) -> None:
        name = name_of_set(typed)
        self.wrong = self.saved.save(self.form.as_set(name))
        if not self.wrong:
            self.set_name, self.result = name, saved_sentence(name)

    def _delete(self, _: str) -> None:
        name = self.set_name
        self.wrong = self.saved.delete(name)
        if not self.wrong:
            self.set_name, self.result = "", deleted_sentence(name)
            self.name = self.name if SAVED in self.names else HOUSE

    # The mouse.

    def hit(self, hit: RowHit) -> None:
        """Select the clicked line, change its value if its arrows were clicked, or type it at a second click."""
        was_selected = self.at == hit.row
        self.result = ""
        self.select(hit.row)
        if hit.step:
            self._change("right" if hit.step > 0 else "left")
        elif self.name == HOUSE:
            self._change("right")
        elif was_selected and self.name == SAVE:
            self._type_name("")
        elif was_selected:
            self._type()

    def scroll(self, by: int) -> None:
        """Move the selection by so many lines."""
        self._select_within(self.at + by)

    # Drawing.

    @property
    def _fault(self) -> str:
        """Why there can be no such game, in a sentence; empty if there can."""
        error = self.form.error
        return self.wrong or ("" if error is None else fault(error, by_label=True))

    @property
    def is_urgent(self) -> bool:
        """Whether the prompt asks something or says what is wrong."""
        return self.is_closing or bool(self._fault)

    def prompt(self) -> Line:
        """What is wrong, what was saved, or what the selected line means."""
        if self.is_closing:
            return [Fragment("class:prompt.mine", say("form.close"))]
        if self._fault:
            return [Fragment(REFUSED, self._fault)]
        if self.result:
            return [Fragment("class:notice", self.result)]
        row = self.row
        if row is None:
            return [Fragment("class:prompt", str(_ABOUT[self.name]))]
        return [Fragment("class:prompt", about(self.form, row, self.name if self.name in OPTIONS else ""))]

    def card(self, width: int) -> Card:
        """The form, a line per option; values that differ from the game's own have a star."""
        names = self.names
        widest = max(cells(_label(name)) for name in (*_OPTIONS, *_NAMED))
        room = max(6, min(_LONGEST_VALUE, width - widest - 12))
        lines: list[Line] = []
        shows = 0
        titles = {group: str(title) for title, group in GROUPS}
        titled: set[str] = set()
        for at, name in enumerate(names):
            title = next((title for group, title in titles.items() if name in group), "")
            if title and title not in titled:
                titled.add(title)
                lines += [[], [Fragment("class:card.title", title)]]
            if name in (HOUSE, SAVE):
                lines.append([])
            if name == self.name:
                shows = len(lines)
            lines.append(self._line(at, name, widest, room))
        title = say("lobby.change_game" if self.form.is_change else "lobby.new_table")
        foot = say("foot.change_it" if self.form.is_change else "foot.open_it")
        return Card(title, lines=tuple(lines), foot=foot, shows=shows)

    def _line(self, at: int, name: str, widest: int, room: int) -> Line:
        is_here = name == self.name
        style = CHOSEN if is_here else "class:card"
        star = "*" if name in OPTIONS | TABLE_OPTIONS and self.form.differs(name) else " "
        value = self._value(name)
        more = min(cells(value) - room, widest - _SHORTEST_LABEL) if is_here else 0
        if more > 0:  # the line that is chosen shows its value whole; the name of it has been seen
            widest, room = widest - more, room + more
        begins = f"{'>' if is_here else ' '}{star}{clip_text(_label(name), widest):<{widest}}  "
        value = clip_text(value, room).ljust(room)
        row = self.form.row(name)
        if name in (HOUSE, SAVE) or (row is not None and row.is_text):
            return [Fragment(style, f"{begins}  {value}", RowHit(at))]
        return [
            Fragment(style, begins, RowHit(at)),
            Fragment("class:card.title", "< ", RowHit(at, -1)),
            Fragment(style, value, RowHit(at)),
            Fragment("class:card.title", " >", RowHit(at, 1)),
        ]

    def _value(self, name: str) -> str:
        if name == HOUSE:
            changed = "form.changed" if self.has_house_rules else "form.changed_hidden"
            return say(changed, n=len(self.form.house_rules))
        if name == SAVED:
            return self.set_name or say("form.no_set")
        return "" if name == SAVE else shown_value(name, self.form.value(name))


def _label(name: str) -> str:
    return str(_NAMED[name]) if name in _NAMED else label(name)
