"""The player's named sets of house rules, as they are kept.

Here: the sets as JSON values. Not here: what a set is (`model.house_rules`), where they are kept (`documents`).
"""

from collections.abc import Sequence
from typing import Final

from client.model.house_rules import LONGEST_NAME, MOST_SETS, RuleSet, name_of_set
from client.store.documents import Contents, Document


def _to_json(sets: Sequence[RuleSet]) -> list[object]:
    """The sets as JSON values."""
    return [{"name": rules.name, "game": rules.game, "rules": dict(rules.values)} for rules in sets]


def _from_json(rows: object) -> list[RuleSet]:
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


HOUSE_RULES: Final = Document("house-rules", Contents.HOUSE_RULES, _from_json, _to_json, list[RuleSet])
