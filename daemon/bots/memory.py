"""Facts that any player can know about the hidden hands of a round.

Here: `Memory` and `remember(memory, before, event)`, a fold beside the table's own. A seat that draws or knocks has no
tile with an open number; a tile that decided who leads is known to be in that hand. All of it is public and certain.
The memory also holds the plays of each seat and the layouts they were made on. Not here: conclusions that are only
likely (`deal_likelihood`).

A hand consists of batches, oldest first: the tiles dealt, then those drawn. An older batch was present at more knocks
and draws, so it lacks every number that a younger one lacks. So a tile that is played can always be taken from the
oldest batch that may hold it: if it came from a younger batch, the description of the remaining tiles is still true.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from attrs import evolve

from protocol.frozen import frozen
from protocol.game.layout import Arm, Layout
from protocol.game.rules import LeadRule
from protocol.game.tiles import Tile, known_tiles, set_of_tiles
from protocol.log.events import Event, Knocked, MatchStarted, RoundDealt, TileDrawn, TilePlayed
from protocol.log.leading import lead_rule
from protocol.log.table import Table


@frozen
class Batch:
    """Some hidden tiles of one hand: how many, the numbers that they lack, and the tile if it is known.

    `drawn`: they come from the boneyard, so they may be tiles that were dealt to no hand.
    """

    count: int
    lacks: frozenset[int] = frozenset()
    tile: Tile | None = None
    drawn: bool = False

    def may_hold(self, tile: Tile, undealt: frozenset[Tile] = frozenset()) -> bool:
        """Whether this tile may be one of them."""
        if self.tile is not None:
            return tile == self.tile
        return tile.high not in self.lacks and tile.low not in self.lacks and (self.drawn or tile not in undealt)


@frozen
class ObservedPlay:
    """A play: the tile, the arm and the layout, and before it the side's score and the number of knocks."""

    seat: int
    tile: Tile
    arm: Arm
    layout: Layout
    score: int
    knocks: int


@frozen
class Memory:
    """The batches of each hand, in seat order, and the tiles that were dealt to no hand.

    `observed`: the plays of the current round by seats that have drawn nothing since, so that their hand was then what
    it is now and the tiles played since. `dealt`: the tiles of this round's deal that were visible, so the own ones.
    """

    hands: tuple[tuple[Batch, ...], ...] = ()
    undealt: frozenset[Tile] = frozenset()
    observed: tuple[ObservedPlay, ...] = ()
    dealt: tuple[Tile, ...] = ()

    def lacked_by(self, seat: int) -> frozenset[int]:
        """The numbers that no tile of this hand has."""
        return frozenset.intersection(*(batch.lacks for batch in self.hands[seat])) if self.hands[seat] else frozenset()

    @property
    def shown(self) -> frozenset[Tile]:
        """The tiles that are known to be in some hand."""
        return frozenset(batch.tile for hand in self.hands for batch in hand if batch.tile is not None)


def remember(memory: Memory, before: Table, event: Event) -> Memory:
    """The memory after an event. `before`: the table before it."""
    match event:
        case MatchStarted():
            return Memory()
        case RoundDealt():
            return _dealt(before, event)
        case TilePlayed():
            return _with_play(_with_hand(memory, event.seat, _without(memory, event.seat, event.tile)), before, event)
        case TileDrawn():
            kept = tuple(play for play in memory.observed if play.seat != event.seat)
            batches = (*_lacking_open_numbers(memory, before, event.seat), Batch(1, drawn=True))
            return _with_hand(evolve(memory, observed=kept), event.seat, batches)
        case Knocked():
            return _with_hand(memory, event.seat, _lacking_open_numbers(memory, before, event.seat))
        case _:
            return memory


def _with_play(memory: Memory, before: Table, event: TilePlayed) -> Memory:
    round_ = before.round
    assert round_ is not None
    play = ObservedPlay(event.seat, event.tile, event.arm, round_.layout, before.score_of(event.seat), round_.knocks)
    return evolve(memory, observed=(*memory.observed, play))


def _with_hand(memory: Memory, seat: int, batches: Iterable[Batch]) -> Memory:
    hands = memory.hands
    return evolve(memory, hands=(*hands[:seat], tuple(_joined(batches)), *hands[seat + 1 :]))


def _joined(batches: Iterable[Batch]) -> Iterator[Batch]:
    """The batches without empty ones, and with equal neighbours joined into one."""
    last: Batch | None = None
    for batch in batches:
        if not batch.count:
            continue
        if last is not None and evolve(last, count=batch.count) == batch:
            last = evolve(last, count=last.count + batch.count)
            continue
        if last is not None:
            yield last
        last = batch
    if last is not None:
        yield last


def _lacking_open_numbers(memory: Memory, before: Table, seat: int) -> tuple[Batch, ...]:
    assert before.round is not None
    open_numbers = frozenset(end.pip for end in before.round.layout.ends)
    return tuple(evolve(batch, lacks=batch.lacks | open_numbers) for batch in memory.hands[seat])


def _without(memory: Memory, seat: int, tile: Tile) -> tuple[Batch, ...]:
    batches = memory.hands[seat]
    able = [at for at, batch in enumerate(batches) if batch.may_hold(tile, memory.undealt)]
    known = [at for at in able if batches[at].tile is not None]
    at = (known or able)[0]
    return (*batches[:at], evolve(batches[at], count=batches[at].count - 1), *batches[at + 1 :])


def _dealt(before: Table, event: RoundDealt) -> Memory:
    hands: list[tuple[Batch, ...]] = [(Batch(len(hand)),) for hand in event.hands]
    chosen_by = event.chosen_by
    if chosen_by is not None:
        rest = Batch(len(event.hands[event.leader]) - 1)
        hands[event.leader] = tuple(_joined((Batch(1, tile=chosen_by), rest)))
    dealt = tuple(chain.from_iterable(map(known_tiles, event.hands)))
    return Memory(tuple(hands), frozenset(_tiles_in_no_hand(before, chosen_by)), dealt=dealt)


def _tiles_in_no_hand(before: Table, chosen_by: Tile | None) -> Iterator[Tile]:
    """The tiles that would have decided who leads before this one, had any hand held them."""
    top = before.rules.max_pip
    if chosen_by is None:
        return
    if not chosen_by.is_double:
        for tile in set_of_tiles(top):
            if tile.is_double or (tile.pips, tile.high) > (chosen_by.pips, chosen_by.high):
                yield tile
        return
    pip = before.next_double if lead_rule(before) is LeadRule.DOUBLE_CYCLE else top
    while pip != chosen_by.high:
        yield Tile(pip, pip)
        pip = (pip - 1) % (top + 1)
