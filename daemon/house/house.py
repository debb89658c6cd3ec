"""Which guest goes to which table, and the lobby.

Here: the answers to a hello, to an invitation and to requests in the lobby. Not here: the tables themselves
(`house_tables`), what happens at one (`daemon.table`), what an operator asks (`controls`), finished games
(`finished_games`).
"""

import logging
from typing import Final

import trio
from attrs import evolve

from daemon.guest import Guest, Origin, PartingError, check_admitted, check_place
from daemon.house.controls import Controls
from daemon.house.finished_games import game_outline, is_stored, latest_game, send_stored_game
from daemon.house.game_directory import GameDirectory, OwnGames
from daemon.house.games_along import send_games_along
from daemon.house.host_browsers import HostBrowsers
from daemon.house.house_rules import HouseRules
from daemon.house.house_tables import HouseTables
from daemon.house.invitations import NOT_VALID, Invitations
from daemon.house.league_night import LeagueNight, ReadText, no_league
from daemon.house.left_matches import LeftMatches
from daemon.house.password_guesses import PasswordGuesses
from daemon.house.reach import ReachBoard
from daemon.house.table_services import table_services
from daemon.journal.interface import Journal, StoreError
from daemon.journal.record_folder import Records
from daemon.rare_line import RareLine
from daemon.reminders.reminders import Reminders
from daemon.table.guests_present import DAEMON
from daemon.table.live_table import LiveTable
from daemon.table.workers import RunInWorker, run_in_this_process
from protocol.clean import brief, clean, shortened
from protocol.game.options import RulesError
from protocol.log.deal import Chance
from protocol.log.succession import SeatClaim
from protocol.wire import messages
from protocol.wire.limits import LONGEST_SENTENCE
from protocol.wire.notices import RefusedNotice

MOST_GAMES_ASKED_FOR: Final = 50
"""How many sleeping games a client may ask for in one list."""

log = logging.getLogger("fivesd.house")


