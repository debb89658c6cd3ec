"""The host's controls: who is an operator, and what they ask of the daemon.

Here: the answers to the operator's commands. Not here: the key (`key_file`), the codes and tokens of browsers
(`host_browsers`), where friends can join (`reach`), the effect of a command at a table (`decide`).
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

import trio
from attrs import evolve

from daemon.game_log import time_of_day
from daemon.guest import Guest, PartingError
from daemon.house.guests_at_tables import GuestsAtTables
from daemon.house.home_opening import make_home
from daemon.house.host_browsers import TIME_TO_USE_A_CODE, HostBrowsers, WrongCodeError
from daemon.house.house_tables import HouseTables
from daemon.house.invitations import NOT_VALID, Invitations
from daemon.house.key_file import OPERATOR_COMMANDS, is_secret_of
from daemon.house.league_night import LeagueNight
from daemon.house.left_matches import LeftMatches
from daemon.house.reach import ReachBoard
from daemon.house.table_names import no_such_table
from daemon.journal.interface import StoreError
from daemon.rare_line import RareLine
from daemon.table.accepted_commands import refusal_of
from protocol.clean import brief
from protocol.log.commands import HandOver
from protocol.log.not_allowed import NotAllowed
from protocol.log.operator_commands import (
    CloseTable,
    FollowReach,
    Invite,
    MakeHome,
    MakeHostCode,
    NamePage,
    OfOperator,
    OpenFixture,
    ReadLog,
    Revoke,
    TakeMatchBack,
    Uninvite,
)
from protocol.log.refusals import Reason, Refused
from protocol.shared.exit_status import MisusedError
from protocol.shared.known_name import MOST_KNOWN, known_name
from protocol.shared.operator_key import OperatorKey
from protocol.wire.messages import Accepted, Do, Farewell
from protocol.wire.operator_messages import Exchange, HostCode, HostToken, Log, Operator, WrongCode

REVOKED: Final = "the host has taken the controls back from this browser"

log = logging.getLogger("fivesd.house")


class Controls:
    """The host's controls of one daemon. `invitations`: None if nobody needs one."""

    def __init__(
        self,
        tables: HouseTables,
        guests: GuestsAtTables,
        reach: ReachBoard,
        browsers: HostBrowsers,
        invitations: Invitations | None,
        league_night: LeagueNight,
        left: LeftMatches,
    ) -> None:
        self.key: OperatorKey | None = None
        self.know_page_as: Callable[[str], bool] | None = None
        """A function that makes the page known under another name; False if it has too many. None without a page."""
        self.log_lines: Callable[[], Sequence[str]] = tuple
        """A function that returns the last lines of the log."""
        self._tables = tables
        self._guests = guests
        self._reach = reach
        self._browsers = browsers
        self._invitations = invitations
        self._league_night = league_night
        self._left = left
        self._wrong_codes = RareLine(log)

    async def carry_out(self, guest: Guest, request: Operator | Exchange | Do) -> None:
        """Do what an operator asks, and answer. Raises `PartingError` for whoever is none."""
        if isinstance(request, Operator):
            self._admit(guest, request.secret)
            return
        try:
            if isinstance(request, Exchange):  # from a browser that is not an operator's yet
                self._exchange(guest, request)
            else:
                await self._do(guest, request)
        except Refused as refused:
            guest.answer(refusal_of(request.id, refused))

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        if self._browsers.lose(guest):
            self._reach.note_change()

    def _admit(self, guest: Guest, secret: str) -> None:
        """Treat a guest with the right secret as an operator from here on. Raises `PartingError`."""
        number = self._browsers.number_of(secret)
        if number is None and not (self.key is not None and is_secret_of(self.key, secret)):
            raise PartingError(Farewell.BAD_TOKEN, "that is not the operator's secret")
        guest.is_operator, guest.is_provisional, guest.is_admitted = True, False, True
        if number is not None:
            self._browsers.admit(guest, number)
            self._reach.note_change()

    async def _do(self, guest: Guest, request: Do) -> None:
        """Carry out an operator's command, and accept it. Raises `Refused`, and `PartingError` for whoever is none."""
        command = request.command
        is_at_terminal = guest.is_operator and not self._browsers.has(guest)
        if not (is_at_terminal if isinstance(command, MakeHostCode) else guest.is_operator):
            raise PartingError(Farewell.BAD_TOKEN, "that is for the operator, who gives the operator's secret first")
        if not isinstance(command, OfOperator):
            await self._ask_table(guest, request)  # which answers
        elif isinstance(command, CloseTable):
            self._close_table(guest, request.id, command.table)  # which answers once it is closed
        elif isinstance(command, TakeMatchBack) and (table := self._left.on_its_way(command.table)) is not None:
            await self._ask_table(guest, evolve(request, command=HandOver(None), table=table))  # which answers
        else:
            await self._carry_out(guest, command)
            guest.answer(Accepted(request.id, 0))

    async def _carry_out(self, guest: Guest, command: OfOperator) -> None:
        """Carry out a command, and send what it asks for. Raises `Refused`."""
        match command:
            case FollowReach():
                self._reach.follow(guest)
            case Invite() | Uninvite():
                await self._change_invitations(command)
                self._reach.note_change()
                self._reach.answer(guest)
            case MakeHome():
                await self._make_home(command.table)
            case OpenFixture():
                await self._league_night.open(command.fixture, command.substitutes)
            case MakeHostCode():
                if self.know_page_as is None:
                    raise NotAllowed("no_page")
                guest.answer(HostCode(self._browsers.new_code(), round(TIME_TO_USE_A_CODE)))
            case Revoke():
                self._revoke(guest, command.number)
            case ReadLog():
                guest.answer(Log(tuple(self.log_lines())))
            case NamePage():
                self._name_page(command.name)
            case TakeMatchBack():
                await self._left.take_back(command)
            case CloseTable():
                raise AssertionError("a table answers itself once it is closed")

    async def _ask_table(self, guest: Guest, request: Do) -> None:
        """Pass a command to its table. Raises `Refused` and `PartingError`."""
        if not isinstance(request.command, OPERATOR_COMMANDS):
            raise NotAllowed("not_for_the_operator")
        tables = self._tables
        name = request.table or tables.home.name or tables.only_name
        try:
            # The operator may wake any game: whoever has lost the token of a sleeping one cannot.
            table = None if name is None else await tables.find_by_name(name, is_operator=True)
        except StoreError as error:
            raise PartingError(Farewell.TROUBLE, str(error)) from error
        if table is None:
            none = f"name one of the tables with --table: {', '.join(tables.names)}"
            why = none if request.table is None else no_such_table(request.table, tables.names)
            raise PartingError(Farewell.NO_SUCH_TABLE, why)
        table.ask(guest, request, is_operator=True)

    def _name_page(self, wanted: str) -> None:
        """Have the page known under another name. Raises `Refused`."""
        try:
            name = known_name(wanted)
        except MisusedError as error:
            raise NotAllowed("not_a_machine", typed=brief(wanted)) from error
        if self.know_page_as is None:
            raise NotAllowed("no_page")
        if not self.know_page_as(name):
            raise NotAllowed("page_names_full", most=MOST_KNOWN)

    async def _change_invitations(self, request: Invite | Uninvite) -> None:
        """Make or end an invitation. Those whose invitation ends keep only their seats. Raises `Refused`."""
        if self._invitations is None:
            raise NotAllowed("nobody_needs_invitations")
        if isinstance(request, Invite):
            await self._invitations.invite(request.name)
            return
        for friend in await self._invitations.end(request.name):
            if friend.seat is None:
                friend.dismiss(Farewell.NOT_INVITED, NOT_VALID)

    def _close_table(self, guest: Guest, id_: str, table: str) -> None:
        """Close a table once what is going on there is stored."""
        self._tables.close(
            table, lambda: guest.answer(Accepted(id_, 0)), lambda why_not: guest.answer(refusal_of(id_, why_not))
        )

    async def _make_home(self, name: str | None) -> None:
        """Make a table the host's own, and lead those there who waited at the one before. Raises `Refused`."""
        try:
            home, waited = await make_home(self._tables, name)
        except StoreError as error:
            raise Refused(Reason.STORE_FAILED, str(error)) from error
        for guest, plays in waited.items():
            self._guests.lead(guest, home, plays=plays)

    # The browsers from which the operator hosts.

    def _exchange(self, guest: Guest, request: Exchange) -> None:
        """Give a browser that has shown the code a token of its own. Raises `Refused`."""
        origin = guest.origin
        # With IPv6 the phone and a stranger in the same house are one household.
        counted_as = origin.household if origin.is_outside else origin.address
        try:
            token = self._browsers.exchange(request.code, request.browser, counted_as)
        except WrongCodeError as wrong:
            self._note_wrong_code(guest, ends_code=wrong.ends_code)
            raise
        log.info("a browser at %s has the host's controls now", origin.address)
        guest.answer(HostToken(request.id, token))
        self._reach.note_change()

    def _note_wrong_code(self, guest: Guest, *, ends_code: bool) -> None:
        """Have the log and the operators say where a wrong code came from, at most once a minute."""
        address = guest.origin.address
        is_due = self._wrong_codes.warn(f"a host's code that is not valid came from {address}", trio.current_time())
        if ends_code:
            log.warning("so many wrong codes have come that the host's code is void")
        if is_due or ends_code:
            self._reach.set_wrong_code(WrongCode(time_of_day(), address, guest.invitation, ends_code))

    def _revoke(self, guest: Guest, number: int | None) -> None:
        """Take the controls back from a browser, or from all. Raises `Refused`."""
        revoked = self._browsers.revoke(number)
        self._reach.note_change()
        self._reach.answer(guest)
        for browser in revoked:
            browser.is_operator = False
            browser.dismiss(Farewell.REVOKED, REVOKED)
