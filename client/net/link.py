"""The player's link to a daemon: connects, stays connected, and reconnects for as long as the player stays.

Here: the loop over connections. After each one, `_after` decides by the reason it ended:

    never answered (Cut), or no valid daemon (Nonsense)     the link ends
    another host than it has to be (a final Cut)            the link ends
    cut, or a goodbye in _RETRIED                           wait, longer each time, and connect again; a player may
                                                            end the wait; the player's own daemon is revived first
    a saved seat, a seal or a credential is refused         connect again without it
    the table does not admit the player                     connect again, to the lobby
    the table's password is missing or wrong                ask the player, then connect again
    the player has chosen another table (TableChange)       connect again, to that table
    the game goes on at another host                        connect to that one, once
    another daemon of the host's club has the game          connect to that one; wait if it was no help before
    any other goodbye                                       the link ends

One task reads, another one writes (`writer`). Works under trio alone and with trio as a guest. Not here: one
connection (`host_connection`), which table to go to (`table_choice`), the meaning of the messages (`model`), drawing. A
front end gets `Announcement` through `deliver`, puts commands into the model, and calls `flush`.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

import trio
from attrs import Factory, define, field

from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import Ended, Joined
from client.net.absence import Absence
from client.net.credentials import Credentials
from client.net.host_connection import (
    BROKEN_GAME,
    Cut,
    Dial,
    IncomingMessages,
    Nonsense,
    Parting,
    TableChange,
    connect,
    ended_by_host,
)
from client.net.moved import moved_to
from client.net.receiving import Receiving
from client.net.table_choice import TableChoice
from client.net.table_password import TablePassword
from client.net.tcp import open_tcp, unreachable
from client.net.typed_answer import TypedAnswer
from client.net.writer import Writer
from client.store.autosave import Autosave
from client.words import refusal_words, succession_words, take_over_words
from client.words.presence_words import PROGRAM_FAILED
from client.words.version_words import OlderSide, host_too_old, older_by_protocol, older_by_release
from protocol.console.address import Address
from protocol.console.join_link import JoinLink
from protocol.log.commands import Command
from protocol.wire.codec import MalformedError, OverLimitError, encode_from_client
from protocol.wire.messages import Farewell, FromDaemon, Goodbye, Pong, Tables, Welcome
from protocol.wire.notices import HandOverNotice
from protocol.wire.operator_messages import AskReach
from protocol.wire.session import GapError

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0
GAP: Final = "the host sent its entries out of order"
TIME_TO_FIND_AGAIN: Final = 60.0
"""Seconds for which a spectator who has lost the connection to a table looks for it where it is not."""
TIME_TO_SAVE: Final = 0.3
"""Seconds that a player who leaves waits for the disk."""
_RETRIED: Final = (
    Farewell.SHUTDOWN,
    Farewell.TOO_MANY,
    Farewell.SILENT,
    Farewell.TROUBLE,
)
"""Goodbyes after which the daemon may admit the player again."""


Redial = Callable[[JoinLink], bool]
"""Leads a link to another daemon of its host's club; False if the key is another host's."""


def _writer(link: "Link") -> Writer:
    return Writer(link.model.pending.outbox)


def _choice(link: "Link") -> TableChoice:
    table = link.linked_table
    return TableChoice(link.model, link.autosave.seats, link.has_flags, looked_for=table, finds_table=table is None)


def _answer(link: "Link") -> TypedAnswer:
    return TypedAnswer(link.model, link.deliver)


def _password(link: "Link") -> TablePassword:
    return TablePassword(link.model, link.answer, link.has_flags)


@define(eq=False)
class Link:
    """One player's link to one daemon.

    `deliver` is called whenever there may be something new to show, with an empty list if there is no announcement.
    `chance` returns numbers from 0 to 1, for the pauses between attempts. `mismatch` says what to do if the host or
    this client is older than the other. `comes_back` is False if a daemon that is gone will not return; then
    `saved_note` tells the player that the game is saved. `revive` starts the player's own daemon again if it has died:
    it returns an announcement if it has, None if the daemon is alive, and how the link ends if the daemon cannot be
    started. `credentials`: what is shown before the first request. `asks_password`: the player can type a table's
    password. `address` is None until `find_host` has returned it, or how the link ends; `find_host` may `answer.ask`.
    `linked_table`: the table in the link that the player has opened, until the player is at a table; if there is none
    of this name, the player gets the list of tables. `has_flags`: the player has typed a command, so advice may name
    its flags; False in a browser. `follow` leads this link to another host, to which a game has moved; None if this
    program stays where it is. `redial`: None if this program knows only one daemon. `turn` is entered while received
    messages are processed: a program with many links has them take turns.
    """

    model: Model
    address: Address | None
    autosave: Autosave
    deliver: Callable[[list[Announcement]], None]
    chance: Callable[[], float]
    mismatch: Callable[[OlderSide], str]
    dial: Dial = open_tcp
    comes_back: bool = True
    saved_note: str = "Your match is saved: `fives play` continues it."
    credentials: Credentials = field(factory=Credentials)
    asks_password: bool = False
    find_host: Callable[[], Awaitable[Address | Ended]] | None = None
    revive: Callable[[], Awaitable[Announcement | Ended | None]] | None = None
    linked_table: str | None = None
    has_flags: bool = True
    follow: Callable[[JoinLink], None] | None = None
    redial: Redial | None = None
    turn: AbstractAsyncContextManager[None] = field(factory=nullcontext)
    answer: TypedAnswer = field(init=False, default=Factory(_answer, takes_self=True))
    _writer: Writer = field(init=False, default=Factory(_writer, takes_self=True))
    _choice: TableChoice = field(init=False, default=Factory(_choice, takes_self=True))
    _password: TablePassword = field(init=False, default=Factory(_password, takes_self=True))
    _has_been_answered: bool = False
    """Whether the daemon has answered on any connection: an address that never did is more likely wrong than down."""
    _is_answered: bool = False
    """Whether the daemon has answered on the last connection."""
    _has_had_a_gap: bool = False
    _has_gone_on: bool = False
    """Whether the last welcome went on from the entries that the client had."""
    _has_followed: bool = False
    """Whether it has followed a game, and not been welcomed since: two hosts could send it back and forth."""
    _failures: int = 0
    _why_lost: str = ""
    _daemon: str = ""
    """The daemon and its release, from its last welcome."""
    _missed_since: float | None = None
    """When a host first said that it does not have the table at which the player was; None at a table."""
    _connection: trio.CancelScope | None = None
    _waiting: trio.CancelScope | None = None
    absence: Absence | None = None
    """What this program does while the host of a running match is gone."""
    receiving: Receiving | None = None
    """What this program does if the host hands the match over to its player."""
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
        if not self._choice.is_listed(table):
            why_not = self._choice.look_for(table)
            self.flush()
            return why_not
        self._password.reset()
        if self._choice.gives_up_seat_for(table) or self._choice.choose(table):
            self.flush()
        elif self._connection is not None:
            self._connection.cancel()
        return None

    def try_now(self) -> None:
        """Connect again now, in place of waiting."""
        if self._waiting is not None:
            self._waiting.cancel()

    def take_over(self) -> WhyNot | None:
        """Go on with the match here, without its host or as the host asks; returns why that is not possible now."""
        if self.receiving is not None and self.model.is_asked_to_host and isinstance(self.model.status, Joined):
            return self.receiving.agree()
        return WhyNot(take_over_words.NOT_NOW) if self.absence is None else self.absence.take_over()

    def move_to_host(self, lead: Callable[[], None]) -> None:
        """Follow the game of this table to another host; `lead` leads this link there, from the next connection on."""
        self._choice.follow(None)
        lead()
        self._failures, self._why_lost = 0, ""
        self.try_now()
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
        self._choice.named = self.model.session.wanted_table
        while True:
            parting = await self._connect()
            if self._needs_password(parting):
                ended = await self._ask_password()
            else:
                ended = await self._revived(parting) or self._after(parting)
            if ended is not None:
                return self._end(ended)
            if self._failures:
                with trio.CancelScope() as self._waiting:
                    await trio.sleep(self._pause(parting))
                self._waiting = None

    async def _revived(self, parting: Parting) -> Ended | None:
        """Have the player's own daemon started again if it has died; how the link ends if that fails."""
        if self.revive is None or not isinstance(parting, Cut):
            return None
        self.deliver(self.model.connection_lost(self._why(parting), 0.0))
        outcome = await self.revive()
        if isinstance(outcome, Announcement):
            self.on_arrival.append(outcome)
        return outcome if isinstance(outcome, Ended) else None

    def _end(self, ended: Ended) -> Ended:
        self.model.status = ended
        self.deliver([])
        return ended

    def _after(self, parting: Parting) -> Ended | None:
        """How the link ends, or None to connect again."""
        match parting:
            case TableChange():
                self._failures = 0
                return None
            case Nonsense():
                is_newer = parting.is_newer or older_by_release(self._daemon) is OlderSide.CLIENT
                return Ended(self.mismatch(OlderSide.CLIENT) if is_newer else parting.text)
            case Cut():
                is_first = not self._has_been_answered
                # In a match, another host at its address is no reason to give up: the match may go on elsewhere.
                may_go_on = self.absence is not None and not is_first and self.model.view.is_playing
                is_over = parting.is_final and not may_go_on
                if is_over or (is_first and self.revive is None):
                    return Ended(f"No connection: {parting.why}.")
                if not self.comes_back:
                    return Ended(self._with_saved_note(PROGRAM_FAILED), host_is_gone=True)
                self._failures += 1
                return None
            case Goodbye():
                return self._after_goodbye(parting)

    def _after_goodbye(self, goodbye: Goodbye) -> Ended | None:
        """How the link ends, or None to connect again."""
        # A player who stands up at a table without spectators has left it.
        has_left = goodbye.reason == Farewell.NO_SPECTATORS and self.autosave.seats.drop()
        if has_left and self._choice.goes_on_after_leaving():
            return None
        if self._goes_without(goodbye):
            self._failures = 0
            return None
        if self._waits_for_game(goodbye):
            self._failures += 1
            return None
        why = self._choice.why_choose_again(goodbye)
        if why is not None:
            if goodbye.reason == Farewell.BAD_PASSWORD:
                self.model.session.password = None
            self._choose_again(why)
            return None
        if goodbye.reason == Farewell.MOVED and self._follows(goodbye):
            return None
        older = self._older(goodbye)
        text = self._choice.farewell(goodbye) if older is None else self.mismatch(older)
        text, where = self.credentials.why_refused(goodbye) or text, moved_to(goodbye, self._host)
        if where is not None and self.has_flags:
            text = f"{text} {succession_words.how_to_join(where)}"
        if goodbye.reason not in _RETRIED or not self._has_been_answered:
            failed = not has_left and goodbye.reason != Farewell.FINISHED
            return Ended(
                text,
                failed,
                is_elsewhere=goodbye.reason == Farewell.REPLACED,
                host_is_gone=goodbye.reason == Farewell.FINISHED,
                is_uninvited=goodbye.reason == Farewell.NOT_INVITED,
                moved_to=where,
            )
        if not self.comes_back or (self.revive is not None and goodbye.reason == Farewell.SHUTDOWN):
            return Ended(self._with_saved_note(text), host_is_gone=goodbye.reason == Farewell.SHUTDOWN)
        self._failures += 1
        return None

    def _follows(self, goodbye: Goodbye) -> bool:
        """Whether the next connection leads to the host to which the game has moved."""
        if self.receiving is not None and self.receiving.goes_there():
            self.move_to_host(self.receiving.new_host.lead)
            return True
        where = moved_to(goodbye, self._host)
        if where is not None and self.redial is not None and self.redial(where):
            # The second time, that daemon may be dead: then another one takes the game over within a minute.
            self._failures = self._failures + 1 if self._has_followed else 0
            self._has_followed = True
            return True
        if where is None or self.follow is None or self._has_followed:
            return False
        self._has_followed, self._failures = True, 0
        if not self._choice.watches(goodbye.game):  # at another daemon of a club it is the same game still
            self._choice.follow(goodbye.game)
        self.follow(where)
        self.deliver([Announcement(Subject.LINK, succession_words.goes_on_at(where.endpoints[0]))])
        return True

    def _waits_for_game(self, goodbye: Goodbye) -> bool:
        """Whether the table that the player watched may soon be there again: its players have to come back first.

        A game wakes for its players alone, so a spectator who is back before them finds no such table. One who is sent
        away from the table does not wait: it has been closed.
        """
        is_missed = goodbye.reason == Farewell.NO_SUCH_TABLE and not isinstance(self.model.status, Joined)
        if not is_missed or not self._choice.watches(self.model.session.game):
            return False
        now = trio.current_time()
        self._missed_since = now if self._missed_since is None else self._missed_since
        return now - self._missed_since <= TIME_TO_FIND_AGAIN

    def _older(self, goodbye: Goodbye) -> OlderSide | None:
        """The older side if that explains the goodbye."""
        if goodbye.reason == Farewell.WRONG_PROTOCOL:
            return older_by_protocol(goodbye.detail) or older_by_release(self._daemon)
        return older_by_release(self._daemon) if goodbye.reason == Farewell.MALFORMED else None

    def _goes_without(self, goodbye: Goodbye) -> bool:
        """Whether the next connection leaves out what the daemon may have refused."""
        if not self._is_answered and self.credentials.retry_without(goodbye):
            return True
        if not self._is_answered and self._choice.retry_without_history(goodbye):
            return True
        if goodbye.reason == Farewell.REVOKED and self.credentials.drop_secret():
            self.deliver([Announcement(Subject.REFUSED, refusal_words.FAREWELLS[Farewell.REVOKED])])
            return True
        if goodbye.reason == Farewell.MALFORMED and (unread := self.model.pending.forget_new_kinds()):
            self.deliver([Announcement(Subject.REFUSED, host_too_old(unread))])
            return True
        if self._choice.retry_without_seal(goodbye) or self._choice.retry_without_list(goodbye):
            return True
        if self._choice.retry_without_claim(goodbye):
            self.deliver([Announcement(Subject.REFUSED, succession_words.claim_refused(self.model.session.name))])
            return True
        if self._choice.retry_with_older_token(goodbye):
            return True
        if self._choice.retry_without_seat(goodbye):
            self.credentials.trust_secret()
            return True
        return False

    def _choose_again(self, why: str) -> None:
        self._choice.choose_again()
        self._failures = 0
        self.deliver([Announcement(Subject.REFUSED, why)])

    def _with_saved_note(self, text: str) -> str:
        """The text, and that the game is saved, if the player's own daemon has stopped."""
        return f"{text} {self.saved_note}" if self._has_been_answered and not self.comes_back else text

    def _needs_password(self, parting: Parting) -> bool:
        is_locked = isinstance(parting, Goodbye) and parting.reason == Farewell.BAD_PASSWORD
        return is_locked and self.asks_password and self._password.may_be_asked_for

    async def _ask_password(self) -> Ended | None:
        """Ask the player; how the link ends if there is no password, or None to connect again."""
        self._failures = 0
        why_none = await self._password.ask()
        if why_none is None:
            return None
        self._password.reset()
        self.model.session.password = None
        if not self._choice.has_chosen:
            return Ended(why_none)
        self._choose_again(why_none)
        return None

    def _pause(self, parting: Parting) -> float:
        """Seconds until the next attempt."""
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self._failures - 1, 10))
        seconds = longest * (0.5 + self.chance() / 2)
        other_host = parting.why if isinstance(parting, Cut) and parting.is_final else ""
        self._why_lost = other_host or self._why_lost or self._why(parting)
        self.deliver(self.model.connection_lost(self._why_lost, seconds))
        if self.absence is not None:
            self.absence.begin()
        return seconds

    def _why(self, parting: Parting) -> str:
        """Why the connection was lost. The player sees the first reason until it is back; later ones say less."""
        if isinstance(parting, Goodbye):
            return ended_by_host(parting.reason)
        return parting.why if isinstance(parting, Cut) and self._is_answered else unreachable(self._host)

    # One connection.

    @property
    def _host(self) -> Address:
        assert self.address is not None, "the host has not been found"
        return self.address

    async def _connect(self) -> Parting:
        self._is_answered = False
        self.model.connection_opened()
        parting: Parting = TableChange()
        with trio.CancelScope() as self._connection:
            stream = await connect(self._host, self.dial)
            parting = stream if isinstance(stream, Cut) else await self._talk(stream)
        self._connection = None
        return parting

    async def _talk(self, stream: trio.abc.Stream) -> Parting:
        parting: Parting = TableChange()
        async with stream, trio.open_nursery() as nursery:
            nursery.start_soon(self._writer.write, stream, self._first_lines())
            parting = await self._read(IncomingMessages(stream, self._host, self._has_been_answered))
            nursery.cancel_scope.cancel()
        return parting

    def _first_lines(self) -> bytes:
        return self.credentials.lines() + encode_from_client(self._choice.first_request())

    async def _read(self, incoming: IncomingMessages) -> Parting:
        while True:
            received = await incoming.receive()
            if isinstance(received, Cut):
                return received
            async with self.turn:
                parting = self._process(incoming, received)
            owed = self.model.session.owed() if parting is None else []
            if self.autosave.is_due(self.model.session):
                await self._save()
            if parting is not None:
                return parting
            self._send_own(owed)  # after saving: a seal is of no use without its secret
            # After saving: going to another table drops the game.
            table = self._choice.next_table()
            if table is not None:
                self.move_to(table)

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
                    parting = message
                    if isinstance(message, Goodbye) and message.reason == Farewell.KICKED:
                        self.model.session.lose_seat()
                    break
                self._note_answer(message)
                if isinstance(message, Tables):
                    self.model.lobby.own_tables = self.autosave.seats.tables_with_seats(message.tables)
                new = self.model.receive(message, trio.current_time(), incoming.line)
                if isinstance(message, HandOverNotice) and self.receiving is not None:
                    self.receiving.note()
                if self._choice.is_leaving:  # the player never watches the table that is left
                    new = [announcement for announcement in new if announcement.subject is not Subject.AWAY]
                announcements += self._choice.read_list(new) if isinstance(message, Tables) else new
                self.autosave.keeps_record |= any(announcement.is_warning for announcement in new)
                may_have_changed |= not isinstance(message, Pong)
            if not isinstance(parting, Nonsense):
                announcements += self.model.settle()
                if isinstance(self.model.status, Joined) and self.model.session.is_caught_up:
                    announcements += self.on_arrival
                    self.on_arrival.clear()
        except GapError:
            parting = self._after_gap()
        except OverLimitError:
            parting = Nonsense(BROKEN_GAME)
        except MalformedError:  # a valid message that does not fit the game
            parting = self._after_misfit()
        if announcements or parting is not None or may_have_changed:
            self.deliver(announcements)
        self.flush()
        return parting

    def _note_answer(self, message: FromDaemon) -> None:
        if isinstance(message, Welcome | Tables):
            if not self._is_answered and self.model.own_host is not None and self.credentials.is_operator:
                self.model.pending.outbox.append(AskReach())
            self._is_answered = self._has_been_answered = True
            if self.absence is not None:
                self.absence.end()
            self._failures, self._why_lost = 0, ""
        if isinstance(message, Welcome):
            self._has_followed, self._missed_since = False, None
            self._has_gone_on = message.from_ > 1
            self.on_arrival += self._choice.arrived(message.table, is_operator=self.credentials.is_operator)
            self.linked_table = None  # the player has arrived somewhere, and may go on from there
            self._daemon = message.daemon
            self._password.reset()
            self._writer.welcomed()

    def _after_gap(self) -> Parting:
        """The first gap: the client asks for the whole game again. A second one shows that the host is faulty."""
        if self._has_had_a_gap:
            return Nonsense(BROKEN_GAME)
        self._has_had_a_gap = self.model.session.wants_all = True
        return Cut(GAP)

    def _after_misfit(self) -> Parting:
        """What follows an entry that does not fit: where the game went on from what the client had, as after a gap.

        The host may have another history of the game: its store was put back to an earlier moment.
        """
        return self._after_gap() if self._has_gone_on else Nonsense(BROKEN_GAME)

    async def _save(self) -> None:
        """Save what is new, even if a goodbye has arrived together with the end of the match.

        A player who leaves waits for the disk, but not for long: a host could give it any amount of work.
        """
        async with trio.open_nursery() as nursery:
            with trio.CancelScope(shield=True) as saving:
                nursery.start_soon(_limit_once_cancelled, saving)
                troubles = await self.autosave.save(self.model.session)
                if troubles:
                    self.deliver(troubles)
            nursery.cancel_scope.cancel()


async def _limit_once_cancelled(saving: trio.CancelScope) -> None:
    """Wait for cancellation, and give the other scope `TIME_TO_SAVE` from then on."""
    try:
        await trio.sleep_forever()
    finally:
        saving.deadline = trio.current_time() + TIME_TO_SAVE
