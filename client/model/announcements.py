"""Announcements: sentences about what has just happened, each with its subject, so that a front end can choose.

Here: the `Announcer`, which turns events into announcements (a play and its points are one, and so are all the draws of
a turn), and `Arrival`, which sums up what happened before one came. Not here: the sentences (`words`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum, auto

from attrs import field

from client.model.history_check import SeenBefore
from client.view.view import View
from client.words import arrival_words, event_words, presence_words, repeat_words, room_words, spoken_words
from client.words.name_words import shown
from client.words.presence_words import WhyStandIn
from client.words.say import say, together
from protocol.frozen import define, frozen
from protocol.game.tiles import Hand
from protocol.log.dealing import is_dealing
from protocol.log.events import (
    Entry,
    Event,
    HintTaken,
    HostChanged,
    Knocked,
    MatchAbandoned,
    MatchStarted,
    MatchWon,
    MoveEvent,
    Paused,
    PlayedOn,
    PlayerReturned,
    Resumed,
    RoundDealt,
    RoundEnded,
    Said,
    Scored,
    SeatLeft,
    SeatTaken,
    StandInSeated,
    TableOpened,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage
from protocol.wire.session import Session


class Subject(Enum):
    """What an announcement is about."""

    OWN = auto()
    """The result of my own play, draw or knock."""
    PLAY = auto()
    TURN = auto()
    TIME = auto()
    """How long I have for my turn; announced after the turn, because the clock starts first."""
    THINKING = auto()
    """A bot takes a long time for its turn."""
    ROUND = auto()
    MATCH = auto()
    SEATS = auto()
    PAUSE = auto()
    """Play stops, or continues."""
    CHAT = auto()
    REFUSED = auto()
    """An answer: why my command was not carried out."""
    WARNING = auto()
    """A question to me: whether I mean a play that certainly costs much."""
    HINT = auto()
    """An answer: the advice of my hint."""
    COMMENT = auto()
    """What my tutor says of my play."""
    RULES = auto()
    """A line of the introduction to a game."""
    TABLES = auto()
    LINK = auto()
    AWAY = auto()
    """A summary on arrival: the table, or what I missed."""
    DEAL = auto()
    """The deal of the last round has been checked, and nothing is wrong with it."""
    ALARM = auto()
    """The host or its machine has a fault."""
    ANSWER = auto()
    """What a front end answers a key or a press by itself; never announced."""


@frozen
class Announcement:
    """One or more sentences. `seat`: whose action it is, or None.

    `short`: a shorter form, or empty; of a summary on arrival, without what a list of the last plays says. `spoken`:
    the form for ears, or empty if there is no other. `seq`: the number of the entry announced, None if it is in no log.
    `saying`: the line of chat, if it is one.
    """

    subject: Subject
    text: str
    seat: int | None = None
    short: str = ""
    spoken: str = ""
    seq: int | None = None
    saying: presence_words.Saying | None = None

    @property
    def is_warning(self) -> bool:
        """Whether it says that something is wrong with the match, not only with the host's machine."""
        return self.subject is Subject.ALARM and bool(self.short)


@define
class Announcer:
    """Turns events into announcements, one by one, and holds draws back until their turn is complete.

    `_stand_ins`: why a bot plays, by seat; the announcement of the player's return depends on it.
    """

    _before_draws: View | None = None
    _drawer: int = 0
    _drawn: Hand = ()
    _announced_turn: tuple[int, int, int, int] | None = None
    _stand_ins: dict[int, WhyStandIn] = field(factory=dict)

    def announce(self, before: View, event: Event, after: View, here: Mapping[int, bool] = {}) -> list[Announcement]:
        """The announcements of an event between two views. `here`: who is connected, by seat, as far as known."""
        if isinstance(event, TileDrawn):
            if self._before_draws is None:
                self._before_draws, self._drawer, self._drawn = before, event.seat, ()
            self._drawn = (*self._drawn, event.tile)
            return []
        drawn = self.draws(before)
        if isinstance(event, StandInSeated):
            self._stand_ins[event.seat] = _why_stand_in(before, event.seat, here)
        subject, seat, text = _sentence(before, event, after, self._stand_ins)
        if not text:
            return drawn
        short = event_words.played_short(before, event) if isinstance(event, TilePlayed) else ""
        spoken = spoken_words.event(before, event, is_own=subject is Subject.OWN, follows_draws=bool(drawn))
        saying = presence_words.saying(before, event) if isinstance(event, Said) else None
        return [*drawn, Announcement(subject, text, seat, short, spoken, saying=saying)]

    def draws(self, after: View) -> list[Announcement]:
        """The draws held back, if any, as one announcement; no more of them follow."""
        before, self._before_draws = self._before_draws, None
        if before is None:
            return []
        subject = Subject.OWN if _is_own(before, self._drawer) else Subject.PLAY
        text, spoken = (
            drew(before, self._drawer, self._drawn, after) for drew in (event_words.drew, spoken_words.drew)
        )
        return [Announcement(subject, text, self._drawer, spoken=spoken)]

    def turn(self, view: View) -> list[Announcement]:
        """Whose turn it is, once for each turn; nothing while nobody can play."""
        round_ = view.round
        if round_ is None or view.turn is None or view.table.paused:
            self._announced_turn = None
            return []
        turn = (round_.number, round_.turn, len(round_.layout.tiles), round_.knocks)
        if turn == self._announced_turn:
            return []
        self._announced_turn = turn
        return [Announcement(Subject.TURN, event_words.turn(view), view.turn, spoken=spoken_words.turn(view))]

    def forget(self) -> None:
        """Drop draws held back, which are history now, and announce the current turn again."""
        self._before_draws = None
        self._announced_turn = None
        self._stand_ins.clear()


