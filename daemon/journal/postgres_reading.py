"""Reading the journal of a club.

Here: how a query is run. Not here: the queries and damage (`reading`), the connection (`postgres_database`).
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from daemon.journal.postgres_database import Database
from daemon.journal.postgres_games import summary_rows
from daemon.journal.reading import JournalReader
from daemon.journal.summaries import SummaryRows


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
