"""What the full screen knows beside the model: what was just said, and the end of a round that is still shown.

Here: `Desk`, which receives announcements. Not here: the windows over the board (`windows`), the scene made from a desk
(`desk_scene`), what keys do (`table_screen`), running it on a terminal (`full_screen`).
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from attrs import define, field

from client.actions.carry_out import Outcome
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.lookback import Lookback, is_at_an_end, last_end
from client.model.model import Model
from client.model.notice import Notice
from client.model.selection import step_playable
from client.model.sheet import LogLine
from client.model.status import Connecting, Ended, InLobby, Lost, NeedsAnswer, Status
from client.picture.board import Zoom
from client.screen.panels import Remark
from client.screen.scene import Boards
from client.view.view import View
from client.words import refusal_words as words_refusals
from protocol.log.table import Stage

_MOST_REMARKS: Final = 200
LOOK_BACK: Final = 10.0
"""Seconds for which a spectator is shown the end of a round; a player presses a key to go on."""

LATE: Final = 1.0
"""Seconds without an answer after which the screen says that it is waiting for one."""

_REMEMBERED: Final = (Subject.SEATS, Subject.PAUSE, Subject.AWAY, Subject.CHAT, Subject.LINK, Subject.ALARM)
"""What the feed has beside the plays."""
_NOTICED: Final = (*_REMEMBERED, Subject.OWN, Subject.THINKING, Subject.REFUSED, Subject.TABLES)
"""What is shown as a notice."""


@define(eq=False)
class Desk:
    """One player's full screen, without the terminal and the windows.

    `address`: the daemon, as the player wrote it. `asks_for_another`: this player asked for
    the next match, so it is shown at once. `shows_last_board`: after a match, in place of its highlights. `remarks`:
    announcements other than plays. `status_since`: seconds on trio's clock when the status last changed.
    """

    model: Model
    address: str = ""
    notice: Notice | None = None
    lookback: Lookback | None = None
    asks_for_another: bool = False
    shows_last_board: bool = False
    largest: Zoom = Zoom.PIPS
    is_ascii: bool = False
    status_since: float = 0.0
    boards: Boards = field(factory=Boards)
    remarks: deque[Remark] = field(factory=lambda: deque[Remark](maxlen=_MOST_REMARKS))
    _game: str | None = None
    _seen: int = 0
    _status: Status | None = None
    _looked_since: float = 0.0
    _later: Lookback | None = None
    _oldest: str | None = None
    _oldest_since: float = 0.0
    _late: str | None = None

    # News.

    def take(self, announcements: list[Announcement], now: float) -> None:
        """Receive announcements; an empty list too, because the status may have changed."""
        session = self.model.session
        if session.game != self._game:
            self._game, self._seen = session.game, 0
            self.remarks.clear()
            self.shows_last_board = False
            if self.asks_for_another:
                self.lookback, self._later, self.asks_for_another = None, None, False
        self._note_status(now)
        self._note_ends(now)
        for announcement in announcements:
            self._note(announcement)

    def _note_status(self, now: float) -> None:
        if self.model.status is not self._status:
            if isinstance(self.model.status, Lost | Ended) and not isinstance(self._status, Lost):
                self.notice = None  # an older notice would hide why the connection is gone
            self._status, self.status_since = self.model.status, now

    def _note_ends(self, now: float) -> None:
        """Show a new end of a round or a match, if there is one."""
        session = self.model.session
        # Entries that came with the welcome are history: they are summed up, not shown one by one.
        self._seen = max(self._seen, session.goal)
        ended = last_end(session.game, session.seat, session.entries, self._seen)
        if ended is None and self.model.table.stage is Stage.OVER and session.is_caught_up:
            is_known = self.lookback is not None and self.lookback.game == session.game
            ended = None if is_known else last_end(session.game, session.seat, session.entries)
        if ended is not None:
            self._looked_since, self.notice = now, None
            if self._is_still_reading(ended):
                self._later = ended
            else:
                self.lookback, self._later = ended, None
        self._seen = max(self._seen, session.head)

    def _is_still_reading(self, ended: Lookback) -> bool:
        """Whether a player still reads the end of a round when the match ends, which is then shown after it."""
        reads = self.lookback
        if reads is None or self.model.seat is None or ended.view.table.stage is not Stage.OVER:
            return False
        return reads.game == ended.game and reads.row.number < ended.row.number

    def go_on(self) -> None:
        """Close the end that is shown; the next one is shown, if there is one."""
        self.lookback, self._later = self._later, None

    def _note(self, announcement: Announcement) -> None:
        """Make the announcement the notice, a remark in the feed, both or neither; an older notice may go with it."""
        subject, seat = announcement.subject, self.model.seat
        if self.notice is not None and self.notice.goes_with(announcement, seat):
            self.notice = None
        text = announcement.short or announcement.text
        seq = self.model.session.head if announcement.seq is None else announcement.seq
        is_mine = announcement.seat is not None and announcement.seat == seat
        if subject in _REMEMBERED:
            self.remarks.append(Remark(subject, text, seq=seq))
        if subject in _NOTICED and not self._is_shown_otherwise(subject, is_mine=is_mine):
            self.notice = Notice(subject, text, seq)
        if is_mine and subject in (Subject.TURN, Subject.OWN):
            self._choose_what_fits()

    def _is_shown_otherwise(self, subject: Subject, *, is_mine: bool) -> bool:
        """My own chat is in the feed, and a lost connection in the prompt."""
        if subject is Subject.LINK:
            return isinstance(self.model.status, Lost | NeedsAnswer | Ended)
        return subject is Subject.CHAT and is_mine

    def _choose_what_fits(self) -> None:
        """On my turn, select a tile that can be played."""
        view, chosen = self.model.view, self.model.selection
        if view.is_my_turn and chosen.tile is not None and view.arms_shown(chosen.tile) == ():
            self.model.selection = step_playable(view, chosen, 1)

    def notify(self, text: str, subject: Subject = Subject.ANSWER) -> None:
        """Show a notice; an empty text removes it."""
        self.notice = Notice(subject, text) if text else None

    def answer(self, outcome: Outcome) -> bool:
        """Show the outcome of an action where nothing else does. False if it was refused."""
        match outcome:
            case WhyNot():
                self.notify(outcome.text, Subject.REFUSED)
            case str():
                self.notify(outcome)
            case _ if self.model.waits_for_connection(outcome):
                self.notify(words_refusals.SENT_LATER)
        return not isinstance(outcome, WhyNot)

    @property
    def is_late(self) -> bool:
        """Whether an answer has taken so long that the prompt says so."""
        return self._late is not None and self._late == self.model.pending.oldest

    def _note_waiting(self, now: float) -> bool:
        """Note the oldest request without an answer; True if it has just become late."""
        if self.model.pending.oldest != self._oldest:
            self._oldest, self._oldest_since = self.model.pending.oldest, now
        was_late = self.is_late
        self._late = self._oldest if now - self._oldest_since >= LATE else None
        return self.is_late and not was_late

    @property
    def looks_back(self) -> bool:
        """Whether the end of a round is still shown although play goes on."""
        if self.lookback is None:
            return False
        return (
            self._later is not None
            or self.lookback.game != self.model.session.game
            or not (is_at_an_end(self.model.table) or self.model.table.stage is Stage.OVER)
        )

    def tick(self, now: float) -> bool:
        """Let time pass. True if anything on the screen has changed."""
        if self.looks_back and self.model.seat is None and now - self._looked_since > LOOK_BACK:
            self.lookback = None
            return True
        return self._note_waiting(now) or self.model.clock is not None or isinstance(self.model.status, Lost)

    @property
    def ages(self) -> bool:
        """Whether time alone changes the screen; if not, no clock has to run."""
        is_watching_the_end = self.looks_back and self.model.seat is None
        waits = self.model.clock is not None or self.model.pending.oldest is not None
        return is_watching_the_end or waits or isinstance(self.model.status, Lost)

    # What is shown of it.

    @property
    def view(self) -> View:
        """The table as it is, or as it was at the end of the round that is shown."""
        return self.model.view if self.end_shown is None else self.end_shown.view

    @property
    def end_shown(self) -> Lookback | None:
        """The end of a round or match that is shown in place of the table, or None."""
        if self.lookback is None:
            return None
        is_on = self.lookback.game == self.model.session.game and self.model.table.stage is Stage.OVER
        return self.lookback if is_on or self.looks_back or is_at_an_end(self.model.table) else None

    @property
    def introduction(self) -> tuple[str, ...]:
        """The lines for a player who is new to the game; empty if they are closed, or something else is shown."""
        return () if self.end_shown is not None or self.is_before_match else self.model.introduction.lines

    @property
    def is_connecting(self) -> bool:
        """Whether there is no table to show yet."""
        return isinstance(self.model.status, Connecting) or self.model.session.game is None

    @property
    def is_before_match(self) -> bool:
        """Whether the table that is shown is waiting for players."""
        return self.view.table.stage is Stage.SEATING

    @property
    def is_seating(self) -> bool:
        """Whether the seats are shown in place of the board."""
        in_lobby = isinstance(self.model.status, InLobby)
        return not (in_lobby or self.is_connecting) and self.is_before_match and self.end_shown is None

    @property
    def log(self) -> Sequence[LogLine]:
        """The latest plays on the table that is shown."""
        log = self.model.sheet.log if self.end_shown is None else self.end_shown.log
        return log[-_MOST_REMARKS:]

    @property
    def plays(self) -> list[Remark]:
        """A remark for each line of the log."""
        seat = self.model.seat
        return [
            Remark(Subject.PLAY, line.text, line.brief, line.seq, is_mine=line.seat is not None and line.seat == seat)
            for line in self.log
        ]

    @property
    def feed(self) -> tuple[Remark, ...]:
        """The plays and all other remarks, in the order of their entries."""
        return tuple(sorted([*self.plays, *self.remarks], key=lambda remark: remark.seq))