def _is_own(before: View, seat: int) -> bool:
    """Whether I play this seat myself, and no bot for me."""
    return seat == before.seat and before.seat_at(seat).stand_in is None


def _why_stand_in(before: View, seat: int, here: Mapping[int, bool]) -> WhyStandIn:
    if is_dealing(before.table):
        return WhyStandIn.DEAL
    is_here = seat == before.seat or here.get(seat)
    if is_here is False:
        return WhyStandIn.AWAY
    # The host can seat a stand-in, too.
    is_timed = before.table.options.turn_time > 0 and before.turn == seat
    return WhyStandIn.TIME_IS_UP if is_here and is_timed else WhyStandIn.UNKNOWN


def _sentence(
    before: View, event: Event, after: View, stand_ins: Mapping[int, WhyStandIn]
) -> tuple[Subject, int | None, str]:
    match event:
        case TilePlayed():
            if _is_own(before, event.seat):
                return Subject.OWN, event.seat, event_words.own_play(before, event)
            return Subject.PLAY, event.seat, event_words.played(before, event)
        case Knocked():
            subject = Subject.OWN if _is_own(before, event.seat) else Subject.PLAY
            return subject, event.seat, event_words.knocked(before, event)
        case TileDrawn() | Scored():
            return Subject.PLAY, event.seat, ""  # announced with the draws of its turn, or with its play
        case RoundDealt():
            return Subject.ROUND, None, event_words.dealt(before, event)
        case RoundEnded():
            return Subject.ROUND, None, event_words.round_ended(before, event)
        case MatchStarted():
            return Subject.MATCH, None, event_words.match_started(after, event)
        case MatchWon():
            return Subject.MATCH, None, event_words.match_won(before, event)
        case MatchAbandoned():
            return Subject.MATCH, None, event_words.abandoned(before, event)
        case Said():
            return Subject.CHAT, event.seat, presence_words.said(before, event)
        case TableOpened():
            return Subject.SEATS, None, presence_words.opened(event)
        case Paused() | Resumed():
            return Subject.PAUSE, event.seat, presence_words.paused(before, event)
        case HintTaken():
            return Subject.SEATS, event.seat, presence_words.hint_taken(before, event)
        case HostChanged():
            return Subject.MATCH, None, presence_words.host_changed(before, event)
        case PlayedOn():
            return Subject.MATCH, None, repeat_words.played_on(after, event)
        case _:
            why = stand_ins.get(event.seat, WhyStandIn.UNKNOWN)
            return Subject.SEATS, event.seat, _seat_sentence(before, event, why)


def _seat_sentence(before: View, event: SeatTaken | SeatLeft | StandInSeated | PlayerReturned, why: WhyStandIn) -> str:
    match event:
        case SeatTaken():
            return presence_words.seat_taken(before, event)
        case SeatLeft():
            return presence_words.seat_left(before, event)
        case StandInSeated():
            return presence_words.stand_in(before, event, why)
        case PlayerReturned():
            return presence_words.returned(before, event, why)


def _is_by(event: Event, seat: int) -> bool:
    return isinstance(event, MoveEvent | Said) and event.seat == seat


