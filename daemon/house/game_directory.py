"""The directory of the games: where the one is that a guest comes for, and how this daemon gets it.

Here: what the house asks (`GameDirectory`), and the directory of a daemon whose journal is its own. Not here: that of a
club (`daemon.club`), the tables of this daemon (`house_tables`), the games themselves (`daemon.journal`).
"""

# ruff: noqa: ARG002 - a daemon that is alone knows most answers without what is asked

import math
from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from daemon.house.sleeping import SleepingGames, forget_surplus
from daemon.house.table_names import names_in_order
from daemon.journal.interface import GameInfo, GameMoved, Journal
from daemon.table.live_table import LiveTable
from protocol.log.deal import Chance
from protocol.wire.messages import TableSummary


class MovedGames:
    """The games that went on at other hosts, and where."""

    def __init__(self) -> None:
        self._by_game: dict[str, GameMoved] = {}
        self._by_table: dict[str, tuple[str, GameMoved]] = {}

    def note(self, game: str, name: str, moved: GameMoved) -> None:
        """A game went on there. `name`: that of its last table here."""
        self._by_game[game], self._by_table[name] = moved, (game, moved)

    def place_of(self, game: str) -> GameMoved | None:
        """Where this game went on; None if it did not."""
        return self._by_game.get(game)

    def place_of_table(self, name: str) -> GameMoved | None:
        """Where the last game of the table with this name went on; None if it did not."""
        _, moved = self._by_table.get(name, (None, None))
        return moved

    @property
    def left(self) -> dict[str, tuple[str, GameMoved]]:
        """The games that are known to have left, by the names of their tables: their ids here, and where they went."""
        return dict(self._by_table)

    def forget(self, game: str, name: str) -> None:
        """This game goes on here again."""
        self._by_game.pop(game, None)
        self._by_table.pop(name, None)


class GameDirectory(Protocol):
    """Where all games are. A daemon asks it for those that are at none of its tables.

    `is_shared`: other daemons have games of the same journal. Then none waits here: it is taken when somebody comes.
    `asleep`: the games that sleep and are this daemon's to wake. `moved`: those that went on at other hosts.
    `time_between_looks`: the seconds after which games at tables here may have been lost. The calls raise `StoreError`.
    """

    is_shared: bool
    asleep: SleepingGames
    moved: MovedGames
    time_between_looks: float

    # Finding.

    async def find(
        self, here: Sequence[TableSummary], games: Collection[str], search: str, *, asleep: bool = False
    ) -> tuple[TableSummary, ...]:
        """The tables to list: those `here`; if the directory is shared, others, too, and only with this `search`.

        `asleep`: for an operator, whose search finds the games that sleep there, too.
        """

    async def place_of(self, game: str) -> GameMoved | None:
        """Where this game goes on, if not here."""

    async def place_of_table(self, name: str) -> GameMoved | None:
        """Where the game of the table with this name goes on, if not here. It is not awake here."""

    async def lost(self, tables: Collection[LiveTable]) -> list[LiveTable]:
        """Those of these tables whose games others have now."""

    async def sleeps(self, game: str) -> bool:
        """Whether this unfinished game is at no table, is not among those `asleep`, and waits for its players."""

    # Taking and releasing.

    async def take(self, game: str, name: str | None) -> GameInfo | None:
        """The unfinished game with this id, or at the table with this name, that was not this daemon's and is now.

        None if there is none. Raises `PartingError` if it goes on elsewhere.
        """

    async def take_finished(self, game: str, name: str) -> None:
        """Have a finished game, of the table with this name. Raises `PartingError` if that is still elsewhere."""

    async def take_left(self, game: str, name: str) -> None:
        """Have a game that was left to another host, and the name of its table. Raises `Refused` if that cannot be."""

    def fall_asleep(self, name: str, info: GameInfo) -> None:
        """A table here is closed, and its game is not over. It is released, too, if nothing is at its place then."""

    async def release(self, keys: Collection[str]) -> None:
        """Let others have these games, and these names of tables, none of which is awake here. Raises nothing."""

    async def places_for(self, games: Sequence[str]) -> list[GameMoved]:
        """Where these games can go on after they were released: a place for each, or none at all. Raises nothing."""

    async def forget_surplus(self, household: str | None, days: int) -> None:
        """Delete guests' sleeping games that are too many, or to which nobody has come back for so many days.

        `household`: the one whose game has fallen asleep. Raises nothing.
        """

    # What all daemons share.

    def new_names(self, chance: Chance) -> Iterator[str]:
        """Names to try for a new table, without an end."""

    async def takes_name(self, name: str, game: str) -> bool:
        """Whether the table of this game can have a name that no table here has. A new game has no id yet."""

    async def count_guess(self, household: str) -> int:
        """Count one more wrong guess of a password; how many came from there at other daemons, too. 0: not known."""


class OwnGames:
    """The directory of a daemon that is alone: every game of the journal is its own."""

    is_shared = False
    time_between_looks = math.inf

    def __init__(self, journal: Journal) -> None:
        self.asleep = SleepingGames()
        self.moved = MovedGames()
        self._journal = journal

    async def find(
        self, here: Sequence[TableSummary], games: Collection[str], search: str, *, asleep: bool = False
    ) -> tuple[TableSummary, ...]:
        """As `GameDirectory.find`."""
        return tuple(here)

    async def place_of(self, game: str) -> GameMoved | None:
        """As `GameDirectory.place_of`."""
        return self.moved.place_of(game)

    async def place_of_table(self, name: str) -> GameMoved | None:
        """As `GameDirectory.place_of_table`."""
        return None if name in self.asleep else self.moved.place_of_table(name)

    async def lost(self, tables: Collection[LiveTable]) -> list[LiveTable]:
        """None: nobody else has any."""
        return []

    async def sleeps(self, game: str) -> bool:
        """None does but those `asleep`."""
        return False

    async def take(self, game: str, name: str | None) -> GameInfo | None:
        """None: whatever sleeps is this daemon's already."""
        return None

    async def take_finished(self, game: str, name: str) -> None:
        """As `GameDirectory.take_finished`: it is this daemon's already."""

    async def take_left(self, game: str, name: str) -> None:
        """As `GameDirectory.take_left`: it is this daemon's already."""

    def fall_asleep(self, name: str, info: GameInfo) -> None:
        """As `GameDirectory.fall_asleep`. It keeps its name; without a person at it, it is surplus."""
        self.asleep.add(name, info)

    async def release(self, keys: Collection[str]) -> None:
        """As `GameDirectory.release`: there are no others, and what sleeps goes on sleeping here."""

    async def places_for(self, games: Sequence[str]) -> list[GameMoved]:
        """None: all wait for this daemon."""
        return []

    async def forget_surplus(self, household: str | None, days: int) -> None:
        """As `GameDirectory.forget_surplus`, of all households."""
        await forget_surplus(self.asleep, self._journal, days)

    def new_names(self, chance: Chance) -> Iterator[str]:
        """The same names in the same order."""
        return names_in_order()

    async def takes_name(self, name: str, game: str) -> bool:
        """Every name that no table here has."""
        return True

    async def count_guess(self, household: str) -> int:
        """As `GameDirectory.count_guess`: there are no others."""
        return 0
