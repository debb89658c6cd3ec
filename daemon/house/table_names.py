"""The names of tables: a name belongs to one table, awake or asleep, or to one that waits for the journal.

In a club it belongs to one table of all daemons. They choose at random, so that they seldom want the same one.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Container, Iterator
from contextlib import asynccontextmanager
from itertools import chain, count
from typing import Final

from protocol.console.table_path import RESERVED
from protocol.log.deal import Chance

TABLE_NAMES: Final = (
    "oak", "ash", "elm", "fir", "yew", "bay", "box", "fig", "may", "pine", "plum", "pear", "rowan", "beech", "birch",
    "cedar", "hazel", "holly", "larch", "lime", "maple", "olive", "aspen", "alder", "willow", "walnut", "cherry",
)  # fmt: skip


class TableNames:
    """The names of one daemon's tables. `tables`: collections of tables, by name, that change as tables come and go.

    `takes`: takes a name in the club for the table of this game, or returns False; None without a club.
    """

    def __init__(
        self, *tables: Container[str], chance: Chance, takes: Callable[[str, str], Awaitable[bool]] | None = None
    ) -> None:
        self._chance = chance
        self._reserved: set[str] = set()
        self._taken = (*tables, self._reserved, RESERVED)
        self._takes = takes

    def __contains__(self, name: object) -> bool:
        return any(name in taken for taken in self._taken)

    @asynccontextmanager
    async def reserve(self, *wanted: str, game: str = "") -> AsyncIterator[str]:
        """A free name, if possible the wanted one. Until the end of the block no other table gets it.

        `game`: the one that is played there, if there is one already.
        """
        for name in chain(wanted, _in_order() if self._takes is None else _at_random(self._chance)):
            if name in self:
                continue
            self._reserved.add(name)
            try:
                if self._takes is None or await self._takes(name, game):
                    yield name
                    return
            finally:
                self._reserved.discard(name)


def _in_order() -> Iterator[str]:
    yield from TABLE_NAMES
    yield from (f"{name}-{nth}" for nth in count(2) for name in TABLE_NAMES)


def _at_random(chance: Chance) -> Iterator[str]:
    """Names with more and more digits, so that one is free soon, however many tables there are."""
    for digits in count():
        for _ in range(3):
            name = TABLE_NAMES[chance.randrange(len(TABLE_NAMES))]
            yield f"{name}-{2 + chance.randrange(10**digits)}" if digits else name