@define
class Arrival:
    """The last time that I came to a table. `before`: the table as I knew it until then, or None if I did not.

    `history_from`: how many entries I had by then. What followed up to the present is announced as one summary.
    `changed_from`: the table until the host changed its game, right before this; otherwise None. `seen`: what I had
    seen of the game, if it is sent from the beginning again. `begins_seated`: the game began with the seats of those
    who were at the table already, for it is another match or a changed game: they have not just sat down. `heard`: the
    remarks that this program has had by then, perhaps at the host before. `had_agreements`: somebody had agreed to the
    next match by then, which a changed game has ended.
    """

    before: View | None = None
    is_another_match: bool = False
    history_from: int = 0
    changed_from: View | None = None
    seen: SeenBefore | None = None
    begins_seated: bool = False
    heard: Counter[Said] = field(factory=Counter)
    had_agreements: bool = False

    @classmethod
    def at(
        cls,
        session: Session,
        before: View,
        *,
        begins_anew: bool,
        is_another_match: bool,
        seen: SeenBefore | None,
        heard: Counter[Said],
        had_agreements: bool,
    ) -> "Arrival":
        """The arrival of a player who has just been welcomed; `before`: the table as last seen."""
        is_changed = is_another_match and before.table.stage is Stage.SEATING
        changed_from = before if is_changed else None
        begins_seated = is_another_match or session.after_match > 0
        return cls(
            None if begins_anew else before,
            is_another_match,
            session.head,
            changed_from,
            seen,
            begins_seated,
            heard,
            had_agreements,
        )

    @property
    def is_first(self) -> bool:
        """Whether I had not been at this table before, as far as this program knows."""
        return self.before is None and not self.is_another_match

    def shows_in_room(self, entry: Entry, *, is_live: bool) -> bool:
        """Whether the waiting room shows this entry: news, and at the first arrival also what came before."""
        is_of_seats = isinstance(entry.event, SeatTaken | SeatLeft)
        is_history = entry.seq > self.history_from and not self.is_another_match
        return is_live or (is_history and not (is_of_seats and self.begins_seated))

    def said(self, session: Session) -> Sequence[Said]:
        """What was said in my absence: all of it before a match, and in one what came after my last move or remark.

        A program that has been restarted does not know what its player has read, but nobody plays without reading.
        """
        since = 0
        if session.table.stage is not Stage.SEATING and session.seat is not None:
            by_me = (entry.seq for entry in reversed(session.entries) if _is_by(entry.event, session.seat))
            since = next(by_me, 0)
        heard = self.heard.copy()
        unheard = []
        for entry in session.entries:
            if isinstance(entry.event, Said):
                heard[entry.event] -= 1
                if heard[entry.event] < 0 and entry.seq > since:
                    unheard.append(entry.event)
        return unheard

    def summary(self, session: Session) -> Announcement:
        """What happened in my absence, once the session has caught up."""
        view = View(session.table, session.seat)
        gone = () if self.seen is None else self.seen.gone(session.entries)
        if self.seen is not None and gone:
            return Announcement(Subject.ALARM, arrival_words.went_back(self.seen.view, view, gone))
        if self.before is not None:
            missed = session.entries[self.history_from :]
            return Announcement(Subject.AWAY, arrival_words.while_away(self.before, view, missed))
        is_board = view.table.board is not None  # the player was led there from another table
        if session.is_between_matches and self.is_another_match and self.changed_from is None:
            return Announcement(Subject.AWAY, room_words.opened(view, session.after_match))
        if self.changed_from is not None and not is_board:
            text = arrival_words.game_changed(self.changed_from, view, is_by_me=session.is_host)
            is_void = self.had_agreements and session.is_between_matches
            return Announcement(Subject.AWAY, together(say("room.agree_again") if is_void else "", text))
        if self.is_another_match and not is_board:
            brief = arrival_words.another_match(view, session.entries, says_who_leads=False)
            return Announcement(Subject.AWAY, arrival_words.another_match(view, session.entries), short=brief)
        name, host, continues = shown(session.table_name or ""), "", session.succession.continues
        if continues is not None and view.table.stage is Stage.PLAYING:
            host = f"{presence_words.goes_on_at(view, continues.seat)} "
        after_match = session.after_match if session.is_between_matches else 0
        brief = arrival_words.arrived(view, name, after_match, says_who_leads=False)
        return Announcement(Subject.AWAY, host + arrival_words.arrived(view, name, after_match), short=host + brief)
