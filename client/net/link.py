"""The player's link to a daemon: connects, stays connected, and reconnects for as long as the player stays.

Here: the loop over connections. After each one, `remedies` are asked in order, and the first that knows the reason for
which it ended says whether to connect again, at once or after a pause, or how the link ends.

One task reads, another one writes (`writer`). Works under trio alone and with trio as a guest. Not here: one
connection (`host_connection`), what follows a connection (`remedies`), which table to go to (`table_choice`), the
meaning of the messages (`model`), drawing. A front end gets `Announcement` through `deliver`, puts commands into the
model, and calls `flush`.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

import trio
from attrs import Factory, field

from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import Ended, InLobby, Joined, NeedsAnswer
from client.net.absence import Absence
from client.net.credentials import Credentials
from client.net.held_match import HeldMatch
from client.net.host_connection import (
    Cut,
    Dial,
    IncomingMessages,
    Nonsense,
    Parting,
    TableChange,
    connect,
    ended_by_host,
)
from client.net.pauses import Pauses
from client.net.receiving import Receiving
from client.net.rehearsal import Rehearsal
from client.net.table_choice import TableChoice
from client.net.tcp import open_tcp, unreachable
from client.net.typed_answer import TypedAnswer
from client.net.way_back import WayBack
from client.net.writer import Writer
from client.store.autosave import Autosave
from client.words.say import say
from protocol.frozen import define, frozen
from protocol.log.commands import Command, TriedHost
from protocol.log.operator_commands import FollowReach, TakeMatchBack
from protocol.shared.address import Address
from protocol.wire.codec import MalformedError, OverLimitError, encode_from_client
from protocol.wire.messages import Farewell, FromDaemon, Goodbye, Pong, Role, Tables, Welcome
from protocol.wire.notices import HandOverNotice, ReachableNotice, TryHostNotice
from protocol.wire.session import GapError

TIME_TO_LET_IN: Final = 20.0
"""Seconds in which another host, to which a match has gone, welcomes the player, or sends them away."""


@frozen
class Retry:
    """The link connects again. `waits`: after a pause, longer each time; otherwise at once."""

    waits: bool = False


class Remedy:
    """What to do after connections that ended for one reason, and what has been tried so far."""

    async def after(self, parting: Parting, link: "Link") -> Retry | Ended | None:
        """How to go on, or how the link ends; None if the connection ended for another reason, or nothing helps."""
        raise NotImplementedError

    def welcomed(self) -> None:
        """Note that the player is at a table: what was tried on the way may be tried again."""


@define(eq=False)
class Answers:
    """What the daemon has answered."""

    ever: bool = False
    """Whether it has answered on any connection: an address that never did is more likely wrong than down."""
    on_this_connection: bool = False
    """The same of the last connection."""
    is_welcome_due: bool = False
    """Whether the last connection was made, and has brought no welcome."""
    daemon: str = ""
    """The daemon and its release, from its last welcome."""
    has_gone_on: bool = False
    """Whether the last welcome went on from the entries that the client had."""
    had_gap: bool = False
    """Whether it has sent entries out of order, so that the client asked for the whole game again."""


def _writer(link: "Link") -> Writer:
    return Writer(link.model.pending.outbox)


def _choice(link: "Link") -> TableChoice:
    table = link.linked_table
    return TableChoice(link.model, link.autosave.seats, looked_for=table, finds_table=table is None)


def _answer(link: "Link") -> TypedAnswer:
    return TypedAnswer(link.model, link.deliver)


@define(eq=False)
class Link:
    """One player's link to one daemon.

    `deliver` is called whenever there may be something new to show, with an empty list if there is no announcement.
    `remedies` are asked in order after each connection. `credentials`: what is shown before the first request.
    `address` is None until `find_host` has returned it, or how the link ends; `find_host` may `answer.ask`.
    `linked_table`: the table in the link that the player has opened, until the player is at a table; if there is none
    of this name, the player gets the list of tables. `turn` is entered while received messages are processed: a program
    with many links has them take turns.
    """

    model: Model
    address: Address | None
    autosave: Autosave
    deliver: Callable[[list[Announcement]], None]
    remedies: list[Remedy]
    dial: Dial = open_tcp
    pauses: Pauses = field(factory=Pauses)
    credentials: Credentials = field(factory=Credentials)
    find_host: Callable[[], Awaitable[Address | Ended]] | None = None
    linked_table: str | None = None
    turn: AbstractAsyncContextManager[None] = field(factory=nullcontext)
    answer: TypedAnswer = field(init=False, default=Factory(_answer, takes_self=True))
    choice: TableChoice = field(init=False, default=Factory(_choice, takes_self=True))
    answers: Answers = field(init=False, factory=Answers)
    _writer: Writer = field(init=False, default=Factory(_writer, takes_self=True))
    _connection: trio.CancelScope | None = None
    absence: Absence | None = None
    """What this program does while the host of a running match is gone."""
    receiving: Receiving | None = None
    """What this program does if the host hands the match over to its player."""
    rehearsal: Rehearsal | None = None
    """What this program does if it is asked whether it reaches the next host; a page cannot know that of a browser."""
    held: HeldMatch | None = None
    """What this program does at a host that holds the match until the host before has left it."""
    taking_back: Callable[[TakeMatchBack], None] | None = None
    """Takes a match back that the player's own host has left to another one; None without such a host."""
    dial_beside: Dial | None = None
    """Connects to the host of this link beside it: nothing is learnt from that. None: `dial` learns nothing, either."""
    before: WayBack | None = None
    """The way back to the host before, until the match goes on here for good."""
    on_arrival: list[Announcement] = field(factory=list)
    """To deliver once the player is back at the table."""

    # What a front end calls.

    def flush(self) -> None:
        """Send what the model has in its outbox, as soon as there is a connection."""
        self._writer.flush()

    def move_to(self, table: str) -> WhyNot | None:
        """Go to a table: on this connection from the lobby, otherwise on a new one; returns why that is not possible.

        A table that is not on the last list may have been opened since, so the client asks for a new list first. A seat
        at a table where no match is running is given up first: its other players would wait for this one.
        """
        if not self.choice.is_listed(table):
            why_not = self.choice.look_for(table)
            self.flush()
            return why_not
        if self.choice.gives_up_seat_for(table) or self.choice.choose(table):
            self.flush()
        else:
            self.connect_again()
        return None

    def try_now(self) -> None:
        """Connect again now, in place of waiting."""
        self.pauses.end()

    def take_over(self) -> WhyNot | None:
        """Go on with the match here, without its host or as the host asks; returns why that is not possible now."""
        if self.model.session.is_held and self.held is not None and isinstance(self.model.status, Joined):
            return self.held.go_on_anyway()
        if self.receiving is not None and self.model.is_asked_to_host and isinstance(self.model.status, Joined):
            return self.receiving.agree()
        return WhyNot(say("take_over.not_now")) if self.absence is None else self.absence.take_over()

    def go_there(self) -> WhyNot | None:
        """Go to the host that was found to go on with the match; returns why that is not possible now."""
        return WhyNot(say("take_over.nobody_found")) if self.absence is None else self.absence.go_there()

    def bring_back(self, *, anyway: bool) -> WhyNot | None:
        """Take the match back that the player's own host has left; returns why that is not possible."""
        if self.taking_back is None:
            return WhyNot(say("take_back.not_elsewhere"))
        self.taking_back(TakeMatchBack(self.model.absent_host.left or None, anyway))
        return None

    @property
    def is_lost(self) -> bool:
        """Whether there is no connection now."""
        return self._connection is None

    def move_to_host(self, lead: Callable[[], None], *, returns: bool = False) -> None:
        """Follow the game of this table to another host; `lead` leads this link there, from the next connection on.

        `returns`: as in `TableChoice.follow`.
        """
        self.leave_for(lead, returns=returns)
        self.pauses.reset()
        self.try_now()
        self.connect_again()

    def leave_for(self, lead: Callable[[], None], game: str | None = None, *, returns: bool = False) -> None:
        """Do the same with the next connection. `game`, `returns`: as in `TableChoice.follow`."""
        if self.model.own_host is not None:
            self.model.absent_host.leave(self.model.session.table_name)
        self.before = WayBack.of(self)
        self.choice.follow(game, returns=returns)
        lead()

    def go_back(self) -> None:
        """Go back to the host before, with the next connection."""
        before, self.before = self.before, None
        if before is not None:
            before.lead(self)
            self.choice.stay()
            if self.receiving is not None:
                self.receiving.went_back()

    def return_now(self) -> None:
        """Leave this host for the one before, at once."""
        self.go_back()
        self.pauses.reset()
        self.connect_again()

    def connect_again(self) -> None:
        """Leave this connection for a new one, on which the credentials are shown again."""
        if self._connection is not None:
            self._connection.cancel()

    def rename_player(self, name: str) -> None:
        """Use this name from the next seat on."""
        self.model.session.name = name
        self.autosave.seats.rename(name)

    def has_saved_seat(self, table: str) -> bool:
        """Whether the player has a saved seat at this table."""
        return self.autosave.seats.has_seat(table) or table in self.model.lobby.own_tables

    def give_answer(self, typed: str | None) -> None:
        """Pass on the player's answer to the question in the model's status; None: the player gives none."""
        self.answer.give(typed)

    # The loop.

    async def run(self) -> Ended:
        """Stay connected until the link ends; a player who leaves cancels this."""
        if self.find_host is not None:
            address = await self.find_host()
            if isinstance(address, Ended):
                return self._end(address)
            self.address = address
        self.choice.named = self.model.session.wanted_table
        while True:
            parting = await self._connect()
            outcome = await self._after(parting)
            if isinstance(outcome, Ended):
                return self._end(outcome)
            self.pauses.note(has_failed=outcome.waits)
            if outcome.waits:
                await self._pause(parting)

    def _end(self, ended: Ended) -> Ended:
        self.model.status = ended
        self.deliver(self.model.drop_unsent())
        return ended

    async def _after(self, parting: Parting) -> Retry | Ended:
        """What follows this connection."""
        if not isinstance(parting, TableChange):
            for remedy in self.remedies:
                outcome = await remedy.after(parting, self)
                if outcome is not None:
                    return outcome
        return Retry()

    async def _pause(self, parting: Parting) -> None:
        """Wait for the next attempt. The player sees the first reason until the host is back; later ones say less."""
        other_host = parting.why if isinstance(parting, Cut) and parting.is_final else ""
        why = self.pauses.why_lost = other_host or self.pauses.why_lost or self.why_lost(parting)
        seconds = self.pauses.seconds()
        self.deliver(self.model.connection_lost(why, seconds))
        if self.absence is not None:
            self.absence.begin()
        await self.pauses.wait(seconds)

    def why_lost(self, parting: Parting) -> str:
        """Why the connection was lost, in the middle of a sentence."""
        if isinstance(parting, Goodbye):
            return ended_by_host(parting.reason, watches=self.model.session.role is Role.SPECTATOR)
        return parting.why if isinstance(parting, Cut) and self.answers.on_this_connection else unreachable(self.host)

    # One connection.

    @property
    def host(self) -> Address:
        """The address of the host, once it is found."""
        assert self.address is not None, "the host has not been found"
        return self.address

    async def _connect(self) -> Parting:
        self.answers.on_this_connection = self.answers.is_welcome_due = False
        self.model.connection_opened()
        parting: Parting = TableChange()
        with trio.CancelScope() as self._connection:
            stream = await connect(self.host, self.dial)
            parting = stream if isinstance(stream, Cut) else await self._talk(stream)
        self._connection = None
        return parting

    async def _talk(self, stream: trio.abc.Stream) -> Parting:
        parting: Parting = TableChange()
        self.answers.is_welcome_due = True
        async with stream, trio.open_nursery() as nursery:
            nursery.start_soon(self._writer.write, stream, self._first_lines())
            parting = await self._read(IncomingMessages(stream, self.host, self.answers.ever))
            nursery.cancel_scope.cancel()
        return parting

    def _first_lines(self) -> bytes:
        return self.credentials.lines() + encode_from_client(self.choice.first_request())

    async def _read(self, incoming: IncomingMessages) -> Parting:
        begun = trio.current_time()
        while True:
            received = await incoming.receive()
            if isinstance(received, Cut):
                return received
            if self._is_kept_waiting(trio.current_time() - begun):
                return Cut(say("moved.not_let_in"), is_final=True)
            async with self.turn:
                parting = self._process(incoming, received)
            is_here = not self.choice.is_arriving  # otherwise the session is that of the host before
            owed = self.model.session.owed() if parting is None and is_here else []
            if is_here and self.autosave.is_due(self.model.session):
                await self.autosave.save_and_report(self.model.session, self.deliver)
            if parting is not None:
                return parting
            self._send_own(owed)  # after saving: a seal is of no use without its secret
            # After saving: going to another table drops the game.
            table = self.choice.next_table()
            if table is not None:
                self.move_to(table)

    def _is_kept_waiting(self, seconds: float) -> bool:
        """Whether another host neither lets the player in nor sends them away, after so many seconds."""
        is_asked = isinstance(self.model.status, InLobby | NeedsAnswer)
        on_the_way = self.before is not None and not self.before.is_welcomed
        return on_the_way and not is_asked and seconds > TIME_TO_LET_IN

    def _send_own(self, owed: Sequence[Command]) -> None:
        for command in owed:
            self.model.pending.add_own(command, self.model.session.head)
        if owed:
            self.flush()

    def _process(self, incoming: IncomingMessages, received: bytes) -> Parting | None:
        """Process every complete message, then call `deliver` once."""
        announcements: list[Announcement] = []
        parting: Parting | None = None
        may_have_changed = False
        try:
            for message in incoming.messages(received):
                if isinstance(message, Goodbye | Nonsense):
                    parting = self._parted(message)
                elif isinstance(message, Tables) or not self.choice.is_arriving:
                    announcements += self._receive(message, incoming.line)
                    may_have_changed |= not isinstance(message, Pong)
                    parting = Cut(say("moved.not_there"), is_final=True) if self.choice.is_missing else None
                # Anything else nobody has asked for, and it would be about the table of the host before.
                if parting is not None:
                    break
            if not isinstance(parting, Nonsense):
                announcements += self._settle()
        except GapError:
            parting = self._after_gap()
        except OverLimitError:
            parting = Nonsense(say("connection.broken_game"))
        except MalformedError:  # a valid message that does not fit the game
            parting = self._after_misfit()
        if announcements or parting is not None or may_have_changed:
            self.deliver(announcements)
        self.flush()
        return parting

    def _parted(self, parting: Goodbye | Nonsense) -> Goodbye | Nonsense:
        is_kicked = isinstance(parting, Goodbye) and parting.reason == Farewell.KICKED
        if is_kicked and not self.choice.is_arriving:  # the seat is still that of the host before
            self.model.session.lose_seat()
        return parting

    def _receive(self, message: FromDaemon, line: bytes) -> list[Announcement]:
        """Have everybody see a message; returns the announcements."""
        self._note_answer(message)
        if isinstance(message, Tables):
            self.choice.arrives()
            self.model.lobby.own_tables = self.autosave.seats.tables_with_seats(message.tables)
        new = self.model.receive(message, trio.current_time(), line)
        if isinstance(message, HandOverNotice | ReachableNotice) and self.receiving is not None:
            new = [*new, *self.receiving.note()]
        elif isinstance(message, TryHostNotice):
            self._try_next_host()
        if self.choice.is_leaving:  # the player never watches the table that is left
            new = [announcement for announcement in new if announcement.subject is not Subject.AWAY]
        self.autosave.keeps_record |= any(announcement.is_warning for announcement in new)
        return self.choice.read_list(new) if isinstance(message, Tables) else new

    def _settle(self) -> list[Announcement]:
        """See what all messages together have led to; returns the announcements."""
        self._settle_here()
        if self.receiving is not None:
            self.receiving.note_moves()
        announcements = self.model.settle()
        if isinstance(self.model.status, Joined) and self.model.session.is_caught_up:
            announcements += self.on_arrival
            self.on_arrival.clear()
        elif isinstance(self.model.status, InLobby) and not self.choice.is_missing:  # otherwise the player goes back
            announcements += self.model.drop_unsent()
        return announcements

    def _try_next_host(self) -> None:
        """Find out whether this program reaches the next host, as far as it can do that at all."""
        there = self.model.presence.next_host.link
        if there is None or there.key is None:
            return
        if self.rehearsal is None:
            self.answer_rehearsal(TriedHost(there.key))
        else:
            self.rehearsal.try_host(there)

    def answer_rehearsal(self, found: TriedHost) -> None:
        """Tell the host whether this program reaches the next one. Another host has not asked, and is told nothing."""
        asked = self.model.presence.next_host.link
        if asked is None or asked.key != found.key:
            return
        if isinstance(self.model.status, Joined) and not self.choice.is_arriving:
            self._send_own([found])

    def _settle_here(self) -> None:
        """Forget the way back to the host before, once the match goes on at this one for good."""
        if self.before is not None and self.before.is_welcomed and self.before.is_settled(self.model.session):
            self.before = None
            self.model.absent_host.forget_left()
            self.choice.settle()

    def _note_answer(self, message: FromDaemon) -> None:
        if isinstance(message, Welcome | Tables):
            if not self.answers.on_this_connection and self.model.own_host is not None and self.credentials.is_operator:
                self.model.pending.add_own(FollowReach(), 0)
            self.answers.on_this_connection = self.answers.ever = True
            if isinstance(message, Welcome) or not self.choice.is_arriving:
                if self.absence is not None:
                    self.absence.end()
                self.pauses.reset()
        if isinstance(message, Welcome):
            self.answers.is_welcome_due = False
            self.answers.daemon, self.answers.has_gone_on = message.daemon, message.from_ > 1
            self.on_arrival += self.choice.arrived(message.table, is_operator=self.credentials.is_operator)
            self.linked_table = None  # the player has arrived somewhere, and may go on from there
            for remedy in self.remedies:
                remedy.welcomed()
            self._writer.welcomed()
            if self.before is not None:
                self.before.is_welcomed = True
            elif self.model.own_host is not None and not self.model.absent_host.has_left_before:
                self.model.absent_host.forget_left()
            if self.held is not None:
                self.held.note()

    def _after_gap(self) -> Parting:
        """The first gap: the client asks for the whole game again. A second one shows that the host is faulty."""
        if self.answers.had_gap:
            return Nonsense(say("connection.broken_game"))
        self.answers.had_gap = self.model.session.wants_all = True
        return Cut(say("connection.out_of_order"))

    def _after_misfit(self) -> Parting:
        """What follows an entry that does not fit: where the game went on from what the client had, as after a gap.

        The host may have another history of the game: its store was put back to an earlier moment.
        """
        return self._after_gap() if self.answers.has_gone_on else Nonsense(say("connection.broken_game"))
