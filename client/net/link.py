"""The connection to the daemon: made, kept up, made again.

Lives here: connecting, the hello, reading, and coming back after the line was cut, for as long as the player stays. One
task reads, another one writes (`writer`). Works under trio alone and where trio is a guest.
Not here: what the messages mean (`model`), how anything is shown. A front end gets `Announcement`s through `tell`, puts
commands into the model and calls `flush`.

Only the first connection may fail for good: an address that never answered is more likely wrong than asleep.
"""

from collections.abc import Awaitable, Callable
from typing import Final

import trio
from attrs import Factory, define, field, frozen

from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import Connecting, Ended, InLobby, NeedsPassword
from client.net.keepsakes import Keepsakes
from client.net.writer import Writer
from client.words import connecting_words as words_coming_in
from client.words import connection_words as words_link
from client.words import lobby_words as words_lobby
from client.words.refusal_words import farewell
from protocol.console.address import Address
from protocol.wire.codec import (
    MalformedError,
    OverLimitError,
    UnknownEventError,
    decode_from_daemon,
    encode_from_client,
)
from protocol.wire.frames import Lines, LineTooLongError
from protocol.wire.messages import (
    LONGEST_FROM_DAEMON,
    AskTables,
    Farewell,
    FromClient,
    FromDaemon,
    Goodbye,
    Operator,
    Pong,
    Role,
    Tables,
    Welcome,
)
from protocol.wire.session import GapError

TIME_TO_CONNECT: Final = 10.0
TIME_TO_BE_ANSWERED: Final = 10.0
LONGEST_SILENCE: Final = 30.0
"""Without a byte for so long, pongs included, the line is dead, whatever the system says."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 15.0
CHUNK: Final = 64 * 1024
"""Bytes that are read, folded and told at once; in between, keys and signals have their turn."""
TIME_TO_KEEP: Final = 0.3
"""Seconds that leaving waits for the disk."""
MOST_KEYS_TRIED: Final = 3
MOST_PASSWORDS: Final = 3
"""Passwords that may be typed for a table."""

_RETRIED: Final = (
    Farewell.SHUTDOWN,
    Farewell.TOO_MANY,
    Farewell.SILENT,
    Farewell.TROUBLE,
)
"""Goodbyes after which it makes sense to come back, once one has been there."""

_CHOOSE_AGAIN: Final = (
    Farewell.NO_SUCH_TABLE,
    Farewell.TABLE_FULL,
    Farewell.TOO_MANY_SEATS,
    Farewell.NO_SPECTATORS,
    Farewell.BAD_PASSWORD,
)
"""Goodbyes after which another of the host's tables may do."""


@frozen
class Cut:
    """The line is dead; what is known of why."""

    why: str


@frozen
class Nonsense:
    """What came is not what a daemon of this release says; the sentence is for the player."""

    text: str


@frozen
class Moved:
    """The player goes to another table, by another connection."""


Parting = Cut | Nonsense | Moved | Goodbye
Dial = Callable[[Address], Awaitable[trio.abc.Stream]]


async def _hurry(keeping: trio.CancelScope) -> None:
    """Once this is cancelled, leave the other only so much time."""
    try:
        await trio.sleep_forever()
    finally:
        keeping.deadline = trio.current_time() + TIME_TO_KEEP


def _no_secret() -> str | None:
    return None


async def dial(address: Address) -> trio.abc.Stream:
    """A TCP connection. Raises `OSError`."""
    stream = await trio.open_tcp_stream(address.host, address.port)
    stream.setsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY, 1)
    return stream


