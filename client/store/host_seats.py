"""The player's saved seats at one host: the one in use, those the host refused, and the choice among the others.

A game may have gone on here that began at another host. Then the seat there is claimed here, and the new one is saved
beside it: its token may still be good for something, until the match is over.

Here: which saved seat belongs to which table. Not here: what is saved (`saved_seats`), when a seat is saved
(`autosave`), which table the player goes to (`table_choice`).
"""

from collections.abc import Callable, Sequence
from typing import Final

from attrs import field

from client.store.saved_seats import SavedSeat, SavedSeats
from client.view.view import View
from client.words.name_words import game_title, game_with
from protocol.frozen import define
from protocol.log.succession import precedence
from protocol.log.table import Stage
from protocol.wire.messages import TableSummary
from protocol.wire.session import Session

MOST_GAMES_ASKED_FOR: Final = 50
MOST_FORMER_GAMES: Final = 10
_STAGES: Final = (Stage.PLAYING, Stage.SEATING, Stage.OVER)


def _is_for(seat: SavedSeat, table: TableSummary) -> bool:
    """Whether a saved seat may be at this table: in its game, or in an earlier game of the same players."""
    if seat.game == table.game:
        return True  # even if the table has another name now
    is_seated = any(other.bot is None and (other.name or "").startswith(seat.name) for other in table.seats)
    return seat.table == table.table and is_seated


def _is_provable(seat: SavedSeat) -> bool:
    """Whether a saved seat can be claimed where its game goes on."""
    return bool(seat.game and seat.secrets and not seat.is_over)


def _may_claim(seat: SavedSeat, table: TableSummary) -> bool:
    """Whether a saved seat can be claimed at this table, which goes on with its game.

    A game has another id at each host: under its own, a host could have the token of another one shown to it.
    """
    goes_on = table.continues is not None and seat.game in table.continues.games and seat.game != table.game
    return goes_on and _is_provable(seat)


def _rank(place: tuple[SavedSeat, TableSummary]) -> tuple[int, int, tuple[int, float]]:
    """The order in which a seat at a table is preferred, the lowest first."""
    seat, table = place
    stage = _STAGES.index(table.stage)
    if seat.game == table.game:
        return stage, 0, (0, 0)
    if table.continues is not None and _may_claim(seat, table):
        return stage, 1, precedence(table.continues)
    return stage, 2, (0, 0)


def _about(session: Session) -> str:
    """The game in words, and with whom once nobody else can join: a host could change the seats without end."""
    if not session.head:
        return ""
    is_seating = session.table.stage is Stage.SEATING
    return game_title(session.table.preset) if is_seating else game_with(View(session.table, session.seat))


def former_games(session: Session) -> tuple[str, ...]:
    """The ids that the session's game had at other hosts, the last ones: a host could name any number."""
    continues = session.succession.continues
    return () if continues is None else continues.games[-MOST_FORMER_GAMES:]


