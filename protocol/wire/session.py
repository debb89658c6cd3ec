"""A client's side of a session: which game, which number comes next, how to come back. Sans-I/O.

Here: the hello that resumes, the check that numbers are dense, and the fold of what arrives. A front end asks
this for its table; a link feeds it what it decoded. Not here: sockets and retries (the client's `link`), words for
people.
"""

from attrs import define, field

from protocol.log.events import Entry, TableOpened
from protocol.log.sanity import misfit
from protocol.log.table import Table, empty_table, evolve, opened, seat_named
from protocol.wire.codec import MalformedError, OverLimitError
from protocol.wire.limits import MOST_ENTRIES
from protocol.wire.messages import PROTOCOL, Hello, Role, Welcome


class GapError(Exception):
    """A number was skipped or told twice: the daemon, or something in between, is at fault."""

    def __init__(self, expected: int, got: int) -> None:
        super().__init__(f"entry {got} came where {expected} was due")
        self.expected = expected
        self.got = got


def _check_seat(seat: int | None, table: Table) -> None:
    if seat is not None and not 0 <= seat < len(table.seats):
        raise MalformedError(f"there is no {seat_named(seat)} to welcome anybody to")


@define
class Session:
    """What one viewer has been told of a game, folded.

    `role` is the one to come in with; who has sat down or stood up since comes back as that. `head` is the last number
    held, `goal` the head at the last welcome.
    """

    client: str
    name: str
    role: Role = Role.PLAYER
    wanted_table: str | None = None
    wanted_game: str | None = None
    password: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    table_name: str | None = None
    game: str | None = None
    seat: int | None = None
    is_host: bool = False
    head: int = 0
    goal: int = 0
    table: Table = field(factory=empty_table)
    entries: list[Entry] = field(factory=list)

    def hello(self) -> Hello:
        """The first line of a connection: a new seat, or the same one from the next number on."""
        return Hello(
            protocol=PROTOCOL,
            client=self.client,
            name=self.name,
            role=self._role_at_table if self.game is not None else self.role,
            table=self.table_name or self.wanted_table,
            game=self.game or self.wanted_game,
            token=self.token,
            since=self.head if self.game is not None else None,
            password=self.password,
        )

    @property
    def _role_at_table(self) -> Role:
        if self.role is Role.READER:
            return self.role
        return Role.SPECTATOR if self.seat is None and self.token is None else Role.PLAYER

    def welcomed(self, welcome: Welcome) -> bool:
        """Take up what the daemon says follows. True where the log begins anew: another game, or another viewer.

        Raises `GapError`, and `MalformedError` for a seat that is not there.
        """
        begins_anew = welcome.from_ == 1 or welcome.game != self.game
        if begins_anew:
            self.head, self.table = 0, empty_table()
            self.entries.clear()
        if welcome.from_ != self.head + 1:
            raise GapError(self.head + 1, welcome.from_)
        if self.head:
            _check_seat(welcome.seat, self.table)
        self.table_name, self.game, self.seat = welcome.table, welcome.game, welcome.seat
        if welcome.seat is None and self.role is not Role.READER:
            self.token = None  # who has stood up has no seat to come back to
        else:
            self.token = welcome.token or self.token
        self.is_host = welcome.host
        self.goal = welcome.head
        return begins_anew

    def told(self, entry: Entry) -> Table:
        """Fold one entry more and return the table before it.

        Raises `GapError`, and `MalformedError` for an entry that cannot belong to this game; then nothing has changed.
        """
        if entry.seq != self.head + 1:
            raise GapError(self.head + 1, entry.seq)
        if entry.seq > MOST_ENTRIES:
            raise OverLimitError(f"a game has more than {MOST_ENTRIES} entries")
        before = self.table
        fault = misfit(before if self.head else None, entry.event)
        if fault is not None:
            raise MalformedError(f"entry {entry.seq}: {fault}")
        if isinstance(entry.event, TableOpened):
            _check_seat(self.seat, opened(entry.event))
        self.table = evolve(before, entry.event)
        self.head = entry.seq
        self.entries.append(entry)
        return before

    @property
    def is_caught_up(self) -> bool:
        """Whether everything that was there at the welcome has arrived: before that, entries are history, not news."""
        return self.head >= self.goal
