"""What the full screen knows beside the model: what lies over the board, what was just told, what is looked back at.

Lives here: `Desk`, which takes news in. Not here: the scene that comes of it (`desk_scene`), what a key does
(`controls`), running it on a terminal (`full_screen`).
"""

from collections import deque
from typing import Final

from attrs import Factory, define, field

from client.actions.actions import Outcome
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.lookback import Lookback, is_at_an_end, last_end
from client.model.model import Model
from client.model.premove import Premove
from client.model.selection import step_playable
from client.model.status import Connecting, Ended, Lost, NeedsPassword, Status
from client.picture.board import Zoom
from client.picture.pinwheel import Size
from client.screen import screen_words as words_screen
from client.screen.cards import Card
from client.screen.overlay import Menu, Overlay
from client.screen.panels import REFUSED, Remark
from client.screen.scene import Boards
from client.view.view import View
from client.words import refusal_words as words_refusals
from protocol.game.levels import USUAL_LEVEL
from protocol.log.table import Stage

KEPT_REMARKS: Final = 200
_USUAL_SIZE: Final = Size(80, 24)
LOOK_BACK: Final = 10.0
"""Seconds that a spectator is shown the end of a round for; a player puts it away with a key."""

LATE: Final = 1.0
"""Seconds without an answer after which it is said that one is waited for."""

_NOTICED: Final = {
    Subject.OWN: "class:notice.own",
    Subject.THINKING: "class:notice.thinking",
    Subject.SEATS: "class:notice.seats",
    Subject.PAUSE: "class:notice.seats",
    Subject.CHAT: "class:notice.chat",
    Subject.REFUSED: REFUSED,
    Subject.LINK: "class:notice",
    Subject.AWAY: "class:notice",
    Subject.TABLES: "class:notice",
    Subject.ALARM: "class:notice.alarm",
}
_OLD_ON_MY_TURN: Final = (_NOTICED[Subject.OWN], _NOTICED[Subject.REFUSED])
"""What my last play came to, and why another was not possible; an answer to a question is not put away."""
_REMEMBERED: Final = {
    Subject.SEATS: "class:feed.seats",
    Subject.PAUSE: "class:feed.seats",
    Subject.AWAY: "class:feed.seats",
    Subject.CHAT: "class:feed.chat",
    Subject.LINK: "class:feed.seats",
    Subject.ALARM: "class:notice.alarm",
}


