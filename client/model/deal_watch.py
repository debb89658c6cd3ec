"""The deals of one game as its player watches them: when one is due, what was checked, what is wrong, the words.

Here: `DealWatch`, which takes each entry once. Not here: the checks themselves (`host_check`, `own_seat`,
`history_check`), the words (`match_words`), the sentences (`words.deal_words`, `words.succession_words`).
"""

from collections.abc import Sequence

from attrs import field

from client.model.announcements import Announcement, Subject
from client.model.history_check import Difference, FewerRounds, HistoryCheck, OtherEntry, rounds_in
from client.model.host_check import CheckedDeal, HostCheck
from client.model.match_words import MatchWords
from client.model.own_seat import OwnSeat
from client.words import deal_words, succession_words
from protocol.frozen import define
from protocol.log.dealing import is_dealing
from protocol.log.events import Entry
from protocol.log.table import Table
from protocol.wire.session import Session

LATE_DEAL = 1.5
"""Seconds after which the player is told whom a deal waits for."""


def _about(difference: Difference) -> tuple[str, str]:
    """The alarm about a game that is not the one of the host before, and the same in brief."""
    match difference:
        case OtherEntry():
            return succession_words.other_entry(difference.seq, difference.before, difference.now)
        case FewerRounds():
            return succession_words.fewer_rounds(difference.before, difference.now)


@define
class DealWatch:
    """What is known of the deals. `own_seat` belongs to the connection, `history` to the game before, the rest to this.

    `due_since`: when the entry came after which a deal is due, on the same clock as `Clock.until`; None if none is.
    `alarms`: what was found to be wrong, each once.
    """

    due_since: float | None = None
    alarms: list[str] = field(factory=list)
    words: MatchWords = field(factory=MatchWords)
    own_seat: OwnSeat = field(factory=OwnSeat)
    history: HistoryCheck = field(factory=HistoryCheck)
    _host_check: HostCheck = field(factory=HostCheck)

    def begin(self) -> None:
        """Watch another game, from its first entry on."""
        self.due_since, self.words, self._host_check = None, MatchWords(), HostCheck()
        self.alarms.clear()

    def note(self, before: Table, entry: Entry, session: Session, now: float, *, is_asked: bool) -> list[Announcement]:
        """Note an entry that the session has folded; the alarms that it is a reason for.

        `before`: the table before it. `is_asked`: a command of this player asks for this move.
        """
        if before.round is not None:
            self.words.note(before.round.number, entry.event)
        if not is_dealing(session.table):
            self.due_since = None
        elif self.due_since is None:
            self.due_since = now
        found = []
        alarm = self.own_seat.alarm(before, entry, session, is_asked=is_asked)
        if alarm is not None:
            found.append((deal_words.own_alarm(alarm), deal_words.own_alarm_briefly(alarm)))
        fault = self._host_check.check(session.entries)
        if fault is not None:
            found.append((deal_words.host_at_fault(fault), deal_words.host_at_fault_briefly(fault)))
        difference = self.history.check(session.entries)
        if difference is not None:
            found.append(_about(difference))
        elif self.history.goes_on(session.entries):
            same = succession_words.same_history(rounds_in(session.entries))
            return [Announcement(Subject.LINK, same), *self._new_alarms(found)]
        return self._new_alarms(found)

    def _new_alarms(self, found: Sequence[tuple[str, str]]) -> list[Announcement]:
        new = [(text, brief) for text, brief in found if text not in self.alarms]
        self.alarms += [text for text, _ in new]
        return [Announcement(Subject.ALARM, text, short=brief) for text, brief in new]

    def checked(self, round_: int) -> CheckedDeal | None:
        """The mixed deal of this round, if it was checked and nothing is wrong in this game."""
        deal = self._host_check.deal
        return deal if deal is not None and deal.round == round_ and not self.alarms else None

    def waits_for(self, session: Session, now: float) -> tuple[int, ...] | None:
        """The other players of whom one or more have still to give a number for the deal; None if it is not late."""
        table = session.table
        if self.due_since is None or now - self.due_since < LATE_DEAL or table.paused:
            return None
        others = (seat for seat in range(len(table.seats)) if seat != session.seat)
        return tuple(seat for seat in others if session.sealer.deals.takes_part(table, seat))
