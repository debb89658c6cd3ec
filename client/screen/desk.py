"""What the full screen knows beside the model: what was just said, and which table is shown.

Here: `Desk`, which receives announcements. Not here: the ends of rounds that are still shown (`lookbacks`), late
answers (`delays`), the windows over the board (`windows`), the scene made from a desk (`desk_scene`), what keys do
(`table_screen`), running it on a terminal (`full_screen`).
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from attrs import Factory, field

from client.actions.verbs.verb import Outcome
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.notice import Notice
from client.model.selection import step_playable
from client.model.sheet import LogLine
from client.model.status import Connecting, Ended, InLobby, Lost, NeedsAnswer
from client.screen.boards import Boards
from client.screen.delays import Delays
from client.screen.frame_lines import Remark
from client.screen.lookbacks import Lookbacks
from client.terminal.look import Look
from client.view.view import View
from protocol.frozen import define
from protocol.log.table import Stage

_MOST_REMARKS: Final = 200
_REMEMBERED: Final = (
    Subject.SEATS,
    Subject.PAUSE,
    Subject.AWAY,
    Subject.CHAT,
    Subject.LINK,
    Subject.ALARM,
    Subject.COMMENT,
)
"""What the feed has beside the plays."""
_NOTICED: Final = (*_REMEMBERED, Subject.OWN, Subject.THINKING, Subject.REFUSED, Subject.HINT, Subject.TABLES)
"""What is shown as a notice."""


@define(eq=False)
class Desk:
    """One player's full screen, without the terminal and the windows.

    `address`: the daemon, as the player wrote it. `remarks`: announcements other than plays.
    """

    model: Model
    address: str = ""
    look: Look = field(factory=Look)
    notice: Notice | None = None
    remarks: deque[Remark] = field(factory=lambda: deque[Remark](maxlen=_MOST_REMARKS))
    boards: Boards = field(factory=Boards)
    lookbacks: Lookbacks = Factory(lambda desk: Lookbacks(desk.model), takes_self=True)
    delays: Delays = Factory(lambda desk: Delays(desk.model), takes_self=True)
    _game: str | None = None

    # News.

    def take(self, announcements: list[Announcement], now: float) -> None:
        """Receive announcements; an empty list too, because the status may have changed."""
        session = self.model.session
        if session.game != self._game:
            self._game = session.game
            self.remarks.clear()
            self.lookbacks.begin_game()
        if self.delays.note_status(now):
            self.notice = None  # an older notice would hide why the connection is gone
        if self.lookbacks.note(now):
            self.notice = None
        for announcement in announcements:
            self._note(announcement)

    def _note(self, announcement: Announcement) -> None:
        """Make the announcement the notice, a remark in the feed, both or neither; an older notice may go with it."""
        subject, seat = announcement.subject, self.model.seat
        if self.notice is not None and self.notice.goes_with(announcement, seat):
            self.notice = None
        text = announcement.short or announcement.text
        seq = self.model.session.head if announcement.seq is None else announcement.seq
        is_mine = announcement.seat is not None and announcement.seat == seat
        if subject in (*_REMEMBERED, Subject.DEAL):
            self.remarks.append(Remark(subject, text, seq=seq))
        stays = self.notice is not None and self.notice.stays_before(subject)
        if subject in _NOTICED and not stays and not self._is_shown_elsewhere(subject, is_mine=is_mine):
            self.notice = Notice(subject, text, seq)
        if is_mine and subject in (Subject.TURN, Subject.OWN):
            self._select_fitting_tile()

    def _is_shown_elsewhere(self, subject: Subject, *, is_mine: bool) -> bool:
        """Whether it is shown in another place: my own chat is in the feed, a lost connection in the prompt."""
        if subject is Subject.LINK:
            return isinstance(self.model.status, Lost | NeedsAnswer | Ended)
        return subject is Subject.CHAT and is_mine

    def _select_fitting_tile(self) -> None:
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
            case _ if later := self.model.when_sent(outcome):
                self.notify(later)
        return not isinstance(outcome, WhyNot)

    def clear_answer(self) -> None:
        """Remove the notice because of a key; a hint stays while the player chooses."""
        if self.notice is not None and self.notice.subject is not Subject.HINT:
            self.notice = None

    def tick(self, now: float) -> bool:
        """Let time pass. True if anything on the screen has changed."""
        if self.lookbacks.tick(now):
            return True
        return self.delays.tick(now) or self.model.clock is not None or isinstance(self.model.status, Lost)

    @property
    def changes_with_time(self) -> bool:
        """Whether time alone changes the screen; if not, no clock has to run."""
        return self.lookbacks.closes_by_itself or self.delays.changes_with_time or self.model.clock is not None

    # What is shown of it.

    @property
    def view(self) -> View:
        """The table as it is, or as it was at the end of the round that is shown."""
        ended = self.lookbacks.shown
        return self.model.view if ended is None else ended.view

    @property
    def introduction(self) -> tuple[str, ...]:
        """The lines for a player who is new to the game; empty if they are closed, or something else is shown."""
        return () if self.lookbacks.shown is not None or self.is_before_match else self.model.introduction.lines

    @property
    def can_introduce(self) -> bool:
        """Whether the rules in brief can be shown beside the board, and are not."""
        is_playing = self.model.table.stage is Stage.PLAYING and not self.is_connecting
        return is_playing and self.lookbacks.shown is None and not self.introduction

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
        return not (in_lobby or self.is_connecting) and self.is_before_match and self.lookbacks.shown is None

    @property
    def code_link(self) -> str | None:
        """The link in the QR code of the waiting room; None elsewhere, and where no code can be drawn."""
        host = self.model.own_host
        if host is None or not self.is_seating or self.look.is_ascii:
            return None
        return host.link_for_browsers(self.model.session.table_name)

    @property
    def log(self) -> Sequence[LogLine]:
        """The latest plays on the table that is shown."""
        ended = self.lookbacks.shown
        return (self.model.sheet.log if ended is None else ended.log)[-_MOST_REMARKS:]

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