@define(eq=False)
class Desk:
    """One player's full screen, without the terminal.

    `address` is where the daemon is, as the player wrote it. `over` is what lies over the board. `asks_for_another`:
    the next match is the player's own wish, and is shown at once. `level` is that of the next bot to be seated.
    `remarks`: what was told beside the plays, each with the number of the entry that it came with.
    `status_since`: when the status became what it is.
    """

    model: Model
    address: str = ""
    notice: Remark | None = None
    lookback: Lookback | None = None
    asks_for_another: bool = False
    is_leaving: bool = False
    largest: Zoom = Zoom.BOXES
    uses_mouse: bool = True
    level: str = USUAL_LEVEL
    size: Size = _USUAL_SIZE
    status_since: float = 0.0
    over: Overlay = field(init=False, default=Factory(lambda desk: Overlay(model=desk.model), takes_self=True))
    boards: Boards = field(factory=Boards)
    remarks: deque[tuple[int, Remark]] = field(factory=lambda: deque[tuple[int, Remark]](maxlen=KEPT_REMARKS))
    _game: str | None = None
    _seen: int = 0
    _status: Status | None = None
    _looked_since: float = 0.0
    _later: Lookback | None = None
    _oldest: str | None = None
    _oldest_since: float = 0.0
    _late: str | None = None

    # News.

    def take(self, news: list[Announcement], now: float) -> None:
        """Take in what the link tells; an empty list too, since something may have changed."""
        session = self.model.session
        if session.game != self._game:
            self._game, self._seen = session.game, 0
            self.remarks.clear()
            form = self.over.form
            self.over = Overlay(model=self.model, form=form, entry=self.over.entry, row=session.seat or 0)
            self.level = self.model.table.options.bot_level
            if self.asks_for_another:
                self.lookback, self._later, self.asks_for_another = None, None, False
        self._note_status(now)
        ended = self._note_ends(now)
        for each in news:
            self._note(each)
        if ended and self.notice is not None and self.notice.style == _NOTICED[Subject.OWN]:
            self.notice = None  # the end of the round says it all, and what is to be done now has to be seen
        hint = tuple(each.text for each in news if each.subject is Subject.HINT)
        if hint:
            self.over.card = Card(words_screen.HINT, tuple(line for each in hint for line in (each, ""))[:-1])

    def _note_status(self, now: float) -> None:
        if self.model.status is not self._status:
            if isinstance(self.model.status, Lost | Ended) and not isinstance(self._status, Lost):
                self.notice = None  # what was told before is not what has to be known now
            if isinstance(self.model.status, Ended):
                self.over.asks = None
            self._status, self.status_since = self.model.status, now

    def _note_ends(self, now: float) -> bool:
        """Take note of an end of a round or a match, if there is a new one; whether there is."""
        session = self.model.session
        # What came with the welcome is history: it is told in sum, not looked back at.
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
        return ended is not None

    def _is_still_reading(self, ended: Lookback) -> bool:
        """Whether a player still reads how a round ended while a lead has won the match: one after the other, then."""
        reads = self.lookback
        if reads is None or self.model.seat is None or ended.view.table.stage is not Stage.OVER:
            return False
        return reads.game == ended.game and reads.row.number < ended.row.number

    def go_on(self) -> None:
        """Put away the end that is looked back at; the next one comes, if there is one."""
        self.lookback, self._later = self._later, None

    def _note(self, news: Announcement) -> None:
        if news.subject in _REMEMBERED:
            seq = self.model.session.head if news.seq is None else news.seq
            self.remarks.append((seq, Remark(_REMEMBERED[news.subject], news.text)))
        is_own_chat = news.subject is Subject.CHAT and news.seat is not None and news.seat == self.model.seat
        is_lobby = news.subject is Subject.TABLES and (self.over.menu is Menu.LOBBY or self.over.form is not None)
        is_shown_otherwise = news.subject is Subject.LINK and isinstance(
            self.model.status, Lost | NeedsPassword | Ended
        )
        if news.subject in _NOTICED and not (is_own_chat or is_lobby or is_shown_otherwise):
            self.notice = Remark(_NOTICED[news.subject], news.text)
        if (
            news.subject in (Subject.TURN, Subject.ROUND)
            and self.notice
            and self.notice.style == _NOTICED[Subject.THINKING]
        ):
            self.notice = None
        if news.subject is Subject.ROUND and self.notice is not None and self.notice.style == _NOTICED[Subject.SEATS]:
            self.notice = None  # who has sat down is old news once they play
        if news.seat is not None and news.seat == self.model.seat:
            if news.subject is Subject.TURN and self.notice is not None and self.notice.style in _OLD_ON_MY_TURN:
                self.notice = None
            if news.subject in (Subject.TURN, Subject.OWN):
                self._choose_what_fits()

    def _choose_what_fits(self) -> None:
        """On my turn, a tile that cannot be played is not worth choosing."""
        view, chosen = self.model.view, self.model.selection
        if view.is_my_turn and chosen.tile is not None and view.arms_shown(chosen.tile) == ():
            self.model.selection = step_playable(view, chosen, 1)

    def tell(self, text: str, style: str = "class:notice") -> None:
        """Put something under the player's eyes until the next key."""
        self.notice = Remark(style, text) if text else None

    def answer(self, outcome: Outcome | Premove) -> bool:
        """Say what came of a wish where nothing else shows it; whether it is done, or on its way."""
        match outcome:
            case WhyNot():
                self.tell(outcome.text, REFUSED)
            case str():
                self.tell(outcome)
            case _ if self.model.is_kept(outcome):
                self.tell(words_refusals.KEPT)
        return not isinstance(outcome, WhyNot)

    @property
    def is_late(self) -> bool:
        """Whether something asked for has waited for its answer for so long that it has to be said."""
        return self._late is not None and self._late == self.model.pending.oldest

    def _note_waiting(self, now: float) -> bool:
        """Take note of what waits for an answer; whether it has just become late."""
        if self.model.pending.oldest != self._oldest:
            self._oldest, self._oldest_since = self.model.pending.oldest, now
        was_late = self.is_late
        self._late = self._oldest if now - self._oldest_since >= LATE else None
        return self.is_late and not was_late

    @property
    def looks_back(self) -> bool:
        """Whether the end of a round is still shown although play has gone on."""
        if self.lookback is None:
            return False
        return (
            self._later is not None
            or self.lookback.game != self.model.session.game
            or not (is_at_an_end(self.model.table) or self.model.table.stage is Stage.OVER)
        )

    def tick(self, now: float) -> bool:
        """Time has passed; whether anything that is shown goes with it."""
        if self.looks_back and self.model.seat is None and now - self._looked_since > LOOK_BACK:
            self.lookback = None
            return True
        return self._note_waiting(now) or self.model.clock is not None or isinstance(self.model.status, Lost)

    @property
    def ages(self) -> bool:
        """Whether time alone changes what is shown, or what is known of it: where it does not, no clock has to run."""
        is_watching_the_end = self.looks_back and self.model.seat is None
        is_lobby = self.over.menu is Menu.LOBBY
        waits = self.model.clock is not None or self.model.pending.oldest is not None
        return is_watching_the_end or is_lobby or waits or isinstance(self.model.status, Lost)

    # What is shown of it.

    @property
    def view(self) -> View:
        """The table that is shown: as it is, or as it was at the end that is looked back at."""
        return self.model.view if self.end_shown is None else self.end_shown.view

    @property
    def end_shown(self) -> Lookback | None:
        """The end that is shown in place of the table as it is, if one is."""
        if self.lookback is None:
            return None
        is_on = self.lookback.game == self.model.session.game and self.model.table.stage is Stage.OVER
        return self.lookback if is_on or self.looks_back or is_at_an_end(self.model.table) else None

    @property
    def is_choosing_seats(self) -> bool:
        """Whether the seats are what is shown, to be chosen from."""
        return not (self.over.is_in_lobby or self.is_connecting) and self.is_seating and self.end_shown is None

    @property
    def rows(self) -> int:
        """How many lines there are to point at: those of a menu, or the seats before a match."""
        return len(self.over.choices) if self.over.menu is not None else len(self.model.table.seats)

    @property
    def pointed_at(self) -> int:
        """The number of the one that is pointed at, from 0."""
        return max(0, min(self.over.row, self.rows - 1))

    @property
    def is_connecting(self) -> bool:
        """Whether there is no table to show yet."""
        return isinstance(self.model.status, Connecting) or self.model.session.game is None

    @property
    def is_seating(self) -> bool:
        """Whether players are waited for."""
        return self.view.table.stage is Stage.SEATING
