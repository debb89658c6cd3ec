"""Which of the host's tables the player goes to, and the hello that takes the player there.

Here: the choice among the table named on the command line, the player's saved seats, the host's own table and the
lobby; and the table at which a game goes on that had another host. Not here: the connection (`link`), what to do where
the player is not admitted (`remedies`), the saved seats (`host_seats`).
"""

from collections.abc import Collection, Sequence
from typing import Final

from client.model import asking
from client.model.announcements import Announcement, Subject
from client.model.checks import WhyNot
from client.model.model import Model
from client.model.status import Connecting, InLobby, Joined
from client.store.host_seats import MOST_GAMES_ASKED_FOR, HostSeats
from client.store.saved_seats import SavedSeat
from client.words import lobby_words
from client.words.english import listed
from client.words.leaving_words import HostedBy
from client.words.refusal_words import farewell
from client.words.say import say, together
from protocol.frozen import define
from protocol.log.commands import LeaveSeat
from protocol.log.succession import precedence
from protocol.log.table import Stage
from protocol.shared.quoting import quoted
from protocol.wire.messages import AskTables, Do, Farewell, FromClient, Goodbye, Role, TableSummary
from protocol.wire.session import Session

MOST_SEATS_TRIED: Final = 3
_CHOOSE_AGAIN: Final = (
    Farewell.NO_SUCH_TABLE,
    Farewell.TABLE_FULL,
    Farewell.TOO_MANY_SEATS,
    Farewell.NO_SPECTATORS,
    Farewell.BAD_PASSWORD,
)
"""Goodbyes after which the player may try another table of the host."""


def _goes_on_with(table: TableSummary, games: Collection[str]) -> bool:
    """Whether this table goes on with one of these games."""
    return any(game in games for game in table.games)


