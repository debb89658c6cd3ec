"""Caches of results that a process needs again for later choices.

Here: `Cache`, which holds the most recently used things of a kind, and the matching setting of the garbage collector.
"""

from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

from protocol.shared.garbage import collect_rarely


class Clearable(Protocol):
    """A thing that a cache can hold.

    Cached things refer to each other in cycles (a line, the lines that can follow, the book of all lines), and the
    garbage collector does not look for cycles among old objects. So a thing breaks its cycles when it leaves the cache.
    """

    @property
    def is_full(self) -> bool:
        """Whether it has grown so much that it should be replaced."""

    def clear(self) -> None:
        """Drop all references. The thing is not used afterwards."""


Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing", bound=Clearable)


class Cache(Generic[Key, Thing]):
    """The `most` things that were used last. A thing is made when it is first needed, or when the old one is full."""

    def __init__(self, make: Callable[[Key], Thing], most: int) -> None:
        self._make = make
        self._most = most
        self._things: dict[Key, Thing] = {}

    def get(self, key: Key) -> Thing:
        """The thing for this key."""
        found = self._things.pop(key, None)
        if found is not None and found.is_full:
            found.clear()
            found = None
        if found is None:
            if len(self._things) >= self._most:
                self._things.pop(next(iter(self._things))).clear()
            found = self._make(key)
        self._things[key] = found
        return found


def collect_only_new_garbage() -> None:
    """Keep the garbage collector away from old objects. They contain no garbage, and a search takes 0.2 seconds."""
    collect_rarely(20_000, 20, 1_000_000)
