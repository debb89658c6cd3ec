"""The options of `fives play`.

Not here: what happens with an unfinished match (`play`), the private daemon (`private_daemon`). Imports neither trio
nor cattrs: the private daemon starts with these options before the rest of the client is imported (`play_command`).
"""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from client.program.hosting import check_own_seat
from client.program.questions import IfUnfinished
from client.store.files import PLAY, data_folder
from protocol.frozen import frozen
from protocol.game.presets import make_rules, preset_named
from protocol.game.rules import Rules
from protocol.shared.flags import MATCHES, THINK
from protocol.shared.table_flags import Hosting
from protocol.wire.messages import OpenTable

if TYPE_CHECKING:
    from protocol.wire.record import Record


@frozen
class PlayOptions:
    """The options of `fives play`.

    `flags` are the daemon's. `names_game`: the player named a game; `names_rules`: also some of its rules.
    `names_bots`: the player named the number of bots. `folder` is the folder of --data, None without it.
    `earlier`: the record of the match that is played on; None for other matches. `comments`: there is a tutor.
    """

    table: OpenTable
    flags: tuple[str, ...]
    folder: Path | None
    if_unfinished: IfUnfinished
    names_game: bool
    names_rules: bool
    names_bots: bool
    earlier: "Record | None" = None
    comments: bool = False

    @classmethod
    def from_arguments(
        cls, hosting: Hosting, given: Collection[str], folder: Path | None, if_unfinished: IfUnfinished
    ) -> "PlayOptions":
        """The options on the command line; bots take all seats but one, unless their number is among those `given`.

        Raises `MisusedError` if no seat is left for the player.
        """
        table = hosting.table
        _, seats = make_rules(preset_named(table.rules), table.set, table.seats)
        names_bots = "bots" in given
        if not names_bots:
            table = evolve(table, bots=seats - 1)
        check_own_seat(table.bots, seats)
        matches = () if hosting.matches is None else (MATCHES.flag, str(hosting.matches))
        of_daemon = (THINK.flag, str(hosting.think), *matches)
        names_rules = "set" in given or "seats" in given
        names_game = names_rules or "game" in given
        return cls(table, of_daemon, folder, if_unfinished, names_game, names_rules, names_bots)

    @property
    def data(self) -> Path:
        """The data folder in use."""
        return self.folder or data_folder() / PLAY

    @property
    def is_open(self) -> bool:
        """Whether the command line leaves open what to play, so that a player at a terminal can choose it."""
        return not self.names_game and self.if_unfinished is IfUnfinished.ASK

    def with_game(self, game: str) -> "PlayOptions":
        """The same options for another game; as many of the computer players as have a seat there."""
        _, seats = make_rules(preset_named(game))
        bots = min(self.table.bots, seats - 1) if self.names_bots else seats - 1
        return evolve(self, table=evolve(self.table, rules=game, bots=bots), names_game=True)

    def with_table(self, table: OpenTable) -> "PlayOptions":
        """The same options for a table like this one."""
        return evolve(self, table=table, names_game=True)

    def fits(self, rules: Rules, seats: int) -> bool:
        """Whether a match with these rules and seats has the rules on the command line."""
        wanted = self.table
        return not self.names_rules or (rules, seats) == make_rules(
            preset_named(wanted.rules), wanted.set, wanted.seats
        )
