"""The tables of this host, by name: those that are open, and the games that sleep in the journal.

Here: opening tables, the host's own table, limits, putting games to sleep and waking them, deleting old ones. Not here:
which guest goes to which table (`house`), what happens at a table (`daemon.table`).

A game that everybody has left may be put to sleep when another table needs its place, and every game is asleep when the
daemon starts: a thousand sleeping games cost nothing. A player who comes back wakes the game.
"""

import logging
import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, count
from typing import Final

import trio

from daemon.deal import Chance
from daemon.game_log import GameLog, folded, time_of_day
from daemon.guest import Guest
from daemon.house.finished_games import game_outline
from daemon.house.password_guesses import PasswordGuesses
from daemon.house.sleeping import SleepingGames
from daemon.journal.interface import GameInfo, GameOpened, Journal, Private, StoreError
from daemon.journal.records import Records
from daemon.table.bot_seats import BotSeats
from daemon.table.game_change import forget_replaced
from daemon.table.hint_requests import Hints
from daemon.table.live_table import LiveTable
from daemon.table.matches import Matches
from daemon.table.openings import opening
from daemon.table.table_state import Services
from daemon.table.timers import Timers
from daemon.table.tokens import SeatTokens, hash_password, is_password
from daemon.table.workers import RunInWorker
from protocol.console.table_path import RESERVED
from protocol.frozen import frozen
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS
from protocol.log.events import TableOpened
from protocol.log.table import Stage
from protocol.wire import messages
from protocol.wire.record import Header
from protocol.wire.table_request import table_opened

TABLE_NAMES: Final = (
    "oak", "ash", "elm", "fir", "yew", "bay", "box", "fig", "may", "pine", "plum", "pear", "rowan", "beech", "birch",
    "cedar", "hazel", "holly", "larch", "lime", "maple", "olive", "aspen", "alder", "willow", "walnut", "cherry",
)  # fmt: skip
MOST_TABLES: Final = 100
MOST_TABLES_FROM_ONE: Final = 20

log = logging.getLogger("fivesd.house")


@frozen
class HouseRules:
    """A host's settings for all tables.

    `think`: about how long bots take, in seconds. `matches`: how many are played before the daemon stops, None for no
    limit. `most_seats_from_one`: how many seats at one table one household may have, None for no limit. `is_private`:
    the daemon serves one player, for `fives play`. `forget_after`: a guests' unfinished game to which nobody returns
    for this many days is deleted, 0 for never. `folder`: where games are stored, for the operator alone; empty if they
    are in memory.
    """

    think: float = 1.0
    most_tables: int = MOST_TABLES
    most_tables_from_one: int = MOST_TABLES_FROM_ONE
    most_seats_from_one: int | None = None
    matches: int | None = None
    is_private: bool = False
    forget_after: int = 30
    folder: str = ""


def _sleeping_summary(name: str, info: GameInfo, *, is_home: bool) -> messages.TableSummary:
    """The lobby's summary of a sleeping game."""
    return messages.TableSummary(
        table=name,
        game=info.game,
        rules=info.preset,
        seats=tuple(messages.SeatSummary(who.name, who.bot) for who in info.seats),
        stage=Stage.OVER if info.is_over else Stage.PLAYING if info.is_started else Stage.SEATING,
        match=info.match,
        locked=info.is_locked,
        home=is_home,
    )


async def _is_same_table(info: GameInfo, opened: TableOpened, password: str | None) -> bool:
    """Whether the table of a game was opened in the same way, with the same password."""
    if info.opened != opened or info.is_locked != (password is not None):
        return False
    return password is None or info.password is None or await is_password(password, info.password)


def new_game_id(table: str) -> str:
    """A game's id: its day and table, for people to read, and enough randomness to be unique."""
    return f"{time_of_day()[:10]}-{table}-{secrets.token_hex(3)}"


