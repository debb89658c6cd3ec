"""`fivesd` without a command: host tables until asked to stop.

Here: the operator's log, the lines that say where to join, and the errors that prevent a start. Not here: the flags
(`command`), serving (`serve`).
"""

import argparse
import logging
import os
import platform
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import trio

from daemon.house.house_rules import HouseRules
from daemon.house.taking_over import GameToTakeOver, game_in, record_in
from daemon.journal.interface import StoreError, UnusableError
from daemon.journal.sqlite_file import JOURNAL
from daemon.net.addresses import EVERYWHERE, LOCALHOST, ListenError, is_loopback, own_address
from daemon.net.browsers import most_in_all
from daemon.net.identity import IdentityError
from daemon.program.folder_lock import InUseError
from daemon.program.log_tail import LogTail
from daemon.program.log_thread import LogThread
from daemon.program.serve import prepare_process, serve
from daemon.program.service import PageOptions, Service
from daemon.program.settings_file import settings_in
from daemon.share.providers import Provider, choose
from daemon.trio_program import first_error
from protocol.clean import brief
from protocol.game.options import RulesError
from protocol.shared.address import DEFAULT_PORT, Address, as_typed
from protocol.shared.address import LOCALHOST as LOCALHOST_NAME
from protocol.shared.announced_host import name_to_announce
from protocol.shared.exit_status import FailedError, FolderInUseError, MisusedError
from protocol.shared.flags import MATCHES, THINK, host_flags_given, read_flag
from protocol.shared.friends_link import friends_link, invitation_for_friends
from protocol.shared.host_options import (
    FORGET_AFTER,
    FRIENDS,
    HIDDEN,
    HOLD,
    HOST_KEY,
    INVITATIONS,
    LISTED_AS,
    LOG,
    MAP_PORT,
    MOST_CONNECTIONS,
    MOST_FROM_ONE,
    MOST_SEATS_FROM_ONE,
    OUTSIDE_PORT,
    PAGE,
    PLAY_ON,
    PORT,
    REMIND_BY,
    SEAT_SECRET,
    SHARE,
    TAKE_ALONG,
    TAKE_OVER,
    TAKE_OVER_SEAT,
    TRUST_FORWARDED,
)
from protocol.shared.known_name import known_name
from protocol.shared.places import PlaceLimits
from protocol.shared.reminder_kinds import ReminderKind, web_kinds
from protocol.shared.table_flags import Hosting
from protocol.wire.operator_messages import Reach
from protocol.wire.record import Record

FILES_OF_A_BROWSER: Final = 2
"""Open files of a browser: its own connection, and one to the page process. The one from there counts as a client's."""
MOST_FILES: Final = 65_536
FILES_FOR_ITSELF: Final = 48
"""Open files reserved for the journal, records, listeners, the pipes of workers, and connections that are leaving."""
LEAST_CONNECTIONS: Final = 32
_WHY_NOT: Final = (InUseError, IdentityError, ListenError, MisusedError, RulesError, StoreError, OSError)
"""What can prevent the start."""
MOVED: Final = "This machine has another address now. Friends who join need one of these:"
UNREACHABLE: Final = "This machine is in no network now. Friends can join again when it is."
OPEN: Final = "Friends in other houses can open this link, or give it to `fives join`"

log = logging.getLogger("fivesd")


def host(given: argparse.Namespace, hosting: Hosting, data: Path) -> None:
    """Host until asked to stop. Raises `FailedError` or `MisusedError`."""
    service = _service(given, hosting, data)
    mask = os.umask(0o077)  # every file created from here on contains hands or chat
    try:
        try:
            _start_log(data / LOG if _is_child(given) else given.log_file, service.log, verbose=given.verbose)
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
        raise _failure(first_error(expected), is_child=_is_child(given)) from group
    except _WHY_NOT as error:
        raise _failure(error, is_child=_is_child(given)) from error
    finally:
        logging.shutdown()  # the log has to be written before the error that ends the program
        os.umask(mask)