@define(eq=False)
class Link:
    """One player's way to one daemon.

    `tell` is called with news whenever there may be something new to show. `chance` gives numbers from 0 to 1, for the
    pauses between attempts. `comes_back` is False where a daemon that is gone will not be there again; then `kept` says
    what has become of the game. `secret` is asked at each connection for the operator's, where this player may have it.
    `asks_password`: somebody is there who can type a table's password.
    """

    model: Model
    address: Address
    keepsakes: Keepsakes
    tell: Callable[[list[Announcement]], None]
    chance: Callable[[], float]
    dial: Dial = dial
    comes_back: bool = True
    kept: str = words_coming_in.GAME_IS_KEPT
    secret: Callable[[], str | None] = _no_secret
    asks_password: bool = False
    _writer: Writer = field(
        init=False, default=Factory(lambda link: Writer(link.model.pending.outbox), takes_self=True)
    )
    _asked_table: str | None = None
    _looked_for: str | None = None
    _finds_table: bool = True
    """Whether the table is looked for here, as long as none is named; else the player chooses from the list."""
    _uses_kept_seats: bool = True
    _has_been_answered: bool = False
    _is_answered: bool = False
    _has_had_a_gap: bool = False
    _failures: int = 0
    _lost_because: str = ""
    _secret_shown: str | None = None
    _wrong_secret: str | None = None
    _connection: trio.CancelScope | None = None
    _has_chosen: bool = False
    """Whether the player has chosen a table here, and may choose another."""
    _passwords_typed: int = 0
    _password: str = ""
    _is_password_typed: trio.Event = field(factory=trio.Event)

    def flush(self) -> None:
        """Send what the model has in its outbox, as soon as there is a connection."""
        self._writer.flush()

    def move_to(self, table: str) -> WhyNot | None:
        """Go to a table: from the lobby on this connection, else by leaving the table here for a new one.

        Others open tables meanwhile: for one that was not on the list told last, a new list is asked for.
        """
        if table not in self.model.lobby.names:
            self._looked_for = table
            why_not = self.model.ask_tables()
            self.flush()
            return why_not
        self._asked_table, self._looked_for, self._uses_kept_seats = table, None, True
        self._has_chosen, self._passwords_typed = True, 0
        self.keepsakes.key = None
        if isinstance(self.model.status, InLobby):
            self._go_in(table)
            self.flush()
        else:
            self.model.change_table(table)
            if self._connection is not None:
                self._connection.cancel()
        return None

    def _go_in(self, table: str) -> None:
        """Go from the lobby to a table, on this connection."""
        self.model.session.wanted_table = table
        self.model.pending.outbox.append(self._hello())
        self.model.status = Connecting()

    def call_player(self, name: str) -> None:
        """Have this name from the next seat on; the key to the seat at hand is kept under it, too."""
        self.model.session.name = self.keepsakes.name = name

    def has_kept_seat(self, table: str) -> bool:
        """Whether the key of a seat at this table is kept."""
        return self.keepsakes.has_key(table)

    async def run(self) -> Ended:
        """Stay connected until the daemon ends it for good; a player who leaves cancels this."""
        self._asked_table = self.model.session.wanted_table
        while True:
            parting = await self._connect()
            ended = await self._ask_password() if self._wants_password(parting) else self._after(parting)
            if ended is not None:
                self.model.status = ended
                self.tell([])
                return ended
            if not isinstance(parting, Moved) and self._failures:
                await trio.sleep(self._pause(parting))

    # A table with a password.

    def give_password(self, typed: str) -> None:
        """What was typed where a password is asked for; an empty text gives up."""
        self._password = typed
        self._is_password_typed.set()

    def _wants_password(self, parting: Parting) -> bool:
        """Whether a password is to be typed now; one that came with the command line is not asked for again."""
        is_locked = isinstance(parting, Goodbye) and parting.reason == Farewell.BAD_PASSWORD
        is_given = self.model.session.password is not None and not self._passwords_typed
        return is_locked and self.asks_password and not is_given

    async def _ask_password(self) -> Ended | None:
        """Have the password typed; how it ends, or None where another connection is to be made."""
        table = self.model.session.wanted_table or ""
        self._failures = 0
        if self._passwords_typed == MOST_PASSWORDS:
            return self._do_without(words_lobby.wrong_passwords(table, MOST_PASSWORDS))
        self.model.change_table(table)
        asked = words_lobby.password_wanted(table, is_wrong=self._passwords_typed > 0)
        self.model.status, self._is_password_typed = NeedsPassword(asked), trio.Event()
        self.tell([Announcement(Subject.LINK, asked)])
        await self._is_password_typed.wait()
        if not self._password:
            return self._do_without(words_lobby.no_password(table))
        self._passwords_typed += 1
        self.model.session.password, self.model.status = self._password, Connecting()
        self.tell([])
        return None

    def _do_without(self, why: str) -> Ended | None:
        """Another table may do for whoever has chosen this one; nothing else for whoever came for it."""
        self._passwords_typed, self.model.session.password = 0, None
        if not self._has_chosen:
            return Ended(why)
        self._choose_again(why)
        return None

    # What comes after a connection.

    def _after(self, parting: Parting) -> Ended | None:
        """How it ends, or None where another connection is to be made."""
        match parting:
            case Moved():
                self._failures = 0
                return None
            case Nonsense():
                return Ended(parting.text)
            case Cut():
                if not self._has_been_answered or not self.comes_back:
                    return Ended(self._with_comfort(words_coming_in.no_connection(parting.why)))
            case Goodbye():
                # Who stands up where nobody may watch has left.
                has_left = parting.reason == Farewell.NO_SPECTATORS and self.keepsakes.drop_key()
                if self._may_do_without_secret(parting):
                    return None
                if self._may_join_anew(parting) or self._may_choose_again(parting):
                    return None
                text = self._told(parting)
                if parting.reason not in _RETRIED or not self._has_been_answered:
                    failed = not has_left and parting.reason != Farewell.FINISHED
                    return Ended(text, failed, is_elsewhere=parting.reason == Farewell.REPLACED)
                if not self.comes_back:
                    return Ended(self._with_comfort(text))
        self._failures += 1
        return None

    def _told(self, goodbye: Goodbye) -> str:
        text = farewell(goodbye.reason, goodbye.detail)
        return self._with_other_names(text) if goodbye.reason == Farewell.TABLE_FULL else text

    def _told_full(self, table: str) -> str:
        return self._with_other_names(words_lobby.full(table))

    def _with_other_names(self, text: str) -> str:
        """Of a full table: it may be one's own seat, under another name, that is taken there."""
        names = self.keepsakes.other_names()
        return f"{text} {words_coming_in.kept_as(names)}" if names else text

    def _with_comfort(self, text: str) -> str:
        """Where a daemon of one's own has stopped, its game has not."""
        return f"{text} {self.kept}" if self._has_been_answered and not self.comes_back else text

    def _may_do_without_secret(self, goodbye: Goodbye) -> bool:
        """Whether it may have been the secret that would not do: a daemon that was killed leaves its key behind.

        It is known to be right once anything else was answered.
        """
        if goodbye.reason != Farewell.BAD_TOKEN or self._secret_shown is None or self._is_answered:
            return False
        self._wrong_secret, self._failures = self._secret_shown, 0
        return True

    def _may_join_anew(self, goodbye: Goodbye) -> bool:
        """Whether it was a kept key that would not do: then others are tried, and one says hello as a stranger."""
        session = self.model.session
        if goodbye.reason not in (Farewell.BAD_TOKEN, Farewell.NO_SUCH_TABLE) or session.token is None:
            return False
        self.keepsakes.refuse_key(session, session.token)
        self._wrong_secret = None  # it was the key to the seat
        self.model.change_table(self._asked_table)
        self._uses_kept_seats, self._failures = len(self.keepsakes.refused) < MOST_KEYS_TRIED, 0
        return True

    def _may_choose_again(self, goodbye: Goodbye) -> bool:
        """Whether a table of those listed would not do: then one is back among them, and told why.

        To whom none was shown, the only one there is speaks for itself, unless it is full.
        """
        tables, is_full = self.model.lobby.tables, goodbye.reason == Farewell.TABLE_FULL
        if goodbye.reason not in _CHOOSE_AGAIN or not tables:
            return False
        if len(tables) < 2 and self._finds_table and not is_full:
            return False
        session = self.model.session
        why = self._told_full(session.wanted_table or "") if is_full else self._told(goodbye)
        if goodbye.reason == Farewell.BAD_PASSWORD:
            why = words_lobby.WRONG_WORD if session.password else words_lobby.needs_word(session.wanted_table or "")
            session.password = None
        self._choose_again(why)
        return True

    def _choose_again(self, why: str) -> None:
        self.model.change_table(None)
        self._asked_table, self._finds_table, self._uses_kept_seats, self._failures = None, False, False, 0
        self.keepsakes.key = None
        self.tell([Announcement(Subject.REFUSED, why)])

    def _pause(self, parting: Parting) -> float:
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self._failures - 1, 10))
        seconds = longest * (0.5 + self.chance() / 2)
        self._lost_because = self._lost_because or self._why(parting)
        self.tell(self.model.connection_lost(self._lost_because, seconds))
        return seconds

    def _why(self, parting: Parting) -> str:
        """Why the line was cut, first of all; what stands in the way of coming back tells a player less."""
        if isinstance(parting, Goodbye):
            return words_link.ended_by_host(parting.reason)
        return parting.why if isinstance(parting, Cut) and self._is_answered else words_link.unreachable(self.address)

    # One connection.

    async def _connect(self) -> Parting:
        self._is_answered, self._looked_for = False, None
        self.model.connection_opened()
        try:
            with trio.fail_after(TIME_TO_CONNECT):
                stream = await self.dial(self.address)
        except trio.TooSlowError:
            return Cut(words_link.silent(self.address))
        except OSError as error:
            return Cut(words_link.cannot_connect(self.address, error))
        async with stream:
            return await self._talk(stream)

    async def _talk(self, stream: trio.abc.Stream) -> Parting:
        parting: Parting = Moved()
        async with trio.open_nursery() as nursery:
            self._connection = nursery.cancel_scope
            nursery.start_soon(self._writer.write, stream, self._first_lines())
            parting = await self._read(stream)
            nursery.cancel_scope.cancel()
        self._connection = None
        return parting

    def _first_lines(self) -> bytes:
        secret = self.secret()
        self._secret_shown = None if secret == self._wrong_secret else secret
        shown = b"" if self._secret_shown is None else encode_from_client(Operator(self._secret_shown))
        return shown + encode_from_client(self._first_line())

    def _first_line(self) -> FromClient:
        """Whoever names no table asks first which there are."""
        session = self.model.session
        if session.table_name or session.wanted_table:
            return self._hello()
        if session.role is Role.PLAYER and self._uses_kept_seats:
            self.model.lobby.own_games = self.keepsakes.unfinished_games()
        return AskTables(self.model.lobby.own_games)

    def _hello(self) -> FromClient:
        session = self.model.session
        is_coming_in = session.role is Role.PLAYER and session.game is None
        if is_coming_in and session.token is None and self._uses_kept_seats:
            key = self.keepsakes.use_key(session.wanted_table)
            if key is not None:
                # Without its game: one that is over would be opened again, and what goes on there is another.
                session.token, session.wanted_table = key.token, key.table
        return session.hello()

    async def _read(self, stream: trio.abc.Stream) -> Parting:
        lines = Lines(LONGEST_FROM_DAEMON)
        while True:
            patience = LONGEST_SILENCE if self._is_answered else TIME_TO_BE_ANSWERED
            received = b""
            try:
                with trio.move_on_after(patience) as silence:
                    received = bytes(await stream.receive_some(CHUNK))
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return Cut(words_link.CLOSED)
            if silence.cancelled_caught:
                return Cut(words_link.SILENT if self._is_answered else words_link.not_welcomed(self.address))
            if not received:
                return Cut(words_link.CLOSED)
            parting = self._hear(lines, received)
            if self.keepsakes.has_to_keep(self.model.session):
                await self._keep()
            if parting is not None:
                return parting
            # A game that ended in this breath is kept by now: going away forgets it.
            if self._looked_for is not None and self._looked_for in self.model.lobby.names:
                self.move_to(self._looked_for)

    async def _keep(self) -> None:
        """Keep what is new, also where a goodbye came in the same breath as the end of the match.

        A player who leaves waits for the disk, but not for long: a host may give it more to do than it can.
        """
        async with trio.open_nursery() as nursery:
            with trio.CancelScope(shield=True) as keeping:
                nursery.start_soon(_hurry, keeping)
                troubles = await self.keepsakes.keep(self.model.session)
                if troubles:
                    self.tell(troubles)
            nursery.cancel_scope.cancel()

    def _hear(self, lines: Lines, received: bytes) -> Parting | None:
        """Fold every whole line that has come, and only then tell what is new."""
        news: list[Announcement] = []
        parting: Parting | None = None
        may_have_changed = False
        try:
            for line in lines.feed(received):
                message = decode_from_daemon(line)
                if isinstance(message, Goodbye):
                    parting = message
                    break
                if message is not None:
                    self._note_answer(message)
                    told = self.model.receive(message, trio.current_time())
                    news += self._told_of_tables(told) if isinstance(message, Tables) else told
                    may_have_changed |= not isinstance(message, Pong)
            news += self.model.settle()
        except GapError:
            parting = self._after_gap()
        except UnknownEventError:
            parting = Nonsense(words_link.UPDATE)
        except OverLimitError as error:
            parting = Nonsense(words_link.not_allowed(error))
        except LineTooLongError as error:
            parting = Nonsense(words_link.not_allowed(error) if self._has_been_answered else words_link.NO_DAEMON)
        except MalformedError:
            parting = Nonsense(words_link.BROKEN_GAME if self._has_been_answered else words_link.NO_DAEMON)
        if news or parting is not None or may_have_changed:
            self.tell(news)
        self.flush()
        return parting

    def _told_of_tables(self, news: list[Announcement]) -> list[Announcement]:
        """What a list of tables tells; where a table was looked for, only that it is not among them."""
        if self._finds_table and isinstance(self.model.status, InLobby):
            return self._find_table(news)
        table, names = self._looked_for, self.model.lobby.names
        if table is None:
            return news
        if table in names:
            return []
        self._looked_for = None
        return [Announcement(Subject.REFUSED, words_lobby.no_such_table(table, sorted(names)))]

    def _find_table(self, news: list[Announcement]) -> list[Announcement]:
        """Go where this player has a seat, else to the host's own table; where neither will do, the list is told."""
        session, lobby = self.model.session, self.model.lobby
        plays = session.role is Role.PLAYER
        table = self.keepsakes.use_key_among(lobby.tables) if plays and self._uses_kept_seats else None
        session.token = None if self.keepsakes.key is None else self.keepsakes.key.token
        if table is None:
            self._uses_kept_seats = False
            table = lobby.for_newcomers
            if table is not None and plays and lobby.is_full(table):
                news = [Announcement(Subject.REFUSED, self._told_full(table)), *news]
                table = None
        if table is None:
            self._finds_table = False
            return news
        self._go_in(table)
        return []

    def _note_answer(self, message: FromDaemon) -> None:
        if isinstance(message, Welcome | Tables):
            self._is_answered = self._has_been_answered = True
            self._failures, self._lost_because = 0, ""
        if isinstance(message, Welcome):
            self._passwords_typed = 0
            self._writer.welcomed()

    def _after_gap(self) -> Parting:
        """Once, the whole game is asked for again; a host that skips numbers again is beyond help."""
        if self._has_had_a_gap:
            return Nonsense(words_link.BROKEN_GAME)
        self._has_had_a_gap = True
        self.model.session.game = None
        return Cut(words_link.GAP)
