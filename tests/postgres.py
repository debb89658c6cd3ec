"""A PostgreSQL server for tests, in a folder of its own, and databases on it.

It runs as the user `postgres` where the tests run as root, for PostgreSQL refuses to run as root. Debian keeps its
programs outside PATH. Without PostgreSQL the tests that need it are skipped. FIVES_POSTGRES, a folder with the programs
of another release, chooses that one.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import psycopg

from tests.ports import free_port

WHY_NOT: Final = "PostgreSQL is not installed here: no `initdb` in PATH or in /usr/lib/postgresql"
PASSWORD: Final = "pips-and-spinners"
_TIME_TO_START: Final = 30.0
_CHOSEN: Final = Path(os.environ["FIVES_POSTGRES"]) if "FIVES_POSTGRES" in os.environ else None
_MEMORY: Final = Path("/dev/shm")
_ROOM: Final = 2**30
"""Bytes that a few servers need at most."""


def can_dump() -> bool:
    """Whether there is a `pg_dump` of the same release."""
    return _CHOSEN is None or (_CHOSEN / "pg_dump").exists()


def program(name: str) -> Path | None:
    """The path of one of PostgreSQL's programs; None if it is not installed."""
    if _CHOSEN is not None and (_CHOSEN / name).exists():
        return _CHOSEN / name
    installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    newest = max(installed, key=lambda path: int(path.parts[-3]), default=None)
    found = shutil.which(name)  # on Debian, a wrapper that wants another configuration
    return Path(found).resolve() if newest is None and found is not None else newest


class PostgresServer:
    """A server at a port of the loopback. `is_durable`: it waits for the disk, as it must where it is killed.

    It can be killed and started again, with the same folder and port. `primary`: the one of which it is a standby,
    once it is started.
    """

    def __init__(self, folder: Path, *, is_durable: bool = False, primary: "PostgresServer | None" = None) -> None:
        self.folder = folder
        self.port = free_port()
        self._is_durable = is_durable
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
        if primary is None:
            self._begin()
        else:
            self.run("pg_basebackup", f"--dbname={primary.url()}", f"--pgdata={self.data}", "--checkpoint=fast",
                     "--no-sync", "--write-recovery-conf")  # fmt: skip

    def _begin(self) -> None:
        password_file = self.folder / "password"
        password_file.write_text(PASSWORD)
        self.run("initdb", "--no-sync", "--auth=scram-sha-256", "--username=club", "--encoding=UTF8", "--locale=C",
                 f"--pwfile={password_file}", str(self.data))  # fmt: skip

    @property
    def data(self) -> Path:
        """The folder with its databases."""
        return self.folder / "data"

    def run(self, name: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs as its user."""
        subprocess.run([_installed(name), *arguments], check=True, capture_output=True, user=user(), cwd=self.folder)

    def url(self, database: str = "postgres", *, port: int | None = None, user: str = "club") -> str:
        """The URL of a database; `port`: that of a proxy."""
        return f"postgresql://{user}:{PASSWORD}@127.0.0.1:{port or self.port}/{database}"

    def start(self, *settings: str) -> None:
        """Start it, with further settings, and wait until it answers."""
        always = [f"port={self.port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100"]
        if not self._is_durable:
            always += ["fsync=off", "full_page_writes=off"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [_installed("postgres"), "-D", self.data, *(f"--{setting}" for setting in (*always, *settings))],
                stdout=log, stderr=log, user=user(), cwd=self.folder,
            )  # fmt: skip
        deadline = time.monotonic() + _TIME_TO_START
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url(), connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True

    def wait_for_standby(self) -> None:
        """From now on, commit nothing that a standby has not stored, too; wait until there is one."""
        self.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.execute("SELECT pg_reload_conf()")
        deadline = time.monotonic() + _TIME_TO_START
        while not self.execute("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"):
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.05)

    def promote(self) -> None:
        """Make a standby a primary, which waits for no standby."""
        self.run("pg_ctl", "promote", "-D", str(self.data))

    def stop(self) -> None:
        """Stop it; connections are closed."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Stop it as a power failure does: at once, all its processes, with nothing written any more."""
        self._signal_all(signal.SIGKILL)
        self._end(signal.SIGKILL)

    @property
    def processes(self) -> list[int]:
        """The numbers of the server's processes, its first one first."""
        assert self._process is not None
        pid = self._process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def _signal_all(self, how: signal.Signals) -> None:
        """Send a signal to the server and all its processes, the server first: it starts none anew then."""
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.kill(process, how)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(_TIME_TO_START)
            self._process = None

    def freeze(self) -> None:
        """Let it answer nothing, although its machine still does."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen one go on."""
        self._signal_all(signal.SIGCONT)

    def new_database(self) -> str:
        """A new, empty database; returns its name."""
        name = f"club_{os.getpid()}_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement as the database's superuser; returns the rows."""
        with closing(psycopg.connect(self.url(database), autocommit=True)) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


def new_folder() -> Path:
    """A new folder for a server: in memory where there is room, so that it starts in a tenth of the time.

    What a server has written outlives its processes there, too, as it does on a disk.
    """
    is_roomy = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ROOM
    return Path(mkdtemp(prefix="fives-postgres-", dir=_MEMORY if is_roomy else None))


@contextmanager
def running_server(*, is_durable: bool = False) -> Iterator[PostgresServer]:
    """A new server, which is running, in a temporary folder; on the disk if it is durable."""
    folder = Path(mkdtemp(prefix="fives-postgres-")) if is_durable else new_folder()
    try:
        server = PostgresServer(folder, is_durable=is_durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _installed(name: str) -> Path:
    path = program(name)
    assert path is not None, WHY_NOT
    return path


def user() -> str | None:
    """The user as whom PostgreSQL's programs run, unless it is this one."""
    return "postgres" if os.getuid() == 0 else None
