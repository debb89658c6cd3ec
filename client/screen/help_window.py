"""Texts to look something up in: the keys (`?`), the commands (`:?`), the rules (`r`), everything announced (`h`).

Here: the cards, of which a replay shows some, too, and the windows for play. Not here: the sentences about keys
(`actions.keys`) and rules (`words.rule_words`), which `fives help` and `fives rules` print as well.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from client.actions import typed_help
from client.actions.keys import SCREEN, TABLE, KeyRow, rows_of
from client.model.model import Model
from client.screen.card import AT_ITS_END, Card
from client.screen.desk import Desk
from client.screen.paper import Fragment, KeyHit, Line
from client.screen.window import CardWindow, Owner
from client.words.board_signs import SIGNS
from client.words.wrapping import cells, wrap

_SETTING: Final = tuple(row for row in typed_help.SETTING if row is not typed_help.VERBOSITY)
"""Verbosity belongs to line mode; a screen shows everything."""
_ON_A_SCREEN: Final = {
    "open": "open a table, with a form, and sit there",
}
"""Commands that do something else than in line mode."""


def keys_window(_: Desk, owner: Owner) -> CardWindow:
    """The keys of play."""
    return CardWindow(owner, keys_card(TABLE, owner.size.width, SIGNS))


def history_window(desk: Desk, owner: Owner) -> CardWindow:
    """Everything announced so far, from its end."""
    return CardWindow(owner, Card("History", tuple(remark.text for remark in desk.feed), top=AT_ITS_END))


def commands_card(model: Model) -> Card:
    """The commands that can be typed after `:`."""
    rights = typed_help.rights(is_host=model.is_host, may_begin=model.may_begin)
    rows = (*typed_help.KEYS, *_SETTING, *typed_help.OF_THE_TABLE, *rights)
    return Card("Commands", tuple(f"{typed}: {_ON_A_SCREEN.get(typed, meaning)}." for typed, meaning in rows))


def keys_card(rows: Iterable[KeyRow[Any]], width: int, signs: Sequence[tuple[str, str]] = ()) -> Card:
    """Keys beside their meanings, and the signs under them; a click on a line presses its key if it has but one."""
    found = [(row.label, row.meaning, _hit(row)) for row in rows_of(rows, SCREEN)]
    found += [("", "", None)] if signs else []
    found += [(sign, meaning, None) for sign, meaning in signs]
    label = max(cells(keys) for keys, _, _ in found)
    lines: list[Line] = []
    for keys, meaning, hit in found:
        for at, part in enumerate(wrap(meaning, max(20, width - 6 - label))):
            shown = keys if at == 0 else ""
            blank = " " * (label - cells(shown) + 2)
            said = f"{blank}{part}".rstrip()
            lines.append([Fragment("class:card.title", shown, hit), Fragment("class:card", said, hit)])
    return Card("Keys", lines=tuple(lines))


def _hit(row: KeyRow[Any]) -> KeyHit | None:
    return KeyHit(row.first_key) if len(set(row.does.values())) == 1 else None
