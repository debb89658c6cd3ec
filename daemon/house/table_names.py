"""The names of tables: a name belongs to one table, awake or asleep, or to one that waits for the journal."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from itertools import chain, count
from typing import Final

from protocol.console.table_path import RESERVED

TABLE_NAMES: Final = (
    "oak", "ash", "elm", "fir", "yew", "bay", "box", "fig", "may", "pine", "plum", "pear", "rowan", "beech", "birch",
    "cedar", "hazel", "holly", "larch", "lime", "maple", "olive", "aspen", "alder", "willow", "walnut", "cherry",
)  # fmt: skip


class TableNames:
    """The names of one daemon's tables. `tables`: collections of tables, by name, that change as tables come and go."""

    def __init__(self, *tables: Container[str]) -> None:
        self._reserved: set[str] = set()
        self._taken = (*tables, self._reserved, RESERVED)

    @contextmanager
    def reserve(self, *wanted: str) -> Iterator[str]:
        """A free name, if possible the wanted one. Until the end of the block no other table gets it."""
        numbered = (f"{name}-{nth}" for nth in count(2) for name in TABLE_NAMES)
        names = chain(wanted, TABLE_NAMES, numbered)
        name = next(name for name in names if not any(name in taken for taken in self._taken))
        self._reserved.add(name)
        try:
            yield name
        finally:
            self._reserved.discard(name)
