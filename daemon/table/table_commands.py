"""A command at a table: repeated, too fast, refused, or accepted.

Here: everything from the arrival of a command at its table to its answer. Not here: what is allowed (`decide`), storing
and sending (`live_table`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import trio
from attrs import evolve

from daemon.dealer import Pledge
from daemon.decide import Asker, check_other_host, decide
from daemon.guest import COMMANDS_A_SECOND, REMARKS_A_SECOND, Guest
from daemon.journal.interface import (
    CommandAccepted,
    GameOffered,
    GameReleased,
    NumberRevealed,
    OfferWithdrawn,
    Private,
    RemarkHeld,
    StoreError,
    moved_to,
)
from daemon.reminders.addresses import ReminderAddress
from daemon.reminders.reminders import MOST_CODES
from daemon.reminders.web import NotSentError
from daemon.table.accepted_commands import content_of, refusal_of
from daemon.table.appends import Append
from daemon.table.between_matches import Then, next_match, open_room, room_after_match
from daemon.table.game_change import changed_game
from daemon.table.held_remarks import MOST_HELD
from daemon.table.hint_requests import Hints
from daemon.table.joining import come_to_taken_seat, free_name, seat_after_lost_welcome, why_no_more_seats
from daemon.table.play_warnings import PlayWarnings
from daemon.table.rehearsal import MOST_REHEARSALS
from daemon.table.table_state import Services, TableState
from daemon.table.tokens import digest
from protocol.frozen import frozen
from protocol.log import commands
from protocol.log.choices import Play, arms_of, plays_of
from protocol.log.events import Event, PlayerReturned, Said, SeatLeft, SeatTaken, TilePlayed
from protocol.log.not_allowed import NotAllowed
from protocol.log.reactions import running_round
from protocol.log.refusals import Reason, Refused
from protocol.log.table import Stage, Table, fold, seat_named
from protocol.wire.limits import LONGEST_TEXT
from protocol.wire.messages import Accepted, Do, Farewell
from protocol.wire.notices import ReactionNotice, SaidNotice
from protocol.wire.table_request import game_changed

_RARE: Final = (commands.Say, commands.React, commands.ChangeGame, commands.RequestSeat)
"""The commands with the lower rate limit: everybody is shown each of them."""
_SEAT_CHANGES: Final = (SeatLeft, SeatTaken)
_OF_WAITING_ROOM: Final = (
    *(commands.TakeSeat, commands.LeaveSeat, commands.AddBot, commands.RemoveBot),
    *(commands.ChangeGame, commands.Kick),
)
"""The commands that open the waiting room of the next match, if they come after a match."""
_WHILE_OFFERED: Final = (commands.HandOver(None), commands.HandOver(None, everything=True))
_WHILE_HELD: Final = (commands.GoOn, commands.HostReady, commands.React, commands.Seal)
SHORTEST_RELEASE: Final = 16
"""Characters of the word with which a host is told to go on: nobody can guess it."""


@frozen
class CommandRequest:
    """A command from a guest, or from the operator over a guest's connection, that is to be answered."""

    guest: Guest
    do: Do
    is_operator: bool = False

    def refuse(self, refused: Refused) -> None:
        """Refuse the command."""
        self.guest.refuse(refusal_of(self.do.id, refused))


def refuse_as_too_fast(request: CommandRequest) -> None:
    """Refuse a command that exceeds the rate limit."""
    is_rare = isinstance(request.do.command, _RARE)
    limit = f"{REMARKS_A_SECOND} remarks or changes" if is_rare else f"{COMMANDS_A_SECOND} commands"
    request.refuse(Refused(Reason.TOO_FAST, f"more than {limit} a second"))


