"""What may stand between the daemons of a club and its PostgreSQL server: pgbouncer, and pgpool with a standby.

They run as the user `postgres` where the tests run as root. Debian keeps them outside PATH; without them the tests that
need them are skipped.
"""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from tests.ports import free_port
from tests.postgres import PASSWORD, PostgresServer, user

POOLER: Final = Path("/usr/sbin/pgbouncer")
NO_POOLER: Final = f"pgbouncer is not installed here: no {POOLER}"
BALANCER: Final = Path("/usr/sbin/pgpool")
NO_BALANCER: Final = f"pgpool is not installed here: no {BALANCER}"
_TIME_TO_START: Final = 30.0


@contextmanager
def running_pooler(server: PostgresServer, mode: str, *settings: str) -> Iterator[int]:
    """A pgbouncer in front of this server, in this mode and with further settings; its port."""
    port = free_port()
    lines = (
        "[databases]", f"* = host=127.0.0.1 port={server.port}", "[pgbouncer]", "listen_addr=127.0.0.1",
        f"listen_port={port}", "unix_socket_dir=", "auth_type=scram-sha-256", "auth_file=users", f"pool_mode={mode}",
        *settings,
    )  # fmt: skip
    files = {"settings": lines, "users": (f'"club" "{PASSWORD}"',)}
    with _folder(files) as folder, _running(folder, port, POOLER, "settings"):
        yield port


@contextmanager
def running_balancer(primary: PostgresServer, standby: PostgresServer) -> Iterator[int]:
    """A pgpool that reads from the standby, statement by statement, where it may; its port."""
    port = free_port()
    with _folder({"pcp.conf": ()}) as folder:
        lines = (
            f"port={port}", f"pcp_port={free_port()}", "listen_addresses='127.0.0.1'",
            *(f"{where}='{folder}'" for where in ("unix_socket_directories", "pcp_socket_dir", "logdir")),
            f"pid_file_name='{folder}/pid'", "backend_clustering_mode='streaming_replication'",
            "backend_hostname0='127.0.0.1'", f"backend_port0={primary.port}", "backend_weight0=0",
            "backend_hostname1='127.0.0.1'", f"backend_port1={standby.port}", "backend_weight1=1",
            "load_balance_mode=on", "statement_level_load_balance=on", "enable_pool_hba=off", "pool_passwd=''",
            "allow_clear_text_frontend_auth=on", "health_check_period=0", "sr_check_period=1",
            "sr_check_user='club'", f"sr_check_password='{PASSWORD}'",
        )  # fmt: skip
        (folder / "settings").write_text("\n".join(lines))
        with _running(folder, port, BALANCER, "-n", "-f", "settings", "-F", "pcp.conf"):
            yield port


@contextmanager
def _folder(files: Mapping[str, Sequence[str]]) -> Iterator[Path]:
    """A new folder with these files, which belongs to the user of the server."""
    folder = Path(mkdtemp(prefix="fives-pooler-"))
    try:
        for name, lines in files.items():
            (folder / name).write_text("\n".join([*lines, ""]))
        if os.getuid() == 0:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, "postgres")
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _running(folder: Path, port: int, *words: str | Path) -> Iterator[None]:
    """A program in this folder, which listens at this port."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, user=user(), cwd=folder)
    try:
        deadline = time.monotonic() + _TIME_TO_START
        while not _listens(port):
            assert time.monotonic() < deadline, (folder / "log").read_text()
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(_TIME_TO_START)


def _listens(port: int) -> bool:
    with closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