@define(eq=False)
class TableChoice:
    """The choice of a table: the one that the player has named or chosen, otherwise the one that is found."""

    model: Model
    seats: HostSeats
    named: str | None = None
    has_chosen: bool = False
    """Whether the player chose `named` from the lobby, and can choose another."""
    key_of_host: str = ""
    """The key of the host at whose table the player is, or was last; empty if it showed none."""
    watched: tuple[str, str] | None = None
    """The table that the player watched before this link, and its game; None for none, or once that is decided."""
    _looked_for: str | None = None
    """A table the player asked for that was not on the last list."""
    _after_leaving: str | None = None
    """The table to go to once the seat at this one has been given up."""
    _finds_table: bool = True
    """Whether the client picks a table if none is named; otherwise the player does, in the lobby."""
    _uses_saved_seats: bool = True
    _followed: tuple[str, ...] = ()
    """The ids of the game that the player follows to this host, until the player is at a table."""
    _is_arriving: bool = False
    """Whether the player follows a game to a host that has not answered yet: until then, nothing is forgotten."""
    _left: Session | None = None
    """What is known of the table at the host before, until the match goes on at the other one for good."""
    _returns: bool = False
    """Whether the player returns if the game is not at the other host, which they have chosen."""
    is_missing: bool = False
    """Whether the game that the player follows is not at this host, and the player returns."""
    _asks_for_moved: bool = True
    """Whether to ask for a table that is not listed: the host may send the player to where its game is now."""

    # The first request on a connection.

    def first_request(self) -> FromClient:
        """A hello to the table, or a request for the list of tables if that has to decide."""
        session = self.model.session
        if (session.table_name or session.wanted_table) and not (self._is_arriving or self._needs_list()):
            self._looked_for = None
            return self._hello()
        if session.role is Role.PLAYER and self._uses_saved_seats:
            # Not the games at other hosts: a host that knew their ids could pretend to go on with one, and would be
            # shown the proof that the player owes only to the right one. It lists its own table anyway.
            watched = () if self.watched is None else self.watched[1:]
            games = (*watched, *self._followed, *self.seats.unfinished_games())
            self.model.lobby.own_games = games[:MOST_GAMES_ASKED_FOR]
        return AskTables(self.model.lobby.own_games)

    def _needs_list(self) -> bool:
        """Whether the list of tables may show that the player has a seat at the named table, from another host."""
        session, is_known = self.model.session, self.model.lobby.named(self.model.session.wanted_table) is not None
        is_coming_in = self._is_coming_in and session.token is None and self._uses_saved_seats
        return is_coming_in and not is_known and self.seats.has_seats_elsewhere and not self._has_seat_here()

    def _has_seat_here(self) -> bool:
        table = self.model.session.wanted_table
        return table is not None and self.seats.has_seat(table)

    @property
    def _is_coming_in(self) -> bool:
        """Whether the player wants a seat and has none yet."""
        session = self.model.session
        return session.role is Role.PLAYER and session.game is None and not session.is_claiming

    def _hello(self) -> FromClient:
        session = self.model.session
        if self._is_coming_in and session.token is None and self._uses_saved_seats:
            listed = self.model.lobby.named(session.wanted_table)
            seat = self.seats.use(session.wanted_table, listed)
            if seat is not None:
                self._ask_for(seat, listed)
        return session.hello(self.model.deals.words.history)

    def _ask_for(self, seat: SavedSeat, table: TableSummary | None) -> None:
        """Have the hello ask for this saved seat, at this table as it was listed."""
        session = self.model.session
        if self.seats.claimed is not None and table is not None and table.continues is not None:
            key = self.seats.certain_key
            session.claim(table.continues.claim(key), seat.secrets, table.continues.arrival(key))
        else:
            # Without its game: the daemon would reopen one that has ended, and the table plays another by now.
            session.come_back_to(seat.token, seat.secrets, seat.game, seat.older_tokens)
            session.wanted_table = seat.table if table is None else table.table

    # A game that goes on at another host.

    def follow(self, game: str | None, *, returns: bool = False) -> None:
        """Go to another host, where the game of this table goes on; `game` is its id there, as far as it is known.

        This table is shown until that host has answered (`arrives`), and can be returned to until the player is at a
        table there (`stay`). `returns`: the player does so as well if the game is not there.
        """
        session, seat = self.model.session, self.seats.current
        known = session.game or (None if seat is None else seat.game)
        self._followed, self._is_arriving = tuple(filter(None, (game, known))), True
        self._looked_for = self._after_leaving = None
        self._returns, self.is_missing = returns, False
        self.model.connection_lost(say("moved.elsewhere"), 0.0)

    def stay(self) -> None:
        """Do not follow the game after all."""
        self._followed, self._is_arriving, self.is_missing = (), False, False
        if self._left is not None:
            self.model.return_to(self._left)
            self.model.connection_lost(say("moved.elsewhere"), 0.0)  # as before: that is nothing new to the player
            self._left = None

    def settle(self) -> None:
        """Note that the player does not return to the host before any more."""
        self._left = None

    @property
    def is_arriving(self) -> bool:
        """Whether the player follows a game to a host that has not answered yet."""
        return self._is_arriving

    def arrives(self) -> None:
        """Note that the host has answered: from here on, the table of the one before is not shown any more."""
        if self._is_arriving:
            session = self._left = self.model.session
            is_at_table, watches = session.game is not None, session.seat is None
            self._is_arriving, self._finds_table, self._uses_saved_seats, self.named = False, True, True, None
            self.model.change_table(None)
            self.model.session.password = self.model.session.own_token = None  # they are for the host before
            self.model.lobby.tables = ()
            if is_at_table:  # as what they are there: whoever came to watch may have sat down since
                self.model.session.role = Role.SPECTATOR if watches else Role.PLAYER

    def watches(self, game: str | None) -> bool:
        """Whether the player is, or has just been, a spectator of this game."""
        session = self.model.session
        return game is not None and game == session.game and session.seat is None and session.token is None

    def arrived(self, at: str, *, is_operator: bool) -> list[Announcement]:
        """Note that the player is at this table, and say what the player did not ask for.

        Only a board of the league has people led to it who came without a seat; an operator who is at another table
        than the host's own does not meet those who open the host's link.
        """
        session, lobby = self.model.session, self.model.lobby
        asked, comes_back = session.table_name or session.wanted_table, session.token is not None or session.is_claiming
        self._followed, self.key_of_host = (), self.seats.key
        if asked is not None and asked != at and not comes_back and session.role is Role.PLAYER:
            return [Announcement(Subject.LINK, lobby_words.led_to_board(at, asked))]
        home, here = lobby.home, lobby.named(at)
        is_away = home is not None and home != at and here is not None and here.board is None
        is_first = session.game is None and session.role is Role.PLAYER
        if is_operator and is_away and is_first and not self.has_chosen:
            return [Announcement(Subject.LINK, lobby_words.friends_are_led_to(home or ""))]
        return []

    def _successors(self) -> Sequence[TableSummary]:
        """The listed tables that go on with the game that the player follows, the right one first."""
        tables = [table for table in self.model.lobby.tables if _goes_on_with(table, self._followed)]
        return sorted(tables, key=lambda table: (0, 0) if table.continues is None else precedence(table.continues))

    # A table the player asks for.

    def is_listed(self, table: str) -> bool:
        """Whether the table is on the last list."""
        return table in self.model.lobby.names

    def look_for(self, table: str) -> WhyNot | None:
        """Ask for a new list, because the table is not on this one; returns why that is not possible."""
        self._looked_for = table
        return asking.list_tables(self.model, table)

    def choose(self, table: str) -> bool:
        """Choose a table. True if the player goes there on this connection, False if it takes a new one."""
        self.named, self._looked_for, self._uses_saved_seats, self.has_chosen = table, None, True, True
        self.seats.current, self._followed = None, ()
        if isinstance(self.model.status, InLobby):
            self._enter(table)
            return True
        self.model.change_table(table)
        return False

    def gives_up_seat_for(self, table: str) -> bool:
        """Give up the seat at a table where no match is running; True if the player then goes to this other table."""
        model = self.model
        waits = model.table.stage is Stage.SEATING or model.awaits_agreement
        is_here = model.session.is_caught_up and isinstance(model.status, Joined)
        if model.seat is None or not waits or not is_here:
            return False
        if self._after_leaving is None and not isinstance(model.ask(LeaveSeat()), Do):
            return False
        self._after_leaving, self._looked_for = table, None
        return True

    @property
    def is_leaving(self) -> bool:
        """Whether the player gives up a seat to go to another table."""
        return self._after_leaving is not None

    def goes_on_after_leaving(self) -> bool:
        """Whether the player left a table that nobody may watch for another one; the next connection leads there."""
        table, self._after_leaving = self._after_leaving, None
        if table is not None:
            self.choose(table)
        return table is not None

    def next_table(self) -> str | None:
        """The table to go to now: the one looked for, once it is listed, or the one for which a seat has been given up.

        If the match began before the host could free the seat, the player keeps it, and stays.
        """
        if self._after_leaving is None:
            return self._looked_for if self._looked_for in self.model.lobby.names else None
        table, seat = self._after_leaving, self.model.seat
        is_refused = not any(isinstance(command, LeaveSeat) for command in self.model.pending.waiting)
        if seat is None or (is_refused and self.model.table.seats[seat].is_person):
            self._after_leaving = None
        return table if seat is None else None

    # A list of tables.

    def read_list(self, announcements: list[Announcement]) -> list[Announcement]:
        """Act on the list that has just arrived; returns the announcements for the player."""
        wanted = self.model.session.wanted_table
        if wanted is not None and isinstance(self.model.status, InLobby):
            self._enter(wanted)
            return []
        if self._finds_table and isinstance(self.model.status, InLobby):
            return self._pick(announcements)
        table, names = self._looked_for, self.model.lobby.names
        if table is None:
            return announcements
        if table in names:
            self._watch_again(table)
            return []
        self._looked_for = None
        if isinstance(self.model.status, InLobby) and not self.has_chosen and self._asks_where_it_is():
            return []
        return [Announcement(Subject.REFUSED, lobby_words.no_such_table(table, sorted(names)))]

    def _watch_again(self, name: str) -> None:
        """Go to this table to watch, as before: in the same game, or where there is no seat to take.

        A seat of the player's own at it goes first.
        """
        watched, self.watched = self.watched, None
        table = self.model.lobby.named(name)
        if table is None or watched is None or watched[0] != name or self.seats.tables_with_seats((table,)):
            return
        is_same = watched[1] in table.games
        if is_same or self.model.lobby.is_full(name):
            session = self.model.session
            session.role, session.wanted_game = Role.SPECTATOR, table.game if is_same else None

    def _pick(self, announcements: list[Announcement]) -> list[Announcement]:
        """Go to a table where the player has a seat, or to the host's own; otherwise the player sees the list.

        A player who follows a game goes to where it goes on.
        """
        session, lobby = self.model.session, self.model.lobby
        plays, followed = session.role is Role.PLAYER, self._successors()
        if self._followed and not followed:
            self.is_missing = self._returns and self._left is not None
            if self.is_missing:
                return []
            self._finds_table, self._followed = False, ()
            return [Announcement(Subject.REFUSED, say("moved.not_here")), *announcements]
        listed = followed or lobby.tables
        table = self.seats.use_at_one_of(listed) if plays and self._uses_saved_seats else None
        if table is None and self._asks_where_it_is():
            return []
        seat = self.seats.current or self.seats.claimed
        session.come_back_to(None)
        if seat is not None:
            self._ask_for(seat, lobby.named(table))
        if table is None:
            self._uses_saved_seats = False
            lost = self._table_of_lost_seat() if plays else None
            if lost is not None:
                session.role, self.model.why_watching = Role.SPECTATOR, say("room.without_you")
                self._enter(lost)
                return []
            table = followed[0].table if followed else lobby.for_newcomers
            # The host may have allowed a player to come back by name: only the daemon knows.
            may_be_back = table is not None and lobby.has_absent(table, session.name)
            if table is not None and plays and lobby.is_full(table) and not may_be_back:
                announcements = [Announcement(Subject.REFUSED, self._full(table)), *announcements]
                table = None
        if table is None:
            self._finds_table, self._followed = False, ()
            return announcements
        self._enter(table)
        return []

    def _table_of_lost_seat(self) -> str | None:
        """The table of a match that has begun without the player, and has no seat free for them."""
        lobby, seats = self.model.lobby, self.seats
        running = (table for table in lobby.tables if table.stage is Stage.PLAYING and lobby.is_full(table.table))
        return next((table.table for table in running if seats.has_lost_seat_at(table, table.table)), None)

    def _asks_where_it_is(self) -> bool:
        """Whether the client asks for a table that is not on the list, once: its game may have moved."""
        session, lobby = self.model.session, self.model.lobby
        seat = self.seats.missing_from(lobby.tables) if session.role is Role.PLAYER and self._uses_saved_seats else None
        if not self._asks_for_moved or (seat is None and lobby.tables):
            return False
        self._asks_for_moved = False
        self._enter(None if seat is None else seat.table)
        return True

    def _enter(self, table: str | None) -> None:
        """Go from the lobby to a table, on this connection; None for the host's own."""
        self.model.session.wanted_table = table
        self.model.pending.outbox.append(self._hello())
        self.model.status = Connecting()

    # A daemon that does not admit the player.

    def watch_instead(self) -> bool:
        """Have the next connection watch the full table whose seat the player has lost; or at which they are the host.

        They read why on arrival. False, and nothing changes, at another's table where they never had a seat.
        """
        session, lobby = self.model.session, self.model.lobby
        table = session.wanted_table or session.table_name
        is_host = self.model.hosted_by is HostedBy.PLAYER
        has_lost = table is not None and self.seats.has_lost_seat_at(lobby.named(table), table)
        is_led = session.seat is not None  # from a table that is gone: another is the one that is full
        if session.role is not Role.PLAYER or is_led or not (is_host or has_lost):
            return False
        self.model.change_table(table)
        self.model.session.role = Role.SPECTATOR
        self.model.why_watching = say("room.without_you" if has_lost else "room.watches_own_table")
        return True

    def try_next_seat(self) -> None:
        """Have the next hello show another saved seat than the refused ones; none if too many were refused."""
        self.model.change_table(self.named)
        self._uses_saved_seats = self.seats.tried < MOST_SEATS_TRIED

    def why_choose_again(self, goodbye: Goodbye) -> str | None:
        """The reason to send the player back to the lobby; None if the goodbye is not about the table.

        If the client went to the host's only table by itself, there is nothing to choose, unless that table is full.
        """
        session, tables = self.model.session, self.model.lobby.tables
        is_full = goodbye.reason == Farewell.TABLE_FULL
        if goodbye.reason not in _CHOOSE_AGAIN or not tables:
            return None
        if len(tables) < 2 and self._finds_table and not is_full:
            return None
        if is_full and session.seat is not None:  # perhaps at a table that is gone: another may be the one that is full
            return say("lobby.no_seat_any_more")
        if is_full:
            return self._full(session.wanted_table or "")
        if goodbye.reason == Farewell.NO_SUCH_TABLE:
            table, names = session.wanted_table or session.table_name or "", self.model.lobby.names
            return lobby_words.is_gone(table) if table in names else lobby_words.no_such_table(table, sorted(names))
        if goodbye.reason == Farewell.BAD_PASSWORD:
            wanted = session.wanted_table or ""
            return say("lobby.try_again") if session.password else lobby_words.needs_password(wanted)
        return self.farewell(goodbye)

    def choose_again(self) -> None:
        """Go back to the lobby on the next connection."""
        self.model.change_table(None)
        self.named, self._finds_table, self._uses_saved_seats = None, False, False
        self.seats.current = self.seats.claimed = self._after_leaving = None
        self._followed = ()

    def stay_in_lobby(self) -> None:
        """Go to no table from the lobby but one that the player asks for there."""
        self._looked_for, self._finds_table = None, False

    def farewell(self, goodbye: Goodbye) -> str:
        """The goodbye as a sentence."""
        is_own = self.model.hosted_by is not HostedBy.OTHERS
        text = farewell(goodbye.reason, goodbye.detail, is_own=is_own, has_flags=not self.model.is_page)
        wanted = self.model.session.wanted_table
        return self._with_other_names(text, wanted) if goodbye.reason == Farewell.TABLE_FULL else text

    def _full(self, table: str) -> str:
        has_bots = self.model.lobby.has_bot_in_match(table)
        return self._with_other_names(lobby_words.table_is_full(table, has_bots=has_bots), table)

    def _with_other_names(self, text: str, table: str | None) -> str:
        """The text about a full table: the player may have a seat there under another name."""
        names = self.seats.other_names(self.model.lobby.named(table))
        if not names or self.model.is_page:
            name = self.model.session.name
            if not table or not self.model.lobby.has_absent(table, name):
                return text
            is_host = self.model.hosted_by is HostedBy.PLAYER
            return together(text, lobby_words.is_the_seat_yours(name, is_host=is_host))
        name = quoted(names[0]) if len(names) == 1 else "NAME"
        return together(text, say("connection.other_name", names=listed(names, "or"), name=name))
