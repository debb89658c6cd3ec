"""Keys as a footer shows them: their names, and the rows of `actions.keys`."""

from collections.abc import Iterable
from typing import Any, Final

from client.actions.key_row import SCREEN, KeyRow, rows_of
from client.screen.frame_lines import KeyHint
from client.words.say import Phrase

_NAMES: Final = {
    "space": Phrase("key.space"),
    "enter": Phrase("key.enter"),
    "escape": Phrase("key.escape_briefly"),
    "backspace": Phrase("key.delete_briefly"),
    "down": "↓",
    "up": "↑",
}
"""Names of keys that have no letter or sign of their own."""


def key_name(key: str) -> str:
    """A key as a footer writes it."""
    return str(_NAMES.get(key, key))


def hint(key: str, meaning: str) -> KeyHint:
    """A key in a footer, with what it does."""
    return KeyHint(key_name(key), meaning, key)


def hint_for(row: KeyRow[Any], key: str) -> KeyHint:
    """A row in a footer, where a click presses this one of its keys."""
    return KeyHint(row.footer_label or key, row.brief, key)


def hints_for(rows: Iterable[KeyRow[Any]], keys: str) -> tuple[KeyHint, ...]:
    """The rows with these keys, which are separated by spaces."""
    row_by_key = {key: row for row in rows_of(rows, SCREEN) for key in row.does}
    return tuple(hint_for(row_by_key[key], key) for key in keys.split())
