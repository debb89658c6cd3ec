"""How much of the player's disk the files from hosts may use, and which of them are deleted first.

Here: the limits a player can set, and the choice: the oldest file of the host that uses most. A host that fills the
disk therefore displaces its own files, apart from an equal share. Not here: the files (`file_seats`, `file_games`,
`saved_records`).
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from client.words.settings import MOST_MEGABYTES, MOST_RECORDS

MEGABYTE: Final = 1_000_000


class DiskLimits(NamedTuple):
    """The most records a client saves, and the most megabytes they may use together."""

    records: int = MOST_RECORDS
    megabytes: int = MOST_MEGABYTES


OF_UNFINISHED: Final = DiskLimits(records=20, megabytes=20)
"""For the records of matches that are not finished."""
OLDEST_UNFINISHED: Final = 90 * 24 * 3600.0
"""Seconds after which such a record is deleted."""


class FileUsage(NamedTuple):
    """The share of one saved seat, result or record: the host it came from, and its weight, 1 or its size in bytes."""

    host: str
    weight: int = 1


def surplus(usages: Sequence[FileUsage], most: int) -> list[int]:
    """The indices to delete so that the total weight is at most `most`. `usages` are given oldest first."""
    by_host = defaultdict[str, deque[int]](deque)
    weights = defaultdict[str, int](int)
    for at, usage in enumerate(usages):
        by_host[usage.host].append(at)
        weights[usage.host] += usage.weight
    deleted = []
    while sum(weights.values()) > most:
        host = max(weights, key=weights.__getitem__)
        deleted.append(by_host[host].popleft())
        weights[host] -= usages[deleted[-1]].weight
        if not by_host[host]:
            del weights[host]
    return deleted
