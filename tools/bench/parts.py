"""The cost of one entry in each part: decide, see, encode, fold, decode, and the command's own line.

Each is compared with the minimum in Python: the same JSON without its meaning, or a copy of an attrs class. Entries of
every kind are used in the proportions of whole matches of Fives and Threes.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any

from attrs import evolve, frozen

from daemon.dealer import Dealer
from daemon.decide import Asker, decide
from protocol.log.commands import PlayTile
from protocol.log.deal import deal
from protocol.log.events import RoundDealt, TilePlayed
from protocol.log.sight import Viewer, see
from protocol.log.table import Table, fold
from protocol.wire.codec import decode_event, decode_from_client, encode_event, encode_from_client, encode_sight
from protocol.wire.messages import Do
from tools.bench.figures import Figure, rate, side_by_side
from tools.bench.histories import matches, tables_before_plays

SECTION = "parts"
AT = "2026-01-02T03:04:05.678Z"


@frozen
class _BareRound:
    """A class with as many fields as a round."""

    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    f: int = 0
    g: int = 0
    h: int = 0
    i: int = 0
    j: int = 0
    k: int = 0
    n: int = 0


def measure(takes: int, seconds: float, games: int) -> Iterator[Figure]:
    """Measure every part, in entries per second of one core."""
    for name, work, beside, bare in _parts(games):
        rates = side_by_side(takes, partial(rate, work, seconds), partial(rate, bare, seconds))
        yield Figure(SECTION, name, "entries/s", rates[0], beside, rates[1])


Work = Callable[[], int]


def _parts(games: int) -> Iterator[tuple[str, Work, str, Work]]:
    played = matches(games)
    events = [event for match in played for event in match]
    plays = [table for match in played for table in tables_before_plays(match)]
    texts = [encode_event(event) for event in events]
    asks = [
        encode_from_client(Do(f"m{nth}", nth, PlayTile(play.tile, play.arm))).removesuffix(b"\n")
        for nth, (_, play) in enumerate(plays)
    ]
    copied = _each(partial(_copy, _BareRound()), range(len(events)))

    yield "fold", _all(fold, played, len(events)), "attrs.evolve of 12 fields", copied
    yield "decode an event", _each(decode_event, texts), "json.loads", _each(json.loads, texts)
    yield "decode a command", _each(decode_from_client, asks), "json.loads", _each(json.loads, asks)
    yield "decide a play", _each(partial(_decide, Random(0)), plays), "attrs.evolve of 12 fields", copied
    yield "see", _each(partial(see, viewer=Viewer(0)), events), "attrs.evolve of 12 fields", copied
    encode = _each(partial(encode_sight, 1, AT), [see(event, Viewer(0)) for event in events])
    dump = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    yield "encode for a viewer", encode, "json.dumps", _each(dump, [json.loads(text) for text in texts])
    before, dealer = fold(takewhile(lambda event: not isinstance(event, RoundDealt), played[0])), Dealer(Random(0), "s")
    mixed, alone = partial(dealer.deal_mixed, before), partial(deal, before)
    yield "mix a deal", _each(mixed, [(AT,) * 4] * 20), "the host's deal", _each(alone, [dealer.chance] * 20)


def _each(of_one: Callable[[Any], object], many: Sequence[Any]) -> Work:
    """Apply this to each element."""
    return _all(of_one, many, len(many))


def _all(of_one: Callable[[Any], object], many: Sequence[Any], entries: int) -> Work:
    """The same, where the result is many entries."""

    def work() -> int:
        for value in many:
            of_one(value)
        return entries

    return work


def _copy(bare: "_BareRound", n: int) -> object:
    return evolve(bare, n=n)


def _decide(chance: Random, before: tuple[Table, TilePlayed]) -> object:
    table, play = before
    return decide(table, Asker(play.seat, "Ann"), PlayTile(play.tile, play.arm), Dealer(chance))
