"""A club's database as operators run it: two PostgreSQL servers under Patroni, and haproxy, which leads to the primary.

Patroni needs a store of its own, etcd. All run as the user `postgres` where the tests run as root. Without one of them
the tests that need them are skipped.
"""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import psycopg
from attrs import define, field

from tests.ports import free_port
from tests.postgres import PASSWORD, program, user

MISSING: Final = [name for name in ("patroni", "etcd", "haproxy") if shutil.which(name) is None] + (
    [] if program("postgres") else ["PostgreSQL"]
)
TIME_TO_LIVE: Final = 20
"""Seconds after which Patroni takes a primary that is silent for lost; it allows no fewer."""
_TIME_TO_START: Final = 60.0
_PROXY: Final = """
global
    maxconn 100
defaults
    mode tcp
    timeout connect 3s
    timeout client 1h
    timeout server 1h
listen primary
    bind 127.0.0.1:{port}
    option httpchk OPTIONS /primary
    http-check expect status 200
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
"""


@define(eq=False)
class Node:
    """A PostgreSQL server with its Patroni."""

    name: str
    folder: Path
    port: int = field(factory=free_port)
    rest: int = field(factory=free_port)
    """The port at which Patroni says whether this is the primary."""
    _patroni: "subprocess.Popen[bytes] | None" = None

    def start(self, store: int) -> None:
        """Start it: as the primary if there is none, or else as its standby. `store`: the port of etcd."""
        here, people = "127.0.0.1", {"password": PASSWORD}
        path = program("postgres")
        assert path is not None
        settings = {
            "scope": "fives", "name": self.name,
            "restapi": {"listen": f"{here}:{self.rest}", "connect_address": f"{here}:{self.rest}"},
            "etcd3": {"hosts": f"{here}:{store}"},
            "bootstrap": {
                "dcs": {"ttl": TIME_TO_LIVE, "loop_wait": 2, "retry_timeout": 3},
                "initdb": ["no-sync", {"encoding": "UTF8"}, {"locale": "C"}],
            },
            "postgresql": {
                "listen": f"{here}:{self.port}", "connect_address": f"{here}:{self.port}",
                "data_dir": str(self.folder / "data"), "bin_dir": str(path.parent),
                "pgpass": str(self.folder / "pgpass"),
                "authentication": {
                    "superuser": {"username": "club", **people}, "replication": {"username": "standby", **people},
                },
                "pg_hba": [f"host {databases} all 127.0.0.1/32 scram-sha-256" for databases in ("all", "replication")],
                "parameters": {"unix_socket_directories": "", "max_connections": 50},
            },
        }  # fmt: skip
        file = self.folder / "patroni.yml"
        file.write_text(json.dumps(settings))  # which is YAML, too
        self._patroni = _started(self.folder, "patroni", str(file))

    def _processes(self) -> list[int]:
        """The numbers of PostgreSQL's processes, its first one first."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def stop_sending(self) -> None:
        """From now on its standbys get nothing, and it does not know."""
        for pid in self._processes():
            if b"walsender" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGSTOP)

    def kill(self) -> None:
        """Stop it and its Patroni as a power failure does."""
        assert self._patroni is not None
        self._patroni.kill()
        self._patroni.wait()
        with suppress(FileNotFoundError):
            for pid in self._processes():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@define(eq=False)
class Cluster:
    """The two servers. `port`: that of haproxy."""

    nodes: tuple[Node, Node]
    port: int

    def url(self, database: str = "postgres") -> str:
        """The URL of a database, at the primary."""
        return f"postgresql://club:{PASSWORD}@127.0.0.1:{self.port}/{database}"

    def wait_for_standby(self) -> None:
        """Wait until the standby has all that is stored."""
        self.wait_until(
            "SELECT 1 FROM pg_stat_replication WHERE application_name = 'west' AND replay_lsn = pg_current_wal_lsn()",
            _TIME_TO_START,
        )

    def wait_until(self, query: str, within: float) -> None:
        """Wait until this query has a row, at the primary."""
        deadline = time.monotonic() + within
        while not self._has_row(query):
            assert time.monotonic() < deadline, [(node.folder / "log").read_text()[-3000:] for node in self.nodes]
            time.sleep(0.2)

    def _has_row(self, query: str) -> bool:
        with suppress(psycopg.Error), closing(psycopg.connect(self.url(), connect_timeout=2)) as connection:
            return connection.execute(query.encode()).fetchone() is not None
        return False


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A primary and its standby, which is asynchronous, as is Patroni's default."""
    with ExitStack() as closing_up:
        folder = Path(mkdtemp(prefix="fives-patroni-"))
        closing_up.callback(shutil.rmtree, folder, ignore_errors=True)
        nodes = Node("east", folder / "east"), Node("west", folder / "west")
        for part in (folder, folder / "etcd", *(node.folder for node in nodes)):
            part.mkdir(mode=0o700, exist_ok=True)
            if os.getuid() == 0:
                shutil.chown(part, "postgres")
        store, peers, port = free_port(), free_port(), free_port()
        places = [f"--{kind}=http://127.0.0.1:{store}" for kind in ("listen-client-urls", "advertise-client-urls")]
        among = [f"--{kind}=http://127.0.0.1:{peers}" for kind in ("listen-peer-urls", "initial-advertise-peer-urls")]
        etcd = _started(folder / "etcd", "etcd", *places, *among, f"--initial-cluster=default=http://127.0.0.1:{peers}")
        closing_up.callback(_end, etcd)
        (folder / "proxy").write_text(
            _PROXY.format(port=port)
            + "".join(f"    server {node.name} 127.0.0.1:{node.port} check port {node.rest}\n" for node in nodes)
        )
        proxy = _started(folder, "haproxy", "-db", "-f", str(folder / "proxy"))
        closing_up.callback(_end, proxy)
        cluster = Cluster(nodes, port)
        for node in nodes:
            node.start(store)
            closing_up.callback(node.kill)
            cluster.wait_until("SELECT 1", _TIME_TO_START)
        cluster.wait_for_standby()
        yield cluster


def _started(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(words, stdout=log, stderr=log, user=user(), cwd=folder)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait()
