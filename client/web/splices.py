"""Splices: what makes one text of a part into the next one, so that only what changed is sent.

Here: finding them. The script applies them (`assets/parts.js`). Pure. Not here: which parts are sent (`visit`), the
messages (`page_messages`).

Splices are a flat list: how many characters to keep, how many to leave out, what comes in their place, and so on; the
rest is kept. Characters are code points.
"""

from collections.abc import Iterator, Sequence
from typing import Final

Splices = list[int | str]
_END: Final = ">"
"""What divides the pieces that are compared: the end of each tag."""
_OFTEN: Final = -1


def splices(old: str, new: str) -> Splices:
    """The splices that make the old text into the new one."""
    ours, theirs = old.split(_END), new.split(_END)
    found: Splices = []
    done = at = here = 0  # characters of the old text that are accounted for; pieces of both that have been compared
    for anchor, counterpart in _anchors(ours, theirs):
        is_next = at and anchor == at + 1 and counterpart == here + 1  # nothing is between two anchors, as a rule
        if not is_next and ours[at:anchor] != theirs[here:counterpart]:
            start = _start(ours, at)
            left, right = old[start : _start(ours, anchor)], new[_start(theirs, here) : _start(theirs, counterpart)]
            before = _common(left, right)
            after = _common_end(left[before:], right[before:])
            found += [start + before - done, len(left) - before - after, right[before : len(right) - after]]
            done = start + len(left) - after
        at, here = anchor, counterpart
    return found


def _start(pieces: Sequence[str], at: int) -> int:
    """Where the piece with this number starts, or another one after the last would."""
    return sum(map(len, pieces[:at])) + at * len(_END)


def _anchors(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places, in order, of what is in both texts exactly once: a tile, a name. The last is the end of both."""
    in_old, in_new = _places(old), _places(new)
    last = -1
    for piece, place in in_new.items():
        anchor = in_old.get(piece, _OFTEN)
        if place != _OFTEN and anchor > last:
            last = anchor
            yield last, place
    yield len(old), len(new)


def _places(pieces: Sequence[str]) -> dict[str, int]:
    """The place of each piece, or `_OFTEN`, in the order in which they first occur."""
    found: dict[str, int] = {}
    for place, piece in enumerate(pieces):
        found[piece] = _OFTEN if piece in found else place
    return found


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
