"""`fivesd` without a command: host tables until asked to stop.

Here: the operator's log, warnings, and the errors that prevent a start. Not here: what the flags ask for
(`service_flags`), serving (`serve`), the lines that say where to join (`announcing`).
"""

import argparse
import logging
import os
from pathlib import Path
from typing import Final

import trio

from daemon.journal.interface import StoreError, UnusableError
from daemon.journal.sqlite_file import JOURNAL
from daemon.net.addresses import ListenError
from daemon.net.identity import IdentityError
from daemon.program.folder_lock import InUseError
from daemon.program.log_tail import LogTail
from daemon.program.log_thread import LogThread
from daemon.program.serve import prepare_process, serve
from daemon.program.service import Service
from daemon.program.service_flags import FILES_FOR_ITSELF, is_child, service_of
from daemon.trio_program import first_error
from protocol.game.options import RulesError
from protocol.shared.exit_status import FailedError, FolderInUseError, MisusedError
from protocol.shared.host_options import LOG
from protocol.shared.table_flags import Hosting

_WHY_NOT: Final = (InUseError, IdentityError, ListenError, MisusedError, RulesError, StoreError, OSError)
"""What can prevent the start."""

log = logging.getLogger("fivesd")


def host(given: argparse.Namespace, hosting: Hosting, data: Path) -> None:
    """Host until asked to stop. Raises `FailedError` or `MisusedError`."""
    service = service_of(given, hosting, data)
    mask = os.umask(0o077)  # every file created from here on contains hands or chat
    try:
        try:
            _start_log(data / LOG if is_child(given) else given.log_file, service.log, verbose=given.verbose)
        except OSError as error:
            if given.log_file is None:
                raise
            raise MisusedError(
                f"--log-file: {error.filename}: {error.strerror or error}; choose another file"
            ) from error
        _warn(service)
        prepare_process()
        trio.run(serve, service)
    except BaseExceptionGroup as group:
        expected, rest = group.split(_WHY_NOT)
        if rest is not None or expected is None:
            raise
        raise _failure(first_error(expected), is_child=is_child(given)) from group
    except _WHY_NOT as error:
        raise _failure(error, is_child=is_child(given)) from error
    finally:
        logging.shutdown()  # the log has to be written before the error that ends the program
        os.umask(mask)


def _start_log(path: Path | None, tail: LogTail, *, verbose: bool) -> None:
    """Log to standard error, or to a file: as asked, or because another program uses the terminal.

    The last lines stay in memory.
    """
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.open("a").close()  # now, where an error can still be reported
    handler = LogThread() if path is None else logging.FileHandler(path, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s", datefmt="%Y-%m-%d %H:%M:%S"))
    logging.basicConfig(level=logging.INFO, handlers=[handler, tail])
    logging.getLogger("fivesd.connection").setLevel(logging.INFO if verbose else logging.WARNING)


def _warn(service: Service) -> None:
    """Warn the operator of problems that do not prevent play."""
    if _others_can_read(service.data):
        log.warning("other users of this machine can read every hand in %s", service.data / JOURNAL)
    limits = service.limits
    if limits.most_of_all < limits.most:
        files = limits.most_of_all + FILES_FOR_ITSELF
        log.warning(
            "this user may open only %d files at once, so at most %d clients can connect", files, limits.most_of_all
        )


def _others_can_read(data: Path) -> bool:
    """Whether other users can read a journal from an earlier run, in a folder that they can enter."""
    try:
        folder, journal = data.stat().st_mode, (data / JOURNAL).stat().st_mode
    except OSError:
        return False
    return os.name == "posix" and any(folder & enter and journal & read for enter, read in ((0o010, 0o040), (1, 4)))


def _failure(error: BaseException, *, is_child: bool) -> BaseException:
    if is_child and isinstance(error, InUseError):
        return FolderInUseError(str(error))
    if isinstance(error, OSError):
        if error.filename is None:
            return error  # from standard output, which has no file name
        return MisusedError(f"{error.filename}: {error.strerror or error}; choose another folder with --data")
    is_failure = isinstance(error, StoreError) and not isinstance(error, UnusableError)
    return FailedError(str(error)) if is_failure else MisusedError(str(error))
