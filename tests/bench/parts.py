"""What one entry costs in each of its stations, alone: decide, see, encode, fold, decode, and the command's own line.

Each stands beside the least that Python can do for it: the same JSON without its meaning, or a copy of an attrs class.
Entries of every kind are taken as they come in whole matches of Fives and Threes.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from attrs import evolve, frozen

from daemon.decide import Asker, decide
from protocol.codec import decode_event, decode_from_client, encode_event, encode_from_client, encode_sight
from protocol.commands import PlayTile
from protocol.messages import Do
from protocol.sight import Viewer, see
from protocol.table import fold
from tests.bench.figures import Figure, rate, side_by_side
from tests.bench.histories import matches, tables_before_plays

SECTION = "parts"


@frozen
class _Bare:
    """A class of as many fields as a round has."""

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
    """The rates of every part, in entries a second of one core."""
    for name, work, beside, bare in _parts(games):
        rates = side_by_side(takes, partial(rate, work, seconds), partial(rate, bare, seconds))
        yield Figure(SECTION, name, "entries/s", rates[0], beside, rates[1])


Work = Callable[[], int]


def _parts(games: int) -> Iterator[tuple[str, Work, str, Work]]:
    played = matches(games)
    events = [event for match in played for event in match]
    plays = [each for match in played for each in tables_before_plays(match)]
    texts = [encode_event(event) for event in events]
    values = [json.loads(text) for text in texts]
    asks = [
        encode_from_client(Do(f"m{nth}", nth, PlayTile(play.tile, play.arm))) for nth, (_, play) in enumerate(plays)
    ]
    sights = [see(event, Viewer(0)) for event in events]
    chance, viewer, bare = Random(0), Viewer(0), _Bare()
    whole = {"ensure_ascii": False, "separators": (",", ":")}

    def folded() -> int:
        for match in played:
            fold(match)
        return len(events)

    def copied() -> int:
        for nth in range(len(events)):
            evolve(bare, n=nth)
        return len(events)

    def decided() -> int:
        for table, play in plays:
            decide(table, Asker(play.seat, "Ann"), PlayTile(play.tile, play.arm), chance)
        return len(plays)

    def seen() -> int:
        for event in events:
            see(event, viewer)
        return len(events)

    def encoded() -> int:
        for sight in sights:
            encode_sight(1, "2026-01-02T03:04:05.678Z", sight)
        return len(sights)

    def written() -> int:
        for value in values:
            json.dumps(value, **whole)  # type: ignore[arg-type]
        return len(values)

    def decoded() -> int:
        for text in texts:
            decode_event(text)
        return len(texts)

    def parsed() -> int:
        for text in texts:
            json.loads(text)
        return len(texts)

    def heard() -> int:
        for line in asks:
            decode_from_client(line)
        return len(asks)

    def lines_parsed() -> int:
        for line in asks:
            json.loads(line)
        return len(asks)

    yield "fold", folded, "attrs.evolve of 12 fields", copied
    yield "decode an event", decoded, "json.loads", parsed
    yield "decode a command", heard, "json.loads", lines_parsed
    yield "decide a play", decided, "attrs.evolve of 12 fields", copied
    yield "see", seen, "attrs.evolve of 12 fields", copied
    yield "encode for a viewer", encoded, "json.dumps", written
