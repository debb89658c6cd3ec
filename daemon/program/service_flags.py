"""What the flags of `fivesd` ask for: the settings of the daemon, and what is wrong with flags that contradict.

Here: from flags to a `Service`, and how many files may be open. Not here: the flags (`command`), running the service
(`hosting`), the lines that it prints (`announcing`).
"""

import argparse
import os
import platform
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from daemon.house.house_rules import HouseRules
from daemon.house.taking_over import GameToTakeOver, game_in, record_in
from daemon.net.addresses import is_loopback
from daemon.net.browsers import most_in_all
from daemon.program.announcing import announce, announce_moved, announce_open, announce_to_parent
from daemon.program.service import PageOptions, Service
from daemon.program.settings_file import settings_in
from daemon.share.providers import Provider, choose
from protocol.clean import brief
from protocol.shared.address import DEFAULT_PORT
from protocol.shared.address import LOCALHOST as LOCALHOST_NAME
from protocol.shared.announced_host import name_to_announce
from protocol.shared.exit_status import MisusedError
from protocol.shared.flags import MATCHES, THINK, host_flags_given, read_flag
from protocol.shared.host_options import (
    FORGET_AFTER,
    HIDDEN,
    HOLD,
    INVITATIONS,
    LISTED_AS,
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
from protocol.wire.record import Record

FILES_OF_A_BROWSER: Final = 2
"""Open files of a browser: its own connection, and one to the page process. The one from there counts as a client's."""
MOST_FILES: Final = 65_536
FILES_FOR_ITSELF: Final = 48
"""Open files reserved for the journal, records, listeners, the pipes of workers, and connections that are leaving."""
LEAST_CONNECTIONS: Final = 32


def service_of(given: argparse.Namespace, hosting: Hosting, data: Path) -> Service:
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
        stops_with_stdin=is_child(given),
        announce=announce_to_parent if is_child(given) else announce_to_operator,
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
        announce_moved=None if is_child(given) else partial(announce_moved, has_page=page is not None),
        announce_open=None if is_child(given) else announce_open,
        database=_database(given),
        public_address=given.public_address or "",
    )


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


def _room_for_connections() -> int:
    files = _files_allowed()
    room = files - FILES_FOR_ITSELF
    if room < LEAST_CONNECTIONS:
        raise MisusedError(
            f"this user may open only {files} files at once, connections included; fivesd needs at least"
            f" {FILES_FOR_ITSELF + LEAST_CONNECTIONS}: raise the limit with ulimit -n"
        )
    return room


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


def _share(given: argparse.Namespace, *, has_page: bool) -> Provider | None:
    """The tunnel that the flags ask for; None for none. Raises `MisusedError`."""
    if given.share is None:
        return None
    if given.private:
        raise MisusedError("--private listens on this machine only; leave out --share")
    if not has_page:
        raise MisusedError("--share needs the page, at which friends from outside arrive; leave out --no-page")
    return choose(given.share)


def _maps_port(given: argparse.Namespace) -> bool:
    """Whether the router is asked to forward the port. Raises `MisusedError`."""
    maps_port: bool = read_flag(given, MAP_PORT)
    if maps_port and given.share is not None:
        raise MisusedError(f"{MAP_PORT.flag} and {SHARE} each open a way for friends in other houses; give one of them")
    if maps_port and (given.private or is_loopback(given.listen or "") or given.listen == LOCALHOST_NAME):
        raise MisusedError(f"{MAP_PORT.flag} is for friends elsewhere, and this daemon listens on this machine only")
    return maps_port


def name_in_network(given: argparse.Namespace) -> str | None:
    """The name under which friends find this host in their network; None if they do not. Raises `MisusedError`."""
    named = read_flag(given, LISTED_AS) or platform.node().partition(".")[0]
    is_hidden = given.private or read_flag(given, HIDDEN)
    return None if is_hidden else name_to_announce(named) or LOCALHOST_NAME


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
    if is_child(given) or given.take_over is not None:
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


def is_child(given: argparse.Namespace) -> bool:
    """Whether another program started this one, and stops it by closing its standard input."""
    return bool(given.private or given.child)