def _service(given: argparse.Namespace, hosting: Hosting, data: Path) -> Service:
    """The service that the flags ask for. Raises `MisusedError`."""
    port = read_flag(given, PORT)
    if given.private and (given.listen is not None or port is not None):
        raise MisusedError("--private listens on this machine only, on a free port; leave out --listen and --port")
    if port is None:
        port = 0 if given.private else DEFAULT_PORT
    most, room = read_flag(given, MOST_CONNECTIONS), _room_for_connections()
    page = _page(given, most, room)
    announce_to_operator = partial(
        announce,
        has_page=page is not None,
        has_password=hosting.table.password is not None,
        is_in_club=given.journal is not None,
    )
    limits = PlaceLimits(
        most=most,
        most_from_one=read_flag(given, MOST_FROM_ONE),
        most_of_all=room if page is None else room - FILES_OF_A_BROWSER * most_in_all(page.most),
    )
    return Service(
        data=data,
        table=hosting.table,
        house=HouseRules(
            think=hosting.think,
            most_seats_from_one=read_flag(given, MOST_SEATS_FROM_ONE),
            matches=hosting.matches,
            is_private=given.private,
            forget_after=read_flag(given, FORGET_AFTER),
        ),
        host="127.0.0.1" if given.private else given.listen,
        port=port,
        limits=limits,
        stops_with_stdin=_is_child(given),
        announce=_announce_to_parent if _is_child(given) else announce_to_operator,
        page=page,
        outside_port=read_flag(given, OUTSIDE_PORT),
        maps_port=_maps_port(given),
        listed_as=name_in_network(given),
        invites=read_flag(given, INVITATIONS) and not given.private,
        share=_share(given, has_page=page is not None),
        remind_by=_remind_by(given),
        email=() if given.private else settings_in(data).email,
        takes_over=_takes_over(given),
        takes_along=given.take_along,
        offers=_offered(given),
        announce_moved=None if _is_child(given) else partial(announce_moved, has_page=page is not None),
        announce_open=None if _is_child(given) else announce_open,
        database=_database(given),
        public_address=given.public_address or "",
    )


def _share(given: argparse.Namespace, *, has_page: bool) -> Provider | None:
    """The tunnel that the flags ask for; None for none. Raises `MisusedError`."""
    if given.share is None:
        return None
    if given.private:
        raise MisusedError("--private listens on this machine only; leave out --share")
    if not has_page:
        raise MisusedError("--share needs the page, at which friends from outside arrive; leave out --no-page")
    return choose(given.share)


def _takes_over(given: argparse.Namespace) -> GameToTakeOver | None:
    """The game of another host with which this one goes on; None for none. Raises `MisusedError`."""
    seat = read_flag(given, TAKE_OVER_SEAT)
    if given.take_over is None:
        if seat is not None:
            raise MisusedError(f"{TAKE_OVER_SEAT.flag} says who goes on with the game of {TAKE_OVER}; give both")
        if given.take_along is not None:
            raise MisusedError(f"{TAKE_ALONG} has other games of the host of {TAKE_OVER}; give both")
        if given.hold is not None:
            raise MisusedError(f"{HOLD} is for the game of {TAKE_OVER}; give both")
        return None
    if given.private:
        raise MisusedError(f"--private is for one player; leave out {TAKE_OVER}")
    of_table = [flag for flag in host_flags_given(given) if not flag.startswith((THINK.flag, MATCHES.flag))]
    if of_table:
        raise MisusedError(f"the game of {TAKE_OVER} has its own rules and seats; leave out {brief(of_table[0])}")
    secret = os.environ.pop(SEAT_SECRET, None)
    return game_in(given.take_over, None if seat is None else seat - 1, secret, given.hold)


def _database(given: argparse.Namespace) -> str | None:
    """The URL of the club's database; None without a club. Raises `MisusedError`."""
    if given.journal is None:
        if given.public_address is not None:
            raise MisusedError("--public-address is for a daemon of a club; give --journal, too")
        return None
    if given.public_address is None:
        raise MisusedError("--journal needs --public-address HOST:PORT: where players reach this daemon of the club")
    if _is_child(given) or given.take_over is not None:
        raise MisusedError(f"a daemon of a club has no table of its own; leave out --private, --child and {TAKE_OVER}")
    of_table = [flag for flag in host_flags_given(given) if not flag.startswith(THINK.flag)]
    if of_table:
        raise MisusedError(f"a daemon of a club has no table of its own; leave out {brief(of_table[0])}")
    url: str = given.journal
    return url


def _remind_by(given: argparse.Namespace) -> Sequence[ReminderKind]:
    """The services over which players may be reminded. Raises `MisusedError`."""
    typed = read_flag(given, REMIND_BY)
    if typed is None:
        return ()
    if given.private:
        raise MisusedError(f"--private is for one player, who is never away; leave out {REMIND_BY.flag}")
    return web_kinds(typed)


def _offered(given: argparse.Namespace) -> Record | None:
    """The record that the player of a private daemon may play on; None for none. Raises `MisusedError`."""
    if given.play_on is None:
        return None
    if not given.private:
        raise MisusedError(f"{PLAY_ON} goes with --private")
    return record_in(given.play_on)


def name_in_network(given: argparse.Namespace) -> str | None:
    """The name under which friends find this host in their network; None if they do not. Raises `MisusedError`."""
    named = read_flag(given, LISTED_AS) or platform.node().partition(".")[0]
    is_hidden = given.private or read_flag(given, HIDDEN)
    return None if is_hidden else name_to_announce(named) or LOCALHOST_NAME


