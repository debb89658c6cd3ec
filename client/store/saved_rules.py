"""The file with the player's named sets of house rules.

Here: reading and writing it, and the sets as JSON values. A damaged file is ignored with one line, and replaced when a
set is saved. Not here: what a set is (`model.house_rules`), the data folder (`files`).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from client.model.house_rules import LONGEST_NAME, MOST_SETS, RuleSet, RuleSets, name_of_set
from client.store.files import write_whole

FILE: Final = "house-rules.json"
_LARGEST: Final = 64 * 1024
"""Bytes that are read; 20 sets need much less, and what is cut off there is damaged."""


def saved_rules(folder: Path) -> tuple[RuleSets, str]:
    """The sets saved in this data folder, and a line for the player if the file is damaged, else empty.

    A file that cannot be read counts as missing: saving a set says why that fails.
    """
    path = folder / FILE

    def store(sets: Sequence[RuleSet]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(rules_to_json(sets), ensure_ascii=False, indent=1).encode())

    try:
        return RuleSets(_read(path), store), ""
    except OSError:
        return RuleSets([], store), ""
    except (ValueError, RecursionError):
        return RuleSets([], store), f"{path} is damaged and is ignored; saving house rules replaces it."


def _read(path: Path) -> list[RuleSet]:
    """The sets in the file. Raises `OSError` and `ValueError`."""
    with path.open("rb") as file:
        return rules_from_json(json.loads(file.read(_LARGEST).decode()))


def rules_to_json(sets: Sequence[RuleSet]) -> list[object]:
    """The sets as JSON values."""
    return [{"name": rules.name, "game": rules.game, "rules": dict(rules.values)} for rules in sets]


def rules_from_json(rows: object) -> list[RuleSet]:
    """The sets in these JSON values. Raises `ValueError`."""
    if not isinstance(rows, list) or len(rows) > MOST_SETS:
        raise ValueError("too many sets, or not a list")
    return [_rule_set(row) for row in rows]


def _rule_set(row: object) -> RuleSet:
    if not isinstance(row, dict):
        raise ValueError("not a set")  # noqa: TRY004 - of a file, not of an argument
    name, game, values = row.get("name"), row.get("game"), row.get("rules")
    if not (isinstance(name, str) and isinstance(game, str) and isinstance(values, dict)):
        raise ValueError("not a set")  # noqa: TRY004
    if not all(isinstance(value, str) for value in values.values()):
        raise ValueError("a value is no text")
    "".join((name, game, *values, *values.values())).encode()  # half a character could not be written again
    if not name or name_of_set(name) != name or len(name) > LONGEST_NAME:
        raise ValueError("not a name")
    return RuleSet(name, game, values)