@define(eq=False)
class HostSeats:
    """The saved seats of the player `name` at the daemon of this `address`; `current` is the one in use.

    `claimed`: the seat at another host that is claimed at this one, in place of a current one.

    A seat keeps the name that it was taken under; after a new name, the seats under `former_names` are still used.
    `host_command`: the words after `fives` that host this daemon again, if the player hosts it. `key`: the host's key,
    as the last connection has shown it; empty if that was not encrypted. `find_key`: finds it where not this program
    itself is connected to the host, but a page.
    """

    saved: SavedSeats
    address: str
    name: str
    host_command: tuple[str, ...] = ()
    current: SavedSeat | None = None
    refused: set[SavedSeat] = field(factory=set)
    refused_claims: set[SavedSeat] = field(factory=set)
    former_names: tuple[str, ...] = ()
    key: str = ""
    claimed: SavedSeat | None = None
    find_key: Callable[[], str | None] | None = None

    @property
    def tried(self) -> int:
        """How many seats and claims the host has refused."""
        return len(self.refused) + len(self.refused_claims)

    @property
    def certain_key(self) -> str:
        """The key that the host has for certain, so that a statement can name it; empty if that is not known."""
        return self.key or (self.find_key and self.find_key()) or ""

    def move_to(self, address: str) -> None:
        """Go to another host, whose key is not known yet."""
        self.address, self.key, self.current, self.claimed = address, "", None, None
        self.host_command = ()
        self.refused.clear()
        self.refused_claims.clear()

    def rename(self, name: str) -> None:
        """Use this name from the next seat on."""
        self.former_names = (self.name, *self.former_names)
        self.name = name

    def has_seat(self, table: str) -> bool:
        """Whether the player has a saved seat of this host at this table."""
        return self._find(table) is not None

    @property
    def has_seats_elsewhere(self) -> bool:
        """Whether the player has seats at other hosts that might be claimed at this one."""
        return any(_is_provable(seat) and not seat.is_at(self.address, self.key) for seat in self._own())

    def tables_with_seats(self, tables: Sequence[TableSummary]) -> frozenset[str]:
        """The names of those tables where the player has a saved seat."""
        return frozenset(table.table for _, table in self._places(tables))

    def has_lost_seat_at(self, table: TableSummary | None, name: str) -> bool:
        """Whether the player has a saved seat at this table, which is no seat any more, as they are seated nowhere.

        The table is listed as `table`, or has this name.
        """
        seats = (*self.refused, *self._usable())
        return any(seat.table == name or (table is not None and _is_for(seat, table)) for seat in seats)

    def places_at(self, tables: Sequence[TableSummary]) -> list[tuple[SavedSeat, TableSummary]]:
        """The player's seats at this host, each with its table, in the order in which they are preferred."""
        here = [(seat, table) for seat in self._usable() for table in tables if _is_for(seat, table)]
        here += [(seat, table) for seat in self._held() for table in tables if seat.game == table.game]
        return sorted(here, key=_rank)

    def use(self, table: str | None, listed: TableSummary | None = None) -> SavedSeat | None:
        """Make the saved seat at this table the current one, or claim one; returns it. None means any table.

        `listed`: the table as the host has listed it, as far as that is known.
        """
        self.current, self.claimed = self._find(table), None
        if listed is not None and (self.current is None or self.current.game != listed.game):
            self.claimed = next((seat for seat in self._claimable() if _may_claim(seat, listed)), None)
        if self.claimed is not None:
            self.current = None
        return self.current or self.claimed

    def use_at_one_of(self, tables: Sequence[TableSummary]) -> str | None:
        """Make a saved seat at one of these tables the current one, or claim one, and return the table's name.

        A running match comes before a table that waits, and this before a match that has ended; then the seat's own
        game before one that continues it, and this before one that may have followed it; then the seat used most
        recently. None without a seat.
        """
        self.current = self.claimed = None
        places = self._places(tables)
        if not places:
            return None
        seat, table = min(places, key=_rank)
        is_claim = seat.game != table.game and seat in self._claimable() and _may_claim(seat, table)
        self.current, self.claimed = (None, seat) if is_claim else (seat, None)
        return table.table

    def missing_from(self, tables: Sequence[TableSummary]) -> SavedSeat | None:
        """The seat used most recently in a match here that had not ended and is not listed, table nor game; if any."""
        listed = {name for table in tables for name in (table.table, table.game)}
        unfinished = (seat for seat in self._usable() if seat.game and not seat.is_over)
        return next((seat for seat in unfinished if listed.isdisjoint((seat.table, seat.game))), None)

    def unlisted(self, tables: Sequence[TableSummary]) -> list[SavedSeat]:
        """The player's seats in unfinished games here that are at none of these tables, most recent first."""
        listed = {table.game for table in tables}
        return [seat for seat in self._usable() if seat.game and not seat.is_over and seat.game not in listed]

    def recent(self) -> list[SavedSeat]:
        """The player's seats in games here, finished or not, most recent first."""
        return [seat for seat in self._usable() if seat.game]

    def unfinished_games(self) -> tuple[str, ...]:
        """The ids of the player's unfinished games here, most recent first."""
        here = (*self._usable(), *self._held(), *self._from_other_ports())
        return tuple(seat.game for seat in here if seat.game and not seat.is_over)[:MOST_GAMES_ASKED_FOR]

    def refuse(self, session: Session, token: str) -> None:
        """Note that the host does not accept the current seat, or the one this token is for.

        It stays saved: the seat may belong to another of the host's data folders.
        """
        self.refused.add(self.current or self.seat_of(session, token))
        self.current = None

    def refuse_claim(self) -> None:
        """Note that the host does not accept the claimed seat, which stays saved. One of its own has a token, too."""
        if self.claimed is not None:
            self.refused_claims.add(self.claimed)
        self.claimed = None

    def drop(self) -> bool:
        """Delete the current seat, because the player has left it; False if there was none."""
        seat, self.current = self.current, None
        if seat is not None:
            self.saved.delete(seat)
            self.drop_former(seat)
        return seat is not None

    def drop_former(self, seat: SavedSeat) -> None:
        """Delete the seats that the player had at other hosts in the same game: those that this one was claimed with.

        A host could name any game as the one before.
        """
        for other in self.saved.all():
            if other.game in seat.continues and not {*other.secrets}.isdisjoint(seat.secrets):
                self.saved.delete(other)

    def other_names(self, table: TableSummary | None) -> list[str]:
        """The other names with saved seats at this table, most recent first; None for any table of this host."""
        own = (self.name, *self.former_names)
        here = (seat for seat in self.saved.all() if seat.is_at(self.address, self.key))
        names = (seat.name for seat in here if seat.name not in own and (table is None or _is_for(seat, table)))
        return [*dict.fromkeys(names)]

    def seat_of(self, session: Session, token: str) -> SavedSeat:
        """The session's seat, as it would be saved with this token."""
        current = self.current or self.claimed
        return SavedSeat(
            self.address,
            session.table_name or "",
            self.name if current is None else current.name,
            token,
            session.game or "",
            is_over=session.table.stage is Stage.OVER,
            about=_about(session) if current is None or session.is_caught_up else current.about,
            host_command=self.host_command or (() if self.current is None else self.current.host_command),
            secrets=session.sealer.secrets,
            key=self.key or ("" if self.current is None else self.current.key),
            continues=former_games(session),
            older_tokens=session.older_tokens,
        )

    def held_seat(
        self, session: Session, address: str, key: str, place: tuple[str, str], command: tuple[str, ...]
    ) -> SavedSeat:
        """The session's seat at the player's own daemon, which has the match now, before the player comes there.

        With it the match is found again, and hosted with this command, if this machine ends meanwhile. `place`: the
        table and the game there.
        """
        table, game = place
        return SavedSeat(
            *(address, table, self.name if self.current is None else self.current.name, "", game),
            about=_about(session),
            host_command=command,
            secrets=session.sealer.secrets,
            key=key,
            continues=(*former_games(session), session.game or ""),
        )

    def command_to_host_again(self, key: str, game: str | None) -> tuple[str, ...]:
        """The words after `fives` that host a match of the player's own daemon with this key; empty without any.

        `game`: its id there; None for any.
        """
        hosted = (seat for seat in self.saved.all() if seat.host_command and seat.key == key and not seat.is_over)
        return next((seat.command_to_host for seat in hosted if game in (None, seat.game)), ())

    def new_seat(self, session: Session) -> SavedSeat | None:
        """The session's seat, if it is not saved like this yet."""
        if session.token is None or session.table_name is None:
            return None
        seat = self.seat_of(session, session.token)
        return None if self.current is not None and seat.is_saved_as(self.current) else seat

    def has_left(self, session: Session) -> bool:
        """Whether the player has given up the current seat."""
        return session.token is None and session.game is not None and session.seat is None and self.current is not None

    def _usable(self) -> list[SavedSeat]:
        """The player's seats here except those refused: those under the newest name first, then the most recent."""
        return [seat for seat in self._own() if seat.token and seat.is_at(self.address, self.key)]

    def _held(self) -> list[SavedSeat]:
        """The player's seats at the own daemon in matches that came there, and to which the player has not come."""
        here = (seat for seat in self._own() if seat.host_command and not seat.token)
        return [seat for seat in here if seat.is_at(self.address, self.key)]

    def _from_other_ports(self) -> list[SavedSeat]:
        """The player's seats as this host that were saved before hosts had keys, and so for one port of it.

        Only for the player's own daemon: anybody else's could list a game whose id it knows, and be shown the token.
        """
        if not self.host_command:
            return []
        return [seat for seat in self._own() if seat.token and seat.host_command[:1] == ("host",) and not seat.key]

    def _own(self) -> list[SavedSeat]:
        names, saved = dict.fromkeys((self.name, *self.former_names)), self.saved.all()
        return [seat for name in names for seat in saved if seat.name == name and seat not in self.refused]

    def _claimable(self) -> list[SavedSeat]:
        """The player's seats that could be claimed here: none if it is not certain which host this is."""
        return [seat for seat in self._own() if seat not in self.refused_claims] if self.certain_key else []

    def _places(self, tables: Sequence[TableSummary]) -> list[tuple[SavedSeat, TableSummary]]:
        """The player's seats, each with a table where it may be."""
        here = [(seat, table) for seat in self._usable() for table in tables if _is_for(seat, table)]
        here += [(seat, table) for seat in self._from_other_ports() for table in tables if seat.game == table.game]
        return here + [(seat, table) for seat in self._claimable() for table in tables if _may_claim(seat, table)]

    def _find(self, table: str | None) -> SavedSeat | None:
        return next((seat for seat in self._usable() if table in (None, seat.table)), None)
