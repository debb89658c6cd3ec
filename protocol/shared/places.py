"""Places: who may connect, who makes room for a newcomer, and which places are reserved for players who come back.

Here: the decision, and the limits behind it, for the daemon's connections and for the page's browsers alike. Not here:
how a connection is turned away or says goodbye, and what it uses its place for (`daemon.net`, `client.web`).

A place is counted under several keys: its household, and everybody. Each key has a limit. Where one is reached, whoever
needs a place least makes room. If all need theirs, a newcomer gets a provisional place, beyond the limit: it is for
players who come back, and is kept only by showing the key to a seat.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from enum import IntEnum, auto
from functools import lru_cache
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from protocol.frozen import frozen
from protocol.shared.household import HOUSEHOLDS_BEHIND_A_TUNNEL, LOOPBACK, TUNNEL, is_shared

EVERYBODY: Final = "everybody"
"""The key of all places."""
TIME_TO_WATCH: Final = 600.0
"""Seconds after which a silent spectator may lose its place to a newcomer."""

T = TypeVar("T", bound=Hashable)


class Use(IntEnum):
    """What a place is used for: the lowest makes room first."""

    IDLE = auto()
    """It is at no table, as everybody is at first."""
    HAS_READ = auto()
    """It has read a finished game to the end."""
    WATCHING = auto()
    """It makes room once it has been silent for `TIME_TO_WATCH`."""
    PROVISIONAL = auto()
    """It still has to show the key to a seat, and makes room only for another provisional place."""
    NEEDED = auto()
    """It never makes room."""


class Usage(NamedTuple):
    """What a place is used for, and when it was last used, in seconds. The lowest makes room first."""

    use: Use
    at: float


NEEDED: Final = Usage(Use.NEEDED, 0)
"""The usage of a place that its holder keeps."""


@frozen
class Limit:
    """How many places there may be under one key.

    `reserved`: how many provisional ones there may be beyond `most`. `is_strict`: there are none, nobody makes room,
    and those who are leaving count, too.
    """

    most: int
    reserved: int = 0
    is_strict: bool = False


Counts: TypeAlias = dict[Hashable, Limit]
"""The keys under which a place is counted, and the limit of each."""


@frozen
class PlaceLimits:
    """How many places there are: for other machines, for one household of these, and in all (`most_of_all`).

    This machine is exempt from all but the last. In addition to `most`, some places are reserved for players who come
    back. They count within `most_of_all`. `are_households_strict`: a newcomer from a household with too many is turned
    away; otherwise the household makes room itself. A tunnel always does: strangers there must not keep friends out.
    """

    most: int = 10_000
    most_from_one: int = 10_000
    most_of_all: int = 10_000
    are_households_strict: bool = True

    @property
    def reserved(self) -> int:
        """How many places are reserved for players who come back."""
        return reserved_beyond(min(self.most, self.most_of_all))

    @lru_cache(maxsize=1000)  # noqa: B019 - limits live as long as their server; each household needs this but once
    def counts(self, household: str) -> Counts:
        """How a newcomer from this household is counted."""
        in_all = self.most_of_all - self.reserved
        if household == LOOPBACK:
            return {EVERYBODY: Limit(in_all, self.reserved)}
        most = self.most_from_one * (HOUSEHOLDS_BEHIND_A_TUNNEL if is_shared(household) else 1)
        strict = self.are_households_strict and household != TUNNEL
        from_one = Limit(most, 0 if strict else reserved_beyond(most), strict)
        return {household: from_one, EVERYBODY: Limit(min(self.most, in_all), self.reserved)}


def reserved_beyond(most: int) -> int:
    """How many places are reserved for players who come back, beyond so many: a tenth, and at least two."""
    return max(2, most // 10)


def _needed(_: object) -> Usage:
    return NEEDED


def _stay(_: object) -> None:
    pass


class Places(Generic[T]):
    """The places that are taken, and those who have them.

    `usage`: what somebody uses a place for. `make_room`: has somebody leave soon. Under strict limits nobody is asked.
    """

    def __init__(self, usage: Callable[[T], Usage] = _needed, make_room: Callable[[T], None] = _stay) -> None:
        self._usage = usage
        self._make_room = make_room
        self._counts: dict[T, Counts] = {}
        self._taken: dict[Hashable, dict[T, None]] = {}
        """By key, those who have a place and stay, the first one first. Under a strict limit, also those who leave."""

    def __len__(self) -> int:
        """How many there are, with those who are leaving."""
        return len(self._counts)

    def __iter__(self) -> Iterator[T]:
        return iter(self._counts)

    def taken(self, key: Hashable) -> int:
        """How many places are taken under this key."""
        return len(self._taken.get(key, ()))

    def admit(self, counts: Counts, now: float) -> Use | None:
        """How the place of a newcomer begins, idle or provisional; None if there is no place.

        `counts`: how the newcomer is to be counted. Others may have to leave for it.
        """
        use = Use.IDLE
        for key, limit in counts.items():
            beyond = self.taken(key) - limit.most
            if beyond < 0:
                continue
            if limit.is_strict:
                return None
            usages = self._usages(key)
            leaver = _idlest(usages, now)
            if leaver is None:
                use = Use.PROVISIONAL
                if beyond < limit.reserved:
                    continue
                leaver = _longest_provisional(usages)
                if leaver is None:
                    return None
            self.make_room(leaver)
        return use

    def take(self, newcomer: T, counts: Counts) -> None:
        """Count a newcomer who has been admitted."""
        self._counts[newcomer] = counts
        for key in counts:
            self._taken.setdefault(key, {})[newcomer] = None

    def count_again(self, holder: T, counts: Counts, now: float) -> bool:
        """Count one who has a place under these keys from now on. False, and nothing changes, if there is no place."""
        new = {key: limit for key, limit in counts.items() if key not in self._counts[holder]}
        if self.admit(new, now) is not Use.IDLE:
            return False
        self.give_back(holder)
        self.take(holder, counts)
        return True

    def make_room(self, leaver: T) -> None:
        """Have this one leave. From now on others may have the place."""
        for key, limit in self._counts[leaver].items():
            if not limit.is_strict:
                self._forget(key, leaver)
        self._make_room(leaver)

    def give_back(self, leaver: T) -> None:
        """Stop counting one who has left."""
        for key in self._counts.pop(leaver):
            self._forget(key, leaver)

    def _usages(self, key: Hashable) -> dict[T, Usage]:
        """What those under this key who may have to leave use their places for, the first one first."""
        usages = ((holder, self._usage(holder)) for holder in self._taken.get(key, ()))
        return {holder: usage for holder, usage in usages if usage.use is not Use.NEEDED}

    def _forget(self, key: Hashable, leaver: T) -> None:
        taken = self._taken.get(key, {})
        taken.pop(leaver, None)
        if not taken:
            self._taken.pop(key, None)


def _idlest(usages: Mapping[T, Usage], now: float) -> T | None:
    """The one who needs a place least; None if all need theirs."""
    idle = [
        holder
        for holder, (use, at) in usages.items()
        if use < Use.WATCHING or (use is Use.WATCHING and now - at >= TIME_TO_WATCH)
    ]
    return min(idle, key=usages.__getitem__, default=None)


def _longest_provisional(usages: Mapping[T, Usage]) -> T | None:
    """The one who has had a provisional place for longest; None if nobody has one."""
    return next((holder for holder, usage in usages.items() if usage.use is Use.PROVISIONAL), None)
