"""The tables of this host, by name: those that are open, and the games that sleep in the journal.

Here: finding a table, opening one, putting games to sleep and waking them. Not here: which guest goes to which table
(`door`), what happens at one (`daemon.table`), how many there may be (`table_limits`), which games are forgotten
(`sleeping`), the host's own table (`home_opening`), games that come from another host or go there (`hand_overs`).

A game that everybody has left may be put to sleep when another table needs its place, and every game is asleep when the
daemon starts: a thousand sleeping games cost nothing. A player who comes back wakes the game.

Two things keep the tables apart while the journal is awaited. A table that is neither awake nor asleep has reserved its
name (`table_names`). And one game at a time is woken, put to sleep or forgotten.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial

import trio
from attrs import evolve

from daemon.dealer import Dealer
from daemon.game_log import GameLog, folded, new_game_id, time_of_day
from daemon.guest import Guest, PartingError
from daemon.house.boards import Boards
from daemon.house.finished_games import game_outline
from daemon.house.game_directory import GameDirectory
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.house.hand_overs import HandOvers
from daemon.house.home_table import HomeTable, last_of_evening
from daemon.house.house_rules import HouseRules
from daemon.house.lost_tables import LostTables
from daemon.house.password_guesses import PasswordGuesses
from daemon.house.playing_on import Beginning, played_on
from daemon.house.sleeping import sleeping_summary
from daemon.house.table_limits import TableLimits
from daemon.house.table_names import TableNames
from daemon.journal.interface import GameInfo, GameMoved, GameOpened, Private, StoreError
from daemon.table.game_change import forget_replaced
from daemon.table.live_table import FAILED, Callbacks, LiveTable
from daemon.table.openings import opening
from daemon.table.table_state import Services
from daemon.table.tokens import SeatTokens, hash_password, new_secret
from protocol.clean import brief
from protocol.game.presets import PRESETS
from protocol.log.not_allowed import NotAllowed
from protocol.log.refusals import Refused
from protocol.log.succession import SeatClaim, is_played_on
from protocol.wire.messages import Farewell, OpenTable, TableSummary
from protocol.wire.record import Header, Record
from protocol.wire.table_request import table_opened

log = logging.getLogger("fivesd.house")


class HouseTables:
    """The tables of one daemon, their boards, the host's own among them, and the guesses of their passwords.

    `directory`: where the games are that are at none of them. `own_key`: this host's, once it has one.
    """

    def __init__(
        self,
        services: Services,
        rules: HouseRules,
        guests: GuestsAtTables,
        directory: GameDirectory,
        own_key: Callable[[], str | None],
    ) -> None:
        self._services = services
        self.journal = services.journal
        self._rules = rules
        self._guests = guests
        self.guesses = PasswordGuesses(directory.count_guess)
        self.offered: Record | None = None
        """The record of a finished game of another host that may be played on here; only a private daemon has one."""
        self._awake: dict[str, LiveTable] = {}
        self._directory = directory
        self.sleeping = directory.asleep
        new_names = partial(directory.new_names, services.chance)
        self._names = TableNames(self._awake, self.sleeping, new=new_names, takes=directory.takes_name)
        self.home = HomeTable()
        self.boards = Boards(self._awake, self.sleeping, guests)
        self._limits = TableLimits(rules, self.home, self._awake, self.clear_away)
        self._moving = trio.Lock()
        """Held by whoever waits for the journal to wake a game, to reload one or to forget some."""
        self._lost = LostTables(services, directory, self._awake, guests, self._release)
        hand_overs = HandOvers(services, directory, self._awake, self._moving, self._release)
        self._callbacks = Callbacks(
            failed=self._has_failed,
            moved=hand_overs.leave,
            lost=self._lost.drop,
            released=hand_overs.go_on,
            leads_on=self.boards.lead_on,
            own_key=own_key,
        )

    # Listing.

    @property
    def names(self) -> list[str]:
        """The names of the tables that anybody may go to."""
        return sorted([*self._awake, *(name for name, _ in self.sleeping if self._is_open_to_all(name))])

    @property
    def only_name(self) -> str | None:
        """The name of the only table that anybody may go to; None if there are several or none, and in a club."""
        names = self.names
        return names[0] if len(names) == 1 and not self._directory.is_shared else None

    def _is_open_to_all(self, name: str) -> bool:
        """Whether anybody may wake the table: a private host has only one player, and the home table always exists."""
        return self._rules.is_private or name == self.home.name

    def summaries(self, games: Sequence[str] = ()) -> tuple[TableSummary, ...]:
        """The tables that anybody may go to, those of these games, and those that had another host, as in the lobby.

        Nobody comes to a table that waits for somebody to come to the next host, so only its players find it.
        """
        home, asked = self.home.name, frozenset(games)
        found = [
            table.summary(is_home=name == home)
            for name, table in self._awake.items()
            if table.game in asked or not table.waits_for_next_host
        ]
        for name, info in self.sleeping:
            # Of a game that had another host its players do not ask: they show no host the ids of others.
            if self._is_open_to_all(name) or info.game in asked or info.continues is not None:
                found.append(sleeping_summary(name, info, is_home=name == home))
        return tuple(sorted(found, key=lambda table: table.table))

    async def listed(
        self, games: Sequence[str] = (), search: str = "", *, asleep: bool = False
    ) -> tuple[TableSummary, ...]:
        """As `summaries`, with what `GameDirectory.find` adds."""
        found = await self._directory.find(self.summaries(games), games, search, asleep=asleep)
        return tuple([await self._with_play(table) if table.game in games else table for table in found])

    async def _with_play(self, table: TableSummary) -> TableSummary:
        """A table that had another host, with whether its game has been played on here, as far as it can be read."""
        if table.continues is None:
            return table
        awake = self.awake_with(table.game)
        try:
            entries = (await self.journal.read(table.game)).entries if awake is None else awake.game_log.entries
        except StoreError:
            return table
        return evolve(table, played=is_played_on(entries, table.continues))

    async def sleeps(self, game: str) -> bool:
        """Whether this game is asleep, here or in the directory. Raises `StoreError`."""
        return self.sleeping.table_of(game) is not None or await self._directory.sleeps(game)

    # Finding.

    def table_of(self, game: str) -> str | None:
        """The name of this game's table, awake or asleep; the game may have begun at a table with another name."""
        names = (name for name, table in self._awake.items() if table.game == game)
        return next(names, None) or self.sleeping.table_of(game)

    async def find_by_name(self, name: str, *, is_operator: bool = False) -> LiveTable | None:
        """The table with this name, or None. Asleep, it wakes only for those who may wake it. Raises `StoreError`.

        A board's name, such as `3-4`, means its newest table.
        """
        name = self.boards.table_named(name)
        if is_operator:
            await self.fetch("", name)
        async with self._moving:
            if is_operator or self._is_open_to_all(name):
                await self._wake(name)
            return self._awake.get(name)

    async def find_by_token(self, token: str, game: str, name: str | None) -> LiveTable | None:
        """The table where this token is for a seat, or None. Raises `StoreError`.

        That is the table of this game, otherwise any where a match goes on, otherwise the one with this name. If the
        game is asleep or was over before the daemon was started, it is read from the journal.
        """
        await self.fetch(game, name)
        name = self._seat_of(token, game) or name
        if name is not None:
            async with self._moving:
                await self._wake(name, token)
                table = self._awake.get(name)
                await self._put_back(name)
            if table is not None and table.knows(token):
                return table
        await self._lost.drop_all()  # another daemon may have issued it
        return await self._reopen(game, token)

    async def fetch(self, game: str, name: str | None) -> None:
        """Have the game asleep here that sleeps elsewhere in the directory; as `GameDirectory.take`.

        Who does not wake it puts it back (`_put_back`).
        """
        if self.table_of(game) is not None:
            return
        async with self._moving:
            info = await self._directory.take(game, None if name in self._awake else name)
            if info is not None and self.table_of(info.game) is None:
                async with self._names.reserve(info.table, game=info.game) as table:
                    self.sleeping.add(table, info)

    async def _put_back(self, name: str) -> None:
        """Let any daemon have a game that is asleep here."""
        info = self.sleeping.at(name)
        if info is not None:
            await self._directory.release([info.game, name])

    async def find_by_claim(self, claim: SeatClaim, name: str | None) -> LiveTable | None:
        """The table where this claim is for a seat, or None. Asleep, it has to be named. Raises `StoreError`."""
        if name is not None:
            async with self._moving:
                await self._wake(name, claim=claim)
        return next((table for table in self._awake.values() if table.accepts(claim)), None)

    def awake_at(self, name: str) -> LiveTable | None:
        """The table with this name, if it is awake."""
        return self._awake.get(name)

    def awake_with(self, game: str) -> LiveTable | None:
        """The table at which this game is being played, or None."""
        return next((table for table in self._awake.values() if table.game == game), None)

    def asleep(self) -> list[GameInfo]:
        """The sleeping games whose match is running."""
        return [info for _, info in self.sleeping if info.is_started and not info.is_over]

    def _seat_of(self, token: str, game: str) -> str | None:
        """The name of this game's table, otherwise of one where a match goes on and the token is for a seat."""
        names = (name for name, table in self._awake.items() if not table.is_over and table.knows(token))
        return self.table_of(game) or next(names, None)

    # Opening.

    async def open(self, request: OpenTable, opener: Guest | None = None) -> str:
        """Open a table and return its name; without an opener it is the host's own.

        Raises `RulesError` for an impossible table, `StoreError`, and `PartingError` if its password waited too long.
        """
        hashed = None
        if request.password is not None and opener is not None:
            hashed = await self.guesses.hash_for(opener, request.password)
        elif request.password is not None:
            hashed = await hash_password(request.password)
        free_seats = 1 if request.play_on is not None else table_opened(request).seats - request.bots
        room = nullcontext() if opener is None else self._limits.room_for(opener, free_seats)
        with room:
            async with self._names.reserve() as name:
                begun = await self._begun(request)
                household = None if opener is None or opener.is_operator else opener.origin.household
                private = GameOpened(name, time_of_day(), hashed, opener is None, household, secret=new_secret())
                table = await self._begin(begun, private)
                table.opener = opener
        if begun.seat is not None:
            table.expect(begun.seat)
        own = "" if opener is not None else ", the host's own"
        opened = table.info.opened
        title, seats = PRESETS[opened.preset].title, opened.seats
        log.info("table %s is open%s: %s, %d seats%s", name, own, title, seats, begun.note)
        return name

    async def _begun(self, request: OpenTable) -> Beginning:
        """How the game of a table begins. Raises `RulesError` and `StoreError`."""
        if request.play_on is not None:
            return await played_on(self.journal, self.offered, request.play_on, request.options.bot_level)
        opened = table_opened(request)
        events = opening(opened, request.bots, opened.options.bot_level, Dealer(self._services.chance))
        return Beginning(events)

    async def begin(self, begun: Beginning, private: GameOpened, *wanted: str) -> LiveTable:
        """Open a table for this beginning, if possible with the first wanted name that is free. Raises `StoreError`.

        `private`: who opened it and how; the table's name in it is not known yet.
        """
        async with self._names.reserve(*wanted) as name:
            return await self._begin(begun, evolve(private, table=name))

    async def _begin(self, begun: Beginning, private: GameOpened) -> LiveTable:
        """Store the beginning of a game at a new table, and set the table up. Raises `StoreError`."""
        header = Header(new_game_id(private.table), private.table, private.at)
        entries = [*begun.entries, *GameLog(header, begun.entries).next_entries(begun.events)]
        await self.journal.append(header.game, 0, entries, [private])
        return self._set_up(private.table, GameLog(header, entries), [private])

    @property
    def home_table(self) -> LiveTable | None:
        """The host's own table, if it is awake."""
        return self._awake.get(self.home.name or "")

    def put_away(self, table: LiveTable) -> tuple[Guest, ...] | None:
        """Take a table away before its match, because another one takes its place.

        Returns those who were there, or None if the match has begun, or something is being stored.
        """
        guests = table.retire()
        if guests is not None:
            del self._awake[table.name]
        return guests

    def _set_up(self, name: str, game: GameLog, private: Sequence[Private]) -> LiveTable:
        table = self._awake[name] = LiveTable(name, game, private, self._services, self._callbacks)
        return table

    # Closing.

    def close(self, name: str, closed: Callable[[], None], refused: Callable[[Refused], None]) -> None:
        """Close the table with this name, and send everybody away; then call `closed`, or `refused` if it cannot be.

        An unfinished game falls asleep.
        """
        table = self._awake.get(name)
        if table is None:
            refused(NotAllowed("no_such_table", table=brief(name)))
        elif name == self.home.name:
            refused(NotAllowed("home_stays"))
        else:
            table.dissolve(partial(self.clear_away, table), closed, refused)

    # Falling asleep.

    def clear_away(self, table: LiveTable) -> None:
        """Close a table that nobody uses; an unfinished game falls asleep."""
        del self._awake[table.name]
        if table.opener is not None and table.opener.has_opened == table.name:
            table.opener.has_opened = None  # the next table of this name is another guest's
        if not table.is_over:
            self._directory.fall_asleep(table.name, table.info)
        self._services.nursery.start_soon(self._release, table)
        table.close()

    async def _release(self, table: LiveTable) -> None:
        """Let any daemon have the game of a table that was here, unless it is here again."""
        async with self._moving:
            if table.name not in self._names and self.table_of(table.game) is None:
                await self._directory.release([table.game, table.name])
            await self._directory.forget_surplus(table.opened_by, self._rules.forget_after)

    async def leave(self) -> None:
        """At the end, let other daemons of the club have the games of this one, and send everybody at a table there."""
        if not self._directory.is_shared:
            return  # its games wait for this daemon
        tables = [*self._awake.values()]
        self._awake.clear()
        for table in tables:
            table.close()
        await self._directory.release([key for table in tables for key in (table.game, table.name)])
        places = await self._directory.places_for([table.game for table in tables])
        for table, place in zip(tables, places, strict=False):  # there may be none
            self._guests.part(table, PartingError.to(place))

    async def bring_back(self, name: str, game: str, new: str) -> None:
        """Have a game sleep here that was at another host, under its new id. Raises `StoreError`."""
        async with self._moving:
            self._directory.moved.forget(game, name)
            for info in await self.journal.games([new]):
                async with self._names.reserve(name, game=new) as table:
                    self.sleeping.add(table, info)
                await self._directory.release([game, new, table])

    def _has_failed(self, table: LiveTable) -> None:
        """Put a table that failed to sleep: the journal has it, and the next player wakes it."""
        self._guests.part(table, PartingError(Farewell.TROUBLE, FAILED))
        self._services.nursery.start_soon(self._put_to_sleep, table)

    async def _put_to_sleep(self, table: LiveTable) -> None:
        async with self._moving:  # guests who come in the meantime wait
            if self._awake.get(table.name) is not table:
                return  # it was cleared away while it failed
            del self._awake[table.name]
            try:
                async with self._names.reserve(table.name, game=table.game):
                    games = await self.journal.games([table.game], unfinished_only=table.name != self.home.name)
            except StoreError:
                log.exception("table %s cannot be reloaded before the next start", table.name)
                return
            for info in games:
                self.sleeping.add(table.name, info)

    # Waking.

    async def take_up(self) -> int:
        """Find the unfinished games and return how many there are. Raises `StoreError`.

        In a club nothing is taken up: a player who comes for a game wakes it.
        """
        if self._directory.is_shared:
            return 0
        stored = await self.journal.games(unfinished_only=True)
        unfinished = sorted(stored, key=lambda info: not info.is_used)  # an empty table takes nobody's name away
        replaced = {info.instead_of for info in unfinished}
        for info in unfinished:
            if info.left is not None:
                if isinstance(info.left, GameMoved):
                    self._directory.moved.note(info.game, info.table, info.left)
                continue
            if info.game in replaced and not info.is_started:  # the daemon was stopped before it was deleted
                await forget_replaced(self.journal, info.table, info.game)
                continue
            if self._rules.is_private and not info.is_started:
                continue  # nobody else has a seat there, so it can be ignored
            async with self._names.reserve(info.table) as name:
                self.sleeping.add(name, info)
            self._services.matches.note_unfinished(name)
            self.home.note_earlier(name, info)
        last = await last_of_evening(self.journal)  # its people may be about to play another
        if last is not None and last.table not in self._names:
            self.home.note_earlier(last.table, last)
        await self._directory.forget_surplus(None, self._rules.forget_after)
        for name, info in self.sleeping:
            if info.opened.board is not None:
                await self._wake(name)  # its players are led there by their names
            elif not info.is_used:
                self.sleeping.remove(name)  # an empty table that the host opened
            elif info.is_started and not any(who.is_person for who in info.seats):
                await self._wake(name)  # a table with bots only waits for nobody
        return len(self._awake) + len(self.sleeping)

    async def _wake(self, name: str, token: str | None = None, claim: SeatClaim | None = None) -> None:
        """Wake the table with this name if it is asleep; if a token or claim is given, only if it is for a seat."""
        info = self.sleeping.at(name)
        if info is None or (claim is not None and info.continues is None):
            return
        stored = await self.journal.read(info.game)
        if token is not None and SeatTokens(stored.private).find(token) is None:
            return
        game = await folded(Header(info.game, info.table, info.at), stored.entries)
        if claim is None or game.succession.seat_for(claim) is not None:
            self.sleeping.remove(name)
            self._set_up(name, game, stored.private)

    async def _reopen(self, game: str, token: str) -> LiveTable | None:
        """The table of a game that ended before the daemon was started, open again for one of its players, or None."""
        outline = await game_outline(self.journal, game)
        if outline is None or not outline.is_latest_of(token):
            return None
        async with self._moving:
            name = self._seat_of(token, game)
            if name is not None:  # another of its players was here first
                return self._awake.get(name)
            outline = await game_outline(self.journal, game)
            if outline is None or not outline.is_latest_of(token):  # and has begun another match there
                return None
            await self._directory.take_finished(game, outline.header.table)
            async with self._names.reserve(outline.header.table, game=game) as name:
                stored = await self.journal.read(game)
                return self._set_up(name, await folded(outline.header, stored.entries), stored.private)
