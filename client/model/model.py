"""The state of one client: a game as seen from one seat, and the commands without an answer.

Here: `Model`, which every front end uses. It folds the daemon's messages into a session, returns announcements, and
puts commands into `pending.outbox`, which the link sends. Pure: no clock, no randomness, no I/O. Not here: the player's
moves (`moves`), what else a player or a host asks for (`asking`), questions about the table (`view`), sentences
(`words`), moving the selection (`selection`).
"""

from collections import Counter
from collections.abc import Callable, Sequence

from attrs import evolve, field

from client.model.absent_host import AbsentHost, Continuing
from client.model.announcements import Announcement, Announcer, Arrival, Subject
from client.model.checks import WhyNot
from client.model.deal_watch import DealWatch
from client.model.earlier_matches import EarlierMatches
from client.model.game_introduction import Introduction
from client.model.hint import HintRequest
from client.model.history_check import SeenBefore
from client.model.house_rules import RuleSets
from client.model.league_now import HostsLeague
from client.model.lobby import Lobby
from client.model.lookback import AboutEnd, LastEnd
from client.model.next_host import NextHost
from client.model.own_agreement import OwnAgreement
from client.model.own_host import OwnHost
from client.model.pending import Pending
from client.model.premove import Premove, Premoves
from client.model.presence import Clock, Presence, PresenceMessage
from client.model.seat_requests import OwnRequest
from client.model.selection import Selection
from client.model.settings import NoSettings, PlayerSettings
from client.model.sheet import Sheet
from client.model.status import Connecting, Ended, InLobby, Joined, Lost, NeedsAnswer, Status
from client.model.talk import MOST_READ_OUT, Talk
from client.model.warned import Warned, warned_of
from client.view.highlights import highlights
from client.view.view import View
from client.words import (
    deal_words,
    event_words,
    highlight_words,
    lobby_words,
    premove_words,
    presence_words,
    reach_words,
    refusal_words,
    room_words,
    seat_request_words,
    take_over_words,
)
from client.words.leaving_words import HostedBy
from client.words.say import say, together
from client.words.take_over_words import Proof, Successor
from protocol.frozen import define
from protocol.log.commands import (
    Command,
    HandOver,
    Reveal,
    Say,
    TryHost,
)
from protocol.log.events import (
    Entry,
    Event,
    Knocked,
    MatchStarted,
    MatchWon,
    RoundDealt,
    RoundEnded,
    Said,
    SeatTaken,
    TableOptions,
    TileDrawn,
    TilePlayed,
)
from protocol.log.table import Stage, Table
from protocol.wire.messages import (
    Accepted,
    Do,
    FromDaemon,
    Goodbye,
    Hint,
    LeagueGames,
    NotAccepted,
    Pong,
    Role,
    Tables,
    Welcome,
)
from protocol.wire.notices import (
    EVERYTHING,
    EveningNotice,
    HandOverNotice,
    HeldNotice,
    HostNotice,
    MayBeginNotice,
    NoHintNotice,
    PresenceNotice,
    ReactionNotice,
    RefusedNotice,
    SaidNotice,
    SeatRequestNotice,
    WatchersNotice,
)
from protocol.wire.operator_messages import (
    HostCode,
    HostToken,
    Log,
    Reach,
)
from protocol.wire.session import Session


