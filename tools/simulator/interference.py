"""Non-interference: two games that differ only in hidden facts send a viewer the same bytes.

    python -m tools.simulator.interference --pairs 100000

Here: making a pair from its number, and comparing. A pair is a random history (`histories`), the same history with
hidden tiles dealt differently (`redealt`), or with other numbers for a mixed deal, each restored by its own daemon
(`stage`), and people who act the same in both (`script`). Every line to the viewer must be the same and arrive at the
same moment, until the worlds visibly diverge: a computer player that holds other tiles plays another one, the viewer
draws, a round ends and reveals everything, or a deal comes.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Final

import trio
import trio.testing
from attrs import frozen

from daemon.journal.interface import NumberRevealed
from protocol.frozen import define
from protocol.log.events import Entry, Event, Knocked, RoundDealt, RoundEnded, StandInSeated, TileDrawn, TilePlayed
from protocol.log.sight import Viewer
from protocol.wire.codec import decode_from_daemon
from protocol.wire.messages import Goodbye, NotAccepted
from tests.mixed import Mixers
from tests.played import entered
from tools.simulator.histories import house_game, played_so_far, table_options
from tools.simulator.redealt import exchanges, history_dealt_otherwise
from tools.simulator.script import Script
from tools.simulator.stage import Staged, Told, Who, staged
from tools.simulator.world import repeatable

STEPS: Final = 25
PARTED: Final = b"(the worlds part)"
Parting = tuple[int | None, int | None]
"""The number of the entry at which the worlds part, in each of them; None in one where there is no such entry."""
NOWHERE: Final[Parting] = (None, None)


class InterferenceError(AssertionError):
    """A viewer received a hidden fact."""


@frozen
class Pair:
    """Two histories that look the same to the viewer; `people` are the seats of people.

    `secrets`: those of the host for mixed deals. `given`: numbers of other players, which the host has in one world for
    the deal that comes next, and waits for in the other.
    """

    number: int
    viewer: Who
    people: tuple[int, ...]
    one: Sequence[Entry]
    other: Sequence[Entry]
    secrets: tuple[str, str] = ("", "")
    given: tuple[NumberRevealed, ...] = ()

    def __str__(self) -> str:
        return f"pair {self.number}: " + ("a spectator" if self.viewer is None else f"seat {self.viewer}")


@define
class Tally:
    """The amount compared. `kinds` are the messages by name: events, refusals and goodbyes by theirs."""

    pairs: int = 0
    lines: int = 0
    parted: int = 0
    kinds: frozenset[str] = frozenset()

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.pairs += other.pairs
        self.lines += other.lines
        self.parted += other.parted
        self.kinds |= other.kinds


def pairs_of(number: int) -> Iterator[Pair]:
    """The pairs of one number: a history, and up to four other deals of it for each of two viewers.

    Deals of odd numbers are mixed. There the other host has another secret, and one pair more waits for a deal.
    """
    chance = Random(number)
    game = house_game(chance)
    bots = {seat for seat in range(1, game.seats) if chance.random() < 0.4}
    people = tuple(seat for seat in range(game.seats) if seat not in bots)
    mixers = Mixers(chance, whims=False) if number % 2 else None
    options = table_options(chance, is_mixed=mixers is not None)
    history = entered(played_so_far(game, bots, options, chance, mixers))
    secrets = ("", "") if mixers is None else (mixers.host.secret, "another")
    dealt_at = max(at for at, entry in enumerate(history) if isinstance(entry.event, RoundDealt))
    for viewer in (chance.choice(people), chance.choice((None, *people))):
        for exchange in exchanges(history, dealt_at, Viewer(viewer), chance, 4):
            other = history_dealt_otherwise(history, dealt_at, exchange)
            yield Pair(number, viewer, people, history, other, secrets)
    if mixers is not None:
        viewer, before = chance.choice((None, *people)), history[:dealt_at]
        given = _numbers_of_others(history[dealt_at].event, viewer)
        if given:
            yield Pair(number, viewer, people, before, before, (secrets[0], secrets[0]), given)


def _numbers_of_others(deal: Event, viewer: Who) -> tuple[NumberRevealed, ...]:
    """The rows of the numbers that all others than the viewer have given for this deal."""
    assert isinstance(deal, RoundDealt)
    numbers = enumerate(deal.numbers or ())
    return tuple(NumberRevealed(seat, deal.round, link) for seat, link in numbers if link and seat != viewer)


def compare(pair: Pair) -> Tally:
    """Continue a pair and compare the output to its viewer. Raises `InterferenceError`."""
    with repeatable(Random(pair.number)):
        return trio.run(partial(_compare, pair), clock=trio.testing.MockClock(autojump_threshold=0))


async def _compare(pair: Pair) -> Tally:
    chance = Random(pair.number)
    async with (
        staged(pair.one, pair.people, pair.viewer, pair.number, pair.secrets[0], pair.given) as one,
        staged(pair.other, pair.people, pair.viewer, pair.number, pair.secrets[1]) as other,
    ):
        script = Script(chance, (one, other), pair.people)
        steps = [script.comes(who) for who in dict.fromkeys((*pair.people, pair.viewer))]
        parting = NOWHERE
        for nth in range(STEPS):
            step = steps[nth] if nth < len(steps) else script.next_step()
            for world in (one, other):
                await step(world)
                await trio.testing.wait_all_tasks_blocked()
            parting = _parting(one, other, len(pair.one), is_dealing=bool(pair.given))
            if parting != NOWHERE or script.is_over:
                break
    lines: list[Told] = []
    for received in zip(one.received, other.received, strict=True):
        mine, yours = _before(parting, *received)
        for line, counterpart in zip_longest(mine, yours):
            if line != counterpart:
                raise InterferenceError(f"{pair} received {line} in one world and {counterpart} in the other")
        lines += mine
    return Tally(1, len(lines), parting != NOWHERE, frozenset(_kind(line) for _, line in lines))


def _parting(one: Staged, other: Staged, since: int, *, is_dealing: bool) -> Parting:
    """The place where the viewer may see a difference between the worlds.

    `is_dealing`: a deal comes as soon as the last number is there, so it may come earlier in one of them.
    """
    for ours, theirs in zip_longest(one.entries[since:], other.entries[since:]):
        if is_dealing and ours != theirs and any(_is_deal(entry) for entry in (ours, theirs)):
            return (None, theirs.seq) if ours is None else (ours.seq, None)
        ends = [entry is not None and isinstance(entry.event, RoundEnded) for entry in (ours, theirs)]
        if ends == [True, False]:  # a block shows in hands that the viewer does not see
            return ours.seq, None
        if ends == [False, True]:
            return None, theirs.seq
        if ours is not None and theirs is not None and _differ_openly(ours.event, theirs.event, one.viewer):
            return ours.seq, theirs.seq
    return NOWHERE


def _is_deal(entry: Entry | None) -> bool:
    """Whether this is a mixed deal, or a stand-in for it."""
    return entry is not None and isinstance(entry.event, RoundDealt | StandInSeated)


def _differ_openly(one: Event, other: Event, viewer: Who) -> bool:
    """Whether two players acted differently, the viewer drew another tile, or other hands were revealed.

    This deliberately does not use `protocol.log.sight`, which is under test.
    """
    if isinstance(one, TileDrawn) and isinstance(other, TileDrawn) and one.seat != viewer:
        return False
    return one != other and isinstance(one, TilePlayed | Knocked | TileDrawn | RoundEnded)


def _before(parting: Parting, mine: list[Told], yours: list[Told]) -> tuple[list[Told], list[Told]]:
    """The output on a connection before the worlds diverged, and the moment of divergence."""
    here, there = _place_of(parting[0], mine), _place_of(parting[1], yours)
    if here is None or there is None:
        until = there if here is None else here
        return mine[:until], yours[:until]
    return [*mine[:here], (mine[here][0], PARTED)], [*yours[:there], (yours[there][0], PARTED)]


def _place_of(number: int | None, received: list[Told]) -> int | None:
    entry = f'"type":"entry","seq":{number},'.encode()
    return next((nth for nth, (_, line) in enumerate(received) if entry in line), None)


def _kind(line: bytes) -> str:
    if line == PARTED:
        return "parting"
    match decode_from_daemon(line):
        case Entry(event=event):
            return type(event).__name__
        case NotAccepted() | Goodbye() as answer:
            return answer.reason
        case message:
            return type(message).__name__


def compare_all(number: int) -> Tally:
    """Compare every pair of this number."""
    total = Tally()
    for pair in pairs_of(number):
        total.add(compare(pair))
    return total


def main() -> int:
    """Compare many pairs; stop at the first that differs, which names its number."""
    parser = argparse.ArgumentParser(prog="python -m tools.simulator.interference", description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, metavar="N", help="at least so many (default: 2000)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="the first number (default: 0)")
    given = parser.parse_args()
    total, begun, number = Tally(), time.monotonic(), given.seed
    with ProcessPoolExecutor() as pool:
        while total.pairs < given.pairs:
            for tally in pool.map(compare_all, range(number, number + 20)):
                total.add(tally)
            number += 20
            print(f"{total.pairs} pairs in {time.monotonic() - begun:.0f} s", file=sys.stderr)
    print(f"{total.pairs} pairs, {total.lines} lines compared, {total.parted} pairs parted in the open")
    print(f"{len(total.kinds)} kinds of messages: {', '.join(sorted(total.kinds))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
