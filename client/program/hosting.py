"""`fives host`: the options of the table and the daemon, what the host shows to friends, and the operator's secret.

Here: also the secret with which `fives join localhost` has the host's rights. Not here: the child process
(`private_daemon`), the game (`app`).
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from client.program.daemon_start import Process, start_hosted
from client.program.questions import IfUnfinished
from client.words.english import listed
from protocol.frozen import frozen
from protocol.game.presets import PRESETS, Preset, make_rules, preset_named
from protocol.game.table_options import PASSWORD
from protocol.shared.address import DEFAULT_PORT, Address, is_this_machine, own_name
from protocol.shared.exit_status import MisusedError
from protocol.shared.flags import MATCHES, THINK, host_flags_given, host_options_given, name_game, read_flag
from protocol.shared.host_options import (
    HOLD,
    LISTED_AS,
    MAP_PORT,
    PAGE,
    PORT,
    SHARE,
    TAKE_ALONG,
    TAKE_OVER,
    TAKE_OVER_SEAT,
    house_flags_given,
)
from protocol.shared.operator_key import host_folder, read_key
from protocol.shared.table_flags import Hosting, WrongSeatsError, read_host_flags
from protocol.wire.messages import OpenTable


def hosting_of(given: argparse.Namespace) -> Hosting:
    """The table that `fives play` or `fives host` asks for; stores the game of GAME as that of `--rules`.

    Raises `MisusedError`; for a wrong number of seats it names the games that take so many.
    """
    name_game(given)
    try:
        return read_host_flags(given)
    except WrongSeatsError as error:
        games = [name for name, preset in PRESETS.items() if given.seats in map(str, _numbers_of_seats(preset))]
        hint = f"; games for {given.seats} are {listed(games)}" if games else ""
        raise MisusedError(f"{error}{hint}") from None


def check_own_seat(bots: int, seats: int) -> None:
    """Raises `MisusedError` if bots take every seat."""
    if bots >= seats:
        raise MisusedError(f"--bots {bots} leaves no seat for you; the most is {seats - 1}")


def _numbers_of_seats(preset: Preset) -> range:
    fewest, most = preset.seats[min(preset.seats)]
    return range(fewest, most + 1)


class TakenMatch(NamedTuple):
    """A match of another host that goes on here: the file of its record, and the player's own seat in it, from 0.

    `secret`: that behind the key of the seat, None if nothing proves that the seat is the player's. `along`: the folder
    with the records of the host's other games, if they come along. `hold`: the SHA-256 of the word of that host for
    which the match waits here; None if it goes on at once.
    """

    record: Path
    seat: int
    secret: str | None = None
    along: Path | None = None
    hold: str | None = None

    @property
    def flags(self) -> tuple[str, ...]:
        """The flags with which the daemon goes on with it."""
        others = () if self.along is None else (f"{TAKE_ALONG}={self.along}",)
        held = () if self.hold is None else (f"{HOLD}={self.hold}",)
        return f"{TAKE_OVER}={self.record.absolute()}", f"{TAKE_OVER_SEAT.flag}={self.seat + 1}", *others, *held


@frozen
class HostOptions:
    """The options of `fives host`: the daemon's `flags`, its folder `data`, and the `port` on the command line.

    `table_flags`: those that describe the host's own table; a match that is taken over has rules of its own.
    `folder`: the folder of --data, None without it. `takes_over`: the match of another host that goes on here.
    `if_unfinished`: what to do with an unfinished match at another table than these options describe, and `resumes_at`
    names that table; empty for any. `not_typed`: the flags, without their values, that settings have filled in.
    `left_open`: the table, if the command line leaves open which one, so that a player at a terminal can choose it.
    """

    flags: tuple[str, ...] = ()
    folder: Path | None = None
    port: int = DEFAULT_PORT
    takes_over: TakenMatch | None = None
    if_unfinished: IfUnfinished = IfUnfinished.ASK
    resumes_at: str = ""
    table_flags: tuple[str, ...] = ()
    not_typed: frozenset[str] = frozenset()
    left_open: OpenTable | None = None

    @classmethod
    def from_arguments(cls, given: argparse.Namespace, hosting: Hosting) -> "HostOptions":
        """The options on the command line. Raises `MisusedError`, also if bots leave no seat for the host."""
        table = hosting.table
        _, seats = make_rules(preset_named(table.rules), table.set, table.seats)
        check_own_seat(table.bots, seats)
        port = read_flag(given, PORT)
        is_resumed = given.resume is not None
        if_unfinished = IfUnfinished.CONTINUE if is_resumed else IfUnfinished.END if given.new else IfUnfinished.ASK
        is_open = if_unfinished is IfUnfinished.ASK and not _names_table(given)
        return cls(
            tuple(house_flags_given(given)),
            given.data,
            DEFAULT_PORT if port is None else port,
            if_unfinished=if_unfinished,
            resumes_at=given.resume or "",
            table_flags=tuple(host_flags_given(given)),
            not_typed=_not_typed(given),
            left_open=table if is_open else None,
        )

    @classmethod
    def to_take_over(cls, given: argparse.Namespace, match: TakenMatch) -> "HostOptions":
        """The options on the command line of `fives take-over`. Raises `MisusedError`."""
        port = read_flag(given, PORT)
        port = DEFAULT_PORT if port is None else port
        return cls(tuple(house_flags_given(given)), given.data, port, match, not_typed=_not_typed(given))

    @property
    def data(self) -> Path:
        """The data folder in use."""
        return self.folder or host_folder()

    def start(self, name: str, more: Sequence[str] = ()) -> Process:
        """Start the daemon of this player, with more flags after its own. Raises `PrivateDaemonError`."""
        taken, secret = ((), None) if self.takes_over is None else (self.takes_over.flags, self.takes_over.secret)
        flags = (f"{LISTED_AS.flag}={name}", *self.flags, *(taken or self.table_flags), *more)
        return start_hosted(flags, self.data, secret)

    def command(self, name: str) -> tuple[str, ...]:
        """The words after `fives` with which this player hosts the same game again, from any folder."""
        data = () if self.folder is None else (f"--data={self.folder.absolute()}",)
        if self.takes_over is not None:
            return ("take-over", str(self.takes_over.record.absolute()), *self.flags, *data)
        return ("host", *self.flags, *self.table_flags, *data, f"--name={name}")

    def short_command(self, name: str) -> tuple[str, ...]:
        """The same as the player would type it here: without what settings say anyway, and what is found by itself."""
        if self.takes_over is None:
            words = self.command(name)
        else:
            _, _, *flags = self.command(name)
            words = ("take-over", *flags)
        return tuple(word for word in words if word.partition("=")[0] not in self.not_typed)

    @property
    def has_page(self) -> bool:
        """Whether browsers find a page at the daemon's port."""
        return PAGE.flag not in self.flags

    @property
    def shares(self) -> bool:
        """Whether a way is opened for friends in other houses."""
        return any(flag == MAP_PORT.flag or flag.startswith(f"{SHARE}=") for flag in self.flags)

    def seat_saved_at(self, address: Address) -> str:
        """The address under which the host's seat is saved, so that `fives join` finds it.

        It has the port of the command line: a port that the system chose changes every time.
        """
        return str(Address(own_name(address.host), self.port))

    def secret(self) -> str | None:
        """The operator's secret, once the daemon is running."""
        key = read_key(self.data)
        return None if key is None else key.secret


def _not_typed(given: argparse.Namespace) -> frozenset[str]:
    return frozenset(f"--{name}" for name in given.filled_in)


def _names_table(given: argparse.Namespace) -> bool:
    """Whether the command line says how the table is to be; settings do not, and with any table one may be needed."""
    for_any_table = {PASSWORD.name, MATCHES.name, THINK.name}
    named = host_options_given(given) - for_any_table - {name.replace("-", "_") for name in given.filled_in}
    return bool(named)


def secret_at(address: Address) -> str | None:
    """The operator's secret of the daemon at this address if it is this user's own, otherwise None.

    Nobody else may see it: not another user's daemon at the same port of the loopback.
    """
    key = read_key(host_folder()) if is_this_machine(address.host) else None
    is_there = key is not None and key.port == address.port and is_this_machine(key.address)
    return key.secret if key is not None and is_there else None