def _page(given: argparse.Namespace, most: int, room: int) -> PageOptions | None:
    """The page that the flags ask for; None for none. `room`: how many files may be open. Raises `MisusedError`."""
    has_page = read_flag(given, PAGE) and not given.private
    trusts_forwarded = read_flag(given, TRUST_FORWARDED)
    if given.known_as and not has_page:
        raise MisusedError("--known-as is a name of the page, and there is none")
    if trusts_forwarded and read_flag(given, OUTSIDE_PORT) is None and given.share is None:
        raise MisusedError("--trust-forwarded is for the tunnel at --outside-port PORT, or of --share; give both")
    if not has_page:
        return None
    names = tuple(known_name(name) for name in given.known_as)
    return PageOptions(names, min(most, room // (5 * FILES_OF_A_BROWSER)), trusts_forwarded)


def _maps_port(given: argparse.Namespace) -> bool:
    """Whether the router is asked to forward the port. Raises `MisusedError`."""
    maps_port: bool = read_flag(given, MAP_PORT)
    if maps_port and given.share is not None:
        raise MisusedError(f"{MAP_PORT.flag} and {SHARE} each open a way for friends in other houses; give one of them")
    if maps_port and (given.private or is_loopback(given.listen or "") or given.listen == LOCALHOST_NAME):
        raise MisusedError(f"{MAP_PORT.flag} is for friends elsewhere, and this daemon listens on this machine only")
    return maps_port


def _is_child(given: argparse.Namespace) -> bool:
    """Whether another program started this one, and stops it by closing its standard input."""
    return bool(given.private or given.child)


def _room_for_connections() -> int:
    files = _files_allowed()
    room = files - FILES_FOR_ITSELF
    if room < LEAST_CONNECTIONS:
        raise MisusedError(
            f"this user may open only {files} files at once, connections included; fivesd needs at least"
            f" {FILES_FOR_ITSELF + LEAST_CONNECTIONS}: raise the limit with ulimit -n"
        )
    return room


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


def _files_allowed() -> int:
    """The number of files that may be open, connections included. Raises this user's limit as far as possible."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return MOST_FILES  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _announce_to_parent(listening: Sequence[str], friends: Sequence[str], port: int, key: str | None) -> None:
    typed = " ".join(as_typed(address, port) for address in friends)
    print(f"{_listening_on(listening, port)}\n{FRIENDS}{typed}\n{HOST_KEY}{key or ''}", flush=True)


def _listening_on(listening: Sequence[str], port: int) -> str:
    return f"listening on {Address(own_address(listening), port)}"


def announce(
    listening: Sequence[str],
    friends: Sequence[str],
    port: int,
    key: str | None,
    *,
    has_page: bool = False,
    has_password: bool = False,
    is_in_club: bool = False,
) -> None:
    """Print the line that scripts wait for, then the addresses for friends, and what is encrypted."""
    own = own_address(listening)
    lines = [_listening_on(listening, port)]
    if any(address in EVERYWHERE for address in listening):
        lines.append(f"and on every other address of this machine, port {port}")
    lines.append(f"on this machine:  fives join {as_typed('localhost' if own == LOCALHOST else own, port)}")
    lines += _for_friends(friends, port, has_page=has_page)
    if has_page and not friends:
        lines.append(f"in a browser:     http://{Address(LOCALHOST_NAME, port)}/")
    lines += _encrypted(key, has_page=has_page)
    if not all(map(is_loopback, listening)):
        if not has_password and not is_in_club:
            lines.append("--password WORD keeps strangers out.")
        what_next = "go on elsewhere" if is_in_club else "continue when you start again"
        lines += [
            "Friends in other houses: `fives help hosting`.",
            "The host can read every hand.",
            f"Stop with Ctrl-C; unfinished games {what_next}.",
        ]
    # One write: the log's own thread could otherwise write between two lines or into one.
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _for_friends(friends: Sequence[str], port: int, *, has_page: bool) -> list[str]:
    """The lines with the addresses for friends, the likeliest first, which alone is for browsers."""
    lines = [
        f"{'friends:' if nth == 0 else '':17} fives join {as_typed(friend, port)}" for nth, friend in enumerate(friends)
    ]
    in_browsers = [f"in a browser:     http://{Address(friends[0], port)}/"] if has_page and friends else []
    return [*lines, *in_browsers]


def announce_moved(friends: Sequence[str], port: int, *, has_page: bool = False) -> None:
    """Print the addresses for friends again, because they have changed."""
    lines = _for_friends(friends, port, has_page=has_page)
    print("\n".join([MOVED if friends else UNREACHABLE, *lines]), flush=True)


def announce_open(reach: Reach, table: str | None) -> None:
    """Print the link for friends in other houses; where a file may keep what is printed, only how to see the link."""
    invitation = invitation_for_friends(reach)
    link = friends_link(reach, table, None if invitation is None else invitation.invitation)
    if link is not None:
        print(f"{OPEN}: {link}" if sys.stdout.isatty() else f"{OPEN}: `fivesd invitations`", flush=True)


def _encrypted(key: str | None, *, has_page: bool) -> list[str]:
    """What is encrypted and what is not; `key` is the host's, and only a private daemon has none."""
    if key is None:
        return ["Nothing is encrypted, for a private daemon has no key."]
    browsers = "Browsers in the house are not encrypted; through a tunnel they are, up to the tunnel's owner."
    return [f"Terminals are encrypted; this host's key is {key}.", *([browsers] if has_page else [])]
