"""The tables of this host, and which guest goes to which.

Here: opening tables, the unfinished games of earlier runs, which table is the host's own, the answers of the lobby. Not
here: what happens at a table (`daemon.table`), finished games (`finished_games`).

A game whose people have not come back sleeps in the journal until one of them does: a thousand of them cost nothing.
"""

import logging
import random
import secrets
from collections.abc import Sequence
from functools import partial
from itertools import chain, count
from typing import Final

import trio
from attrs import frozen

from daemon.deal import Chance
from daemon.game_log import GameLog, folded, time_of_day
from daemon.guest import Guest, PartingError
from daemon.house.finished_games import kept_game, last_of, send_stored_game
from daemon.house.openers import MOST_TABLES_FROM_ONE, Openers
from daemon.house.operator_key import OPERATED, Key
from daemon.journal.interface import GameInfo, GameOpened, Journal, Private, StoreError
from daemon.journal.records import Records
from daemon.table.bot_seats import BotSeats
from daemon.table.hint_requests import Hints
from daemon.table.joining import check_password
from daemon.table.live_table import FAILED, LiveTable
from daemon.table.matches import Matches
from daemon.table.openings import opening
from daemon.table.table_state import Services
from daemon.table.timers import Timers
from daemon.table.tokens import hash_password, is_password
from daemon.table.workers import RunInWorker, run_here
from protocol.clean import brief, clean
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS
from protocol.log.events import TableOpened
from protocol.log.refusals import Reason
from protocol.log.table import Stage
from protocol.wire import messages
from protocol.wire.notices import RefusedNotice
from protocol.wire.record import Header
from protocol.wire.table_request import table_opened

TABLE_NAMES: Final = (
    "oak", "ash", "elm", "fir", "yew", "bay", "box", "fig", "may", "pine", "plum", "pear", "rowan", "beech", "birch",
    "cedar", "hazel", "holly", "larch", "lime", "maple", "olive", "aspen", "alder", "willow", "walnut", "cherry",
)  # fmt: skip
MOST_TABLES: Final = 100

log = logging.getLogger("fivesd.house")


@frozen
class HouseRules:
    """How this host keeps house.

    `think`: about how long bots take, in seconds; `matches`: how many are played before the daemon ends, None for ever.
    `most_seats_from_one`: seats at one table held by people of one household, None for no limit.
    `is_private`: it is one player's own, for `fives play`.
    """

    think: float = 1.0
    most_tables: int = MOST_TABLES
    most_tables_from_one: int = MOST_TABLES_FROM_ONE
    most_seats_from_one: int | None = None
    matches: int | None = None
    is_private: bool = False


def _asleep(name: str, info: GameInfo, *, is_home: bool) -> messages.TableSummary:
    """What the lobby shows of a game that sleeps in the journal."""
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


async def _is_as_wanted(info: GameInfo, opened: TableOpened, password: str | None) -> bool:
    """Whether the table of a game was opened like this, and with this password."""
    if info.opened != opened or info.is_locked != (password is not None):
        return False
    return password is None or info.password is None or await is_password(password, info.password)


