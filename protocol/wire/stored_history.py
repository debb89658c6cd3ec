"""What entries come to that a program has stored, rather than received line by line (WIRE.md, "One history").

Here: the digest of such entries, and whether each host that took a game over has named the right one. Not here: the
digest itself (`protocol.log.history`).
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from protocol.log.audit import Fault
from protocol.log.events import Entry, HostChanged
from protocol.log.faults import FAULTS
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


def fault_in_history(entries: Sequence[Entry]) -> Fault | None:
    """The first change of the host that names another digest than that of the entries before it, or None.

    Fields that this release does not know count in a digest, and are lost in what it has stored: so this is no part of
    the rules, and nobody who plays on depends on it.
    """
    if not any(isinstance(entry.event, HostChanged) for entry in entries):
        return None
    history = BEGINNING
    for entry in entries:
        if isinstance(entry.event, HostChanged) and entry.event.history not in (None, history):
            return Fault(entry.seq, FAULTS("other_history"))
        history = history_after(history, entry)
    return None
