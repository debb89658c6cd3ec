"""Presence, clocks and trouble at the host, from notices: facts that are not in the log.

All of it belongs to one connection and ends with it. Not here: who has which seat (the table has that).
"""

from contextlib import suppress

from attrs import evolve, field

from client.model.announcements import Announcement, Subject
from client.model.next_host import NextHost
from client.model.seat_requests import SeatRequests
from client.view.view import View
from client.words import presence_words, reminder_words, take_over_words, watcher_words
from client.words.say import say, together
from protocol.frozen import define, frozen
from protocol.log.events import Event, MatchStarted, SeatTaken
from protocol.log.table import Stage, Table
from protocol.shared.address import AddressError
from protocol.shared.join_link import JoinLink, parse_link
from protocol.wire.messages import ReminderWays
from protocol.wire.notices import (
    ArrivedNotice,
    GraceNotice,
    HandOverNotice,
    PlaysAtNotice,
    PresenceNotice,
    ReachableNotice,
    ReadmitNotice,
    RematchNotice,
    SeatRequestNotice,
    ThinkingNotice,
    TroubleNotice,
    TroubleOverNotice,
    TryHostNotice,
    TurnNotice,
    WatchersNotice,
)

SeatNotice = PresenceNotice | GraceNotice | TurnNotice | ThinkingNotice | RematchNotice | ReadmitNotice
PresenceMessage = (
    SeatNotice
    | WatchersNotice
    | TroubleNotice
    | TroubleOverNotice
    | ArrivedNotice
    | TryHostNotice
    | ReachableNotice
    | PlaysAtNotice
    | SeatRequestNotice
    | ReminderWays
)


@frozen
class Clock:
    """A running clock: the time for a turn, or the grace before a bot stands in. `until` is on the caller's clock."""

    kind: str
    seat: int
    until: float


