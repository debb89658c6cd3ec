"""What everybody could have noticed about the hidden hands of a round.

Lives here: `Memory` and `remember(memory, before, event)`, a fold beside the table's own. A seat that draws or knocks
has shown that it lacks every open number; a tile that chose the leader is known to be in that hand. Everything in it
is public and certain, nothing is guessed.
Beside it stands what each seat chose so far, and on what line.
Not here: what to make of it (`replies`, `casual`, `past`).

A hand is a few batches, oldest first: the tiles dealt, then those drawn since. A batch that was there at more knocks
and draws lacks more, so what an older batch lacks includes what a younger one lacks. That is why a played tile may
always be taken from the oldest batch it can have come from: if it came from a younger one, the tiles left are still
as described.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import evolve, frozen

from protocol.game.layout import Arm, Layout
from protocol.game.rules import Draw, LeadRule
from protocol.game.tiles import Tile, known_tiles, set_of_tiles
from protocol.log.events import Event, Knocked, MatchStarted, RoundDealt, RoundEnded, TileDrawn, TilePlayed
from protocol.log.leading import lead_rule
from protocol.log.table import Table

MOST_OPENED: Final = 80
"""Choices of rounds that are over, at the most, that are remembered."""


@frozen
class Batch:
    """Some hidden tiles of one hand: how many, the numbers that none of them shows, and which tile, if it is known.

    `drawn` tiles come from the boneyard, so they can be tiles that no hand was dealt.
    """

    count: int
    lacks: frozenset[int] = frozenset()
    tile: Tile | None = None
    drawn: bool = False

    def may_hold(self, tile: Tile, undealt: frozenset[Tile] = frozenset()) -> bool:
        """Whether this tile can be among them."""
        if self.tile is not None:
            return tile == self.tile
        return tile.high not in self.lacks and tile.low not in self.lacks and (self.drawn or tile not in undealt)


@frozen
class Choice:
    """A play of this round: what was laid on which layout, the side's score and the knocks before it."""

    seat: int
    tile: Tile
    arm: Arm
    layout: Layout
    score: int
    knocks: int


@frozen
class OpenChoice:
    """A play of a round that is over, with the hand that it was chosen from."""

    choice: Choice
    hand: tuple[Tile, ...]


@frozen
class Memory:
    """The batches of each hand, in seat order, and the tiles that no hand was dealt.

    `chosen` are the plays so far of the seats that have drawn nothing since: what they hold, they held then. `opened`
    are such plays in rounds of this match that are over, in a duel: the last ones for which more than one tile fitted.
    """

    hands: tuple[tuple[Batch, ...], ...] = ()
    undealt: frozenset[Tile] = frozenset()
    chosen: tuple[Choice, ...] = ()
    opened: tuple[OpenChoice, ...] = ()

    def lacked_by(self, seat: int) -> frozenset[int]:
        """The numbers that no tile of this hand shows."""
        return frozenset.intersection(*(batch.lacks for batch in self.hands[seat])) if self.hands[seat] else frozenset()

    @property
    def shown(self) -> frozenset[Tile]:
        """The tiles that are known to be in some hand."""
        return frozenset(batch.tile for hand in self.hands for batch in hand if batch.tile is not None)


def is_duel(table: Table) -> bool:
    """Whether two play this round and nobody draws: then much of how the other one chooses shows at its end."""
    return table.round is not None and len(table.round.hands) == 2 and table.rules.draw is Draw.NONE


def remember(memory: Memory, before: Table, event: Event) -> Memory:
    """The memory after one event more; `before` is the table that the event found."""
    match event:
        case MatchStarted():
            return Memory()
        case RoundDealt():
            return evolve(_dealt(before, event), opened=memory.opened)
        case RoundEnded() if is_duel(before):
            return evolve(memory, chosen=(), opened=(*memory.opened, *_opened(memory, event))[-MOST_OPENED:])
        case TilePlayed():
            return _with_choice(_with_hand(memory, event.seat, _less(memory, event.seat, event.tile)), before, event)
        case TileDrawn():
            kept = tuple(each for each in memory.chosen if each.seat != event.seat)
            batches = (*_shown_lacking(memory, before, event.seat), Batch(1, drawn=True))
            return _with_hand(evolve(memory, chosen=kept), event.seat, batches)
        case Knocked():
            return _with_hand(memory, event.seat, _shown_lacking(memory, before, event.seat))
        case _:
            return memory


def _opened(memory: Memory, event: RoundEnded) -> Iterator[OpenChoice]:
    """The choices of the round with the hands they were made from, which are open now."""
    hands = [list(known_tiles(hand)) for hand in event.hands]
    for choice in reversed(memory.chosen):
        hand = hands[choice.seat]
        hand.append(choice.tile)
        open_numbers = {end.pip for end in choice.layout.ends}
        if sum(1 for tile in hand if not open_numbers.isdisjoint(tile)) > 1:
            yield OpenChoice(choice, tuple(hand))


def _with_choice(memory: Memory, before: Table, event: TilePlayed) -> Memory:
    round_ = before.round
    assert round_ is not None
    choice = Choice(event.seat, event.tile, event.arm, round_.layout, before.score_of(event.seat), round_.knocks)
    return evolve(memory, chosen=(*memory.chosen, choice))


def _with_hand(memory: Memory, seat: int, batches: Iterable[Batch]) -> Memory:
    hands = memory.hands
    return evolve(memory, hands=(*hands[:seat], tuple(_joined(batches)), *hands[seat + 1 :]))


def _joined(batches: Iterable[Batch]) -> Iterator[Batch]:
    """The batches with neighbours that are alike put together, and without empty ones."""
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


def _shown_lacking(memory: Memory, before: Table, seat: int) -> tuple[Batch, ...]:
    assert before.round is not None
    open_numbers = frozenset(end.pip for end in before.round.layout.ends)
    return tuple(evolve(batch, lacks=batch.lacks | open_numbers) for batch in memory.hands[seat])


def _less(memory: Memory, seat: int, tile: Tile) -> tuple[Batch, ...]:
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
    return Memory(tuple(hands), frozenset(_passed_over(before, chosen_by)))


def _passed_over(before: Table, chosen_by: Tile | None) -> Iterator[Tile]:
    """The tiles that would have chosen the leader before this one did, had any hand held them."""
    top = before.rules.max_pip
    if chosen_by is None:
        return
    if not chosen_by.is_double:
        for tile in set_of_tiles(top):
            if tile.is_double or (tile.pips, tile.high) > (chosen_by.pips, chosen_by.high):
                yield tile
        return
    pip = before.wanted if lead_rule(before) is LeadRule.DOUBLE_CYCLE else top
    while pip != chosen_by.high:
        yield Tile(pip, pip)
        pip = (pip - 1) % (top + 1)
