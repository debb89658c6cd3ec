"""The audit of the host: whether it follows the rules.

Not here: the rules of the audit (`protocol.log.audit`), the alarm (`model`).
"""

from collections.abc import Sequence

from attrs import define, field

from protocol.log.audit import Auditor, Fault
from protocol.log.events import Entry, MatchWon, RoundEnded
from protocol.wire.record import with_rounds_opened


@define
class HostCheck:
    """Replays each finished round by the rules, until the first fault: later entries prove nothing."""

    fault: Fault | None = None
    _auditor: Auditor = field(factory=Auditor)
    _checked: int = 0

    def check(self, entries: Sequence[Entry]) -> Fault | None:
        """The fault that the last entry reveals, or None. `entries`: all of the game, from the first."""
        if self.fault is not None or not entries or not isinstance(entries[-1].event, RoundEnded | MatchWon):
            return None
        fresh = entries[self._checked :]
        self._checked = len(entries)
        self.fault = self._first_fault(fresh)
        return self.fault

    def _first_fault(self, fresh: Sequence[Entry]) -> Fault | None:
        for entry in with_rounds_opened(fresh):
            text = self._auditor.fault_in(entry.event)
            if text is not None:
                return Fault(entry.seq, text)
        return None
