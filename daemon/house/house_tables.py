"""The tables of this host, by name: those that are open, and the games that sleep in the journal.

Here: finding a table, opening one, putting games to sleep and waking them. Not here: which guest goes to which table
(`house`), what happens at one (`daemon.table`), how many there may be (`table_limits`), which games are forgotten
(`sleeping`).

A game that everybody has left may be put to sleep when another table needs its place, and every game is asleep when the
daemon starts: a thousand sleeping games cost nothing. A player who comes back wakes the game.

Two things keep the tables apart while the journal is awaited. A table that is neither awake nor asleep has reserved its
name (`table_names`). And one game at a time is woken, put to sleep or forgotten.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from typing import Final

import trio

from daemon.dealer import Dealer
from daemon.game_log import GameLog, folded, new_game_id, time_of_day
from daemon.guest import Guest, PartingError
from daemon.house.club_tables import ClubTables
from daemon.house.finished_games import game_outline
from daemon.house.home_table import HomeTable
from daemon.house.house_rules import HouseRules
from daemon.house.password_guesses import PasswordGuesses
from daemon.house.sleeping import SleepingGames, forget_surplus, sleeping_summary
from daemon.house.table_limits import TableLimits
from daemon.house.table_names import TableNames
from daemon.journal.club import TIME_OF_LEASE, Club
from daemon.journal.interface import GameMoved, GameOpened, Private, StoreError
from daemon.table.game_change import forget_replaced
from daemon.table.live_table import FAILED, LiveTable
from daemon.table.openings import opening
from daemon.table.table_state import Services
from daemon.table.tokens import SeatTokens, hash_password, new_secret
from protocol.clean import brief
from protocol.game.presets import PRESETS
from protocol.log.refusals import Reason, Refused
from protocol.wire.messages import Farewell, Hello, OpenTable, TableSummary
from protocol.wire.record import Header
from protocol.wire.table_request import table_opened

LOST: Final = "this table goes on at another machine; come back, and you are led there"

log = logging.getLogger("fivesd.house")


class HouseTables:
    """The tables of one daemon. `part` sends everybody at a table away. `club`, `key`: as in `House`."""

    def __init__(
        self,
        services: Services,
        rules: HouseRules,
        guesses: PasswordGuesses,
        part: Callable[[LiveTable, PartingError], None],
        club: Club | None = None,
        key: str | None = None,
    ) -> None:
        self._services = services
        self._journal = services.journal
        self._rules = rules
        self._guesses = guesses
        self._part = part
        self._awake: dict[str, LiveTable] = {}
        self._sleeping = SleepingGames()
        self._moved_games: dict[str, GameMoved] = {}
        """The games that go on at other hosts, by id."""
        self._moved_tables: dict[str, GameMoved] = {}
        """Where the game of the table that had this name goes on."""
        self._club = None if club is None else ClubTables(club, key, self._journal, self._awake)
        takes = None if self._club is None else self._club.takes_name
        self._names = TableNames(self._awake, self._sleeping, chance=services.chance, takes=takes)
        self.home = HomeTable()
        self._limits = TableLimits(rules, self.home, self._awake, self._close)
        if club is not None:
            services.nursery.start_soon(self._look_for_lost)
        self._moving = trio.Lock()
        """Held by whoever waits for the journal to wake a game, to reload one or to forget some."""

    # Listing.

    @property
    def names(self) -> list[str]:
        """The names of the tables that anybody may go to."""
        return sorted([*self._awake, *(name for name, _ in self._sleeping if self._is_open_to_all(name))])

    @property
    def only_name(self) -> str | None:
        """The name of the only table that anybody may go to; None if there are several or none, and in a club."""
        names = self.names
        return names[0] if len(names) == 1 and self._club is None else None

    def _is_open_to_all(self, name: str) -> bool:
        """Whether anybody may wake the table: a private host has only one player, and the home table always exists."""
        return self._rules.is_private or name == self.home.name

    def summaries(self, games: Sequence[str] = ()) -> tuple[TableSummary, ...]:
        """The tables that anybody may go to, and those of these games, as the lobby shows them."""
        home, asked = self.home.name, frozenset(games)
        found = [table.summary(is_home=name == home) for name, table in self._awake.items()]
        for name, info in self._sleeping:
            if self._is_open_to_all(name) or info.game in asked:
                found.append(sleeping_summary(name, info, is_home=name == home))
        return tuple(sorted(found, key=lambda table: table.table))

    async def listed(self, games: Sequence[str] = (), search: str = "") -> tuple[TableSummary, ...]:
        """As `summaries`; in a club with the tables of other daemons, and those in which `search` is."""
        here = self.summaries(games)
        return here if self._club is None else await self._club.listed(here, games, search)

    def is_asleep(self, name: str) -> bool:
        """Whether the table with this name is asleep."""
        return name in self._sleeping

    # Finding.

    def table_of(self, game: str) -> str | None:
        """The name of this game's table, awake or asleep; the game may have begun at a table with another name."""
        names = (name for name, table in self._awake.items() if table.game == game)
        return next(names, None) or self._sleeping.table_of(game)

    async def find_by_name(self, name: str, *, is_operator: bool = False) -> LiveTable | None:
        """The table with this name, or None. Asleep, it wakes only for those who may wake it. Raises `StoreError`."""
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
        await self._drop_lost()  # another daemon may have issued it
        return await self._reopen(game, token)

    async def fetch(self, game: str, name: str | None) -> None:
        """In a club, have the game asleep here that is asleep in the club; as `ClubTables.take`.

        Who does not wake it puts it back (`_put_back`).
        """
        if self._club is None or self.table_of(game) is not None:
            return
        async with self._moving:
            info = await self._club.take(game, None if name in self._awake else name)
            if info is not None and self.table_of(info.game) is None:
                async with self._names.reserve(info.table, game=info.game) as table:
                    self._sleeping.add(table, info)

    async def _put_back(self, name: str) -> None:
        """In a club, let any daemon have a game that is asleep here."""
        info = self._sleeping.at(name)
        if self._club is not None and info is not None:
            self._sleeping.remove(name)
            await self._club.release([info.game, name])

    def find_by_claim(self, claim: str) -> LiveTable | None:
        """The table where this claim is for a seat, or None. Such a game is at the host's own table, which is awake."""
        return next((table for table in self._awake.values() if table.accepts(claim)), None)

    def _seat_of(self, token: str, game: str) -> str | None:
        """The name of this game's table, otherwise of one where a match goes on and the token is for a seat."""
        names = (name for name, table in self._awake.items() if not table.is_over and table.knows(token))
        return self.table_of(game) or next(names, None)

    # Opening.

    async def open_home(self, request: OpenTable, game: str | None = None) -> None:
        """Open the host's own table, however many tables there are.

        It continues this unfinished game; without one, the host's latest with the same game, rules, seats, options and
        password. If there is none, it is a new table. Raises `RulesError` for an impossible table, and `StoreError`.
        """
        if game is None:
            await self.home.continue_as(table_opened(request), request.password)
        else:
            self.home.name = self.table_of(game)
        if self.home.name is None:
            self.home.name = await self.open(request)
        else:
            await self.find_by_name(self.home.name)

    async def open(self, request: OpenTable, opener: Guest | None = None) -> str:
        """Open a table and return its name; without an opener it is the host's own.

        Raises `RulesError` for an impossible table, `StoreError`, and `PartingError` if its password waited too long.
        """
        hashed = None
        if request.password is not None and opener is not None:
            hashed = await self._guesses.hash_for(opener, request.password)
        elif request.password is not None:
            hashed = await hash_password(request.password)
        opened = table_opened(request)
        room = nullcontext() if opener is None else self._limits.room_for(opener, opened.seats - request.bots)
        with room:
            async with self._names.reserve() as name:
                events = opening(opened, request.bots, opened.options.bot_level, Dealer(self._services.chance))
                header = Header(new_game_id(name), name, time_of_day())
                entries = GameLog(header).next_entries(events)
                household = None if opener is None or opener.is_operator else opener.origin.household
                private = GameOpened(name, header.at, hashed, opener is None, household, secret=new_secret())
                await self._journal.append(header.game, 0, entries, [private])
                self._set_up(name, GameLog(header, entries), [private]).opener = opener
        own = "" if opener is not None else ", the host's own"
        log.info("table %s is open%s: %s, %d seats", name, own, PRESETS[opened.preset].title, opened.seats)
        return name

    def _set_up(self, name: str, game: GameLog, private: Sequence[Private]) -> LiveTable:
        ends = self._has_failed, self._has_moved, self._has_lost
        table = self._awake[name] = LiveTable(name, game, private, self._services, *ends)
        return table

    # Closing.

    def close(self, name: str, closed: Callable[[], None], refused: Callable[[Refused], None]) -> None:
        """Close the table with this name, and send everybody away; then call `closed`, or `refused` if it cannot be.

        An unfinished game falls asleep.
        """
        table = self._awake.get(name)
        if table is None:
            refused(Refused(Reason.NOT_ALLOWED, f"there is no table {brief(name)}"))
        elif name == self.home.name:
            refused(Refused(Reason.NOT_ALLOWED, "the host's own table is always there"))
        else:
            table.dissolve(partial(self._close, table), closed, refused)

    # Falling asleep.

    def _close(self, table: LiveTable) -> None:
        """Close a table that nobody uses; an unfinished game falls asleep."""
        del self._awake[table.name]
        if table.opener is not None and table.opener.has_opened == table.name:
            table.opener.has_opened = None  # the next table of this name is another guest's
        if self._club is not None:
            self._services.nursery.start_soon(self._release, self._club, table)
        elif not table.is_over:
            self._sleeping.add(table.name, table.info)  # if nobody has a seat there, it will be deleted
            self._services.nursery.start_soon(self._forget_surplus)
        table.close()

    async def _release(self, club: ClubTables, table: LiveTable) -> None:
        """Let any daemon of the club have the game of a table that was here, unless it is here again."""
        async with self._moving:
            if table.name not in self._names and self.table_of(table.game) is None:
                await club.release([table.game, table.name])
                await club.forget_surplus(table.opened_by, self._rules.forget_after)

    async def leave(self) -> None:
        """At the end, let other daemons of the club have the games of this one, and send everybody at a table there."""
        if self._club is None:
            return
        tables = [*self._awake.values()]
        self._awake.clear()
        for table in tables:
            table.close()
        for table, place in await self._club.release_to_others(tables):
            self._part(table, PartingError.to(place))

    async def _forget_surplus(self) -> None:
        async with self._moving:
            await forget_surplus(self._sleeping, self._journal, self._rules.forget_after)

    def _has_moved(self, table: LiveTable, moved: GameMoved) -> None:
        """Have those who still come to this table sent to the host that has its game now."""
        del self._awake[table.name]
        if self._club is not None:
            self._services.nursery.start_soon(self._release, self._club, table)
        self._note_moved(table.game, table.name, moved)

    def _note_moved(self, game: str, name: str, moved: GameMoved) -> None:
        self._moved_games[game] = self._moved_tables[name] = moved

    async def check_moved(self, guest: Guest, hello: Hello) -> None:
        """Raise `PartingError` for somebody who comes for a game that goes on at another host. Raises `StoreError`.

        Somebody who is not admitted otherwise has to have a seat in that game.
        """
        moved = self._moved_games.get(hello.game or "")
        if self._club is not None and hello.game and self.table_of(hello.game) is None:
            moved = moved or await self._club.place_of(hello.game)
        if moved is None:
            return
        stored = None if guest.is_admitted else await self._journal.read(hello.game or "")
        if stored is None or SeatTokens(stored.private).find(hello.token or "") is not None:
            raise PartingError.to(moved)

    async def check_table_moved(self, name: str) -> None:
        """Raise `PartingError` if no table has this name any more, and the game of the last one is at another host.

        Or if another daemon of the club has the table. Raises `StoreError`.
        """
        moved = None if name in self._awake or name in self._sleeping else self._moved_tables.get(name)
        if moved is None and self._club is not None:
            moved = await self._club.place_of_table(name)
        if moved is not None:
            raise PartingError.to(moved)

    def _has_lost(self, table: LiveTable) -> None:
        """Send everybody at a table to the daemon of the club that has its game now."""
        del self._awake[table.name]
        if self._club is not None:
            self._services.nursery.start_soon(self._send_after, self._club, table)

    async def _look_for_lost(self) -> None:
        """Drop lost tables now and then: a table at which nothing is stored does not notice."""
        while True:
            await trio.sleep(TIME_OF_LEASE)
            with suppress(StoreError):
                await self._drop_lost()

    async def _drop_lost(self) -> None:
        """Drop the tables whose games other daemons of the club have. Raises `StoreError`."""
        if self._club is not None:
            lost = await self._club.lost()
            for table in lost:
                table.close()
                self._has_lost(table)

    async def _send_after(self, club: ClubTables, table: LiveTable) -> None:
        try:
            place = await club.place_of(table.game)
        except StoreError:
            place = None
        self._part(table, PartingError(Farewell.TROUBLE, LOST) if place is None else PartingError.to(place))
        await self._release(club, table)

    def _has_failed(self, table: LiveTable) -> None:
        """Put a table that failed to sleep: the journal has it, and the next player wakes it."""
        self._part(table, PartingError(Farewell.TROUBLE, FAILED))
        self._services.nursery.start_soon(self._put_to_sleep, table)

    async def _put_to_sleep(self, table: LiveTable) -> None:
        async with self._moving:  # guests who come in the meantime wait
            if self._awake.get(table.name) is not table:
                return  # it was cleared away while it failed
            del self._awake[table.name]
            try:
                async with self._names.reserve(table.name, game=table.game):
                    games = await self._journal.games([table.game], unfinished_only=table.name != self.home.name)
            except StoreError:
                log.exception("table %s cannot be reloaded before the next start", table.name)
                return
            for info in games:
                self._sleeping.add(table.name, info)

    # Waking.

    async def take_up(self) -> int:
        """Find the unfinished games and return how many there are. Raises `StoreError`.

        In a club nothing is taken up: a player who comes for a game wakes it.
        """
        if self._club is not None:
            return 0
        unfinished = await self._journal.games(unfinished_only=True)
        replaced = {info.instead_of for info in unfinished}
        for info in unfinished:
            if info.left is not None:
                if isinstance(info.left, GameMoved):
                    self._note_moved(info.game, info.table, info.left)
                continue
            if info.game in replaced:  # the daemon was stopped before it was deleted
                await forget_replaced(self._journal, info.table, info.game)
                continue
            if self._rules.is_private and not info.is_started:
                continue  # nobody else has a seat there, so it can be ignored
            async with self._names.reserve(info.table) as name:
                self._sleeping.add(name, info)
            self._services.matches.note_unfinished(name)
            self.home.note_unfinished(name, info)
        await self._forget_surplus()
        for name, info in self._sleeping:
            if not info.is_used:
                self._sleeping.remove(name)  # an empty table that the host opened
            elif info.is_started and not any(who.is_person for who in info.seats):
                await self._wake(name)  # a table with bots only waits for nobody
        return len(self._awake) + len(self._sleeping)

    async def _wake(self, name: str, token: str | None = None) -> None:
        """Wake the table with this name if it is asleep; if a token is given, only if it is for a seat there."""
        info = self._sleeping.at(name)
        if info is None:
            return
        stored = await self._journal.read(info.game)
        if token is None or SeatTokens(stored.private).find(token) is not None:
            game = await folded(Header(info.game, info.table, info.at), stored.entries)
            self._sleeping.remove(name)
            self._set_up(name, game, stored.private)

    async def _reopen(self, game: str, token: str) -> LiveTable | None:
        """The table of a game that ended before the daemon was started, open again for one of its players, or None."""
        outline = await game_outline(self._journal, game)
        if outline is None or not outline.is_latest_of(token):
            return None
        async with self._moving:
            name = self._seat_of(token, game)
            if name is not None:  # another of its players was here first
                return self._awake.get(name)
            if self._club is not None:
                await self._club.take_finished(game, outline.header.table)
            async with self._names.reserve(outline.header.table, game=game) as name:
                stored = await self._journal.read(game)
                return self._set_up(name, await folded(outline.header, stored.entries), stored.private)
