"""The door: which table a guest's hello leads to.

Here: the three ways in, which are a token, a claim to a seat, and a table's name; and sending those away whose game has
left this daemon. Not here: the hello itself (`house`), the tables (`house_tables`), a table's answer (`table.joining`).
"""

from attrs import evolve

from daemon.guest import Guest, PartingError, check_admitted, check_place
from daemon.house.finished_games import game_outline, is_stored, latest_game
from daemon.house.game_directory import GameDirectory
from daemon.house.house_tables import HouseTables
from daemon.house.table_names import no_such_table
from daemon.table.live_table import LiveTable
from daemon.table.tokens import SeatTokens
from protocol.clean import brief, clean
from protocol.log.succession import SeatClaim
from protocol.wire.messages import Farewell, Hello, Role

Found = tuple[LiveTable, Hello]
"""A table, and the hello with which a guest comes to it."""


class Door:
    """Finds the table for each guest of one daemon. The calls raise `PartingError` and `StoreError`."""

    def __init__(self, tables: HouseTables, directory: GameDirectory) -> None:
        self._tables = tables
        self._journal = tables.journal
        self._directory = directory

    async def table_for(self, guest: Guest, hello: Hello) -> Found | None:
        """The table for this guest, which can say whether their client has seen the same game; None for the lobby.

        It is the table where the token or the claim is for a seat, otherwise the named one, or the only one.
        """
        found = await self._find(guest, hello)
        while found is not None:
            table, how = found
            await table.recall(how)
            if not table.is_closed:
                break
            found = await self._find(guest, hello)  # it was cleared away while the password was checked
        return found

    async def _find(self, guest: Guest, hello: Hello) -> Found | None:
        name = hello.table or guest.has_opened or self._tables.only_name
        await self._check_moved(guest, hello.game or "", hello.token)
        if name in (None, self._tables.home.name) and hello.role is Role.PLAYER and hello.token is None:
            board = self._tables.boards.waiting_for(clean(hello.name))
            name = name if board is None else board.name
        if hello.token is not None:
            return await self._find_by_token(guest, hello, hello.token, name)
        if guest.claim is not None:
            return await self._find_by_claim(guest, hello, guest.claim, name)
        return await self._find_by_name(guest, hello, name)

    async def _find_by_token(self, guest: Guest, hello: Hello, token: str, name: str | None) -> Found | None:
        await self._tables.fetch(hello.game or "", None)
        game = await self._latest_game(hello.game or "", token)
        await self._check_moved(guest, game, token)
        # A stranger learns nothing by a table's name, not even from the time that the answer takes.
        table = await self._tables.find_by_token(token, game, name if guest.is_admitted else None)
        if table is not None:
            check_place(guest, has_seat=True)
            return table, hello
        check_admitted(guest)
        game = await self._latest_game(game, token)
        if game and not await is_stored(self._journal, game):
            raise PartingError(Farewell.NO_SUCH_TABLE, f"game {brief(game)} is not here any more")
        has_lost_seat = game != (hello.game or "")
        return await self._find_by_name(guest, hello, self._tables.table_of(game) or name, has_lost_seat=has_lost_seat)

    async def _find_by_claim(self, guest: Guest, hello: Hello, claim: SeatClaim, name: str | None) -> Found | None:
        table = await self._tables.find_by_claim(claim, hello.table)
        if table is not None:
            check_place(guest, has_seat=True)
            return table, hello
        check_admitted(guest)
        return await self._find_by_name(guest, hello, name)

    async def _find_by_name(
        self, guest: Guest, hello: Hello, name: str | None, *, has_lost_seat: bool = False
    ) -> Found | None:
        """The table with this name, for a guest without a seat there. `has_lost_seat`: their token was for one."""
        if name is None and not self._tables.names:
            name = self._tables.home.name  # its game may be at another host now
        table = None if name is None else await self._named_table(name, hello)
        check_place(guest, has_seat=False)
        if table is None:
            return None
        if has_lost_seat and await self._has_no_seat_now(table, hello):
            return table, _as_newcomer(table, hello)
        is_home = table.name == self._tables.home.name or table.board is not None
        await self._tables.guesses.check(guest, hello, table.name, table.password, is_home=is_home)
        return table, hello

    async def _named_table(self, name: str, hello: Hello) -> LiveTable:
        """The table with this name, for a guest without a seat there. Raises `PartingError` if there is none."""
        table = await self._tables.find_by_name(name)
        if table is not None:
            return table
        moved = await self._directory.place_of_table(name)
        if moved is not None:  # the game of its last table; or another daemon of the club has it
            raise PartingError.to(moved)
        if hello.token is not None and (hello.game or name in self._directory.asleep):  # a game that is stored here
            raise PartingError(Farewell.BAD_TOKEN, "that token is not for any seat at this table")
        if hello.role is Role.SPECTATOR and hello.game and await self._tables.sleeps(hello.game):
            raise PartingError(Farewell.TROUBLE, f"nobody is at table {brief(name)} now; try again later")
        raise PartingError(Farewell.NO_SUCH_TABLE, no_such_table(name, self._tables.names))

    async def _check_moved(self, guest: Guest, game: str, token: str | None) -> None:
        """Raise `PartingError` for somebody who comes for a game that goes on at another host.

        Somebody who is not admitted otherwise has to have a seat in that game.
        """
        is_here = not game or self._tables.table_of(game) is not None
        moved = None if is_here else await self._directory.place_of(game)
        if moved is None:
            return
        stored = None if guest.is_admitted else await self._journal.read(game)
        if stored is None or SeatTokens(stored.private).find(token or "") is not None:
            raise PartingError.to(moved)

    async def _latest_game(self, game: str, token: str) -> str:
        """The game that its table went on to, match after match; the game itself if it is still at a table."""
        if not game or self._tables.table_of(game) is not None:
            return game
        return await latest_game(self._journal, game, token)

    async def _has_no_seat_now(self, table: LiveTable, hello: Hello) -> bool:
        """Whether the player of this token had a seat in an earlier match of this table, and has none in this one."""
        outline = await game_outline(self._journal, hello.game or "")
        seat = None if outline is None else outline.seat_of(hello.token)
        if outline is None or seat is None:
            return False
        name = outline.table.seats[seat].name
        return all(who.name != name for who in table.info.seats if who.is_person)


def _as_newcomer(table: LiveTable, hello: Hello) -> Hello:
    """The hello of a player whose table has gone on to another match without them: they sit down anew, or watch.

    A bot has their seat there, with a name of its own: none plays for somebody who has not agreed.
    """
    may_only_watch = not table.has_seat_between_matches and table.info.opened.options.spectators
    role = Role.SPECTATOR if may_only_watch else Role.PLAYER
    return evolve(hello, token=None, game=None, since=None, role=role)
