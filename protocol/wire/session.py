"""A client's side of a session: the game, the number of the next entry, how to come back. Sans-I/O.

Here: the hello that resumes, the check that entries are numbered without gaps, and the fold. A link passes in decoded
messages, and a front end reads the table. Not here: sockets and retries (the client's `link`), sentences for people.
"""

from collections.abc import Callable, Sequence
from typing import Final

from attrs import field

from protocol.frozen import define
from protocol.log.commands import Command, Seal
from protocol.log.events import Entry, TableOpened
from protocol.log.sanity import misfit
from protocol.log.statements import SeatKey
from protocol.log.succession import MOST_HOSTS, Succession
from protocol.log.table import Stage, Table, empty_table, evolve, opened_table, seat_named
from protocol.wire.codec import MalformedError, OverLimitError
from protocol.wire.limits import MOST_ENTRIES
from protocol.wire.messages import PROTOCOL, Hello, Role, Welcome
from protocol.wire.sealer import Sealer

MOST_TOKENS: Final = 3
"""Tokens of a seat that a client keeps: as many as are valid at a time."""


class GapError(Exception):
    """An entry is missing or came twice: a fault of the daemon, or of something between it and this client."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__(f"entry {got} came where {expected} was due")
        self.expected = expected
        self.got = got


def _check_seat(seat: int | None, table: Table) -> None:
    if seat is not None and not 0 <= seat < len(table.seats):
        raise MalformedError(f"there is no {seat_named(seat)} to welcome anybody to")


@define
class Session:
    """The game as one viewer has received it, folded.

    `role` is the role to join in. A viewer who has since taken or left a seat comes back in that role. `head` is the
    number of the last entry received, `goal` the daemon's last entry at the last welcome. `reuses_token`: a token that
    opened a seat stays in use, and so stays valid; the newer ones that the daemon sends for the same seat are not used.
    `older_tokens`: those before it, newest first: a host whose store has gone back does not know the newest ones.
    `own_token`: what the token of the next seat shall be, so that the viewer comes to the seat if its welcome is lost.
    Once it is a seat's, `new_token` makes another one; without that there is none.
    `is_host`, `may_begin`, `is_held`: as in the last `Welcome` or notice. `after_match`: as in the last `Welcome`.
    `sealer`: the viewer's part in mixed deals.
    `succession`: the hosts that the game has had.
    """

    client: str
    name: str
    role: Role = Role.PLAYER
    wanted_table: str | None = None
    wanted_game: str | None = None
    password: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    older_tokens: tuple[str, ...] = field(default=(), repr=False)
    new_token: Callable[[], str] | None = field(default=None, repr=False)
    own_token: str | None = field(default=None, repr=False)
    table_name: str | None = None
    game: str | None = None
    seat: int | None = None
    is_host: bool = False
    may_begin: bool = False
    after_match: int = 0
    is_held: bool = False
    head: int = 0
    goal: int = 0
    table: Table = field(factory=empty_table)
    entries: list[Entry] = field(factory=list)
    reuses_token: bool = False
    sealer: Sealer = field(factory=Sealer)
    succession: Succession = field(factory=Succession)
    _comes: str | None = field(default=None, repr=False)
    """The signature by which the seat is claimed at another host of the game; None without a claim."""
    _there: str | None = field(default=None, repr=False)
    """With that, the signature that proves to the host before that the viewer has come there."""
    wants_all: bool = False
    """Whether the next hello asks for the whole game, because what has arrived does not fit together."""
    _newer_token: str | None = field(default=None, repr=False)
    _has_shown_token: bool = False
    """Whether the next welcome answers a hello with a token."""

    def at_table(self, table: str | None) -> "Session":
        """A new session of the same player, for another table; None for the choice of one."""
        return Session(
            self.client,
            self.name,
            self.role,
            wanted_table=table,
            password=self.password,
            new_token=self.new_token,
            own_token=None if self._is_own_token_used else self.own_token,
            reuses_token=self.reuses_token,
            sealer=Sealer(self.sealer.new_secret, is_page=self.sealer.is_page),
        )

    def come_back_to(
        self,
        token: str | None,
        secrets: Sequence[str] = (),
        game: str | None = None,
        older_tokens: Sequence[str] = (),
    ) -> None:
        """Ask for a seat that was saved in this game, with the secrets that were kept beside its tokens.

        None for a new seat.
        """
        self.token, self.older_tokens = token, tuple(older_tokens)
        self.sealer.restore(secrets, game)

    def claim(self, statement: str, secrets: Sequence[str], arrival: str | None = None) -> None:
        """Ask another host for a seat, with this statement and the secrets kept beside the seat.

        The token for the seat stays with the host that issued it. `arrival`: what the viewer states for the host
        before.
        """
        self.sealer.restore(secrets)
        self.token, self.older_tokens, self._comes = None, (), self.sealer.signed(statement)
        self._there = None if arrival is None else self.sealer.signed(arrival)

    @property
    def is_seat_provable(self) -> bool:
        """Whether the log shows the key with which the viewer can prove to everybody whose the seat is."""
        keys, key = self.succession.seat_keys, self.sealer.seat_key
        return self.seat is not None and key is not None and not key.page and keys[self.seat : self.seat + 1] == [key]

    @property
    def is_claiming(self) -> bool:
        """Whether it asks another host for its seat, and has not been welcomed yet."""
        return self._comes is not None

    def use_older_token(self) -> bool:
        """Ask for the seat with the token before this one; False if there is none left."""
        if not self.older_tokens:
            return False
        self.token, *older = self.older_tokens
        self.older_tokens, self._newer_token = tuple(older), None
        return True

    def hello(self, history: str | None = None) -> Hello:
        """The first line of a connection: it asks for a new seat, or for the same seat from the next entry on.

        `history`: the beginning of the digest of the entries so far, if it is known.
        """
        self._has_shown_token = self.token is not None
        since = self.head if self.game is not None and not self.wants_all else None
        sealed = self._seal()
        role = self._role_at_table if self.game is not None else self.role
        if self.new_token is not None and (self.own_token is None or self._is_own_token_used):
            self.own_token = self.new_token()
        return Hello(
            protocol=PROTOCOL,
            client=self.client,
            name=self.name,
            role=role,
            table=self.table_name or self.wanted_table,
            game=self.game or self.wanted_game,
            token=self.token,
            since=since,
            password=self.password,
            seal=None if sealed is None else sealed.seal,
            seat_key=self._claimed_key if sealed is None else sealed.seat_key,
            comes=self._comes,
            there=None if self._comes is None else self._there,
            history=None if since is None else history,
            own_token=None if role is Role.READER else self.own_token,
        )

    @property
    def _is_own_token_used(self) -> bool:
        """Whether it is the token of the viewer's seat, as far as is known."""
        return self.own_token in (self.token, *self.older_tokens)

    def _seal(self) -> Seal | None:
        comes_back = self.token is not None or self._comes is not None
        return None if self.role is Role.READER else self.sealer.seal_for_hello(comes_back=comes_back)

    @property
    def _claimed_key(self) -> SeatKey | None:
        return None if self._comes is None else self.sealer.seat_key

    @property
    def _role_at_table(self) -> Role:
        if self.role is Role.READER:
            return self.role
        return Role.SPECTATOR if self.seat is None and self.token is None else Role.PLAYER

    def take_welcome(self, welcome: Welcome) -> bool:
        """Take the seat and the game of a welcome. True if the log starts again, for another game or another viewer.

        Raises `GapError`, and `MalformedError` for a seat that does not exist.
        """
        begins_anew = welcome.from_ == 1 or welcome.game != self.game
        self._comes, self.wants_all = None, False
        if begins_anew:
            self.head, self.table, self.succession = 0, empty_table(), Succession()
            self.entries.clear()
            self.sealer.begin(welcome.game)
        if welcome.from_ != self.head + 1:
            raise GapError(self.head + 1, welcome.from_)
        if self.head:
            _check_seat(welcome.seat, self.table)
        self.table_name, self.game, self.seat = welcome.table, welcome.game, welcome.seat
        if welcome.seat is None and self.role is not Role.READER:
            self.token, self.older_tokens = None, ()  # a viewer who has left the seat has none to come back to
        else:
            self._take_token(welcome.token)
        self.is_host, self.may_begin, self.after_match = welcome.host, welcome.may_begin, welcome.after_match
        self.goal, self.is_held = welcome.head, welcome.held
        return begins_anew

    def lose_seat(self) -> None:
        """Give up the seat: the host has given it to somebody else, and the token is not valid any more."""
        self.seat, self.token, self.older_tokens, self.is_host = None, None, (), False

    def _take_token(self, token: str | None) -> None:
        is_for_same_seat = self._has_shown_token or token == self._newer_token
        self._has_shown_token = False
        if token is None:
            return
        if self.reuses_token and is_for_same_seat:
            self._newer_token = token
        elif token != self.token:
            before = () if self.token is None or not is_for_same_seat else (self.token, *self.older_tokens)
            self.token, self.older_tokens, self._newer_token = token, before[: MOST_TOKENS - 1], None

    def receive(self, entry: Entry) -> Table:
        """Fold the next entry, and return the table as it was before.

        Raises `GapError`, and `MalformedError` for an entry that is impossible in this game; then nothing has changed.
        """
        if entry.seq != self.head + 1:
            raise GapError(self.head + 1, entry.seq)
        if entry.seq > MOST_ENTRIES:
            raise OverLimitError(f"a game has more than {MOST_ENTRIES} entries")
        if self.succession.number > MOST_HOSTS:
            raise OverLimitError(f"a game has had more than {MOST_HOSTS} hosts")
        before = self.table
        fault = misfit(before if self.head else None, entry.event)
        if fault is not None:
            raise MalformedError(f"entry {entry.seq}: {fault}")
        if isinstance(entry.event, TableOpened):
            _check_seat(self.seat, opened_table(entry.event))
        self.sealer.note(before, self.seat, entry.event)
        self.succession.note(before, entry)
        self.table = evolve(before, entry.event)
        self.head = entry.seq
        self.entries.append(entry)
        return before

    def owed(self) -> list[Command]:
        """What the viewer's program has to send by itself now: its seal, or its number for the next deal."""
        return self.sealer.owed(self.table, self.seat) if self.is_caught_up and not self.is_held else []

    @property
    def is_between_matches(self) -> bool:
        """Whether the players of this table wait for another match after one, and agree to it."""
        return self.after_match > 0 and self.table.stage is Stage.SEATING

    @property
    def is_caught_up(self) -> bool:
        """Whether every entry that existed at the welcome has arrived. Until then, entries are history, not news."""
        return self.head >= self.goal
