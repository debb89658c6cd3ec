"""`fivesd` without a command: host tables until told to stop.

Lives here: the log an operator reads, the lines that say where to join, and what goes wrong before anybody could.
Not here: the flags (`cli`), serving (`serve`).
"""

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trio

from daemon.house.house import HouseRules
from daemon.journal.interface import StoreError
from daemon.journal.sqlite_file import JOURNAL
from daemon.net.addresses import LOCALHOST, ListenError, addresses_for_friends, as_typed, is_loopback, own_address
from daemon.net.connections import ConnectionLimits
from daemon.program.log_aside import LogAside
from daemon.program.serve import InUseError, Service, make_ready_to_serve, serve
from protocol.console.address import DEFAULT_PORT
from protocol.console.exit_status import FailedError, MisusedError
from protocol.console.flags import Hosting, whole_number
from protocol.game.rules import RulesError

MOST_FILES: Final = 65_536
FILES_FOR_ITSELF: Final = 32
"""Open files that are kept for the journal, records, listeners and whoever is being turned away."""

log = logging.getLogger("fivesd")


def host(given: argparse.Namespace, hosting: Hosting, data: Path) -> None:
    """Host until told to stop. Raises `HostFlagError`, and `FailedError`, also `MisusedError`."""
    service = _service(given, hosting, data)
    mask = os.umask(0o077)  # whatever is written from here on holds hands, or what was said
    try:
        _keep_log(data / "fivesd.log" if given.private else None, verbose=given.verbose)
        _warn(service)
        make_ready_to_serve()
        trio.run(serve, service)
    except BaseExceptionGroup as group:
        expected, rest = group.split((InUseError, ListenError, RulesError, StoreError, OSError))
        if rest is not None or expected is None:
            raise
        raise _failure(_first(expected)) from group
    except (InUseError, ListenError, RulesError, StoreError, OSError) as error:
        raise _failure(error) from error
    finally:
        logging.shutdown()  # what is logged goes before what is told of the end
        os.umask(mask)


def _service(given: argparse.Namespace, hosting: Hosting, data: Path) -> Service:
    """What is to be served. Raises `HostFlagError` and `MisusedError`."""
    if given.private and (given.listen is not None or given.port is not None):
        raise MisusedError("--private listens on this machine only, at a free port; leave out --listen and --port")
    port = DEFAULT_PORT if given.port is None else whole_number("--port", given.port, 0, 65535)
    limits = ConnectionLimits(
        most=whole_number("--most-connections", given.most_connections, 0, 100_000),
        most_from_one=whole_number("--most-from-one", given.most_from_one, 0, 100_000),
        most_of_all=_room_for_connections(),
    )
    return Service(
        data=data,
        table=hosting.table,
        house=HouseRules(think=hosting.think, matches=hosting.matches, is_private=given.private),
        host="127.0.0.1" if given.private else given.listen,
        port=0 if given.private else port,
        limits=limits,
        stops_with_stdin=given.private,
        say=_say_privately if given.private else announce,
    )


def _room_for_connections() -> int:
    files = _files_allowed()
    room = files - FILES_FOR_ITSELF
    if room < FILES_FOR_ITSELF:
        raise MisusedError(
            f"this user may open {files} files at once, connections included, and it takes at least"
            f" {2 * FILES_FOR_ITSELF}; raise that with ulimit -n"
        )
    return room


def _warn(service: Service) -> None:
    """Tell the operator of what is not as it should be, and can be played with."""
    if _others_can_read(service.data):
        log.warning("other users of this machine can read %s, and with it every hand", service.data / JOURNAL)
    limits = service.limits
    if limits.most_of_all < limits.most:
        files = limits.most_of_all + FILES_FOR_ITSELF
        log.warning("this user may open %d files at once, so no more than %d can connect", files, limits.most_of_all)


def _others_can_read(data: Path) -> bool:
    """Whether there is a journal from before that is open to others, in a folder that is."""
    try:
        folder, journal = data.stat().st_mode, (data / JOURNAL).stat().st_mode
    except OSError:
        return False
    return os.name == "posix" and any(folder & enter and journal & read for enter, read in ((0o010, 0o040), (1, 4)))


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _failure(error: BaseException) -> BaseException:
    if isinstance(error, OSError):
        if error.filename is None:
            return error  # standard output, where no file is named
        return MisusedError(f"{error.filename}: {error.strerror or error}; choose another folder with --data")
    return FailedError(str(error)) if isinstance(error, StoreError) else MisusedError(str(error))


def _keep_log(path: Path | None, *, verbose: bool) -> None:
    """The operator's log: on standard error, or in a file where another program has the terminal."""
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handler = LogAside() if path is None else logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("fivesd.connection").setLevel(logging.INFO if verbose else logging.WARNING)


def _files_allowed() -> int:
    """How many files may be open, connections included, once the limit is raised as far as this user may."""
    try:
        import resource
    except ImportError:
        return MOST_FILES  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _say_privately(listening: Sequence[str], port: int) -> None:
    print(_listening_on(listening, port), flush=True)


def _listening_on(listening: Sequence[str], port: int) -> str:
    own = own_address(listening)
    return f"listening on {f'[{own}]' if ':' in own else own}:{port}"


def announce(listening: Sequence[str], port: int) -> None:
    """The line that scripts wait for, and then what to tell friends."""
    own = own_address(listening)
    lines = [_listening_on(listening, port)]
    lines.append(f"on this machine:  fives join {as_typed('localhost' if own == LOCALHOST else own, port)}")
    for nth, friend in enumerate(addresses_for_friends(listening)):
        lines.append(f"{'friends:' if nth == 0 else '':17} fives join {as_typed(friend, port)}")
    if not all(map(is_loopback, listening)):
        lines += [
            f"Friends in other houses reach you through your router: let it forward TCP port {port} to this machine,",
            "and let your firewall allow it. All of it goes as plain text, and whoever hosts could read",
            "every hand. Stop with Ctrl-C; unfinished games go on when you start again.",
        ]
    # In one piece: the log has a thread of its own, and would write between two lines or into one.
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
