"""A connection to a club's PostgreSQL database.

Here: making it, and again when it breaks, and turning PostgreSQL's errors into `StoreError`. Not here: the tables
(`postgres_tables`), reading and writing them (`postgres_reading`, `postgres_writer`).
"""

import logging
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from daemon.journal.batches import FailingError
from daemon.journal.interface import StoreError, UnusableError

PATIENCE: Final = 10.0
"""Seconds to wait for an answer of the database. Without one the connection counts as broken."""
TIME_TO_CONNECT: Final = 5
_SESSION: Final = f"""
SET synchronous_commit = on;
SET statement_timeout = {round(PATIENCE * 1_000)};
SET idle_in_transaction_session_timeout = {round(PATIENCE * 1_000)};
"""
_PARAMETERS: Final[Mapping[str, str | int]] = {
    "application_name": "fivesd",
    "client_encoding": "UTF8",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": round(PATIENCE * 1_000),
}
"""Parameters of a connection, unless the URL has others. With the last four a cut network is noticed."""
_FAILURES: Final = ("53", "57", "58", "XX", "25006", "42501", "42P01")
"""What the codes of those errors begin with that concern the whole database.

They are resources, its operator, its disk, itself; it is read-only; no rights; no tables.
"""
_CONFLICTS: Final = ("40", "55")
"""What the codes of those errors begin with after which a transaction may be tried again: 55 is a lock not got in time.
"""
_READ_ONLY: Final = "25006"
_FATAL: Final = ("FATAL", "PANIC")
"""The severities of errors that end the connection."""
logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # what it warns of is raised here, in plain words

_NOT_VALID: Final = "the URL of the database is not valid: `fives help hosting` shows one"


class BrokenConnectionError(FailingError):
    """The connection broke, or could not be made. What was being done is done or not."""


class ConflictError(FailingError):
    """Another transaction was in the way. Nothing was done, and it may be tried again."""


class KeyExistsError(StoreError):
    """A row with this key exists already, or a table with this name. Nothing was done."""


class _Connection(psycopg.Connection[tuple[Any, ...]]):
    """A connection that does not wait longer than `PATIENCE` for an answer, even if the server is frozen."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait as psycopg does, with a limit."""
        return super().wait(gen, interval, PATIENCE + 1 if timeout is None else timeout)  # the server's own is first

    def is_alive(self) -> bool:
        """Whether nothing says that it is closed; the server may have said so since the last statement."""
        try:
            self.pgconn.consume_input()  # the server's last words
            self.pgconn.consume_input()  # the end after them
        except psycopg.OperationalError:
            return False
        return not self.closed


class Database:
    """A connection to the database, made when it is needed. It is used by one thread at a time.

    `name`: the database as errors name it, without a password. `is_for_reading`: a transaction writes nothing, and
    reads the database as it is at one moment.
    """

    def __init__(self, url: str, *, is_for_reading: bool = False) -> None:
        self._is_for_reading = is_for_reading
        try:
            given = conninfo_to_dict(url)
        except psycopg.ProgrammingError:
            raise UnusableError(_NOT_VALID) from None  # psycopg's text has the whole URL, with the password
        if "@" in str(given.get("host")):
            raise UnusableError(f"{_NOT_VALID}; in a password, write %40 for @")  # the host has a part of it now
        self._conninfo = make_conninfo("", **{**_PARAMETERS, "connect_timeout": TIME_TO_CONNECT, **given})
        self.name = _name(given)
        self._connection: _Connection | None = None

    @property
    def connection(self) -> _Connection:
        """The connection, made again if it has broken. Raises `BrokenConnectionError`."""
        if self._connection is None or not self._connection.is_alive():
            self.close()
            with self.plain_errors():
                self._connection = self._connected()
                self._connection.execute(_SESSION)
            if self._is_for_reading:
                self._connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                self._connection.read_only = True
        return self._connection

    def _connected(self) -> _Connection:
        try:
            return _Connection.connect(self._conninfo, autocommit=True)
        except psycopg.Error as error:
            # psycopg's frame and its error refer to each other. Its socket would stay open until they are collected.
            traceback.clear_frames(error.__traceback__)
            raise

    def run(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows that a statement returns, which is a transaction of its own unless one has begun.

        Raises `StoreError` in one of the forms above.
        """
        connection = self.connection
        with self.plain_errors():
            cursor = connection.execute(statement, values or None)
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A block whose statements are done together or not at all. Raises `StoreError`."""
        connection = self.connection
        with self.plain_errors(), connection.transaction():
            yield

    @contextmanager
    def plain_errors(self) -> Iterator[None]:
        """A block whose psycopg errors are raised as `StoreError`."""
        try:
            yield
        except psycopg.Error as error:
            raise self._plain(error) from error
        except UnicodeEncodeError as error:
            raise StoreError(f"the database {self.name} cannot store this text: {error}") from error

    def _plain(self, error: psycopg.Error) -> StoreError:
        reason, _, _ = str(error).partition("\n")
        text = f"the database {self.name} cannot be used: {reason}"
        code = error.sqlstate or ""  # none: it is not the server's
        if code == _READ_ONLY:
            text = f"the database {self.name} is read-only: it is a standby, or set so. Name the one that takes writes"
        is_fatal = not code or error.diag.severity_nonlocalized in _FATAL
        if is_fatal and not isinstance(error, psycopg.DataError):  # such as a text that no database can store
            self.close()
            return BrokenConnectionError(text)
        if code.startswith(_CONFLICTS):
            return ConflictError(text)
        if code.startswith(_FAILURES):
            return FailingError(text)
        exists = isinstance(error, errors.UniqueViolation | errors.DuplicateTable)
        return KeyExistsError(text) if exists else StoreError(text)

    def close(self) -> None:
        """Close the connection. The next statement makes another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _name(given: Mapping[str, Any]) -> str:
    """The database as errors name it: all its hosts, each with its port if one is given."""
    hosts = str(given.get("host", "localhost")).split(",")
    ports = str(given.get("port", "")).split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    places = (f"{host}:{port}" if port else host for host, port in zip_longest(hosts, ports, fillvalue=""))
    return f"{','.join(places)}/{given.get('dbname', '')}"