@define(eq=False)
class Model:
    """What this client knows and has asked for.

    `session`: what the daemon has sent. `pending`: commands without an answer. `premoves`: moves made on my turn.
    `new_tables`: the defaults for tables that this player opens, and `house_rules` the sets offered for them.
    `settings`: what the player has set for all tables.
    `is_page`: this program is the page of the host, so that its player has only the host's word. `own_host`: how
    friends can join; only a player who hosts with `fives host` has it. `hosted_by`: who runs the daemon. `encryption`:
    with whom the connection is encrypted, in a sentence, or that it is not; empty if it stays on this machine.
    `is_drawn`: the player sees a board (`View.is_drawn`). `can_be_asked`: the player can still answer after a move, so
    may be warned. `warned`: the play of this turn that the player was warned of.
    """

    session: Session
    pending: Pending
    status: Status = field(factory=Connecting)
    lobby: Lobby = field(factory=Lobby)
    presence: Presence = field(factory=Presence)
    own_request: OwnRequest = field(factory=OwnRequest)
    selection: Selection = field(factory=Selection)
    premoves: Premoves = field(factory=Premoves)
    talk: Talk = field(factory=Talk)
    sheet: Sheet = field(factory=Sheet)
    last_end: LastEnd = field(factory=LastEnd)
    hint_request: HintRequest = field(factory=HintRequest)
    new_tables: TableOptions = field(factory=TableOptions)
    house_rules: RuleSets = field(factory=RuleSets)
    settings: PlayerSettings = field(factory=NoSettings)
    own_host: OwnHost | None = None
    hosted_by: HostedBy = HostedBy.OTHERS
    encryption: str = ""
    is_drawn: bool = False
    is_page: bool = False
    can_be_asked: bool = True
    warned: Warned | None = None
    why_watching: str = ""
    """Why a player who wanted a seat watches, until they have come to the table and read it."""
    agreement: OwnAgreement = field(factory=OwnAgreement)
    missed_seat: str = ""
    """That the match has ended before I got the seat for which I had asked; empty otherwise."""
    earlier: EarlierMatches = field(factory=EarlierMatches)
    deals: DealWatch = field(factory=DealWatch)
    introduction: Introduction = field(factory=Introduction)
    league: HostsLeague = field(factory=HostsLeague)
    absent_host: AbsentHost = field(factory=AbsentHost)
    evening: Callable[[], Sequence[str]] = lambda: ()
    """The last evening in lines, to paste into a chat; none before a match has ended."""
    way_back: Callable[[], str | None] = lambda: None
    """The link that opens my seat in a browser, on another device; None if there is none."""
    _about_end_before: AboutEnd | None = None
    _announcer: Announcer = field(factory=Announcer)
    _view: View | None = None
    _is_new_connection: bool = True
    _arrival: Arrival = field(factory=Arrival)

    # Reading.

    @property
    def table(self) -> Table:
        """The table, folded from all entries received."""
        return self.session.table

    @property
    def seat(self) -> int | None:
        """My seat, or None for a spectator."""
        return self.session.seat

    @property
    def view(self) -> View:
        """The table from my seat, for questions about it. It stays the same object, with its answers, while it can."""
        table, seat, view = self.session.table, self.session.seat, self._view
        if view is None or view.table is not table or view.seat != seat:
            view = self._view = View(table, seat, is_drawn=self.is_drawn)
        return view

    @property
    def ways_here(self) -> tuple[str, ...]:
        """How friends can come to this table, a line each; empty if this player does not know."""
        if self.own_host is not None:
            return self.own_host.ways(self.session.table_name)
        table = self.lobby.named(self.session.table_name)
        if table is None or table.home or table.board is not None or self.is_alone:
            return ()
        return (lobby_words.how_friends_join(table.table, is_page=self.is_page),)

    @property
    def notes_for_host(self) -> tuple[str, ...]:
        """What is encrypted, and what else a host should know, a line each; empty for everybody else."""
        return () if self.own_host is None else self.own_host.notes

    @property
    def is_alone(self) -> bool:
        """Whether I play against computer players with `fives play`, where nobody else can come."""
        return self.hosted_by is HostedBy.PROGRAM

    @property
    def is_host(self) -> bool:
        """Whether I have the host's rights."""
        return self.session.is_host

    @property
    def may_control(self) -> bool:
        """Whether I may pause, end, and send players away: as the table's host, or as who runs the daemon."""
        return self.is_host or self.own_host is not None

    @property
    def can_take_over(self) -> bool:
        """Whether the match can go on on this machine, with the player's seat, while its host is gone."""
        is_gone = isinstance(self.status, Lost) and self.own_host is None
        return self.absent_host.can_host and is_gone and self.view.is_playing and self.session.is_seat_provable

    @property
    def rival(self) -> Successor | None:
        """The host that goes on with the match that I host, and counts in place of mine; None if there is none."""
        found, is_hosting = self.absent_host.found, self.own_host is not None and self.view.is_playing
        if found is None or not is_hosting or not found.is_right or found.proof is Proof.NOBODY:
            return None
        return found

    @property
    def is_asked_to_host(self) -> bool:
        """Whether the host asks me to go on hosting its game."""
        asked = self.presence.hand_over
        return asked is not None and asked.seat is not None and asked.seat == self.seat

    @property
    def table_waits(self) -> bool:
        """Whether the table waits for the machine of the player whom the host has asked."""
        return self.presence.hand_over is not None and self.presence.hand_over.here

    @property
    def awaited_machine(self) -> str:
        """What the match waits for that is about to go to another machine, in a sentence; empty if it is not."""
        asked, state = self.presence.hand_over, self.absent_host.state
        if asked is None or asked.seat is None or not asked.here:
            return ""
        if self.is_asked_to_host and state is not Continuing.STARTING:
            return say("asked.press_here") if self.is_drawn else take_over_words.asked(self.view, everything=False)
        next_host = self.presence.next_host
        if self.is_asked_to_host and not next_host.is_tried:
            return say("take_over.starting")
        return next_host.prompt(self.view, asked.seat, may_control=self.may_control)

    @property
    def may_decide(self) -> bool:
        """Whether the match goes to the next host only if I say so, because some do not reach it."""
        return self.may_control and self.presence.next_host.waits_for_host

    @property
    def may_begin(self) -> bool:
        """Whether I may begin the match and seat bots before it, as the host, or as the first player without a host.

        A board of a league begins by itself, with its players.
        """
        return self.table.stage is Stage.SEATING and self.may_seat_bots

    @property
    def may_seat_bots(self) -> bool:
        """Whether I may seat bots and send them away: where I may begin, and there after a match, too."""
        is_waiting = self.table.stage is not Stage.PLAYING and self.table.board is None
        return is_waiting and (self.session.is_host or self.session.may_begin)

    @property
    def is_same_again(self) -> bool:
        """Whether the match that comes next is known to be of the same game as the last one."""
        return self.session.is_between_matches and self.earlier.was_same_game(self.session)

    @property
    def is_undecided(self) -> bool:
        """Whether I have not agreed to the match that is running: it began without that, and I have made no move."""
        return self.view.is_playing and self.seat in self.agreement.undecided

    @property
    def awaits_agreement(self) -> bool:
        """Whether the next match begins once everybody agrees to it: after a match, or in the waiting room then."""
        is_over = self.table.stage is Stage.OVER and self.table.board is None
        return is_over or self.session.is_between_matches

    @property
    def has_agreed(self) -> bool:
        """Whether I have agreed to the next match, which waits for others."""
        return self.seat is not None and self.awaits_agreement and self.seat in self.presence.agreed

    @property
    def may_sit_down(self) -> bool:
        """Whether I watch and can take a seat for the next match: a free one, or that of a bot."""
        seats = self.table.seats
        return self.seat is None and self.awaits_agreement and any(not who.is_person for who in seats)

    @property
    def seats_to_ask_for(self) -> Sequence[int]:
        """The seats of bots for which I can ask in this match, because I watch; none if I have asked for one."""
        requests = self.presence.seat_requests
        if self.session.is_held or requests.mine is not None:
            return ()
        seats, mine = requests.can_be_asked_for(self.view), self.agreement.bot_in_seat
        return seats if mine is None else sorted(seats, key=lambda seat: seat != mine.seat)

    @property
    def request_to_answer(self) -> SeatRequestNotice | None:
        """The request for a bot's seat that waits for my answer; None if none does."""
        return self.presence.seat_requests.to_answer(self.seat, may_control=self.may_control)

    @property
    def here(self) -> dict[int, bool]:
        """Whether each person is connected, by seat, as far as known."""
        return self.presence.here

    @property
    def clock(self) -> Clock | None:
        """The clock to show, if one runs."""
        return self.presence.clock

    # Messages from the daemon.

    def receive(self, message: FromDaemon, now: float = 0.0, line: bytes = b"") -> list[Announcement]:
        """Fold one message and return its announcements. `now` is on the same clock as `Clock.until`.

        `line`: the message as it came, for the words of the match. Raises `GapError` for an entry out of order, and
        `MalformedError` for one that is not valid. Call `settle` once everything received is folded.
        """
        match message:
            case Entry():
                return [evolve(announcement, seq=message.seq) for announcement in self._fold_entry(message, now, line)]
            case Welcome():
                return self._welcomed(message)
            case Accepted():
                own = self.pending.own_answered(message.id)
                if own is not None and isinstance(own.command, Reveal):
                    self.deals.own_seat.given = own.command.round
                self.hint_request.accepted(self.pending.answered(message.id))
                self.pending.request_answered(message.id)
                return []
            case NotAccepted():
                return self._refused(message)
            case Hint() | NoHintNotice():
                return self.hint_request.hear(self.view, message)
            case Tables():
                return self._list_tables(message)
            case RefusedNotice():
                self.pending.lobby_answered()
                return [Announcement(Subject.REFUSED, lobby_words.table_refused(message))]
            case LeagueGames():
                return self._take_league(message)
            case Reach():
                return [] if self.own_host is None else self.own_host.receive(message, self.session.table_name)
            case HostCode() | Log():
                return [] if self.own_host is None else self._read_out(self.own_host.take(message))
            case HostToken():
                return []  # comes to a connection of its own
            case Goodbye() | Pong():
                return []  # the link handles these
            case ReactionNotice() | SaidNotice() | EveningNotice():
                return self.talk.hear(self.view, message)
            case HostNotice():
                return self._host_changes(message.seat)
            case MayBeginNotice():
                return self._beginner_changes(message.seat)
            case HandOverNotice():
                return self._asked_to_host(message)
            case HeldNotice():
                self.session.is_held = message.here
                return []
            case _:
                return self._present(message, now)

    def _present(self, notice: PresenceMessage, now: float) -> list[Announcement]:
        said = self.presence.hear(
            self.view,
            notice,
            now,
            may_control=self.may_control,
            is_page=self.is_page,
            is_between_matches=self.session.is_between_matches,
        )
        if isinstance(notice, PresenceNotice | WatchersNotice) and self.table.stage is Stage.SEATING:
            self.talk.hear_of_presence([announcement.text for announcement in said])
        if isinstance(notice, SeatRequestNotice):
            self.own_request.note(self.session.game or "", notice)
        return said

    def _read_out(self, lines: Sequence[str]) -> list[Announcement]:
        """The lines as announcements for a player who sees no panel."""
        return [] if self.is_drawn else [Announcement(Subject.ANSWER, line) for line in lines]

    def settle(self) -> list[Announcement]:
        """Announce the turn and make the moves that are due, once everything received is folded."""
        if not self.session.is_caught_up or not isinstance(self.status, Joined):
            return []
        view = self.view
        again = self.own_request.to_repeat(self.session.game or "", view)
        if again is not None:
            self.ask(again)
        self.selection = self.selection.settled(view)
        announcements = [] if self.session.is_held else self._not_sent(self.pending.arrive(self.session))
        self.premoves.settle(view)
        if not self.premoves.draws_on and view.is_my_turn:
            announcements += self._announcer.draws(view)
        announcements += self.introduction.begin(self.session, view)
        announcements += self._announcer.turn(view)
        if view.is_my_turn and not self.pending.waits_for_a_move and not view.table.paused:
            move, said = self.premoves.due(view, knocks=self.settings.knocks)
            announcements += said
            if move is not None:
                self.ask(move)
        return announcements

    def _welcomed(self, welcome: Welcome) -> list[Announcement]:
        before, is_another_game = self.view, welcome.game != self.session.game
        if is_another_game and self._is_new_connection:
            self.pending.leave(self.session)
        comes_back = self.session.token is not None or self.session.is_claiming
        if is_another_game:
            self._remember_game()
        if welcome.table != self.session.table_name:  # at a board of a league there are others than at the last one
            self.presence = Presence()
        seen = self._seen_before(welcome)
        heard = Counter(entry.event for entry in self.session.entries if isinstance(entry.event, Said))
        begins_anew = self.session.take_welcome(welcome)
        self.status = Joined()
        if welcome.seat is not None:
            self.own_request.game = ""  # who has a seat asks for none
        self.hint_request.cancel()
        self._announcer.forget()
        is_another_match = is_another_game and not self._is_new_connection
        self._arrival = Arrival.at(
            self.session,
            before,
            begins_anew=begins_anew,
            is_another_match=is_another_match,
            seen=seen,
            heard=heard,
            had_agreements=bool(self.presence.agreed),
        )
        self.deals.own_seat.welcomed(
            self.session,
            is_new_connection=self._is_new_connection,
            comes_back=comes_back,
            is_another_game=is_another_game,
        )
        announcements: list[Announcement] = []
        if begins_anew:
            if before.table.stage is Stage.PLAYING:
                announcements += self.premoves.drop_play(premove_words.sent_anew(is_elsewhere=is_another_game))
            self._begin_anew()
        if self._is_new_connection and not welcome.held:
            self.pending.send_again()
        elif self._is_new_connection and not is_another_game:
            self.pending.leave(self.session)  # a host that holds the match refuses what it gets
        comes_to_seat = self._is_new_connection and comes_back
        had_seat = before.seat is not None and before.is_playing and not is_another_game
        if (comes_to_seat or had_seat) and welcome.seat is None and self.session.role is Role.PLAYER:
            self.why_watching = say("room.without_you")
        self._is_new_connection = False
        if self.session.is_caught_up:
            announcements += self._arrived()
        return announcements

    def _arrived(self) -> list[Announcement]:
        """What happened before I came, and last why I watch.

        Where the talk is not in sight, also what was said last and not read out yet.
        """
        said = () if self.is_drawn else self._arrival.said(self.session)[-MOST_READ_OUT:]
        earlier = [Announcement(Subject.CHAT, presence_words.said_earlier(self.view, remark)) for remark in said]
        seats = () if self.is_drawn else self.seats_to_ask_for[:1]
        can_ask = [Announcement(Subject.SEATS, seat_request_words.how_to_ask(self.view, seat)) for seat in seats]
        whose = room_words.bot_has_your_seat(self.agreement.bot_in_seat)
        why = [Announcement(Subject.SEATS, together(self.why_watching, whose))] if self.why_watching else []
        self.why_watching = ""
        return [self._arrival.summary(self.session), *earlier, *can_ask, *why]

    def _seen_before(self, welcome: Welcome) -> SeenBefore | None:
        """What this client has of the game, if the host sends that from the beginning again.

        If what has arrived since the last welcome did not fit, it is not counted.
        """
        session, arrival = self.session, self._arrival
        if welcome.game != session.game or welcome.from_ != 1 or not session.head:
            return None
        if session.wants_all and arrival.before is not None:
            return SeenBefore(tuple(session.entries[: arrival.history_from]), arrival.before)
        return SeenBefore(tuple(session.entries), self.view)

    def _remember_game(self) -> None:
        """Remember the game that is left: unfinished, it may go on at another host; its deals may be dealt again."""
        session = self.session
        if self.table.stage is Stage.PLAYING:
            self.deals.history.remember(session.game, session.entries)
        elif self.table.stage is Stage.OVER and session.entries:
            self.earlier.remember(session)
            self._about_end_before = self._about_end

    def _begin_anew(self) -> None:
        is_changed = self._arrival.changed_from is not None
        self._reset(among_others=not is_changed)
        if is_changed:  # the same people, some on other seats
            self.presence.here.clear()

    def _reset(self, *, among_others: bool) -> None:
        self.sheet, self.last_end = Sheet(), LastEnd()
        self.deals.begin()
        self.selection = Selection()
        self.premoves.forget()
        self.presence.begin()
        self.hint_request.reset()
        self.warned = None
        self.agreement, self.missed_seat = OwnAgreement(), ""
        self.introduction.close()
        self.talk.begin(among_others=among_others)

    def _fold_entry(self, entry: Entry, now: float, line: bytes) -> list[Announcement]:
        """Fold one entry and announce it, unless it is history."""
        if line:
            self.deals.words.add(line)
        before = View(self.session.receive(entry), self.seat, is_drawn=self.is_drawn)
        event, after, is_live = entry.event, self.view, entry.seq > self.session.goal
        self.sheet.note(entry.seq, before, event)
        self.last_end.note(before, entry, after, self.sheet)
        self.hint_request.note(entry)
        self.introduction.note(event, self.seat)
        self.agreement.note(before, event, self.session.name)
        has_come = isinstance(event, SeatTaken) and (is_live or not self._arrival.begins_seated)
        asked = self.presence.seat_requests.mine
        self.presence.fold(event, after, now, has_come=has_come, is_live=is_live)
        is_new = not isinstance(event, Said) or self.talk.note(event)
        if after.table.stage is Stage.SEATING and self._arrival.shows_in_room(entry, is_live=is_live):
            self.talk.note_in_room(before, event)
        if isinstance(event, TilePlayed | TileDrawn | Knocked | RoundDealt):
            self.warned = None
        is_mine = isinstance(event, TilePlayed | TileDrawn | Knocked) and event.seat == self.seat
        is_asked = is_mine and self.pending.logged(event)
        announcements: list[Announcement] = []
        if is_live:
            announcements += self._announcer.announce(before, event, after, self.here) if is_new else []
            announcements += self._summed_up(event)
            if isinstance(event, MatchStarted) and self.is_undecided:
                announcements.append(Announcement(Subject.AWAY, event_words.undecided(after.table.options)))
            if asked is not None and after.table.stage is Stage.OVER:
                self.missed_seat = seat_request_words.came_too_late(before, asked)
                announcements.append(Announcement(Subject.SEATS, self.missed_seat))
        elif self.session.is_caught_up:
            announcements += self._arrived()
        if isinstance(event, RoundDealt):
            announcements += self.premoves.drop_play(event_words.a_new_round())
        announcements += self.deals.note(before.table, entry, self.session, now, is_asked=is_asked)
        if is_live and isinstance(event, RoundEnded) and self.about_deal and not self.is_alone:
            announcements.append(Announcement(Subject.DEAL, self.about_deal))
        return announcements

    def _summed_up(self, event: Event) -> list[Announcement]:
        """The match in sentences, with its end."""
        if not isinstance(event, MatchWon):
            return []
        sentences = highlight_words.highlight_sentences(self.view, highlights(self.session.entries))
        return [Announcement(Subject.MATCH, together(*sentences, *self.earlier.then(self.view)))]

    @property
    def last_round(self) -> int:
        """The number of the last round that has ended; 0 if none has."""
        round_ = self.table.round
        return 0 if round_ is None else round_.number - (round_.ended is None)

    @property
    def _about_end(self) -> AboutEnd:
        words = self.deals.words
        evening = self.talk.evening if self.table.stage is Stage.OVER else ""
        known = words.words if words.round == self.last_round else ()
        return AboutEnd(self.session.game, self.last_round, evening, known, bool(self.about_deal))

    def about_end(self, game: str | None, number: int) -> AboutEnd | None:
        """What is known of the end of this round: of the last one that has ended, or that of the match before."""
        ends = (self._about_end, self._about_end_before)
        return next((end for end in ends if end is not None and (end.game, end.round) == (game, number)), None)

    @property
    def about_deal(self) -> str:
        """A sentence about the deal of the last round that has ended, if players mixed it and nothing is wrong."""
        deal = self.deals.checked(self.last_round)
        if deal is None:
            return ""
        return deal_words.checked(self.view, deal.seats, is_alone=self.is_alone, is_page=self.is_page)

    @property
    def is_deal_due(self) -> bool:
        """Whether the next thing to happen is a deal, in a moment: other players may still have to give a number."""
        return self.deals.due_since is not None and not self.table.paused

    def deal_waits_for(self, now: float) -> tuple[int, ...] | None:
        """The other players of whom one or more have still to give a number for the deal; None if it is not late."""
        return self.deals.waits_for(self.session, now) if isinstance(self.status, Joined) else None

    def _refused(self, refusal: NotAccepted) -> list[Announcement]:
        if self.pending.request_answered(refusal.id):
            return [Announcement(Subject.REFUSED, reach_words.refused(refusal))]
        do = self.pending.answered(refusal.id)
        if do is None:
            return []
        if isinstance(do.command, TryHost):
            self.presence.next_host.is_not_tried()
        self.premoves.draws_on = False
        is_own = self.own_host is not None
        text = refusal_words.refused_by_daemon(self.view, refusal, do.command, is_own=is_own)
        warned = warned_of(do, refusal, text)
        if warned is not None:
            self.warned = warned
            how = "" if self.is_drawn else f" {say('refusal.how_to_insist')}"
            return [Announcement(Subject.WARNING, f"{text}{how}", self.seat)]
        return [Announcement(Subject.REFUSED, text, self.seat)]

    def _list_tables(self, message: Tables) -> list[Announcement]:
        self.lobby.update(message)
        self.pending.lobby_answered()
        if isinstance(self.status, Connecting | Lost):
            self.status = InLobby()
        # Who has just opened a table goes there at once.
        opened = None if message.opened is None else lobby_words.opened(message.opened)
        listed = opened or lobby_words.table_list(self.lobby.tables, self.lobby.own_tables)
        return [Announcement(Subject.TABLES, listed)]

    def _take_league(self, message: LeagueGames) -> list[Announcement]:
        said = self.league.take(message)
        if said is None:
            return []
        self.pending.lobby_answered()
        return self._read_out(said)

    def _asked_to_host(self, notice: HandOverNotice) -> list[Announcement]:
        before = self.presence.hand_over
        if before is None or before.seat != notice.seat:
            self.presence.next_host = NextHost()
        self.presence.hand_over = None if notice.seat is None else notice
        said = [
            Announcement(
                Subject.SEATS, presence_words.hand_over(self.view, notice, by_me=self.may_control), notice.seat
            )
        ]
        if not self.is_asked_to_host:
            self.absent_host.state = Continuing.NOTHING
        elif not (self.absent_host.can_host and self.session.is_seat_provable):
            self.ask(HandOver(None))
            return [Announcement(Subject.SEATS, say("take_over.cannot_host"), notice.seat)]
        elif self.absent_host.state is Continuing.NOTHING:
            self.absent_host.state = Continuing.ASKED
            how = take_over_words.asked(self.view, everything=notice.text == EVERYTHING)
            said.append(Announcement(Subject.LINK, how))
        return said

    def _host_changes(self, seat: int | None) -> list[Announcement]:
        was_host, self.session.is_host = self.session.is_host, seat is not None and seat == self.seat
        if was_host or not self.session.is_host:
            return []
        return [Announcement(Subject.SEATS, say("presence.you_are_the_host"), self.seat)]

    def _beginner_changes(self, seat: int | None) -> list[Announcement]:
        """Note who may begin the match: the person on this seat, or only the host if None."""
        could, self.session.may_begin = self.may_begin, seat is not None and seat == self.seat
        if self.may_begin == could:
            return []
        text = say("presence.you_may_begin") if self.may_begin else presence_words.who_can_begin(self.view, seat)
        return [Announcement(Subject.SEATS, text, self.seat)]

    # The connection; called by the link.

    def connection_opened(self) -> None:
        """Note a new connection: unanswered commands are sent again after its welcome."""
        self._is_new_connection = True
        self.own_request.connection_lost()
        self.pending.connection_opened()

    def connection_lost(self, why: str, retry_in: float) -> list[Announcement]:
        """Note that the connection is lost, and announce it once. `retry_in`: seconds until the link tries again."""
        first = not isinstance(self.status, Lost)
        self.status = Lost(why, retry_in)
        self.presence = Presence()
        return [Announcement(Subject.LINK, presence_words.connection_lost(why))] if first else []

    def change_table(self, table: str | None) -> None:
        """Forget this game: the player goes to another table, or, if None, chooses one."""
        self._remember_game()
        self.pending.leave(self.session)
        self.session = self.session.at_table(table)
        self.pending.connection_opened()
        self.presence = Presence()
        self.status = Connecting()
        self._reset(among_others=True)

    def return_to(self, session: Session) -> None:
        """Go back to this game, which was left for a table that did not admit the player. The host sends it again."""
        self.change_table(None)
        session.wants_all, self.session = True, session

    def drop_unsent(self) -> list[Announcement]:
        """Say what got no answer and is not sent any more: the player is at no table now."""
        return self._not_sent(self.pending.forget())

    def _not_sent(self, commands: Sequence[Command]) -> list[Announcement]:
        remarks = [refusal_words.not_said(command.text) for command in commands if isinstance(command, Say)]
        others = [say("refusal.dropped")] if len(remarks) < len(commands) else []
        return [Announcement(Subject.REFUSED, text, self.seat) for text in (*remarks, *others)]

    # Sending commands.

    def when_sent(self, outcome: Do | Premove | WhyNot | str | None) -> str:
        """When a command is sent with this outcome, if not at once; otherwise empty."""
        if not isinstance(outcome, Do):
            return ""
        if isinstance(self.status, Lost):
            return say("refusal.sent_later")
        return say("refusal.sent_once_it_goes_on") if self._is_put_aside(outcome.command) else ""

    def ask(self, command: Command) -> Do | WhyNot:
        """Put a command in the outbox without checking it, and wait for its answer."""
        if isinstance(self.status, Connecting | InLobby | NeedsAnswer | Ended):
            return WhyNot(say("refusal.not_at_a_table"))
        if self.pending.is_full:
            return WhyNot(say("refusal.wait_for_answers"))
        if self._is_put_aside(command):
            return self.pending.add_later(command, self.session)
        return self.pending.add_command(command, self.session.head, is_connected=isinstance(self.status, Joined))

    def _is_put_aside(self, command: Command) -> bool:
        """Whether it waits until the match goes on at its host, or at the host before."""
        return self.session.is_held and isinstance(command, Say)

    def ask_own_host(self, command: Command, table: str | None = None) -> WhyNot | None:
        """Send a command to the player's own daemon, or to this table of it."""
        if self.own_host is None:
            return WhyNot(say("host.not_the_host"))
        if not isinstance(self.status, Joined | InLobby):
            return WhyNot(refusal_words.not_connected())
        self.pending.add_request(command, table)
        return None
