"""Caches of what a process has calculated, and wants again for later choices.

Here: `Cache`, which keeps the newest few things of a kind, and the setting of the garbage collector that goes with it.
"""

import gc
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar


class Clearable(Protocol):
    """What a cache can keep.

    Cached things refer to each other in circles (a line, the lines that it can become, the book of them all), which the
    garbage collector does not look for among old objects. So a thing that leaves the cache breaks its own circles.
    """

    @property
    def is_full(self) -> bool:
        """Whether it has grown so much that it should be made anew."""

    def clear(self) -> None:
        """Drop everything it refers to. It is not used afterwards."""


Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing", bound=Clearable)


class Cache(Generic[Key, Thing]):
    """The `most` things that were used last. One is made when it is first wanted, or when it has become full."""

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
    """Keep the garbage collector away from old objects. They hold no garbage, and looking takes 0.2 seconds."""
    gc.set_threshold(20_000, 20, 1_000_000)