@define
class Presence:
    """Who is connected, which clocks run, and whether the host is in trouble.

    `here`: whether each person is connected, by seat, as far as known. `clocks`: by seat.
    `is_host_in_trouble`: the host's machine has a fault, and play stops until that is over. `agreed`: the seats that
    want another match, and `want_same_deals` those of them that want the deals of the last one.
    """

    here: dict[int, bool] = field(factory=dict)
    clocks: dict[int, Clock] = field(factory=dict)
    is_host_in_trouble: bool = False
    agreed: set[int] = field(factory=set)
    sat_down: dict[int, float] = field(factory=dict)
    """When others took their seats, on the same clock as `Clock.until`."""
    want_same_deals: set[int] = field(factory=set)
    watchers: WatchersNotice | None = None
    """Who watches, as last heard; players are told, and None if nobody ever did."""
    hand_over: HandOverNotice | None = None
    """Whom the host has asked to go on hosting, as last heard."""
    next_host: NextHost = field(factory=NextHost)
    """The machine to which the match is to go."""
    arrived: dict[int, str] = field(factory=dict)
    """By seat, what proves to the host before that its player has come to this one, which is mine and holds the match.
    """
    plays_at: dict[int, JoinLink] = field(factory=dict)
    """Where else players have gone on with this match, by seat."""
    seat_requests: SeatRequests = field(factory=SeatRequests)
    """Who asks for the seat of a bot."""
    reminders: ReminderWays | None = None
    """How the player may be reminded of turns, as last heard; None at a host that reminds nobody."""

    @property
    def clock(self) -> Clock | None:
        """The clock to show: that of the turn, else the grace that ends first."""
        return min(self.clocks.values(), key=lambda clock: (clock.kind == "grace", clock.until), default=None)

    def begin(self) -> None:
        """Begin another game, at the same table."""
        for known in (self.clocks, self.agreed, self.want_same_deals, self.sat_down):
            known.clear()
        self.seat_requests.forget()

    def hear(
        self,
        view: View,
        notice: PresenceMessage,
        now: float,
        *,
        may_control: bool,
        is_page: bool,
        is_between_matches: bool = False,
    ) -> list[Announcement]:
        """Note what the host says, and announce what is new.

        `may_control`: I decide where the match goes on. `is_between_matches`: the table is the waiting room after one.
        """
        match notice:
            case TroubleNotice():
                self.is_host_in_trouble = True
                return [Announcement(Subject.ALARM, presence_words.trouble(notice.text))]
            case TroubleOverNotice():
                self.is_host_in_trouble = False
                return [Announcement(Subject.PAUSE, say("presence.trouble_over"))]
            case ArrivedNotice():
                self.arrived[notice.seat] = notice.text
                return []
            case TryHostNotice():
                return self.next_host.note_ready(view, notice, is_page=is_page)
            case ReachableNotice():
                return self.next_host.note_found(view, notice, may_control=may_control)
            case PlaysAtNotice():
                return self._note_plays_at(view, notice, may_control=may_control)
            case SeatRequestNotice():
                return self.seat_requests.hear(view, notice, may_control=may_control)
            case ReminderWays():
                return self._note_reminders(view, notice)
            case WatchersNotice():
                return [] if view.seat is None else self._note_watchers(view, notice)
            case _:
                return self._note_seat(view, notice, now, is_between_matches=is_between_matches)

    def _note_seat(self, view: View, notice: SeatNotice, now: float, *, is_between_matches: bool) -> list[Announcement]:
        """Note a notice about a seat of this table, and announce what is new."""
        seat = notice.seat
        if not 0 <= seat < len(view.table.seats):
            return []
        match notice:
            case PresenceNotice():
                return self._note_presence(view, seat, here=notice.here, is_between_matches=is_between_matches)
            case GraceNotice():
                self.clocks[seat] = Clock("grace", seat, now + notice.seconds)
                if seat == view.seat:
                    return []
                return [Announcement(Subject.SEATS, presence_words.grace(view, seat, notice.seconds), seat)]
            case TurnNotice():
                self.clocks[seat] = Clock("turn", seat, now + notice.seconds)
                if seat != view.seat:
                    return []
                return [Announcement(Subject.TIME, presence_words.time_left(view, seat, notice.seconds), seat)]
            case RematchNotice():
                if seat in self.agreed and notice.same_deals == (seat in self.want_same_deals):
                    return []
                self.agreed.add(seat)
                (self.want_same_deals.add if notice.same_deals else self.want_same_deals.discard)(seat)
                missing, seconds = self.not_agreed(view), notice.seconds
                text = presence_words.wants_rematch(view, seat, missing, seconds, same_deals=notice.same_deals)
                return [Announcement(Subject.SEATS, text, seat)]
            case ReadmitNotice():
                return [Announcement(Subject.SEATS, presence_words.readmitted(view, seat, notice.seconds), seat)]
            case ThinkingNotice():
                if seat != view.table.turn:
                    return []
                return [Announcement(Subject.THINKING, presence_words.still_thinking(view, seat), seat)]

    def _note_presence(self, view: View, seat: int, *, here: bool, is_between_matches: bool) -> list[Announcement]:
        if seat in self.clocks and (self.clocks[seat].kind == "grace") == here:
            del self.clocks[seat]
        was, self.here[seat] = self.here.get(seat), here
        if here:
            self.plays_at.pop(seat, None)
        else:
            self.agreed.discard(seat)
            self.want_same_deals.discard(seat)
        # On arrival, an absent player is announced only if the match waits for them.
        matters = view.table.stage is Stage.SEATING or presence_words.waits_for(view, seat)
        is_new = was != here if was is not None else not here and matters
        if not is_new or seat == view.seat:
            return []
        text = presence_words.presence(view, seat, here, is_between_matches=is_between_matches)
        return [Announcement(Subject.SEATS, text, seat)]

    def _note_watchers(self, view: View, now: WatchersNotice) -> list[Announcement]:
        """Note who watches now, and announce who has come and gone."""
        before, self.watchers = self.watchers, now
        lines = watcher_words.changes(view, before, now)
        return [Announcement(Subject.SEATS, line) for line in lines]

    def _stop_watching(self, name: str) -> None:
        """Note that somebody who watched has sat down; the host says so some seconds later."""
        before = self.watchers
        if before is not None and name in before.names:
            names = tuple(other for other in before.names if other != name)
            self.watchers = evolve(before, names=names, people=before.people - 1)

    def _note_reminders(self, view: View, ways: ReminderWays) -> list[Announcement]:
        before, self.reminders = self.reminders, ways
        if ways.detail is not None:
            return [Announcement(Subject.REFUSED, reminder_words.not_sent(ways.detail), view.seat)]
        said = reminder_words.news(before, ways, is_typed=not view.is_drawn)
        return [Announcement(Subject.SEATS, text, view.seat) for text in said]

    def _note_plays_at(self, view: View, notice: PlaysAtNotice, *, may_control: bool) -> list[Announcement]:
        """Note where somebody else plays this match now, and announce it, if it is new and a link."""
        seat, there = notice.seat, None
        with suppress(AddressError):
            there = parse_link(notice.text)
        is_others = 0 <= seat < len(view.table.seats) and seat != view.seat
        if there is None or not is_others or self.plays_at.get(seat) == there:
            return []
        is_known, self.plays_at[seat] = there in self.plays_at.values(), there
        if is_known:
            return [Announcement(Subject.LINK, take_over_words.plays_there_too(view, seat), seat)]
        way = take_over_words.way_there(view, seat) if may_control else say("take_over.host_has_way")
        return [Announcement(Subject.LINK, together(take_over_words.plays_at(view, seat, there), way), seat)]

    def not_agreed(self, view: View) -> list[int]:
        """The seats of the people who are connected and have not agreed to a rematch."""
        people = (seat for seat, who in enumerate(view.table.seats) if who.is_person)
        return [seat for seat in people if seat not in self.agreed and self.here.get(seat, seat == view.seat)]

    def fold(self, event: Event, after: View, now: float, *, has_come: bool, is_live: bool) -> None:
        """Note an event, `after` which the table is this one. `has_come`: it seats who was not at the table before."""
        if isinstance(event, SeatTaken) and has_come and event.seat != after.seat:
            self.sat_down[event.seat] = now
        if isinstance(event, SeatTaken) and is_live:
            self.here.pop(event.seat, None)  # that was somebody else, who may have been away
        if isinstance(event, SeatTaken):
            self.seat_requests.sat_down(event.seat)
            self._stop_watching(event.name)
        if after.table.stage is Stage.OVER:
            self.seat_requests.forget()
        if isinstance(event, MatchStarted):
            self.agreed.clear()
            self.want_same_deals.clear()
        if is_live:
            self.is_host_in_trouble = False  # it has stored this
        for stopped in [clock for clock in self.clocks.values() if not _still_runs(clock, after.table)]:
            del self.clocks[stopped.seat]


def _still_runs(clock: Clock, table: Table) -> bool:
    who = table.seats[clock.seat]
    if table.stage is not Stage.PLAYING or table.paused or who.played_by is not None:
        return False
    return clock.kind == "grace" or table.turn == clock.seat
