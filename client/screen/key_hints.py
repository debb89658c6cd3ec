"""The keys of `actions.keys` as a footer shows them."""

from collections.abc import Iterable
from typing import Any

from client.actions.key_row import SCREEN, KeyRow, rows_of
from client.screen.frame_lines import KeyHint


def hint_for(row: KeyRow[Any], key: str) -> KeyHint:
    """A row in a footer, where a click presses this one of its keys."""
    return KeyHint(row.footer_label or key, row.brief, key)


def hints_for(rows: Iterable[KeyRow[Any]], keys: str) -> tuple[KeyHint, ...]:
    """The rows with these keys, which are separated by spaces."""
    row_by_key = {key: row for row in rows_of(rows, SCREEN) for key in row.does}
    return tuple(hint_for(row_by_key[key], key) for key in keys.split())
