"""`fives host`: what is hosted, under which name the host's own seat is kept, and the secret that makes it the host's.

Lives here: what the command line asks for, and the operator's secret, for `fives join localhost` too. Not here: the
child process (`private_daemon`), the game itself (`link` and a front end).
"""

import argparse
from pathlib import Path

from attrs import frozen

from client.words import connection_words as words
from protocol.console.address import DEFAULT_PORT, Address, is_this_machine, own_name
from protocol.console.exit_status import MisusedError
from protocol.console.flags import Hosting, host_flags_given, read_flag
from protocol.console.host_options import PAGE, PORT, house_flags_given
from protocol.console.operator_key import host_folder, read_key
from protocol.game.presets import make_rules, preset_named


@frozen
class Hosted:
    """What `fives host` asks for. `flags` are the daemon's, `data` is its folder, `port` the one asked for."""

    flags: tuple[str, ...]
    data: Path
    port: int

    @classmethod
    def asked_for(cls, given: argparse.Namespace, hosting: Hosting) -> "Hosted":
        """What the command line asks for. Raises `MisusedError`, also where bots would leave no seat for the host."""
        table = hosting.table
        _, seats = make_rules(preset_named(table.rules), table.set, table.seats)
        if table.bots >= seats:
            raise MisusedError(words.no_seat_left(table.bots, seats - 1))
        flags = (*house_flags_given(given), *host_flags_given(given))
        port = read_flag(given, PORT)
        return cls(flags, given.data or host_folder(), DEFAULT_PORT if port is None else port)

    @property
    def has_page(self) -> bool:
        """Whether browsers find a page at the daemon's port."""
        return PAGE.flag not in self.flags

    def seat_kept_at(self, address: Address) -> str:
        """The address under which the key to the host's seat is kept, the one at which `fives join` finds it.

        A port that was drawn is another one the next time, and not in it.
        """
        return str(Address(own_name(address.host), self.port))

    def secret(self) -> str | None:
        """The operator's secret, once the daemon runs."""
        key = read_key(self.data)
        return None if key is None else key.secret


def secret_at(address: Address) -> str | None:
    """The operator's secret of the daemon at this address, where it is this user's own; else None.

    Nobody else is to be shown it: not another user's daemon at the same port of the loopback.
    """
    key = read_key(host_folder()) if is_this_machine(address.host) else None
    is_there = key is not None and key.port == address.port and is_this_machine(key.address)
    return key.secret if key is not None and is_there else None
