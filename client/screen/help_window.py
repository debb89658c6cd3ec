"""Texts to look something up in: the keys (`?`), the commands (`:?`), the rules (`r`), everything announced (`h`).

Here: the cards, of which a replay shows some, too, and the windows for play. Not here: the sentences about keys
(`actions.keys`) and rules (`words.rule_words`), which `fives help` and `fives rules` print as well.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from attrs import evolve

from client.actions.key_row import SCREEN, KeyRow, rows_of
from client.actions.keys import MORE, TO_LOOK, TO_PLAY
from client.actions.typed_help import brief_commands
from client.model.model import Model
from client.screen.card import AT_ITS_END, Card
from client.screen.desk import Desk
from client.screen.frame_lines import KeyHint
from client.screen.key_hints import hint
from client.screen.paper import Fragment, KeyHit, Line
from client.screen.window import CardWindow, Owner
from client.words.board_signs import signs
from client.words.say import say
from client.words.wrapping import cells, wrap
from protocol.frozen import define
from protocol.game.rules import Rules


@define(eq=False)
class KeysWindow(CardWindow):
    """The keys of play: first those that a beginner wants; `?` once more leads on to all others."""

    rules: Rules
    is_whole: bool = False

    def press(self, key: str) -> bool:
        """Show all keys, or scroll."""
        if key != "?" or self.is_whole:
            return super().press(key)
        read, self.is_whole = len(self.shown.lines), True
        whole = keys_card(self.owner.size.width, TO_PLAY, TO_LOOK, MORE, signs=signs(), rules=self.rules)
        self.shown = evolve(whole, top=read)
        return True

    def hints(self) -> tuple[KeyHint, ...]:
        """How to see all, and how to close it."""
        return super().hints() if self.is_whole else (hint("?", say("footer.all_keys")), *super().hints())


def keys_window(desk: Desk, owner: Owner) -> CardWindow:
    """The keys of play."""
    rules = desk.view.table.rules
    first = keys_card(owner.size.width, TO_PLAY, TO_LOOK, rules=rules)
    return KeysWindow(owner, first.with_foot(say("foot.all_keys")), rules)


def history_window(desk: Desk, owner: Owner) -> CardWindow:
    """Everything announced so far, from its end."""
    return CardWindow(owner, Card(say("panel.history"), tuple(remark.text for remark in desk.feed), top=AT_ITS_END))


def commands_card(model: Model, width: int) -> Card:
    """The commands that can be typed after `:` and have no key."""
    shown = [(typed, meaning, None) for typed, meaning in brief_commands(model, SCREEN)]
    return Card(say("card.commands"), lines=tuple(_beside(shown, width)))


def keys_card(
    width: int,
    *groups: Iterable[KeyRow[Any]],
    signs: Sequence[tuple[str, str]] = (),
    rules: Rules | None = None,
) -> Card:
    """Keys beside their meanings, and the signs under them; a click on a line presses its key if it has but one.

    `rules`: those of the table, if it is known which one the keys are for.
    """
    shown = [[(row.label, row.meaning, _hit(row)) for row in rows_of(rows_, SCREEN, rules)] for rows_ in groups]
    shown += [[(sign, meaning, None) for sign, meaning in signs]] if signs else []
    found = [row for group in shown for row in (("", "", None), *group)][1:]
    return Card(say("panel.keys"), lines=tuple(_beside(found, width)))


def _beside(shown: Sequence[tuple[str, str, KeyHit | None]], width: int) -> Iterator[Line]:
    """Texts with their meanings beside them, in a card of this width, and the key of a click on each."""
    label = max(cells(text) for text, _, _ in shown)
    for text, meaning, hit in shown:
        for at, part in enumerate(wrap(meaning, max(20, width - 6 - label))):
            first = text if at == 0 else ""
            blank = " " * (label - cells(first) + 2)
            said = f"{blank}{part}".rstrip()
            yield [Fragment("class:card.title", first, hit), Fragment("class:card", said, hit)]


def _hit(row: KeyRow[Any]) -> KeyHit | None:
    return KeyHit(row.first_key) if len(set(row.does.values())) == 1 else None
