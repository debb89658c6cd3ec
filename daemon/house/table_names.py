"""The names of tables: a name belongs to one table, awake or asleep, or to one that waits for the journal.

In a club it belongs to one table of all daemons.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Container, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import chain, count
from typing import Final

from protocol.clean import brief
from protocol.log.deal import Chance
from protocol.shared.table_path import RESERVED

TABLE_NAMES: Final = (
    "oak", "ash", "elm", "fir", "yew", "bay", "box", "fig", "may", "pine", "plum", "pear", "rowan", "beech", "birch",
    "cedar", "hazel", "holly", "larch", "lime", "maple", "olive", "aspen", "alder", "willow", "walnut", "cherry",
)  # fmt: skip


class TableNames:
    """The names of one daemon's tables. `tables`: collections of tables, by name, that change as tables come and go.

    `new`: names to try for a new table. `takes`: takes a name for the table of a game, unless another daemon has it.
    """

    def __init__(
        self, *tables: Container[str], new: Callable[[], Iterator[str]], takes: Callable[[str, str], Awaitable[bool]]
    ) -> None:
        self._reserved: set[str] = set()
        self._taken = (*tables, self._reserved, RESERVED)
        self._new = new
        self._takes = takes

    def __contains__(self, name: object) -> bool:
        return any(name in taken for taken in self._taken)

    @asynccontextmanager
    async def reserve(self, *wanted: str, game: str = "") -> AsyncIterator[str]:
        """A free name, if possible the wanted one. Until the end of the block no other table gets it.

        `game`: the one that is played there, if there is one already.
        """
        for name in chain(wanted, self._new()):
            if name in self:
                continue
            self._reserved.add(name)
            try:
                if await self._takes(name, game):
                    yield name
                    return
            finally:
                self._reserved.discard(name)


def no_such_table(name: str, names: Iterable[str]) -> str:
    """Says that no table of these has this name."""
    return f"there is no table {brief(name)}; there are {', '.join(names) or 'none'}"


def names_in_order() -> Iterator[str]:
    """The same names in the same order, without an end."""
    yield from TABLE_NAMES
    yield from (f"{name}-{nth}" for nth in count(2) for name in TABLE_NAMES)


def names_at_random(chance: Chance) -> Iterator[str]:
    """Names with more and more digits, so that one is free soon, however many tables there are."""
    for digits in count():
        for _ in range(3):
            name = TABLE_NAMES[chance.randrange(len(TABLE_NAMES))]
            yield f"{name}-{2 + chance.randrange(10**digits)}" if digits else name
