"""The entries of one game in memory, kept small: a long match is some hundred of them, and a host has many tables.

Lives here: packing. What was before the last deal is read again only for somebody who comes late, for a bot that takes
over a seat, and for the record: it is packed, round by round, to some 16 bytes an entry.
Not here: what an entry means (`protocol.log.events`), where it is kept for good (`journal`).
"""

import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

from protocol.game.layout import Arm
from protocol.game.tiles import Tile
from protocol.log.events import (
    Entry,
    HowRoundEnded,
    Knocked,
    RoundDealt,
    RoundEnded,
    Scored,
    TileDrawn,
    TilePlayed,
)
from protocol.wire.codec import decode_event, encode_entry, encode_entry_of, encode_event

QUICKLY, A_FEW_KB, LITTLE = 1, -12, 5
"""Level, window and memory of zlib: a round is 4 KB of text, and its usual 256 KB of tables take longer to be asked for
than to be used."""
_TYPICAL: Final = "\n".join(
    f"2026-01-02T03:04:05.678Z {encode_event(event)}"
    for event in (
        RoundEnded(HowRoundEnded.OUT, ((Tile(6, 4),), ()), (Tile(3, 1),), (), 0, 2),
        RoundDealt(2, ((Tile(6, 4), Tile(3, 1)), (Tile(5, 0),)), (Tile(2, 2), Tile(1, 0)), 0, None, None),
        TileDrawn(1, Tile(6, 5)),
        Knocked(1),
        Scored(1, 10, 2, 0, 0, 2),
        TilePlayed(0, Tile(6, 4), Arm.RIGHT),
        TilePlayed(1, Tile(4, 2), Arm.LEFT),
    )
).encode()
"""What packed entries are likely to hold: told to zlib beforehand, it need not be in every pack."""


class Entries(Sequence[Entry]):
    """Entries from number 1 on. Those of the last deal and after are as they came, those before it are packed."""

    __slots__ = ("_ends", "_last", "_packed")

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._ends: list[int] = []
        """For each pack, how many entries there are up to its end."""
        self._last: list[Entry] = []

    def extend(self, entries: Iterable[Entry]) -> None:
        """Add entries behind the last one. The round before a deal is packed once play has gone on: both are told."""
        last = self._last
        for entry in entries:
            if len(last) > 1 and isinstance(last[-1].event, RoundDealt):
                self._ends.append(len(self) - 1)
                self._packed.append(_packed(last[:-1]))
                del last[:-1]
            last.append(entry)

    def copy(self) -> "Entries":
        """The same entries, for a thread that reads them while others are added here."""
        copied = Entries()
        copied._packed, copied._ends, copied._last = self._packed[:], self._ends[:], self._last[:]
        return copied

    def __len__(self) -> int:
        return self._first_last + len(self._last)

    @property
    def _first_last(self) -> int:
        return self._ends[-1] if self._ends else 0

    def end_of_pack(self, seq: int) -> int | None:
        """The number of the last entry in the pack that holds this one; None where it is not packed."""
        nth = bisect_left(self._ends, seq)
        return self._ends[nth] if nth < len(self._ends) else None

    def __iter__(self) -> Iterator[Entry]:
        for nth in range(len(self._packed)):
            yield from self._unpacked(nth)
        yield from self._last

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        """One entry, or those of a slice; what lies before the last deal is unpacked for it, a round at a time."""
        if isinstance(at, slice):
            start, stop, step = at.indices(len(self))
            return self._between(start, stop)[::step] if step > 0 else list(self)[at]
        at = range(len(self))[at]
        return self._between(at, at + 1)[0]

    def _between(self, start: int, stop: int) -> list[Entry]:
        first_last = self._first_last
        if start >= first_last:
            return self._last[start - first_last : stop - first_last]
        found: list[Entry] = []
        for nth in range(bisect_right(self._ends, start), len(self._packed)):
            before = self._ends[nth - 1] if nth else 0
            if before >= stop:
                break
            found += self._unpacked(nth)[max(0, start - before) : stop - before]
        return found + self._last[: max(0, stop - first_last)]

    def lines(self) -> Iterator[bytes]:
        """Their lines in a record. What is packed is text already, and nothing is made of it on the way."""
        for nth in range(len(self._packed)):
            yield from (encode_entry_of(*each) for each in self._texts(nth))
        yield from map(encode_entry, self._last)

    def _unpacked(self, nth: int) -> list[Entry]:
        return [Entry(seq, at, decode_event(event)) for seq, at, event in self._texts(nth)]

    def _texts(self, nth: int) -> Iterator[tuple[int, str, str]]:
        """What a pack holds: of each entry its number, its time and the text of its event."""
        before = self._ends[nth - 1] if nth else 0
        lines = zlib.decompressobj(A_FEW_KB, zdict=_TYPICAL).decompress(self._packed[nth]).decode().split("\n")
        for seq, line in enumerate(lines, start=before + 1):
            at, event = line.split(" ", 1)
            yield seq, at, event


def _packed(entries: Sequence[Entry]) -> bytes:
    packing = zlib.compressobj(QUICKLY, zlib.DEFLATED, A_FEW_KB, LITTLE, zdict=_TYPICAL)
    lines = "\n".join([f"{each.at} {encode_event(each.event)}" for each in entries])
    return packing.compress(lines.encode()) + packing.flush()
