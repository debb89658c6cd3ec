"""A game compared with what this client has seen of it before: at another host, or before its host went back.

Here: the first difference, `HistoryCheck`, which remembers the game that the player came from, and `SeenBefore`, what
was seen of a game that is sent anew. Pure. A saved record can be remembered like a game that was watched. Not here: the
alarm (`deal_watch`), the sentences (`words.succession_words`, `words.arrival_words`).

Both hosts show each viewer only what that viewer may see, so a hidden tile is like any other one. The hands of a record
may have been filled in, so the order of the tiles in a hand does not count. Nor do the entries of the round that was
interrupted, which is dealt again.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from attrs import evolve, field

from client.view.view import View
from protocol.frozen import define, frozen
from protocol.game.tiles import HIDDEN, Hand
from protocol.log.events import Entry, Event, HostChanged, RoundDealt, RoundEnded, TileDrawn


@frozen
class OtherEntry:
    """The first entry that is another one: its number, and its event at the host before and at the new one."""

    seq: int
    before: Event
    now: Event


@frozen
class FewerRounds:
    """The new host goes on after `now` rounds, and the viewer has seen `before` of them end."""

    before: int
    now: int


Difference = OtherEntry | FewerRounds


def difference(before: Sequence[Entry], now: Sequence[Entry]) -> Difference | None:
    """What is different. `before`: the entries as this client has seen them; `now`: those with which the game goes on.

    Where only one of them goes further, that is no difference: the client may have missed something.
    """
    for seen, kept in zip(before, now, strict=False):
        if not are_alike(seen.event, kept.event):
            return OtherEntry(kept.seq, seen.event, kept.event)
    rounds, kept_rounds = rounds_in(before), rounds_in(now)
    return FewerRounds(rounds, kept_rounds) if kept_rounds < rounds else None


def rounds_in(entries: Sequence[Entry]) -> int:
    """How many rounds have ended in these entries."""
    return sum(isinstance(entry.event, RoundEnded) for entry in entries)


def are_alike(before: Event, now: Event) -> bool:
    """Whether two events are the same, as far as both can be seen."""
    match before, now:
        case RoundDealt(), RoundDealt():
            same_hands = _are_same_hands(before.hands, now.hands)
            same_boneyard = len(before.boneyard) == len(now.boneyard) and all(
                tile == other or HIDDEN in (tile, other)
                for tile, other in zip(before.boneyard, now.boneyard, strict=True)
            )
            rest = evolve(now, hands=before.hands, boneyard=before.boneyard)
            return same_hands and same_boneyard and before == rest
        case RoundEnded(), RoundEnded():
            return _are_same_hands(before.hands, now.hands) and before == evolve(now, hands=before.hands)
        case TileDrawn(), TileDrawn():
            return before.seat == now.seat and (before.tile == now.tile or HIDDEN in (before.tile, now.tile))
        case _:
            return before == now


def _are_same_hands(before: Sequence[Hand], now: Sequence[Hand]) -> bool:
    return len(before) == len(now) and all(map(_are_same_tiles, before, now))


def _are_same_tiles(before: Hand, now: Hand) -> bool:
    """Whether two hands may have the same tiles, in any order."""
    seen, kept = (Counter(tile for tile in hand if tile is not HIDDEN) for hand in (before, now))
    are_all_seen, are_all_kept = HIDDEN not in before, HIDDEN not in now
    return len(before) == len(now) and (seen <= kept or not are_all_kept) and (kept <= seen or not are_all_seen)


@define
class HistoryCheck:
    """Remembers the last unfinished game that the player has left, and compares the one that goes on with it."""

    _game: str | None = None
    _entries: tuple[Entry, ...] = field(default=(), repr=False)

    def remember(self, game: str | None, entries: Sequence[Entry]) -> None:
        """Remember this game as this client has seen it."""
        self._game, self._entries = game, tuple(entries)

    def check(self, entries: Sequence[Entry]) -> Difference | None:
        """The difference that the last of these entries, which are all of a game, reveals."""
        return difference(self._entries, entries[:-1]) if self.goes_on(entries) else None

    def goes_on(self, entries: Sequence[Entry]) -> bool:
        """Whether another host goes on with the remembered game in the last of these entries."""
        change = entries[-1].event
        return isinstance(change, HostChanged) and change.game == self._game


@frozen
class SeenBefore:
    """A game that its host sends from the beginning again, as this client has seen it: its entries, and the table."""

    entries: tuple[Entry, ...]
    view: View

    def gone(self, now: Sequence[Entry]) -> tuple[Entry, ...]:
        """The entries that are not in the game any more: all from the first one on that is another one or missing."""
        pairs = zip(self.entries, now, strict=False)
        kept = sum(1 for _ in takewhile(lambda pair: _are_same_entry(*pair), pairs))
        return self.entries[kept:]


def _are_same_entry(before: Entry, now: Entry) -> bool:
    return before.at == now.at and are_alike(before.event, now.event)
