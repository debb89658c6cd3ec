"""What the player waits for: an answer that is late, or the next attempt to connect.

Here: since when, and how long that is. Not here: the sentences about it (`prompts`).
"""

from typing import Final

from client.model.model import Model
from client.model.status import Ended, Lost, Status
from protocol.frozen import define

LATE: Final = 1.0
"""Seconds without an answer after which the screen says that it is waiting for one."""


@define(eq=False)
class Delays:
    """The oldest request without an answer, by its id, and the status of the connection; times on trio's clock."""

    model: Model
    _request: str | None = None
    _request_since: float = 0.0
    _is_late: bool = False
    deal_waits_for: tuple[int, ...] | None = None
    """The players for whose numbers a deal may wait, once that has taken a while."""
    _status: Status | None = None
    _status_since: float = 0.0

    def note_status(self, now: float) -> bool:
        """Note the status of the connection; True if the connection has just gone."""
        status, before = self.model.status, self._status
        if status is before:
            return False
        self._status, self._status_since = status, now
        return isinstance(status, Lost | Ended) and not isinstance(before, Lost)

    def seconds_to_retry(self, lost: Lost, now: float) -> float:
        """Seconds until the client tries to connect again."""
        return lost.retry_in - (now - self._status_since)

    @property
    def is_late(self) -> bool:
        """Whether an answer has taken so long that the prompt says so."""
        return self._is_late and self._request == self.model.pending.oldest

    def tick(self, now: float) -> bool:
        """Let time pass. True if an answer or a deal has just become late."""
        before, self.deal_waits_for = self.deal_waits_for, self.model.deal_waits_for(now)
        request, was_late = self.model.pending.oldest, self._is_late
        if request != self._request:
            self._request, self._request_since, was_late = request, now, False
        self._is_late = request is not None and now - self._request_since >= LATE
        return (self._is_late and not was_late) or self.deal_waits_for != before

    @property
    def changes_with_time(self) -> bool:
        """Whether time alone changes what the player is told about it."""
        is_waiting = self.model.pending.oldest is not None or self.model.deals.due_since is not None
        return is_waiting or isinstance(self.model.status, Lost)
