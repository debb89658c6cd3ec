"""Reading the journal of a club.

Here: how a query is run, and opening it for a command. Not here: the queries and damage (`reading`), the connection
(`postgres_database`).
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final

from daemon.club.postgres_database import Database
from daemon.club.postgres_games import summary_rows
from daemon.club.postgres_tables import prepare
from daemon.journal.reading import IDS, PAGE, JournalReader
from daemon.journal.summaries import SummaryRows

_SORTED: Final = f"""
DECLARE sorted CURSOR WITH HOLD FOR {IDS} SELECT ids.game FROM ids LEFT JOIN games ON games.game = ids.game
    WHERE ids.game IS NOT NULL ORDER BY at, ids.game
"""  # noqa: S608 - our own text
"""A cursor that the server keeps after its transaction, in a file where it is large."""


class PostgresReader(JournalReader):
    """A club's journal opened for reading, with its own connection.

    No heads are noted outside the database, which a daemon does not own alone: it is the database that keeps its end.
    """

    def __init__(self, database: Database) -> None:
        super().__init__(database.name, None)
        self._database = database

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """As `JournalReader.one_moment`."""
        with self._database.transaction():
            yield

    def select(self, query: str, *values: str | int) -> tuple[list[Any], str | None]:
        """As `JournalReader.select`. An error is not the damage of a game: it is raised."""
        return self._database.run(query.replace("?", "%s"), *values), None

    def stored_of(self, ids: Collection[str]) -> set[str]:
        """As `JournalReader.stored_of`. All of them: there are no summaries of the others."""
        return set(ids)

    def summary_rows(self, games: Collection[str]) -> Iterator[SummaryRows]:
        """As `JournalReader.summary_rows`, with the same few queries for all of them."""
        return iter(summary_rows(self._database, games))

    def pages_of_ids(self) -> Iterator[Sequence[str]]:
        """As `JournalReader.pages_of_ids`."""
        with self._database.transaction():
            self._database.run(_SORTED)
        while rows := self._database.run(f"FETCH {PAGE} FROM sorted"):
            yield [game for (game,) in rows]
        self._database.run("CLOSE sorted")

    def read_heads_again(self) -> None:
        """As `JournalReader.read_heads_again`. None are noted."""


@contextmanager
def open_postgres_reader(url: str) -> Iterator[PostgresReader]:
    """The journal at this URL, opened for reading, while daemons write it. Raises `UnusableError`."""
    with closing(Database(url, is_for_reading=True)) as database:
        prepare(database)
        yield PostgresReader(database)