class TableCommands:
    """The commands of one table. `submit` has a command answered anew, once more is known.

    `leads_on`: as in `Callbacks` of `live_table`.
    """

    def __init__(
        self,
        state: TableState,
        services: Services,
        submit: Callable[[CommandRequest], None],
        leads_on: Callable[[Guest], bool],
    ) -> None:
        self._state = state
        self._services = services
        self._submit = submit
        self._leads_on = leads_on
        self._hints = Hints(services.nursery, services.thinking.run_in_worker)
        self._warnings = PlayWarnings(services.nursery, services.thinking.run_in_worker)

    def close(self) -> None:
        """Break reference cycles: no command waits any more."""
        self._submit = _ignore
        self._warnings.close()

    def answer(self, request: CommandRequest) -> Append | None:
        """The append of a command; None if it is answered already, or needs no answer."""
        if self._has_answered(request):
            return None
        try:
            return self._decide(request)
        except Refused as refused:
            request.refuse(refused)
            return None

    def _has_answered(self, request: CommandRequest) -> bool:
        """Answer a command that needs no decision; False for one that does.

        A command counts against limits only if its id is new.
        """
        guest, do = request.guest, request.do
        if guest not in self._state.present and not request.is_operator:
            return True  # the guest was replaced or dismissed: the goodbye is the answer
        earlier = self._state.accepted_commands.answer_to(do, guest.seat)
        if isinstance(earlier, Accepted):
            guest.answer(earlier)
            self._give_hint(request)  # the first one may have been lost on its way
        elif not (guest.may_chat() if isinstance(do.command, _RARE) else guest.may_command()):
            refuse_as_too_fast(request)
        elif earlier is not None:
            guest.refuse(earlier)
        else:
            return False
        return True

    # Deciding. Each of these raises `Refused`.

    def _decide(self, request: CommandRequest) -> Append | None:
        self._check_between_hosts(request.do.command)
        match request.do.command:
            case commands.PlayTile() | commands.DrawTile() | commands.Knock():
                return self._move(request)
            case commands.Rematch() if self._state.is_board_over:
                self._lead_on(request)
                return None
            case commands.Rematch():
                self._agree(request)
                return None
            case commands.Start() if self._state.awaits_agreement and not self._state.is_board_over:
                return self._start_rematch(request)
            case _ if isinstance(request.do.command, _OF_WAITING_ROOM) and self._is_between_games:
                return self._in_waiting_room(request)
            case commands.ChangeGame():
                return self._change_game(request, request.do.command)
            case commands.Say() if request.guest.seat is None:
                return self._watcher_says(request)
            case commands.TakeSeat() if request.guest.seat is None:
                return self._take_seat(request)
            case commands.RequestSeat() | commands.AnswerRequest():
                return self._ask_for_seat(request, request.do.command)
            case commands.HandOver() | commands.HostReady():
                return self._hand_over(request, request.do.command)
            case commands.TryHost() | commands.TriedHost():
                return self._rehearse(request, request.do.command)
            case commands.GoOn():
                return self._go_on(request, request.do.command)
            case commands.RemindAt() | commands.RemindCode():
                return self._remind(request, request.do.command)
            case _:
                return self._other(request)

    def _check_between_hosts(self, command: commands.Command) -> None:
        """Raise `Refused` for what would change a game while everybody goes from one host to the next."""
        may_come = isinstance(command, commands.HostReady) or command in _WHILE_OFFERED
        if self._state.next_host.offer is not None and not may_come:
            raise Refused(Reason.PAUSED, "everybody is on the way to the next host")
        if self._state.held is not None and not isinstance(command, _WHILE_HELD):
            raise Refused(Reason.PAUSED, "the game goes on here once the host before has left it")

    def _watcher_says(self, request: CommandRequest) -> Append:
        """In a round, people who watch get what a spectator says at once; everybody else when the round is over."""
        guest, state = request.guest, self._state
        round_ = running_round(state.log.table)
        if round_ is None:
            return self._other(request)
        (said,) = decide(state.log.table, self._asker(request, guest.name), request.do.command, state.dealer())
        assert isinstance(said, Said)
        if state.held_remarks.is_full:
            raise NotAllowed("said_much", most=MOST_HELD)
        append = self._append(request, ())

        def stored(error: StoreError | None) -> None:
            if error is None:
                state.present.notify_spectators(SaidNotice(said.name, said.text))
            append.when_stored(error)

        return evolve(append, private=[RemarkHeld(said.name, said.text, round_), *append.private], when_stored=stored)

    def _asker(self, request: CommandRequest, name: str) -> Asker:
        is_host = request.is_operator or self._state.is_host(request.guest)
        state = self._state
        may_begin = state.may_begin(request.guest)
        asker = Asker(request.guest.seat, name, is_host, may_begin, state.next_match, state.begins_when_full)
        command = request.do.command
        if not isinstance(command, commands.RequestSeat | commands.AnswerRequest):
            return asker
        claim = command.claim if isinstance(command, commands.RequestSeat) else None
        return asker._replace(
            is_sent_away=state.is_sent_away(request.guest),
            is_refused=request.guest in state.seat_requests.refused,
            seats_asked_for=state.seat_requests.names(but=claim),
            host_is_here=state.host_is_here,
        )

    def _move(self, request: CommandRequest) -> Append | None:
        log, seat = self._state.log, request.guest.seat
        if self._state.next_host.is_due:
            raise Refused(Reason.PAUSED, "the game is about to go on at another machine")
        if not log.last_move <= request.do.seq <= log.head and log.table.stage is Stage.PLAYING:
            # A number past the head belongs to another game: the one before this rematch.
            raise Refused(Reason.STALE, f"the table is no longer as it was at entry {request.do.seq}")
        events = decide(log.table, Asker(seat, request.guest.name), request.do.command, self._state.dealer())
        if self._has_to_wait(request, events[0]):
            return None
        if seat is not None and log.table.seats[seat].stand_in is not None:
            events = (*events, PlayerReturned(seat))  # quicker than the bot whose turn it had become
        return self._append(request, events)

    def _has_to_wait(self, request: CommandRequest, move: Event) -> bool:
        """Whether it is not known yet if this allowed move is a blunder. Raises `Refused` for one that is."""
        log, command = self._state.log, request.do.command
        asks = isinstance(command, commands.PlayTile) and command.warn and log.table.options.warnings
        if not asks or not isinstance(move, TilePlayed) or not _has_alternatives(log.table, move.seat):
            return False
        play = Play(move.tile, move.arm)
        loss = self._warnings.loss(play, move.seat, log, partial(self._submit, request))
        if loss:
            fits_others = len(arms_of(log.table, move.seat, move.tile)) > 1
            in_100 = f"{100 * loss:.0f}"
            raise NotAllowed("costly_there" if fits_others else "costly", tile=str(move.tile), loss=in_100)
        return loss is None

    def _agree(self, request: CommandRequest) -> None:
        """Note that a guest agrees to a rematch. All are answered when it begins."""
        guest, state = request.guest, self._state
        decide(state.log.table, self._asker(request, guest.name), request.do.command, state.dealer())
        if isinstance(request.do.command, commands.Rematch) and request.do.command.same_deals:
            _check_dealt(state.log.table)
        state.rematch.agree(guest, request.do, trio.current_time())
        if guest.seat is not None and state.rematch_due() > trio.current_time():
            state.send_agreement(guest.seat)

    def _lead_on(self, request: CommandRequest) -> None:
        """Lead a player to their next board of the league. The welcome there is the rest of the answer."""
        guest, head = request.guest, self._state.log.head
        if not self._leads_on(guest):
            raise NotAllowed("no_board_waits")
        guest.answer(Accepted(request.do.id, head))

    def _start_rematch(self, request: CommandRequest) -> Append:
        """The host has the next match begin without waiting for everyone's agreement."""
        if not self._asker(request, request.guest.name).is_host:
            raise NotAllowed("host_begins")
        append, table = self.begin_rematch([request]), self._state.log.table
        if not (request.is_operator or request.guest.is_operator):
            _check_for_people(fold(append.events, None if append.new_game is not None else table))
        return append

    @property
    def _is_between_games(self) -> bool:
        return self._state.is_over and not self._state.is_board_over

    def _in_waiting_room(self, request: CommandRequest) -> Append:
        """Open the waiting room of the next match, in which this command is then carried out."""
        guest, command, state = request.guest, request.do.command, self._state
        seat = command.seat if isinstance(command, commands.Kick) else None
        if isinstance(command, commands.TakeSeat):
            self._check_seats_of_one(guest)
        asker = self._asker(request, guest.name)._replace(begins_when_full=False)
        decide(room_after_match(state, seat), asker, command, state.dealer())

        def stored(error: StoreError | None) -> Append | None:
            if not self._was_stored(request, error):
                return None
            try:
                return self._decide(request)
            except Refused as refused:
                request.refuse(refused)
                return None

        return open_room(state, self._services, stored, seat)

    def begin_rematch(self, also: Sequence[CommandRequest] = (), *, keeps_everybody: bool = False) -> Append:
        """The next match, to which everyone's agreement and these commands belong.

        `keeps_everybody`: it is agreed to by everybody, also by those who are away.
        """
        repeats_deals = self._state.is_over and self._state.rematch.repeats_deals
        requests = [*(CommandRequest(agreement.guest, agreement.do) for agreement in self._state.rematch.end()), *also]
        agreed = [request.guest.seat for request in requests if request.guest.seat is not None]

        def stored(error: StoreError | None) -> None:
            for request in requests:
                if self._was_stored(request, error):
                    request.guest.answer(Accepted(request.do.id, self._state.log.head))

        return next_match(
            self._state,
            self._services,
            agreed=None if keeps_everybody else agreed,
            repeats_deals=repeats_deals,
            accepted=lambda head: [
                CommandAccepted(request.do.id, content_of(request.do, request.guest.seat), head) for request in requests
            ],
            when_stored=stored,
        )

    def _change_game(self, request: CommandRequest, command: commands.ChangeGame) -> Append:
        """Another game in place of the one that waits for its players; the command belongs to that one."""
        guest, do, state = request.guest, request.do, self._state
        decide(state.log.table, self._asker(request, guest.name), command, state.dealer())

        def stored(error: StoreError | None) -> None:
            if self._was_stored(request, error):
                guest.answer(Accepted(do.id, state.log.head))
                self._send_spectators_away()

        append = changed_game(
            state,
            self._services,
            game_changed(command, state.log.table.options),
            lambda head: [CommandAccepted(do.id, content_of(do, guest.seat), head)],
            stored,
        )
        if not guest.is_operator:
            _check_for_people(fold(append.events))
        return append

    def _take_seat(self, request: CommandRequest) -> Append:
        """Take a seat and get a token; the game is sent again, as the seat sees it."""
        guest, state = request.guest, self._state
        taken = seat_after_lost_welcome(state, guest) if guest.seat is None else None
        if taken is not None:  # by the same command, which has come late on the connection before
            append = self._append(request, ())
            return evolve(append, when_stored=partial(self._come_to_taken_seat, guest, taken, append.when_stored))
        self._check_seats_of_one(guest)
        name = free_name(state.names(except_guest=guest), guest.name)
        events = decide(state.log.table, self._asker(request, name), request.do.command, state.dealer(newcomer=guest))
        seat = next(event.seat for event in events if isinstance(event, SeatTaken))
        token = state.issue_token(guest, seat)
        append = self._append(request, events)

        def stored(error: StoreError | None) -> None:
            if error is None:
                guest.name = name
                state.present.sit(guest, seat)
                state.welcome_newcomer(guest)
            else:
                guest.token = None
            append.when_stored(error)

        return Append(append.events, [token, *append.private], stored)

    def _come_to_taken_seat(self, guest: Guest, seat: int, answer: Then, error: StoreError | None) -> Append | None:
        following = None if error is not None else come_to_taken_seat(self._state, guest, seat)
        answer(error)
        return following

    def _ask_for_seat(self, request: CommandRequest, command: commands.RequestSeat | commands.AnswerRequest) -> Append:
        """Note that a spectator asks for the seat of a bot, or what the host or a player answers."""
        guest, state, requests = request.guest, self._state, self._state.seat_requests
        asker = self._asker(request, guest.name)
        decide(state.log.table, asker, command, state.dealer())
        if isinstance(command, commands.RequestSeat) and command.seat is not None:
            self._check_seats_of_one(guest)
        append = self._append(request, ())
        rows: Sequence[Private] = (
            requests.rows_of_asking(guest, command)
            if isinstance(command, commands.RequestSeat)
            else requests.rows_of_answer(command, guest.seat, state.answerers, is_host=asker.is_host)
        )

        def stored(error: StoreError | None) -> None:
            append.when_stored(error)
            if error is not None:
                return
            match command:
                case commands.RequestSeat(None):
                    requests.withdraw(guest)
                case commands.RequestSeat(int(seat), claim):
                    state.ask_for_seat(guest, seat, claim)
                case commands.AnswerRequest() if command.admits:
                    requests.agree(command.seat, guest.seat)
                case commands.AnswerRequest():
                    state.refuse_request(command.seat, by_host=asker.is_host)

        return evolve(append, private=[*rows, *append.private], when_stored=stored)

    def _check_seats_of_one(self, guest: Guest) -> None:
        too_many = why_no_more_seats(self._state, self._services, guest.origin)
        if too_many is not None:
            raise too_many

    def _other(self, request: CommandRequest) -> Append:
        command, table = request.do.command, self._state.log.table
        if isinstance(command, commands.AddBot) and self._state.clock.is_here(command.seat):
            raise Refused(Reason.SEAT_OCCUPIED, f"the player of {seat_named(command.seat)} is connected")
        if isinstance(command, commands.Readmit) and self._state.clock.is_here(command.seat):
            raise NotAllowed("still_connected", seat=command.seat + 1)
        asker = self._asker(request, request.guest.name)
        seats_bots = isinstance(command, commands.Start | commands.AddBot)
        if seats_bots:
            asker = asker._replace(names=tuple(self._state.names()), undecided=self._state.log.undecided)
        events = decide(table, asker, command, self._state.dealer())
        is_operator = request.is_operator or request.guest.is_operator
        if seats_bots and not is_operator:
            _check_for_people(fold(events, table))
        return self._append(request, events)

    def _move_to(self, request: CommandRequest, there: commands.HostReady) -> Append:
        """Leave the game to that host. Players get what is held back: the round is dealt again there."""
        append = self._append(request, self._state.held_remarks.said)
        return evolve(append, private=[*append.private, moved_to(there)])

    def _offer(self, request: CommandRequest, ready: commands.HostReady) -> Append:
        """Send everybody to that host, which holds the game until somebody has come there."""
        state, seat = self._state, request.guest.seat
        assert seat is not None
        if ready.release is None or not SHORTEST_RELEASE <= len(ready.release) <= LONGEST_TEXT:
            raise NotAllowed("must_hold")
        along = ready.along if state.next_host.everything else ()
        is_alone = all(guest.seat == seat for guest in state.present.players)
        offer = GameOffered(ready.address, ready.key, ready.game, ready.release, seat, is_alone, along)
        append = self._append(request, state.held_remarks.said)
        return evolve(append, private=[*append.private, offer])

    def _go_on(self, request: CommandRequest, command: commands.GoOn) -> Append:
        """Go on with a game that is held here: it is the word of the host before, or the operator's own decision."""
        state, asker = self._state, self._asker(request, request.guest.name)
        if state.held is None:
            raise NotAllowed("not_held")
        is_operator = request.is_operator or request.guest.is_operator
        is_right = is_operator if command.release is None else digest(command.release) == state.held.release
        if not is_right:
            raise NotAllowed("not_released")
        decide(state.log.table, asker, command, state.dealer())
        append = self._append(request, state.events_of_release())
        return evolve(append, private=[*append.private, GameReleased()])

    def _hand_over(self, request: CommandRequest, command: commands.HandOver | commands.HostReady) -> Append:
        """Ask a player to host, go on here, or leave the game to the host that has it by now."""
        guest, state, asker = request.guest, self._state, self._asker(request, request.guest.name)
        is_asked = guest.seat is not None and guest.seat == state.next_host.seat
        decide(state.log.table, asker, command, state.dealer())
        append = self._append(request, ())
        if isinstance(command, commands.HostReady):
            check_other_host(command, self._state.own_key())
        match command:
            case commands.HostReady() if asker.is_host and guest.is_operator:
                return self._move_to(request, evolve(command, along=()))
            case commands.HostReady():
                if not (is_asked and state.next_host.is_due):
                    raise NotAllowed("not_awaited")
                if not state.next_host.may_go_to(command):
                    raise NotAllowed("not_reached_by_all")
                return self._offer(request, command)
            case commands.HandOver(None) if not (is_asked or asker.is_host):
                raise NotAllowed("hand_over_is_others")
            case commands.HandOver(everything=True) if not (asker.is_host and state.opened.is_home):
                raise NotAllowed("not_all_from_here")
            case commands.HandOver(None) if state.next_host.offer is not None:
                return evolve(append, private=[*append.private, OfferWithdrawn()])
            case commands.HandOver(int(seat)) if seat in state.next_host.plays_at:
                return self._move_to(request, state.next_host.plays_at[seat])
            case commands.HandOver(int(seat), anyway=True) if seat == state.next_host.seat:
                return append
            case commands.HandOver(int(seat)) if state.is_operators and seat == state.host_seat:
                raise NotAllowed("hand_to_another")  # from the command line, where the operator has no seat
            case commands.HandOver(int(seat)) if not state.clock.is_here(seat):
                raise NotAllowed("player_is_away", seat=seat + 1)
            case _:
                return append

    def _rehearse(self, request: CommandRequest, command: commands.TryHost | commands.TriedHost) -> Append:
        """Have everybody's program try the next host, or take what one has found."""
        guest, state = request.guest, self._state
        decide(state.log.table, self._asker(request, guest.name), command, state.dealer())
        append = self._append(request, ())
        if isinstance(command, commands.TryHost) and (guest.seat is None or guest.seat != state.next_host.seat):
            raise NotAllowed("not_asked")
        if isinstance(command, commands.TryHost):
            check_other_host(command, self._state.own_key())
        if isinstance(command, commands.TryHost) and not state.next_host.can_rehearse:
            raise NotAllowed("tried_often", most=MOST_REHEARSALS)

        def stored(error: StoreError | None) -> None:
            append.when_stored(error)
            if error is not None or guest.seat is None:
                return
            if isinstance(command, commands.TriedHost):
                state.take_attempt(guest.seat, command)
            elif guest.seat == state.next_host.seat:
                state.rehearse(command)

        return evolve(append, when_stored=stored)

    def _remind(self, request: CommandRequest, command: commands.RemindAt | commands.RemindCode) -> Append:
        """Send a code to an address, or remind the player there from now on, or no more."""
        guest, state = request.guest, self._state
        decide(state.log.table, self._asker(request, guest.name), command, state.dealer())
        assert guest.seat is not None
        append = self._append(request, ())
        rows: Sequence[Private] = ()
        address: ReminderAddress | None = None
        language: str | None = None
        match command:
            case commands.RemindCode():
                rows = [state.reminders.proved(guest.seat, command.code, trio.current_time())]
            case commands.RemindAt(None):
                rows = state.reminders.rows_without(guest.seat)
            case commands.RemindAt(str(typed), language):
                address = self._address_to_prove(guest, typed)

        def stored(error: StoreError | None) -> None:
            append.when_stored(error)
            if error is None and address is not None:
                self._services.nursery.start_soon(self._send_code, guest, address, language)
            elif error is None:
                state.send_ways_to_remind(guest)

        return Append((), [*rows, *append.private], stored)

    def _address_to_prove(self, guest: Guest, typed: str) -> ReminderAddress:
        """The address to which a code may be sent for this guest. Raises `Refused`."""
        address = self._services.reminders.read(typed)
        if not self._services.reminders.may_send_code(guest.origin.household):
            raise NotAllowed("many_codes", most=MOST_CODES)
        return address

    async def _send_code(self, guest: Guest, address: ReminderAddress, language: str | None) -> None:
        """Send a code to this address, and tell the guest that it must be there, or why not."""
        seat, reminders = guest.seat, self._state.reminders
        if seat is None:  # the seat was lost in the meantime
            return
        text, why_not = reminders.new_code(seat, address, language, trio.current_time()), None
        try:
            await self._services.reminders.send(address, text)
        except NotSentError as error:
            why_not = str(error)
        if reminders is self._state.reminders and reminders.note_sent(seat, address, why_not):
            self._state.send_ways_to_remind(self._state.present.on_seat(seat), why_not)

    def _append(self, request: CommandRequest, events: Sequence[Event]) -> Append:
        """An append of these events, the revoked tokens of lost seats, and the command's id; then the answer."""
        guest, do, state = request.guest, request.do, self._state
        seats = state.log.table.seats
        lost_seats = [
            event.seat for event in events if isinstance(event, _SEAT_CHANGES) and seats[event.seat].is_person
        ]
        accepted = CommandAccepted(do.id, content_of(do, guest.seat), state.log.head + len(events))

        def stored(error: StoreError | None) -> None:
            if not self._was_stored(request, error):
                return
            self._send_away(do.command, lost_seats)
            match do.command:
                case commands.Readmit():
                    state.readmit(do.command.seat)
                case commands.HandOver() if do.command.seat not in state.next_host.plays_at:
                    if not (do.command.anyway and do.command.seat == state.next_host.seat):
                        state.ask_to_host(do.command.seat, everything=do.command.everything)
                    if do.command.anyway:
                        state.go_anyway()
                case commands.GoOn():
                    state.note_released()
                case commands.React() if guest.seat is not None:
                    state.present.notify(ReactionNotice(guest.seat, do.command.reaction))
                case commands.Seal():
                    guest.pledge = Pledge(do.command.seal, do.command.seat_key)
                case _:
                    pass
            guest.answer(Accepted(do.id, state.log.head))
            if isinstance(do.command, commands.LeaveSeat) and not state.log.table.options.spectators:
                state.send_spectator_away(guest)
            self._give_hint(request)

        lost = [row for seat in lost_seats for row in state.rows_of_lost(seat)]
        return Append(events, (*lost, *_numbers(do.command, guest.seat), accepted), stored)

    # Answering.

    def _was_stored(self, request: CommandRequest, error: StoreError | None) -> bool:
        if error is not None:
            request.refuse(Refused(Reason.STORE_FAILED, self._state.trouble.reason))
        return error is None

    def _send_away(self, command: commands.Command, seats: Sequence[int]) -> None:
        """Have guests who left their seats watch, if watching is allowed, and disconnect a guest who was removed."""
        for seat in seats:
            guest = self._state.present.stand_up(seat)
            if guest is None:
                continue
            self._state.rematch.withdraw(guest)
            if isinstance(command, commands.Kick):
                self._state.let_go(guest)
                guest.dismiss(Farewell.KICKED, "the host has given your seat away")
            elif self._state.log.table.options.spectators:
                self._state.welcome(guest, 1)

    def _send_spectators_away(self) -> None:
        """Disconnect the spectators of a table that nobody may watch any more."""
        if self._state.log.table.options.spectators:
            return
        for guest in self._state.present:
            if guest.seat is None:
                self._state.send_spectator_away(guest)

    def _give_hint(self, request: CommandRequest) -> None:
        if isinstance(request.do.command, commands.TakeHint):
            self._hints.ask(request.guest, request.do, self._state.log)


def _has_alternatives(table: Table, seat: int) -> bool:
    """Whether this seat has several plays, and has not seen in a hint what each is worth."""
    return len(plays_of(table, seat)) > 1 and not (table.round is not None and table.round.has_hint)


def _ignore(_: CommandRequest) -> None:
    """Take the place of a callback that is not wanted any more."""


def _numbers(command: commands.Command, seat: int | None) -> Sequence[NumberRevealed]:
    """The row of a number that was revealed by this command."""
    if not isinstance(command, commands.Reveal) or seat is None:
        return []
    return [NumberRevealed(seat, command.round, command.number)]


def _check_dealt(table: Table) -> None:
    if table.stage is not Stage.OVER:
        raise NotAllowed("other_people")
    if table.round is None:
        raise NotAllowed("no_deals")


def _check_for_people(table: Table) -> None:
    """Raise `Refused` at a guests' table with bots only: they would still play long after the guest has left."""
    if table.stage is Stage.PLAYING and not any(who.is_person for who in table.seats):
        raise NotAllowed("bots_alone")
