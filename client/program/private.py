"""The options of `fives play`.

Not here: what happens with an unfinished match (`play`), the private daemon (`private_daemon`). Imports neither trio
nor cattrs: the private daemon starts with these options before the rest of the client is imported (`play_command`).
"""

from collections.abc import Collection
from enum import Enum, auto
from pathlib import Path

from attrs import evolve

from client.program.hosted import check_own_seat
from client.store.files import PLAY, data_folder
from protocol.console.flags import MATCHES, THINK
from protocol.console.table_flags import Hosting
from protocol.frozen import frozen
from protocol.game.presets import make_rules, preset_named
from protocol.game.rules import Rules
from protocol.wire.messages import OpenTable


class IfUnfinished(Enum):
    """What to do with an unfinished match: ask, continue it, or end it and begin another."""

    ASK = auto()
    CONTINUE = auto()
    END = auto()


@frozen
class Private:
    """The options of `fives play`.

    `flags` are the daemon's. `names_game`: the player named a game; `names_rules`: also some of its rules. `folder` is
    the folder of --data, None without it.
    """

    table: OpenTable
    flags: tuple[str, ...]
    folder: Path | None
    if_unfinished: IfUnfinished
    names_game: bool
    names_rules: bool

    @classmethod
    def asked_for(
        cls, hosting: Hosting, given: Collection[str], folder: Path | None, if_unfinished: IfUnfinished
    ) -> "Private":
        """The options on the command line; bots take all seats but one, unless their number is among those `given`.

        Raises `MisusedError` if no seat is left for the player.
        """
        table = hosting.table
        _, seats = make_rules(preset_named(table.rules), table.set, table.seats)
        if "bots" not in given:
            table = evolve(table, bots=seats - 1)
        check_own_seat(table.bots, seats)
        matches = () if hosting.matches is None else (MATCHES.flag, str(hosting.matches))
        of_daemon = (THINK.flag, str(hosting.think), *matches)
        names_rules = "set" in given or "seats" in given
        return cls(table, of_daemon, folder, if_unfinished, names_rules or "game" in given, names_rules)

    @property
    def data(self) -> Path:
        """The data folder in use."""
        return self.folder or data_folder() / PLAY

    @property
    def is_open(self) -> bool:
        """Whether the command line leaves open what to play, so that a player at a terminal can choose it."""
        return not self.names_game and self.if_unfinished is IfUnfinished.ASK

    def fits(self, rules: Rules, seats: int) -> bool:
        """Whether a match with these rules and seats has the rules on the command line."""
        wanted = self.table
        return not self.names_rules or (rules, seats) == make_rules(
            preset_named(wanted.rules), wanted.set, wanted.seats
        )
