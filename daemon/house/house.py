"""Which guest goes to which table, the lobby, and the operator.

Here: the answers to a hello, to requests in the lobby and to the operator's commands. Not here: the tables themselves
(`house_tables`), what happens at one (`daemon.table`), finished games (`finished_games`).
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

import trio

from daemon.guest import Guest, Origin, PartingError, check_admitted, check_place
from daemon.house.finished_games import is_stored, latest_game, send_stored_game
from daemon.house.host_browsers import TIME_TO_USE_A_CODE, HostBrowsers
from daemon.house.house_rules import HouseRules
from daemon.house.house_tables import HouseTables
from daemon.house.invitations import Invitations
from daemon.house.key_file import OPERATOR_COMMANDS, is_secret_of
from daemon.house.password_guesses import PasswordGuesses
from daemon.house.reach import ReachBoard
from daemon.house.table_services import table_services
from daemon.journal.interface import Journal, StoreError
from daemon.journal.records import Records
from daemon.rare_line import RareLine
from daemon.table.live_table import FAILED, LiveTable
from daemon.table.workers import RunInWorker, run_in_this_process
from protocol.clean import brief, clean, shortened
from protocol.console.exit_status import MisusedError
from protocol.console.known_name import MOST_KNOWN, known_name
from protocol.console.operator_key import OperatorKey
from protocol.game.options import RulesError
from protocol.log.deal import Chance
from protocol.log.refusals import Reason, Refused
from protocol.wire import messages, operator_messages
from protocol.wire.limits import LONGEST_SENTENCE
from protocol.wire.notices import RefusedNotice

REVOKED: Final = "the host has taken the controls back from this browser"
NOT_VALID: Final = "this invitation has ended, or it is another host's: ask the host for a new link"

log = logging.getLogger("fivesd.house")


class House:
    """The guests of one daemon. `done` is set once the requested number of matches is over.

    `invitations`: those that people from outside have to show; None if nobody needs one.
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
    ) -> None:
        self.key: OperatorKey | None = None
        self.know_page_as: Callable[[str], bool] | None = None
        """A function that makes the page known under another name; False if it has too many. None without a page."""
        self.log_lines: Callable[[], Sequence[str]] = tuple
        """A function that returns the last lines of the log."""
        self._invitations = invitations
        self._browsers = HostBrowsers()
        self._wrong_codes = RareLine(log)
        invited = (lambda: None) if invitations is None else invitations.listed
        self.reach = ReachBoard(nursery, invited, self._browsers.listed)
        self._guesses = PasswordGuesses()
        services = table_services(nursery, journal, records, chance, rules, run_in_worker)
        self.tables = HouseTables(services, rules, self._guesses, self._has_failed)
        self.done = services.matches.done
        self.is_private = rules.is_private
        """Whether it serves only one player, who is the operator without a secret."""
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
            guest.answer(RefusedNotice("the host cannot write to its disk: try again later"))
        else:
            guest.answer(messages.Tables(self.tables.summaries(), opened=guest.has_opened))

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

    # The operator.

    def show_reach(self, guest: Guest, request: operator_messages.AskReach) -> None:
        """Tell an operator where friends can join, now and after each change. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        self.reach.follow(guest)

    async def change_invitations(
        self, guest: Guest, request: operator_messages.Invite | operator_messages.Uninvite
    ) -> None:
        """Make or end an invitation, as the operator asks. Those whose invitation ends keep only their seats.

        Raises `PartingError`.
        """
        self._check_operator(guest, request.secret)
        try:
            if self._invitations is None:
                raise Refused(Reason.NOT_ALLOWED, "nobody needs an invitation to this daemon")
            if isinstance(request, operator_messages.Invite):
                await self._invitations.invite(request.name)
            else:
                for friend in await self._invitations.end(request.name):
                    if friend.seat is None:
                        friend.dismiss(messages.Farewell.NOT_INVITED, NOT_VALID)
        except Refused as refused:
            guest.answer(_refusal(request.id, refused))
        else:
            self.reach.note_change()
            self.reach.answer(guest)

    async def operate(self, guest: Guest, request: operator_messages.Operate) -> None:
        """Pass a command of the operator to its table. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        if not isinstance(request.command, OPERATOR_COMMANDS):
            guest.answer(messages.NotAccepted(request.id, Reason.NOT_ALLOWED.value, "that is for those at the table"))
            return
        name = request.table or self.tables.home.name or self.tables.only_name
        try:
            # The operator may wake any game: whoever has lost the token of a sleeping one cannot.
            table = None if name is None else await self.tables.find_by_name(name, is_operator=True)
        except StoreError as error:
            raise PartingError(messages.Farewell.TROUBLE, str(error)) from error
        if table is None:
            raise PartingError(
                messages.Farewell.NO_SUCH_TABLE, f"name one of the tables with --table: {', '.join(self.tables.names)}"
            )
        table.ask(guest, messages.Do(request.id, 0, request.command), is_operator=True)

    def close_table(self, guest: Guest, request: operator_messages.CloseTable) -> None:
        """Close a table, as the operator asks, once what is going on there is stored. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        self.tables.close(
            request.table,
            lambda: guest.answer(messages.Accepted(request.id, 0)),
            lambda why_not: guest.answer(_refusal(request.id, why_not)),
        )

    def send_log(self, guest: Guest, request: operator_messages.AskLog) -> None:
        """Send an operator the last lines of the log. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        guest.answer(operator_messages.Log(request.id, tuple(self.log_lines())))

    def name_page(self, guest: Guest, request: operator_messages.KnownAs) -> None:
        """Have the page known under another name, as the operator asks. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        try:
            name = known_name(request.name)
        except MisusedError as error:
            why_not = str(error)
        else:
            if self.know_page_as is None:
                why_not = "this daemon has no page"
            elif self.know_page_as(name):
                guest.answer(messages.Accepted(request.id, 0))
                return
            else:
                why_not = f"the page has {MOST_KNOWN} names, which is as many as it may have"
        guest.answer(messages.NotAccepted(request.id, Reason.NOT_ALLOWED.value, why_not))

    def admit_operator(self, guest: Guest, request: operator_messages.Operator) -> None:
        """Treat a guest with the right secret as the operator from here on. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        guest.is_operator, guest.is_provisional, guest.is_admitted = True, False, True
        number = self._browsers.number_of(request.secret)
        if number is not None:
            self._browsers.admit(guest, number)
            self.reach.note_change()

    def _check_operator(self, guest: Guest, secret: str | None, *, is_at_terminal: bool = False) -> None:
        """Raise `PartingError` unless this is the operator's secret, or there is none and the guest is an operator.

        A browser's token is as good, but for what can only be done at the terminal.
        """
        if secret is None:
            is_right = guest.is_operator and not (is_at_terminal and self._browsers.has(guest))
        else:
            is_right = self.key is not None and is_secret_of(self.key, secret)
            is_right = is_right or (not is_at_terminal and self._browsers.number_of(secret) is not None)
        if not is_right:
            raise PartingError(messages.Farewell.BAD_TOKEN, "that is not the operator's secret")

    # The browsers from which the operator hosts.

    def make_host_code(self, guest: Guest, request: operator_messages.AskHostCode) -> None:
        """Make a code for a browser, as somebody at the terminal asks. Raises `PartingError`."""
        self._check_operator(guest, request.secret, is_at_terminal=True)
        if self.know_page_as is None:
            guest.answer(_refusal(request.id, Refused(Reason.NOT_ALLOWED, "this daemon has no page")))
        else:
            guest.answer(operator_messages.HostCode(request.id, self._browsers.new_code(), round(TIME_TO_USE_A_CODE)))

    def exchange_host_code(self, guest: Guest, request: operator_messages.Exchange) -> None:
        """Give a browser that has shown the code a token of its own."""
        try:
            token = self._browsers.exchange(request.code, request.browser)
        except Refused as refused:
            sentence = f"a host's code that is not valid came from {guest.origin.address}"
            self._wrong_codes.warn(sentence, trio.current_time())
            guest.answer(_refusal(request.id, refused))
        else:
            log.info("a browser at %s has the host's controls now", guest.origin.address)
            guest.answer(operator_messages.HostToken(request.id, token))
            self.reach.note_change()

    def revoke_browsers(self, guest: Guest, request: operator_messages.Revoke) -> None:
        """Take the controls back from a browser, or from all, as the operator asks. Raises `PartingError`."""
        self._check_operator(guest, request.secret)
        try:
            revoked = self._browsers.revoke(request.number)
        except Refused as refused:
            guest.answer(_refusal(request.id, refused))
            return
        self.reach.note_change()
        self.reach.answer(guest)
        for browser in revoked:
            browser.is_operator = False
            browser.dismiss(messages.Farewell.REVOKED, REVOKED)

    async def greet(self, guest: Guest, hello: messages.Hello) -> bool:
        """Take a guest to a table, or send the list of them (False). Raises `PartingError`."""
        if hello.token is None:
            check_admitted(guest)
        if hello.protocol != messages.PROTOCOL:
            raise PartingError(
                messages.Farewell.WRONG_PROTOCOL,
                f"this daemon speaks protocol {messages.PROTOCOL}, not {hello.protocol}; please update",
            )
        if hello.role is messages.Role.READER:
            await send_stored_game(self._journal, self._guesses, guest, hello)
            return True
        try:
            table = await self._table_for(guest, hello)
            while table is not None and table.is_closed:  # it was cleared away while the password was checked
                table = await self._table_for(guest, hello)
        except StoreError as error:
            log.exception("a game could not be taken up for %s", guest.origin.address)
            raise PartingError(messages.Farewell.TROUBLE, "this game cannot be read; its host knows why") from error
        if table is None:
            guest.answer(messages.Tables(self.tables.summaries()))
            return False
        self._guests[guest] = table
        table.join(guest, hello)
        return True

    async def _table_for(self, guest: Guest, hello: messages.Hello) -> LiveTable | None:
        """The table for this guest: where the token is for a seat, otherwise the named one, or the only one."""
        name = hello.table or guest.has_opened or self.tables.only_name
        if hello.token is not None:
            game = await self._latest_game(hello.game or "", hello.token)
            # A stranger learns nothing by a table's name, not even from the time that the answer takes.
            table = await self.tables.find_by_token(hello.token, game, name if guest.is_admitted else None)
            if table is not None:
                check_place(guest, has_seat=True)
                return table
            check_admitted(guest)
            if game and not await is_stored(self._journal, game):
                raise PartingError(messages.Farewell.NO_SUCH_TABLE, f"game {brief(game)} is not here any more")
            name = self.tables.table_of(game) or name
        table = None if name is None else await self._named_table(name, hello)
        check_place(guest, has_seat=False)
        if table is not None:
            is_home = table.name == self.tables.home.name
            await self._guesses.check(guest, hello, table.name, table.password, is_home=is_home)
        return table

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
        if hello.token is not None and self.tables.is_asleep(name):
            raise PartingError(messages.Farewell.BAD_TOKEN, "that token is not for any seat at this table")
        names = ", ".join(self.tables.names) or "none"
        raise PartingError(messages.Farewell.NO_SUCH_TABLE, f"there is no table {brief(name)}; there are {names}")

    # Guests.

    def table_of(self, guest: Guest) -> LiveTable | None:
        """The table at which this guest is; None in the lobby, or for a reader of a finished game."""
        return self._guests.get(guest)

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        self.reach.forget(guest)
        has_invitation = self._invitations is not None and self._invitations.lose(guest)
        if self._browsers.lose(guest) or has_invitation:
            self.reach.note_change()
        table = self._guests.pop(guest, None)
        if table is not None:
            table.lose(guest)

    def _has_failed(self, table: LiveTable) -> None:
        for guest in [guest for guest, where in self._guests.items() if where is table]:
            guest.dismiss(messages.Farewell.TROUBLE, FAILED)


def _refusal(id_: str, refused: Refused) -> messages.NotAccepted:
    return messages.NotAccepted(id_, refused.reason.value, refused.detail)
