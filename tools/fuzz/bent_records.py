"""Records of mixed matches that somebody has bent in one place: none of them may pass as played by the rules.

    python -m tools.fuzz.bent_records --records 10000

Here: making them and checking them as `fivesd verify` does. Not here: the ways to bend a record (`bends`).
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from itertools import islice
from random import Random
from typing import Any, Final

from protocol.game.presets import PRESETS
from protocol.log.audit import audit
from protocol.log.events import Entry
from protocol.wire.codec import dump, encode_entry, load
from protocol.wire.record import Header, RecordError, encode_header, read_record
from tests.mixed import mixed_match
from tests.played import entered
from tools.fuzz.bends import BENDS, Bent, Entries
from tools.fuzz.targets import is_plain

HEADER: Final = encode_header(Header("a game", "oak", "2026-01-02T03:00:00.000Z"))
BENDS_OF_ONE: Final = 100
"""Bent records made from one match."""


def _fields_of(line: bytes) -> dict[str, Any]:
    fields: Any = load(line)
    return dict(fields)


def record_of(match: int) -> Entries:
    """The entries of the record of a mixed match."""
    chance = Random(match)
    preset = PRESETS[chance.choice(list(PRESETS))]
    fewest, most = preset.seats[6]
    seats = chance.randint(fewest, most)
    bots = (1,) if chance.random() < 0.3 else ()
    events = mixed_match(preset.name, {"max_rounds": chance.randint(2, 6)}, seats, match, bots=bots)
    return [_fields_of(encode_entry(entry)) for entry in entered(events)]


def bent_records(match: int) -> Iterator[tuple[str, Bent]]:
    """Records of this match that are bent in one place each, without end, each with how it was bent."""
    chance = Random(match)
    entries = record_of(match)
    while True:
        bend = chance.choice(BENDS)
        bent = bend(deepcopy(entries), chance)
        if bent is not None and bent.entries != entries:
            yield bend.__name__.strip("_").replace("_", " "), bent


def _read(entries: Entries) -> Sequence[Entry]:
    return read_record([HEADER, *map(dump, entries)]).entries


def found(entries: Entries) -> tuple[int, str] | None:
    """The number of the first wrong entry of a record, and what is wrong with it; None if it passes."""
    try:
        fault = audit(_read(entries))
    except RecordError as error:
        return error.line - 1, str(error)
    return None if fault is None else (fault.seq, str(fault.text))


def why_accepted(match: int, nth: int, how: str, bent: Bent) -> str | None:
    """What is wrong with the check of this bent record, or None if it fails at the right entry, in a plain sentence."""
    fault = found(bent.entries)
    where = f"match {match}, bent record {nth} ({how})"
    if fault is None:
        return f"{where} passes: its entry {bent.first} is bent"
    seq, text = fault
    if not bent.first <= seq <= bent.last:
        return f"{where} fails at entry {seq}, not between {bent.first} and {bent.last}: {text}"
    return None if is_plain(text) else f"{where} fails with {text!r}"


def check(match: int, count: int = BENDS_OF_ONE) -> list[str]:
    """What is wrong with the checks of so many bent records of this match."""
    bent = enumerate(islice(bent_records(match), count))
    return [why for nth, (how, record) in bent if (why := why_accepted(match, nth, how, record)) is not None]


def main() -> int:
    """Bend many records, and list those that pass, or fail at the wrong entry."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz.bent_records", description=__doc__)
    parser.add_argument("--records", type=int, default=10_000, metavar="N", help="at least so many (default: 10000)")
    given = parser.parse_args()
    matches, begun = -(-given.records // BENDS_OF_ONE), time.monotonic()
    with ProcessPoolExecutor() as pool:
        wrong = [why for whys in pool.map(check, range(matches)) for why in whys]
    for why in wrong:
        print(why)
    count, seconds = matches * BENDS_OF_ONE, time.monotonic() - begun
    print(f"{count} bent records of {matches} matches in {seconds:.0f} s: {len(wrong)} not found in place")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