class House:
    """The guests of one daemon. `done` is set once the requested number of matches is over.

    `invitations`: those that people from outside have to show; None if nobody needs one. `reminders`: None if players
    are not reminded of their turns. `read_league` is as in `LeagueNight`. `directory`: None if all games of the journal
    are this daemon's.
    """

    def __init__(
        self,
        nursery: trio.Nursery,
        journal: Journal,
        records: Records,
        chance: Chance,
        rules: HouseRules,
        run_in_worker: RunInWorker = run_in_this_process,
        invitations: Invitations | None = None,
        reminders: Reminders | None = None,
        read_league: ReadText = no_league,
        directory: GameDirectory | None = None,
    ) -> None:
        self._invitations = invitations
        browsers = HostBrowsers()
        invited = (lambda: None) if invitations is None else invitations.listed
        self.reach = ReachBoard(nursery, invited, browsers.listed)
        directory = OwnGames(journal) if directory is None else directory
        self._guesses = PasswordGuesses(directory.count_guess)
        reminders = Reminders() if reminders is None else reminders
        more = reminders, self._leads_on, lambda: self.reach.key
        services = table_services(nursery, journal, records, chance, rules, run_in_worker, *more)
        self.tables = HouseTables(services, rules, self._guesses, self._part, directory)
        self.league_night = LeagueNight(self.tables, journal, read_league, self._lead)
        self.left = LeftMatches(self.tables, directory, journal)
        parts = self.league_night, self.left, self._lead
        self.controls = Controls(self.tables, self.reach, browsers, invitations, *parts)
        self.done = services.matches.done
        self.is_private = rules.is_private
        """Whether it serves only one player, who is the operator without a secret."""
        self._not_taken_up = RareLine(log)
        self._journal = journal
        self._guests: dict[Guest, LiveTable] = {}
        """The guests at tables, or on their way to one."""

    # The lobby.

    async def open_for(self, guest: Guest, request: messages.OpenTable) -> None:
        """Open a table for a guest, who becomes its host by taking a seat."""
        try:
            guest.has_opened = await self.tables.open(request, guest)
        except RulesError as error:
            guest.answer(RefusedNotice(shortened(clean(str(error)), LONGEST_SENTENCE)))
        except StoreError:
            guest.answer(RefusedNotice(self._journal.trouble.later))
        else:
            guest.answer(messages.Tables(await self.tables.listed(), guest.has_opened, self.league_night.name))

    async def tables_for(self, request: messages.AskTables, *, asleep: bool) -> messages.Tables:
        """The tables, with those of sleeping games that the request names. `asleep`: as in `GameDirectory.find`."""
        games = request.games[:MOST_GAMES_ASKED_FOR]
        listed = await self.tables.listed(games, request.search, asleep=asleep)
        return messages.Tables(listed, league=self.league_night.name, daemon=DAEMON)

    # Those from outside.

    def asks(self, origin: Origin) -> bool:
        """Whether people from there need an invitation."""
        return self._invitations is not None and origin.is_outside

    def admit_invited(self, guest: Guest, request: messages.Invited) -> None:
        """Admit a guest from outside with a valid invitation. Raises `PartingError`."""
        if self._invitations is None or not self.asks(guest.origin):
            return
        guest.invitation = self._invitations.admit(guest, request.invitation)
        if guest.invitation is None:
            raise PartingError(messages.Farewell.NOT_INVITED, NOT_VALID)
        guest.is_admitted = True
        guest.origin = guest.origin.invited_as(guest.invitation)
        self.reach.note_change()

    # At the door.

    async def greet(self, guest: Guest, hello: messages.Hello) -> bool:
        """Take a guest to a table, or send the list of them (False). Raises `PartingError`."""
        guest.claim = self._claim_in(hello)
        if hello.token is None and guest.claim is None:
            check_admitted(guest)
        if hello.protocol != messages.PROTOCOL:
            raise PartingError(messages.Farewell.WRONG_PROTOCOL, _who_updates(hello.protocol))
        if hello.along:
            await send_games_along(self.tables, self._journal, guest, hello)
            return True
        if hello.role is messages.Role.READER:
            await send_stored_game(self._journal, self._guesses, guest, hello)
            return True
        try:
            found = await self._ready_table_for(guest, hello)
            while found is not None and found[0].is_closed:  # it was cleared away while the password was checked
                found = await self._ready_table_for(guest, hello)
        except StoreError as error:
            # When the journal is gone, it is for everybody.
            self._not_taken_up.warn(f"a game could not be taken up: {error}", trio.current_time())
            raise PartingError(messages.Farewell.TROUBLE, "this game cannot be read; its host knows why") from error
        if found is None:
            guest.answer(messages.Tables(await self.tables.listed(), league=self.league_night.name))
            return False
        table, hello = found
        self._guests[guest] = table
        table.join(guest, hello)
        return True

    def _claim_in(self, hello: messages.Hello) -> SeatClaim | None:
        """The claim to a seat in a hello; None without one, or if this host has no key that it could be for."""
        if hello.comes is None or hello.seat_key is None or self.reach.key is None:
            return None
        return SeatClaim(hello.seat_key.key, hello.comes, self.reach.key)

    async def _ready_table_for(self, guest: Guest, hello: messages.Hello) -> tuple[LiveTable, messages.Hello] | None:
        """As `_table_for`, once that table can say whether the guest's client has seen the same game."""
        found = await self._table_for(guest, hello)
        if found is not None:
            table, how = found
            await table.recall(how)
        return found

    async def _table_for(self, guest: Guest, hello: messages.Hello) -> tuple[LiveTable, messages.Hello] | None:
        """The table for this guest, and how they come to it.

        It is the table where the token is for a seat, otherwise the named one, or the only one.
        """
        has_lost_seat = False
        name = hello.table or guest.has_opened or self.tables.only_name
        game = hello.game or ""
        await self.tables.check_moved(guest, game, hello.token)
        if name in (None, self.tables.home.name) and hello.role is messages.Role.PLAYER and hello.token is None:
            board = self.league_night.board_for(clean(hello.name))
            name = name if board is None else board.name
        if hello.token is not None:
            await self.tables.fetch(game, None)
            game = await self._latest_game(game, hello.token)
            await self.tables.check_moved(guest, game, hello.token)
            # A stranger learns nothing by a table's name, not even from the time that the answer takes.
            table = await self.tables.find_by_token(hello.token, game, name if guest.is_admitted else None)
            if table is not None:
                check_place(guest, has_seat=True)
                return table, hello
            check_admitted(guest)
            game = await self._latest_game(game, hello.token)
            has_lost_seat = game != (hello.game or "")
            if game and not await is_stored(self._journal, game):
                raise PartingError(messages.Farewell.NO_SUCH_TABLE, f"game {brief(game)} is not here any more")
            name = self.tables.table_of(game) or name
        elif guest.claim is not None:
            table = await self.tables.find_by_claim(guest.claim, hello.table)
            if table is not None:
                check_place(guest, has_seat=True)
                return table, hello
            check_admitted(guest)
        if name is None and not self.tables.names:
            name = self.tables.home.name  # its game may be at another host now
        table = None if name is None else await self._named_table(name, hello)
        check_place(guest, has_seat=False)
        if table is None:
            return None
        if has_lost_seat and await self._has_no_seat_now(table, hello):
            return table, _as_newcomer(table, hello)
        is_home = table.name == self.tables.home.name or table.board is not None
        await self._guesses.check(guest, hello, table.name, table.password, is_home=is_home)
        return table, hello

    async def _has_no_seat_now(self, table: LiveTable, hello: messages.Hello) -> bool:
        """Whether the player of this token had a seat in an earlier match of this table, and has none in this one."""
        outline = await game_outline(self._journal, hello.game or "")
        seat = None if outline is None else outline.seat_of(hello.token)
        if outline is None or seat is None:
            return False
        name = outline.table.seats[seat].name
        return all(who.name != name for who in table.info.seats if who.is_person)

    async def _latest_game(self, game: str, token: str) -> str:
        """The game that its table went on to, match after match; the game itself if it is still at a table."""
        if not game or self.tables.table_of(game) is not None:
            return game
        return await latest_game(self._journal, game, token)

    async def _named_table(self, name: str, hello: messages.Hello) -> LiveTable:
        """The table with this name, for a guest without a seat there. Raises `PartingError` if there is none."""
        table = await self.tables.find_by_name(name)
        if table is not None:
            return table
        await self.tables.check_table_moved(name)
        if hello.token is not None and (hello.game or self.tables.is_asleep(name)):  # a game that is stored here
            raise PartingError(messages.Farewell.BAD_TOKEN, "that token is not for any seat at this table")
        if hello.role is messages.Role.SPECTATOR and hello.game and await self.tables.sleeps(hello.game):
            raise PartingError(messages.Farewell.TROUBLE, f"nobody is at table {brief(name)} now; try again later")
        names = ", ".join(self.tables.names) or "none"
        raise PartingError(messages.Farewell.NO_SUCH_TABLE, f"there is no table {brief(name)}; there are {names}")

    # Guests.

    def table_of(self, guest: Guest) -> LiveTable | None:
        """The table at which this guest is; None in the lobby, or for a reader of a finished game."""
        return self._guests.get(guest)

    def _lead(self, guest: Guest, there: LiveTable, plays: bool = True) -> None:
        """Take a guest from their table to another one on the same connection."""

        def go() -> None:
            self._guests[guest] = there
            there.join(guest, messages.Hello(messages.PROTOCOL, "", guest.name, role=role))

        before, role = self._guests.get(guest), messages.Role.PLAYER if plays else messages.Role.SPECTATOR
        if before is not None:
            before.send_on(guest, go)

    def _leads_on(self, guest: Guest) -> bool:
        """Lead a guest to the next board that waits for them; False if none does."""
        board = self.league_night.board_for(guest.name)
        if board is not None:
            self._lead(guest, board)
        return board is not None

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        self.reach.forget(guest)
        self.controls.lose(guest)
        if self._invitations is not None and self._invitations.lose(guest):
            self.reach.note_change()
        table = self._guests.pop(guest, None)
        if table is not None:
            table.lose(guest)

    def _part(self, table: LiveTable, parting: PartingError) -> None:
        for guest in [guest for guest, where in self._guests.items() if where is table]:
            guest.part(parting)


def _who_updates(protocol: int) -> str:
    """What a client of another protocol is told; clients read the first number."""
    older = "this daemon's host" if protocol > messages.PROTOCOL else "your client"
    return f"this daemon speaks protocol {messages.PROTOCOL}, not {protocol}; {older} has to update"


def _as_newcomer(table: LiveTable, hello: messages.Hello) -> messages.Hello:
    """The hello of a player whose table has gone on to another match without them: they sit down anew, or watch.

    A bot has their seat there, as nobody plays a match to which they have not agreed.
    """
    may_only_watch = not table.has_seat_between_matches and table.info.opened.options.spectators
    role = messages.Role.SPECTATOR if may_only_watch else messages.Role.PLAYER
    return evolve(hello, token=None, game=None, since=None, role=role)
