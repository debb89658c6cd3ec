"""What a process keeps between choices: it takes long to find out, and is wanted again.

Lives here: `Kept`, the newest few of a kind. They know each other in circles: a line, the lines that it can become, and
the book of them all. Processes that think never look for circles among what is old (`daemon.table.worker`), so whatever
is no longer kept has to come apart by itself.
"""

from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar


class Keepable(Protocol):
    """What can be kept."""

    @property
    def is_full(self) -> bool:
        """Whether it remembers so much that it is time to begin anew."""

    def come_apart(self) -> None:
        """Let go of everything remembered; it is not used any more."""


Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing", bound=Keepable)


class Kept(Generic[Key, Thing]):
    """The `most` that were wanted last, made when they are first wanted, or when they have become full."""

    def __init__(self, make: Callable[[Key], Thing], most: int) -> None:
        self._make = make
        self._most = most
        self._things: dict[Key, Thing] = {}

    def get(self, key: Key) -> Thing:
        """The one for this key."""
        found = self._things.pop(key, None)
        if found is not None and found.is_full:
            found.come_apart()
            found = None
        if found is None:
            if len(self._things) >= self._most:
                self._things.pop(next(iter(self._things))).come_apart()
            found = self._make(key)
        self._things[key] = found
        return found
