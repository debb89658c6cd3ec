"""Texts to look something up in: the keys (`?`), the commands (`:?`), the rules (`r`), everything announced (`h`).

Here: the cards, of which a replay shows some, too, and the windows for play. Not here: the sentences about keys
(`words.key_help`) and rules (`words.rule_words`), which `fives help` and `fives rules` print as well.
"""

from collections.abc import Sequence
from typing import Final

from client.model.model import Model
from client.screen.card import AT_ITS_END, Card
from client.screen.desk import Desk
from client.screen.paper import Fragment, KeyHit, Line
from client.screen.window import CardWindow, Owner
from client.words import line_help
from client.words.key_help import KEYS
from client.words.rule_words import explain, wrapped
from client.words.table_option_words import HEADING, table_options
from client.words.wrapping import cells, wrap
from protocol.log.table import Table

_MOST_READABLE: Final = 100
"""Columns; longer lines are hard to read."""
_ARROWS: Final = "←→↑↓"
_SETTING: Final = tuple(row for row in line_help.SETTING if not row[0].startswith("verbosity"))
"""Verbosity belongs to line mode; a screen shows everything."""
_ON_A_SCREEN: Final = {
    "h": "everything announced so far",
    "x": "what can be done with this table",
    "open": "open a table, with a form, and sit there",
}
"""Commands that do something else than in line mode."""


def keys_window(_: Desk, owner: Owner) -> CardWindow:
    """The keys of play."""
    return CardWindow(owner, keys_card(KEYS, owner.size.width))


def rules_window(desk: Desk, owner: Owner) -> CardWindow:
    """The rules of this table."""
    table = desk.model.table
    return CardWindow(
        owner, rules_card(table, owner.size.width, table_options(table.options, is_alone=desk.model.is_alone))
    )


def history_window(desk: Desk, owner: Owner) -> CardWindow:
    """Everything announced so far, from its end."""
    return CardWindow(owner, Card("History", tuple(remark.text for remark in desk.feed), top=AT_ITS_END))


def commands_card(model: Model) -> Card:
    """The commands that can be typed after `:`."""
    rights = line_help.rights(is_host=model.is_host, may_begin=model.may_begin)
    rows = (*line_help.ASKING, *_SETTING, *line_help.TABLE, *rights)
    return Card("Commands", tuple(f"{typed}: {_ON_A_SCREEN.get(typed, meaning)}." for typed, meaning in rows))


def keys_card(rows: Sequence[tuple[str, str]], width: int) -> Card:
    """Keys beside their meanings; a click on a line presses its key."""
    label = max(cells(key) for key, _ in rows)
    lines: list[Line] = []
    for key, meaning in rows:
        hit = _key_hit(key)
        for at, part in enumerate(wrap(meaning, max(20, width - 6 - label))):
            shown = key if at == 0 else ""
            blank = " " * (label - cells(shown) + 2)
            said = f"{blank}{part}".rstrip()
            lines.append([Fragment("class:card.title", shown, hit), Fragment("class:card", said, hit)])
    return Card("Keys", lines=tuple(lines))


def _key_hit(label: str) -> KeyHit | None:
    """The first key that a label names; None if it names several at once, or a sign on the board."""
    first = label.split(" ", maxsplit=1)[0].rstrip(",") if label else ""
    name = {"Enter": "enter", "Escape": "escape", "Space": "space"}.get(first, first)
    return KeyHit(name) if name and (len(name) == 1 or name != first) and name not in _ARROWS else None


def rules_card(table: Table, width: int, options: Sequence[str] = ()) -> Card:
    """The rules of a table, and under them the sentences about its options, if any."""
    width = max(30, min(width, _MOST_READABLE) - 4)
    text = list(explain(table.rules, len(table.seats), table.preset, width=width))
    if options:
        text += ["", HEADING, *(line for each in options for line in wrapped(each, width))]
    return Card("Rules", lines=tuple([Fragment("class:card", line)] for line in text))