class HouseTables:
    """The tables of one daemon. `failed` is called when a bug has ended a table."""

    def __init__(
        self,
        nursery: trio.Nursery,
        journal: Journal,
        records: Records,
        chance: Chance,
        rules: HouseRules,
        run_in_worker: RunInWorker,
        guesses: PasswordGuesses,
        failed: Callable[[LiveTable], None],
    ) -> None:
        self._nursery = nursery
        self._journal = journal
        self._rules = rules
        self._guesses = guesses
        self._failed = failed
        self._awake: dict[str, LiveTable] = {}
        self._sleeping = SleepingGames()
        self._reserved: set[str] = set()
        """The names of tables that are neither awake nor asleep while the journal is asked about them."""
        self._home: str | None = None
        """The name of the host's own table."""
        self._games_left_by_host: list[tuple[str, GameInfo]] = []
        """The host's own unfinished games from earlier runs."""
        self._openers: dict[str, Guest] = {}
        """By table: the guest who opened it in this run."""
        self.matches = Matches(rules.matches, self._is_opened_by_guest, is_private=rules.is_private)
        self._opening = trio.Lock()
        self._waking = trio.Lock()
        bot_chance = random.Random(chance.randrange(2**62))  # noqa: S311 - it decides what bots do, never what is dealt
        # The bots' pace has its own random source, so that it cannot show how many choices they had.
        pace = random.Random(chance.randrange(2**62))  # noqa: S311 - how long bots wait is no secret
        timers = Timers()
        nursery.start_soon(timers.run)
        self._services = Services(
            journal=journal,
            records=records,
            chance=chance,
            pace=pace,
            think=rules.think,
            most_seats_from_one=rules.most_seats_from_one,
            folder=rules.folder,
            next_id=new_game_id,
            matches=self.matches,
            timers=timers,
            nursery=nursery,
            hints=partial(Hints, nursery, run_in_worker),
            bots=partial(BotSeats, nursery, run_in_worker, bot_chance),
        )

    # Listing.

    @property
    def names(self) -> list[str]:
        """The names of the tables that anybody may go to."""
        return sorted([*self._awake, *(name for name, _ in self._sleeping if self._is_open_to_all(name))])

    @property
    def home(self) -> str | None:
        """The name of the host's own table, or None if there is none."""
        return self._home

    def _is_open_to_all(self, name: str) -> bool:
        """Whether anybody may wake the table: a private host has only one player, and the home table always exists."""
        return self._rules.is_private or name == self._home

    def summaries(self, games: Sequence[str] = ()) -> tuple[messages.TableSummary, ...]:
        """The tables that anybody may go to, and those of these games, as the lobby shows them."""
        found = [table.summary(is_home=name == self._home) for name, table in self._awake.items()]
        for name, info in self._sleeping:
            if self._is_open_to_all(name) or info.game in games:
                found.append(_sleeping_summary(name, info, is_home=name == self._home))
        return tuple(sorted(found, key=lambda table: table.table))

    def table_of(self, game: str) -> str | None:
        """The name of this game's table, awake or asleep; the game may have begun at a table with another name."""
        names = (name for name, table in self._awake.items() if table.game == game)
        return next(names, None) or self._sleeping.table_of(game)

    def is_asleep(self, name: str) -> bool:
        """Whether the table with this name is asleep."""
        return name in self._sleeping

    def with_token(self, token: str) -> str | None:
        """The name of the table where this token opens a seat, as long as the match there is not over."""
        return next((name for name, table in self._awake.items() if not table.is_over and table.knows(token)), None)

    # Opening.

    async def open_home(self, request: messages.OpenTable) -> None:
        """Open the host's own table, however many tables there are.

        It continues the host's latest unfinished game with the same game, rules, seats, options and password. If there
        is none, it is a new table. Raises `RulesError` for an impossible table, and `StoreError`.
        """
        wanted = table_opened(request)
        for name, info in reversed(self._games_left_by_host):
            if self._home is None and await _is_same_table(info, wanted, request.password):
                self._home = name
                await self.wake(name)
                log.info("table %s is the host's own: its unfinished game continues", name)
            else:
                log.info("the unfinished game of table %s, the host's own before, waits for its players", name)
        if self._home is None:
            self._home = await self.open(request, is_home=True)

    async def open(self, request: messages.OpenTable, opener: Guest | None = None, *, is_home: bool = False) -> str:
        """Open a table and return its name.

        Raises `RulesError` for an impossible table, `StoreError`, and `PartingError` if its password waited too long.
        """
        hashed = None
        if request.password is not None and opener is not None:
            hashed = await self._guesses.hash_for(opener, request.password)
        elif request.password is not None:
            hashed = await hash_password(request.password)
        # One at a time: two at once could get the same name, and many at once could exceed their household's limit.
        async with self._opening:
            opened = table_opened(request)
            if opener is not None:
                self._check_opener(opener, opened.seats - request.bots)
            if not is_home:
                self._make_room()
            name = self._free_name()
            events = opening(opened, request.bots, opened.options.bot_level, self._services.chance)
            header = Header(new_game_id(name), name, time_of_day())
            entries = GameLog(header).next_entries(events)
            household = None if opener is None or opener.is_operator else opener.origin.household
            private = GameOpened(name, header.at, hashed, is_home=opener is None, opened_by=household)
            with self._reserving(name):
                await self._journal.append(header.game, 0, entries, [private])
            self._set_up(name, GameLog(header, entries), [private])
        if opener is not None:
            self._openers[name] = opener
        own = "" if opener is not None else ", the host's own"
        log.info("table %s is open%s: %s, %d seats", name, own, PRESETS[opened.preset].title, opened.seats)
        return name

    def _check_opener(self, opener: Guest, free_seats: int) -> None:
        """Raise `RulesError` if the guest's household has too many unfinished tables, or no seat would be free.

        Tables with bots only wait for nobody: they would still play long after the guest has left.
        """
        origin, most = opener.origin, self._rules.most_tables_from_one
        if opener.is_operator:
            return
        if free_seats == 0:
            raise RulesError("bots", "leave a seat free: only the host opens tables for bots alone")
        if origin.is_loopback:
            return
        own = [name for name, table in self._awake.items() if table.opened_by == origin.household and not table.is_over]
        if len(own) >= most and not self._close_unused(own):
            raise RulesError("tables", f"{len(own)} tables were opened from your address, and no more are allowed")

    def _make_room(self) -> None:
        """Make room for one more table. Raises `RulesError` if all that this host allows are in use."""
        most = self._rules.most_tables
        if len(self._awake) >= most and not self._close_unused(self._awake):
            raise RulesError("tables", f"{most} tables are open, and this host allows no more")

    def _free_name(self, *wanted: str) -> str:
        numbered = (f"{name}-{nth}" for nth in count(2) for name in TABLE_NAMES)
        names = chain(wanted, TABLE_NAMES, numbered)
        taken = (self._awake, self._sleeping, self._reserved, RESERVED)
        return next(name for name in names if not any(name in group for group in taken))

    @contextmanager
    def _reserving(self, name: str) -> Iterator[None]:
        """Keep this name free during the block, for a table that is set up or put to sleep at its end."""
        self._reserved.add(name)
        try:
            yield
        finally:
            self._reserved.discard(name)

    def _set_up(self, name: str, game: GameLog, private: Sequence[Private]) -> LiveTable:
        table = self._awake[name] = LiveTable(name, game, private, self._services, self._has_failed)
        return table

    def _is_opened_by_guest(self, table: str) -> bool:
        return table in self._awake and self._awake[table].is_opened_by_guest

    # Falling asleep.

    def _close_unused(self, names: Iterable[str]) -> bool:
        """Close one of these tables that nobody uses, preferably without an unfinished game; False if none."""
        unused = [name for name in names if name != self._home and self._is_unused(name)]
        if not unused:
            return False
        name = min(unused, key=lambda table: self._awake[table].is_unfinished)
        table = self._awake.pop(name)
        opener = self._openers.pop(name, None)
        if opener is not None and opener.has_opened == name:
            opener.has_opened = None  # the next table of this name is another guest's
        if not table.is_over:
            self._sleeping.add(name, table.info)  # if nobody has a seat there, it will be deleted
            self._nursery.start_soon(self._forget_surplus)
        table.close()
        return True

    def _is_unused(self, name: str) -> bool:
        """Whether nobody is at a table, and nobody is about to be: its opener may still take a seat."""
        table, opener = self._awake[name], self._openers.get(name)
        return table.is_deserted or (table.is_unused and opener is not None and opener.has_left)

    def _has_failed(self, table: LiveTable) -> None:
        """Put a table that failed to sleep: the journal has it, and the next player wakes it."""
        self._failed(table)
        self._nursery.start_soon(self._put_to_sleep, table)

    async def _put_to_sleep(self, table: LiveTable) -> None:
        async with self._waking:  # guests who come in the meantime wait
            if self._awake.get(table.name) is not table:
                return  # it was cleared away while it failed
            del self._awake[table.name]
            try:
                with self._reserving(table.name):
                    games = await self._journal.games([table.game], unfinished_only=table.name != self._home)
            except StoreError:
                log.exception("table %s cannot be reloaded before the next start", table.name)
                return
            for info in games:
                self._sleeping.add(table.name, info)

    async def _forget_surplus(self) -> None:
        """Delete the guests' unfinished games that are too many or too old."""
        async with self._waking:
            surplus = set(self._sleeping.too_many())
            if self._rules.forget_after:
                limit = datetime.now(UTC) - timedelta(days=self._rules.forget_after)
                surplus.update(self._sleeping.last_played_before(f"{limit:%Y-%m-%dT%H:%M:%S}"))
            games = [info.game for name, info in self._sleeping if name in surplus]
            for name in surplus:
                self._sleeping.remove(name)
            if not games:
                return
            try:
                await self._journal.forget(games)
            except StoreError as error:
                log.warning("%d unfinished games of guests should be forgotten: %s", len(games), error)
            else:
                log.info("forgot unfinished games of guests that were too many or too old: %s", ", ".join(games))

    # Waking.

    async def take_up(self) -> int:
        """Find the unfinished games and return how many there are. Raises `StoreError`."""
        unfinished = await self._journal.games(unfinished_only=True)
        replaced = {info.instead_of for info in unfinished}
        for info in unfinished:
            if info.game in replaced:  # the daemon was stopped before it was deleted
                await forget_replaced(self._journal, info.table, info.game)
                continue
            if self._rules.is_private and not info.is_started:
                continue  # nobody else has a seat there, so it can be ignored
            name = self._free_name(info.table)
            self._sleeping.add(name, info)
            self.matches.note_unfinished(name)
            if info.is_home and info.is_used:
                self._games_left_by_host.append((name, info))
        await self._forget_surplus()
        for name, info in self._sleeping:
            if not info.is_used:
                self._sleeping.remove(name)  # an empty table that the host opened
            elif info.is_started and not any(who.is_person for who in info.seats):
                await self.wake(name)  # a table with bots only waits for nobody
        return len(self._awake) + len(self._sleeping)

    async def named(self, name: str, token: str | None) -> LiveTable | None:
        """The table with this name, or None. A sleeping table needs a token of its game. Raises `StoreError`."""
        return await self.wake(name, None if self._is_open_to_all(name) else token or "")

    async def wake(self, name: str, token: str | None = None) -> LiveTable | None:
        """The table with this name, read from the journal if it is asleep; None if there is none.

        If a token is given, it must be for a seat there. Raises `StoreError`.
        """
        async with self._waking:
            info = self._sleeping.at(name)
            if info is None:
                return self._awake.get(name)
            stored = await self._journal.read(info.game)
            if token is not None and SeatTokens(stored.private).find(token) is None:
                return None
            log_ = await folded(Header(info.game, info.table, info.at), stored.entries)
            self._sleeping.remove(name)
            return self._set_up(name, log_, stored.private)

    async def reopened(self, game: str, token: str) -> LiveTable | None:
        """The table of a game that ended before the daemon was started, open again for one of its players, or None."""
        outline = await game_outline(self._journal, game)
        if outline is None or outline.next_game is not None or outline.seat_of(token) is None:
            return None
        if outline.table.stage is not Stage.OVER:
            return None
        stored = await self._journal.read(game)
        game_log = await folded(outline.header, stored.entries)
        # Two players may come for it at once, and another table may have taken its name since.
        for table in self._awake.values():
            if table.game == game:
                return table
        return self._set_up(self._free_name(outline.header.table), game_log, stored.private)
