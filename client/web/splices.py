"""Splices: what makes one text of a part into the next one, so that only what changed is sent.

Here: finding them. The script applies them (`assets/parts.js`). Pure. Not here: which parts are sent (`visit`), the
messages (`page_messages`).

Splices are a flat list: how many characters to keep, how many to leave out, what comes in their place, and so on; the
rest is kept. Characters are code points.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

Splices = list[int | str]
_TAGS: Final = re.compile("(?=<)")


def splices(old: str, new: str) -> Splices:
    """The splices that make the old text into the new one."""
    ours, theirs = _TAGS.split(old), _TAGS.split(new)
    starts, ends = [0, *accumulate(map(len, ours))], [0, *accumulate(map(len, theirs))]
    found: Splices = []
    done = at = here = 0  # characters of the old text that are accounted for; tags of both that have been compared
    for anchor, counterpart in _anchors(ours, theirs):
        left, right = old[starts[at] : starts[anchor]], new[ends[here] : ends[counterpart]]
        if left != right:
            before = _common(left, right)
            after = _common_end(left[before:], right[before:])
            found += [starts[at] + before - done, len(left) - before - after, right[before : len(right) - after]]
            done = starts[anchor] - after
        at, here = anchor, counterpart
    return found


def _anchors(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places, in order, of what is in both texts exactly once: a tile, a name. The last is the end of both."""
    in_old, in_new = Counter(old), Counter(new)
    places = {piece: place for place, piece in enumerate(old)}
    last = -1
    for place, piece in enumerate(new):
        if in_new[piece] == 1 == in_old[piece] and places[piece] > last:
            last = places[piece]
            yield last, place
    yield len(old), len(new)


def _common(one: str, other: str) -> int:
    """How many characters both texts begin with: a binary search, since comparing slices is fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _common_end(one: str, other: str) -> int:
    return _common(one[::-1], other[::-1])
