"""How much of what hosts send is kept on this player's disk, and what goes when that is too much.

Lives here: the limits that a player can set, and which of the things kept go: the oldest of the host of which most is
kept. So a host that fills the disk displaces, beyond an equal share, only what is its own. Not here: files (`records`,
`results`, `keeping`).
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Final, NamedTuple

MEGABYTE: Final = 1_000_000
MOST_RECORDS: Final = 500
MOST_MEGABYTES: Final = 200


class Room(NamedTuple):
    """How many records are kept, and how many megabytes of them."""

    records: int = MOST_RECORDS
    megabytes: int = MOST_MEGABYTES


class Kept(NamedTuple):
    """Something that is kept: of which host, and how much it counts."""

    host: str
    weight: int = 1


def too_many(kept: Sequence[Kept], most: int) -> list[int]:
    """Which of these go, by their places, so that the others weigh no more than `most`. They come oldest first."""
    by_host = defaultdict[str, deque[int]](deque)
    weights = defaultdict[str, int](int)
    for at, each in enumerate(kept):
        by_host[each.host].append(at)
        weights[each.host] += each.weight
    gone = []
    while sum(weights.values()) > most:
        host = max(weights, key=weights.__getitem__)
        gone.append(by_host[host].popleft())
        weights[host] -= kept[gone[-1]].weight
        if not by_host[host]:
            del weights[host]
    return gone
