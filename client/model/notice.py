"""The notice: the sentence that a front end shows beside what there is to do, until it is out of date.

Here: what a notice is about, and when it goes. Not here: which announcements become a notice, how a notice looks, and
the daemon's notices (`protocol.wire.notices`).
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from attrs import Factory, field

from client.model.announcements import Announcement, Subject
from protocol.frozen import frozen


class Until(Enum):
    """When a notice goes, unless a key, a press or a newer notice removes it before."""

    PRESS = auto()
    """Nothing that happens at the table removes it."""
    TURN = auto()
    """With the next turn, whoever has it, or with the round."""
    MY_TURN = auto()
    """With my next turn, or with the round."""
    ROUND = auto()
    """With the end of this round, or the beginning of the next one."""


_UNTIL: Final[Mapping[Subject, Until]] = {
    Subject.OWN: Until.MY_TURN,
    Subject.REFUSED: Until.MY_TURN,
    Subject.HINT: Until.TURN,
    Subject.THINKING: Until.TURN,
    Subject.COMMENT: Until.ROUND,
    Subject.SEATS: Until.ROUND,
    Subject.PAUSE: Until.ROUND,
}
"""When a notice about each subject goes; about any other, `Until.PRESS`."""


def _default_until(notice: "Notice") -> Until:
    return _UNTIL.get(notice.subject, Until.PRESS)


@frozen
class Notice:
    """One or more sentences. `seq`: the number of the last entry before or with it, None if it is not about the log."""

    subject: Subject
    text: str
    seq: int | None = None
    until: Until = field(default=Factory(_default_until, takes_self=True), kw_only=True)

    def goes_with(self, announcement: Announcement, seat: int | None) -> bool:
        """Whether this later announcement removes it; `seat` is mine, None for a spectator."""
        if self.until is Until.PRESS:
            return False
        if announcement.subject in (Subject.ROUND, Subject.MATCH):
            return True
        if announcement.subject is not Subject.TURN or self.until is Until.ROUND:
            return False
        return self.until is Until.TURN or (seat is not None and announcement.seat == seat)

    def stays_before(self, subject: Subject) -> bool:
        """Whether it stays when this comes: a comment is on the play before, a hint or a refusal on the next one."""
        return subject is Subject.COMMENT and self.subject in (Subject.HINT, Subject.REFUSED, Subject.ALARM)
