"""The house: the parts of one daemon that its guests meet, and the lobby.

Here: the answers to a hello, to an invitation and to requests in the lobby. Not here: which table a hello leads to
(`door`), the tables themselves (`house_tables`), what happens at one (`daemon.table`), what an operator asks
(`controls`), finished games (`finished_games`).
"""

import logging
from typing import Final

import trio

from daemon.guest import Guest, Origin, PartingError, check_admitted
from daemon.house.controls import Controls
from daemon.house.door import Door
from daemon.house.finished_games import send_stored_game
from daemon.house.game_directory import GameDirectory, OwnGames
from daemon.house.games_along import send_games_along
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.house.host_browsers import HostBrowsers
from daemon.house.house_rules import HouseRules
from daemon.house.house_tables import HouseTables
from daemon.house.invitations import NOT_VALID, Invitations
from daemon.house.league_night import LeagueNight, ReadText, no_league
from daemon.house.left_matches import LeftMatches
from daemon.house.reach import ReachBoard
from daemon.journal.interface import StoreError
from daemon.rare_line import RareLine
from daemon.table.accepted_commands import refusal_of
from daemon.table.guests_present import DAEMON
from daemon.table.table_state import Services
from protocol.game.options import RulesError
from protocol.log.not_allowed import NotAllowed
from protocol.log.succession import SeatClaim
from protocol.wire import messages
from protocol.wire.notices import RefusedNotice

MOST_GAMES_ASKED_FOR: Final = 50
"""How many sleeping games a client may ask for in one list."""

log = logging.getLogger("fivesd.house")


class House:
    """The guests of one daemon. `done` is set once the requested number of matches is over.

    `invitations`: those that people from outside have to show; None if nobody needs one. `read_league` is as in
    `LeagueNight`. `directory`: None if all games of the journal are this daemon's.
    """

    def __init__(
        self,
        services: Services,
        rules: HouseRules,
        invitations: Invitations | None = None,
        read_league: ReadText = no_league,
        directory: GameDirectory | None = None,
    ) -> None:
        self._invitations = invitations
        browsers = HostBrowsers()
        invited = (lambda: None) if invitations is None else invitations.listed
        self.reach = ReachBoard(services.nursery, invited, browsers.listed)
        directory = OwnGames(services.journal) if directory is None else directory
        self.guests = GuestsAtTables()
        self.tables = HouseTables(services, rules, self.guests, directory, lambda: self.reach.key)
        self._door = Door(self.tables, directory)
        self.league_night = LeagueNight(services, self.tables, self.guests, read_league)
        self.left = LeftMatches(self.tables, directory)
        parts = invitations, self.league_night, self.left
        self.controls = Controls(self.tables, self.guests, self.reach, browsers, *parts)
        self.done = services.matches.done
        self.is_private = rules.is_private
        """Whether it serves only one player, who is the operator without a secret."""
        self._not_taken_up = RareLine(log)
        self._journal = services.journal

    # The lobby.

    async def open_for(self, guest: Guest, request: messages.OpenTable) -> None:
        """Open a table for a guest, who becomes its host by taking a seat."""
        try:
            guest.has_opened = await self.tables.open(request, guest)
        except RulesError as error:
            guest.answer(_not_opened(error))
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
            await send_stored_game(self._journal, self.tables.guesses, guest, hello)
            return True
        try:
            found = await self._door.table_for(guest, hello)
        except StoreError as error:
            # When the journal is gone, it is for everybody.
            self._not_taken_up.warn(f"a game could not be taken up: {error}", trio.current_time())
            raise PartingError(messages.Farewell.TROUBLE, "this game cannot be read; its host knows why") from error
        if found is None:
            guest.answer(messages.Tables(await self.tables.listed(), league=self.league_night.name))
            return False
        table, hello = found
        self.guests.bring(guest, table, hello)
        return True

    def _claim_in(self, hello: messages.Hello) -> SeatClaim | None:
        """The claim to a seat in a hello; None without one, or if this host has no key that it could be for."""
        if hello.comes is None or hello.seat_key is None or self.reach.key is None:
            return None
        return SeatClaim(hello.seat_key.key, hello.comes, self.reach.key)

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        self.reach.forget(guest)
        self.controls.lose(guest)
        if self._invitations is not None and self._invitations.lose(guest):
            self.reach.note_change()
        self.guests.lose(guest)


def _who_updates(protocol: int) -> str:
    """What a client of another protocol is told; clients read the first number."""
    older = "this daemon's host" if protocol > messages.PROTOCOL else "your client"
    return f"this daemon speaks protocol {messages.PROTOCOL}, not {protocol}; {older} has to update"


def _not_opened(error: RulesError) -> RefusedNotice:
    said = refusal_of("", NotAllowed("impossible_game", option=error.option, why=error.text))
    return RefusedNotice(said.detail, said.code, said.facts)
