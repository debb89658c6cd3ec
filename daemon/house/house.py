"""Which guest goes to which table, the lobby, and the operator.

Here: the answers to a hello, to requests in the lobby and to the operator's commands. Not here: the tables themselves
(`house_tables`), what happens at one (`daemon.table`), finished games (`finished_games`).
"""

import logging
from collections.abc import Callable

import trio

from daemon.guest import Guest, PartingError, check_place
from daemon.house.finished_games import is_stored, latest_game, send_stored_game
from daemon.house.house_tables import HouseRules, HouseTables
from daemon.house.key_file import OPERATOR_COMMANDS, is_secret_of
from daemon.house.password_guesses import PasswordGuesses
from daemon.journal.interface import Journal, StoreError
from daemon.journal.records import Records
from daemon.table.live_table import FAILED, LiveTable
from daemon.table.workers import RunInWorker, run_in_this_process
from protocol.clean import brief, clean, shortened
from protocol.console.exit_status import MisusedError
from protocol.console.known_name import MOST_KNOWN, known_name
from protocol.console.operator_key import OperatorKey
from protocol.game.options import RulesError
from protocol.log.deal import Chance
from protocol.log.refusals import Reason
from protocol.wire import messages
from protocol.wire.limits import LONGEST_SENTENCE
from protocol.wire.notices import RefusedNotice

log = logging.getLogger("fivesd.house")


class House:
    """The guests of one daemon. `done` is set once the requested number of matches is over."""

    def __init__(
        self,
        nursery: trio.Nursery,
        journal: Journal,
        records: Records,
        chance: Chance,
        rules: HouseRules,
        run_in_worker: RunInWorker = run_in_this_process,
    ) -> None:
        self.key: OperatorKey | None = None
        self.know_page_as: Callable[[str], bool] | None = None
        """A function that makes the page known under another name; False if it has too many. None without a page."""
        self._guesses = PasswordGuesses()
        self.tables = HouseTables(
            nursery, journal, records, chance, rules, run_in_worker, self._guesses, self._has_failed
        )
        self.done = self.tables.matches.done
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

    async def operate(self, guest: Guest, request: messages.Operate) -> None:
        """Pass a command of the operator to its table. Raises `PartingError`."""
        self._check_secret(request.secret)
        if not isinstance(request.command, OPERATOR_COMMANDS):
            guest.answer(messages.NotAccepted(request.id, Reason.NOT_ALLOWED.value, "that is for those at the table"))
            return
        names = self.tables.names
        name = request.table or self.tables.home or (names[0] if len(names) == 1 else None)
        try:
            # The operator may wake any game: whoever has lost the token of a sleeping one cannot.
            table = None if name is None else await self.tables.wake(name)
        except StoreError as error:
            raise PartingError(messages.Farewell.TROUBLE, str(error)) from error
        if table is None:
            raise PartingError(
                messages.Farewell.NO_SUCH_TABLE, f"name one of the tables with --table: {', '.join(names)}"
            )
        table.ask(guest, messages.Do(request.id, 0, request.command), is_operator=True)

    def name_page(self, guest: Guest, request: messages.KnownAs) -> None:
        """Have the page known under another name, as the operator asks. Raises `PartingError`."""
        self._check_secret(request.secret)
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

    def admit_operator(self, guest: Guest, request: messages.Operator) -> None:
        """Treat a guest with the right secret as the operator from here on. Raises `PartingError`."""
        self._check_secret(request.secret)
        guest.is_operator, guest.is_provisional = True, False

    def _check_secret(self, secret: str) -> None:
        if self.key is None or not is_secret_of(self.key, secret):
            raise PartingError(messages.Farewell.BAD_TOKEN, "that is not the operator's secret")

    async def greet(self, guest: Guest, hello: messages.Hello) -> bool:
        """Take a guest to a table, or send the list of them (False). Raises `PartingError`."""
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
        """The table for this guest: that of the token's game, the named one, or the only one."""
        tables, token, game, seated_at = self.tables, hello.token, hello.game or "", None
        if token is not None:
            if game and tables.table_of(game) is None:
                game = await latest_game(self._journal, game, token)
            seated_at = tables.table_of(game) or tables.with_token(token)
        names = tables.names
        name = seated_at or hello.table or guest.has_opened or (names[0] if len(names) == 1 else None)
        table = await tables.named(name, token) if name is not None else None
        if token is not None and not (table is not None and table.knows(token)):
            past = await tables.reopened(game, token)
            if past is None and game and not await is_stored(self._journal, game):
                raise PartingError(messages.Farewell.NO_SUCH_TABLE, f"game {brief(game)} is not here any more")
            table = table if past is None else past
        if table is None and name is not None:
            if token is not None and tables.is_asleep(name):
                raise PartingError(messages.Farewell.BAD_TOKEN, "that token is not for any seat at this table")
            raise PartingError(
                messages.Farewell.NO_SUCH_TABLE,
                f"there is no table {brief(name)}; there are {', '.join(names) or 'none'}",
            )
        has_seat = table is not None and token is not None and table.knows(token)
        check_place(guest, has_seat=has_seat)
        if table is not None and not has_seat:
            await self._guesses.check(guest, hello, table.name, table.password)
        return table

    # Guests.

    def table_of(self, guest: Guest) -> LiveTable | None:
        """The table at which this guest is; None in the lobby, or for a reader of a finished game."""
        return self._guests.get(guest)

    def lose(self, guest: Guest) -> None:
        """The connection of this guest has ended."""
        table = self._guests.pop(guest, None)
        if table is not None:
            table.lose(guest)

    def _has_failed(self, table: LiveTable) -> None:
        for guest in [guest for guest, where in self._guests.items() if where is table]:
            guest.dismiss(messages.Farewell.TROUBLE, FAILED)
