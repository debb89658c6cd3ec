"""What entries come to that a program has stored, rather than received line by line (WIRE.md, "One history").

Not here: the digest itself (`protocol.log.history`).
"""

from collections.abc import Iterable
from functools import reduce
from typing import Any

from protocol.log.events import Entry
from protocol.log.history import BEGINNING, digest_after
from protocol.log.sight import SPECTATOR, see
from protocol.wire.codec import encode_sight, load


def history_after(before: str, entry: Entry) -> str:
    """The digest after one more entry."""
    line: Any = load(encode_sight(entry.seq, entry.at, see(entry.event, SPECTATOR)))
    return digest_after(before, entry.seq, entry.at, line["event"])


def history_of(entries: Iterable[Entry]) -> str:
    """The digest of these entries, which are all from the first one on."""
    return reduce(history_after, entries, BEGINNING)
