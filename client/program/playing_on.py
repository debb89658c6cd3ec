"""`fives play --play-on FILE`: a finished match is played on from its record, against bots.

Here: the options for that. The match has a private daemon with a folder of its own, so it takes the place of no match
of `fives play`. Not here: where a match can be played on (`replay.cursor`, and the daemon), the run (`app`).
"""

import argparse
from pathlib import Path
from typing import Final

from client.program.play_options import PlayOptions
from client.program.questions import IfUnfinished
from client.replay.record_file import UnreadableError, open_file
from client.store.files import PLAYED_ON, data_folder
from protocol.game.table_options import MOST_SEATS
from protocol.log.events import TableOptions
from protocol.log.table import fold
from protocol.shared.exit_status import MisusedError
from protocol.shared.flags import THINK
from protocol.shared.host_options import PLAY_ON
from protocol.shared.table_flags import Hosting
from protocol.wire.limits import MOST_ENTRIES
from protocol.wire.messages import OpenTable, PlayOn

FIRST_ENTRY: Final = 1


def options_to_play_on(given: argparse.Namespace, hosting: Hosting, name: str) -> PlayOptions:
    """The options of `fives play` for the match in a record. Raises `MisusedError`."""
    path: Path = given.play_on
    try:
        record = open_file(path).record
    except UnreadableError as error:
        raise MisusedError(str(error)) from error
    after = FIRST_ENTRY if given.entry is None else given.entry
    seat = 1 if given.own_seat is None else given.own_seat
    if not 1 <= after <= MOST_ENTRIES or not 1 <= seat <= MOST_SEATS:
        raise MisusedError("--entry takes the number of an entry, and --own-seat that of a seat; both begin with 1")
    table = fold(entry.event for entry in record.entries)
    wanted = PlayOn(record.header.game, after, seat - 1, name)
    level = TableOptions(bot_level=hosting.table.options.bot_level)
    return PlayOptions(
        table=OpenTable(table.preset, options=level, play_on=wanted),
        flags=(THINK.flag, str(hosting.think), f"{PLAY_ON}={path.absolute()}"),
        folder=data_folder(given.data) / PLAYED_ON,
        if_unfinished=IfUnfinished.END,
        names_game=True,
        names_rules=False,
        names_bots=False,
        earlier=record,
    )