class House:
    """The tables of one daemon. `done` is set once as many matches are over as it was to play."""

    def __init__(
        self,
        nursery: trio.Nursery,
        journal: Journal,
        records: Records,
        chance: Chance,
        rules: HouseRules = HouseRules(),
        run_in_worker: RunInWorker = run_here,
    ) -> None:
        self.key: Key | None = None
        self._nursery = nursery
        self._journal = journal
        self._rules = rules
        self._tables: dict[str, LiveTable] = {}
        self._sleeping: dict[str, GameInfo] = {}
        """By their tables' names: games that sleep in the journal until one of their players comes back."""
        self._left_by_host: dict[str, GameInfo] = {}
        """By their tables' names: unfinished games of the host's own, of earlier runs."""
        self._home: str | None = None
        """The name of the host's own table."""
        self._openers = Openers(rules.most_tables_from_one)
        self._matches = Matches(rules.matches, self._is_guests, is_private=rules.is_private)
        self.done = self._matches.done
        self._opening = trio.Lock()
        self._waking = trio.Lock()
        self._guests: dict[Guest, LiveTable] = {}
        """The guests at tables, or on their way to one."""
        bot_chance = random.Random(chance.randrange(2**62))  # noqa: S311 - it decides what bots do, never what is dealt
        # Bots' pace is drawn from a source of its own, so that it cannot show how much they had to choose from.
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
            next_id=self._next_id,
            matches=self._matches,
            timers=timers,
            nursery=nursery,
            hints=partial(Hints, nursery, run_in_worker),
            bots=partial(BotSeats, nursery, run_in_worker, bot_chance),
        )

    # Games and tables.

    async def take_up(self) -> int:
        """Find the unfinished games; how many there are. Raises `StoreError`."""
        for info in await self._journal.games(unfinished_only=True):
            # In private nobody else sits at a table where no match has begun: it is as good as gone.
            if info.is_started if self._rules.is_private else info.is_anybodys:
                name = self._free_table_name(info.table)
                self._sleeping[name] = info
                self._matches.take_up(name)
                if info.is_home:
                    self._left_by_host[name] = info
        for name, info in list(self._sleeping.items()):
            if not any(who.is_person for who in info.seats) and info.is_started:
                await self._wake(name)  # bots among themselves wait for nobody
        return len(self._tables) + len(self._sleeping)

    async def open_home(self, asked: messages.OpenTable) -> None:
        """Have the host's own table, however many tables there are.

        An unfinished game of the host's own goes on there, the latest that was opened with the same game, rules, seats,
        options and password; where there is none, a table is opened. Raises `RulesError` for what makes no game, and
        `StoreError`.
        """
        wanted = table_opened(asked)
        for name, info in reversed(self._left_by_host.items()):
            if self._home is None and await _is_as_wanted(info, wanted, asked.password):
                self._home = name
                log.info("table %s is the host's own: its unfinished game goes on", name)
            else:
                log.info("table %s, the host's own before, stays in the list with its unfinished game", name)
        if self._home is None:
            self._home = await self.open_table(asked, is_home=True)

    async def open_table(self, asked: messages.OpenTable, opener: Guest | None = None, *, is_home: bool = False) -> str:
        """Open a table and return its name. Raises `RulesError` for what makes no game, and `StoreError`."""
        hashed = await hash_password(asked.password) if asked.password is not None else None
        # One at a time: two at once could get the same name, and many at once would escape the limit of one household.
        async with self._opening:
            if not is_home:
                self._check_room()
            return await self._open_table(asked, hashed, opener)

    def _check_room(self) -> None:
        self._clear_deserted_tables()
        if self._is_full:
            raise RulesError("tables", f"{self._rules.most_tables} tables are open, and this host allows no more")

    async def _open_table(self, asked: messages.OpenTable, password: str | None, opener: Guest | None) -> str:
        opened = table_opened(asked)
        if opener is not None:
            self._openers.check(opener, opened.seats - asked.bots, self._goes_on)
        name = self._free_table_name()
        events = opening(opened, asked.bots, opened.options.bot_level, self._services.chance)
        header = Header(self._next_id(name), name, time_of_day())
        entries = GameLog(header).next_entries(events)
        private = GameOpened(name, header.at, password, is_home=opener is None)
        await self._journal.append(header.game, 0, entries, [private])
        if opener is not None:
            self._openers.note(name, opener)
        self._set_up(name, GameLog(header, entries), [private])
        own = "" if opener is not None else ", the host's own"
        log.info("table %s is open%s: %s, %d seats", name, own, PRESETS[opened.preset].title, opened.seats)
        return name

    @property
    def _is_full(self) -> bool:
        """Whether no more tables are allowed. What a private host's one player has left asleep takes nobody's place."""
        asleep = 0 if self._rules.is_private else len(self._sleeping)
        return len(self._tables) + asleep >= self._rules.most_tables

    def _clear_deserted_tables(self) -> None:
        """Close tables that nobody uses, once there is no room for another.

        These are tables whose match has ended and that everybody has left (their games stay in the journal), and tables
        at which nobody sits and whose opener has gone. The host's own table stays.
        """
        if not self._is_full:
            return
        for name, table in list(self._tables.items()):
            opener = self._openers.opener_of(name)
            has_gone = opener is not None and opener.has_left
            if name != self._home and (table.is_deserted or (table.is_unused and has_gone)):
                self._tables.pop(name).close()
                self._openers.forget(name)
                if opener is not None and opener.has_opened == name:
                    opener.has_opened = None  # the next table of this name is another guest's

    def _goes_on(self, name: str) -> bool:
        return name in self._tables and not self._tables[name].is_over

    def _set_up(self, name: str, game: GameLog, private: Sequence[Private]) -> LiveTable:
        table = self._tables[name] = LiveTable(name, game, private, self._services, self._has_failed)
        return table

    def _has_failed(self, table: LiveTable) -> None:
        """Put a table that failed back to sleep: the journal has it, and the next guest wakes it."""
        self._nursery.start_soon(self._put_to_sleep, table)
        for guest in [each for each, its in self._guests.items() if its is table]:
            guest.dismiss(messages.Farewell.TROUBLE, FAILED)

    async def _put_to_sleep(self, table: LiveTable) -> None:
        async with self._waking:  # who comes meanwhile waits
            self._tables.pop(table.name, None)  # it may have been cleared away while it failed
            try:
                for info in await self._journal.games(unfinished_only=table.name != self._home):
                    if info.game == table.game:
                        self._sleeping[table.name] = info
            except StoreError:
                log.exception("table %s cannot be taken up again before the next start", table.name)

    async def _wake(self, name: str) -> LiveTable:
        """The table of this name, read from the journal if nobody has come for it yet. Raises `StoreError`."""
        async with self._waking:
            if name in self._tables:
                return self._tables[name]
            if name not in self._sleeping:
                raise StoreError(f"table {name} is gone")
            info = self._sleeping[name]
            stored = await self._journal.read(info.game)
            log_ = await folded(Header(info.game, info.table, info.at), stored.entries)
            del self._sleeping[name]
            return self._set_up(name, log_, stored.private)

    def _free_table_name(self, *wanted: str) -> str:
        taken = self._tables.keys() | self._sleeping.keys()
        numbered = (f"{name}-{nth}" for nth in count(2) for name in TABLE_NAMES)
        return next(name for name in chain(wanted, TABLE_NAMES, numbered) if name not in taken)

    def _next_id(self, table: str) -> str:
        """A game's id: its day and table for people, and enough chance to be its own."""
        return f"{time_of_day()[:10]}-{table}-{secrets.token_hex(3)}"

    def _is_guests(self, table: str) -> bool:
        return table in self._tables and self._tables[table].is_guests

    # The lobby.

    def summaries(self) -> tuple[messages.TableSummary, ...]:
        """The tables as the lobby shows them."""
        home = self._home
        tables = [table.summary(is_home=name == home) for name, table in self._tables.items()]
        tables += [_asleep(name, info, is_home=name == home) for name, info in self._sleeping.items()]
        return tuple(sorted(tables, key=lambda table: table.table))

    async def open_for(self, guest: Guest, asked: messages.OpenTable) -> None:
        """Open a table for a guest, who is its host on sitting down."""
        try:
            guest.has_opened = await self.open_table(asked, guest)
        except RulesError as error:
            guest.answer(RefusedNotice(clean(str(error))))
        except StoreError:
            log.exception("a table could not be opened")
            guest.answer(RefusedNotice("the host's disk takes nothing: try again later"))
        else:
            guest.answer(messages.Tables(self.summaries(), opened=guest.has_opened))

    async def operate(self, guest: Guest, asked: messages.Operate) -> None:
        """Hand a command of the operator's to its table. Raises `PartingError`."""
        if self.key is None or not self.key.fits(asked.secret):
            raise PartingError(messages.Farewell.BAD_TOKEN, "that is not the operator's secret")
        if not isinstance(asked.command, OPERATED):
            guest.answer(messages.NotAccepted(asked.id, Reason.NOT_ALLOWED.value, "that is for those at the table"))
            return
        names = sorted(self._tables.keys() | self._sleeping.keys())
        name = names[0] if asked.table is None and len(names) == 1 else asked.table
        if name is None or name not in names:
            raise PartingError(
                messages.Farewell.NO_SUCH_TABLE, f"name one of the tables with --table: {', '.join(names)}"
            )
        try:
            table = await self._wake(name)
        except StoreError as error:
            raise PartingError(messages.Farewell.TROUBLE, str(error)) from error
        table.ask(guest, messages.Do(asked.id, 0, asked.command), is_operator=True)

    async def greet(self, guest: Guest, hello: messages.Hello) -> bool:
        """Take a guest to a table, or send the list of them (False). Raises `PartingError`."""
        if hello.protocol != messages.PROTOCOL:
            raise PartingError(
                messages.Farewell.WRONG_PROTOCOL,
                f"this daemon speaks protocol {messages.PROTOCOL}, not {hello.protocol}; please update",
            )
        if hello.role is messages.Role.READER:
            await send_stored_game(self._journal, guest, hello)
            return True
        try:
            table = await self._table_for(guest, hello)
            while table is not None and table.is_closed:  # it was cleared away while the password was checked
                table = await self._table_for(guest, hello)
        except StoreError as error:
            log.exception("a game could not be taken up for %s", guest.origin.address)
            raise PartingError(messages.Farewell.TROUBLE, "this game cannot be read; its host knows why") from error
        if table is None:
            guest.answer(messages.Tables(self.summaries()))
            return False
        self._guests[guest] = table
        table.join(guest, hello)
        return True

    async def _table_for(self, guest: Guest, hello: messages.Hello) -> LiveTable | None:
        """The table for this guest: the one whose game the token is for, the one named, or the only one."""
        names = sorted(self._tables.keys() | self._sleeping.keys())
        token, game, seated_at = hello.token, hello.game or "", None
        if token is not None:
            if game and self._table_of(game) is None:
                game = await last_of(self._journal, game, token)
            seated_at = self._table_of(game) or self._table_that_knows(token)
        name = seated_at or hello.table or guest.has_opened or (names[0] if len(names) == 1 else None)
        table = await self._wake(name) if name is not None and name in names else None
        if token is not None and not (table is not None and table.knows(token)):
            past = await self._finished_game(game, token)
            table = table if past is None else past
        if table is None and name is not None:
            raise PartingError(
                messages.Farewell.NO_SUCH_TABLE,
                f"there is no table {brief(name)}; there are {', '.join(names) or 'none'}",
            )
        if table is not None:
            has_seat = token is not None and table.knows(token)
            await check_password(hello, table.password, has_seat=has_seat)
        return table

    def _table_that_knows(self, token: str) -> str | None:
        """The name of the table at which this token is for a seat, as long as the match there is not over."""
        return next((name for name, table in self._tables.items() if not table.is_over and table.knows(token)), None)

    def _table_of(self, game: str) -> str | None:
        """The name of the table at which this game is on; not always the one that it began with."""
        games = {name: table.game for name, table in self._tables.items()}
        games |= {name: info.game for name, info in self._sleeping.items()}
        return next((name for name, its in games.items() if its == game), None)

    async def _finished_game(self, game: str, token: str) -> LiveTable | None:
        """The table of a game that had ended before the daemon was started, for one of its players."""
        kept = await kept_game(self._journal, game)
        if kept is None or kept.next_game is not None or not kept.is_token_of(token):
            return None
        game_log = await kept.log()
        if game_log.table.stage is not Stage.OVER:
            return None
        # Two may come for it at once; and since its day another table may have taken its name.
        for table in self._tables.values():
            if table.game == game:
                return table
        return self._set_up(self._free_table_name(kept.header.table), game_log, kept.private)

    # Guests.

    def table_of(self, guest: Guest) -> LiveTable | None:
        """The table at which this guest is; None for one that is in the lobby, or reads a finished game."""
        return self._guests.get(guest)

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        table = self._guests.pop(guest, None)
        if table is not None:
            table.lose(guest)
