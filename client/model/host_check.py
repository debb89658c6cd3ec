"""The audit of the host: whether it follows the rules, and whether its deals follow from everybody's numbers.

Not here: the rules of the audit (`protocol.log.audit`), what I alone know about my seat (`own_seat`), the alarm
(`model`).
"""

from collections.abc import Sequence

from attrs import field

from protocol.frozen import define, frozen
from protocol.log.audit import Auditor, Fault
from protocol.log.events import Entry, MatchWon, RoundDealt, RoundEnded
from protocol.wire.record import with_rounds_opened


@frozen
class CheckedDeal:
    """A mixed deal that is as it should be: its round, and the seats whose numbers are in it."""

    round: int
    seats: tuple[int, ...]


@define
class HostCheck:
    """Replays each finished round by the rules, until the first fault: later entries prove nothing.

    `deal`: the last mixed deal that has been checked.
    """

    fault: Fault | None = None
    deal: CheckedDeal | None = None
    _auditor: Auditor = field(factory=Auditor)
    _checked: int = 0

    def check(self, entries: Sequence[Entry]) -> Fault | None:
        """The fault that the last entry reveals, or None. `entries`: all of the game, from the first."""
        if self.fault is not None or not entries or not isinstance(entries[-1].event, RoundEnded | MatchWon):
            return None
        fresh = entries[self._checked :]
        self._checked = len(entries)
        self.fault = self._first_fault(fresh)
        if self.fault is None:
            self.deal = _mixed_deal(fresh) or self.deal
        return self.fault

    def _first_fault(self, fresh: Sequence[Entry]) -> Fault | None:
        for entry in with_rounds_opened(fresh):
            text = self._auditor.fault_in(entry.event)
            if text is not None:
                return Fault(entry.seq, text)
        return None


def _mixed_deal(entries: Sequence[Entry]) -> CheckedDeal | None:
    """The last deal in these entries if any player's number is in it."""
    deals = (entry.event for entry in reversed(entries) if isinstance(entry.event, RoundDealt))
    dealt = next(deals, None)
    seats = () if dealt is None else tuple(seat for seat, link in enumerate(dealt.numbers or ()) if link is not None)
    return CheckedDeal(dealt.round, seats) if dealt is not None and seats else None
