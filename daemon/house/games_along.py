"""The games that go along when the host hands over everything: sent to the machine of the player who hosts next.

Here: which games, and how much of each: a finished one, and of one that sleeps its finished rounds, as in a record. So
no hand of a running round is sent, no number for the next deal and no key. Not here: who is asked to host
(`next_host`), taking the games up there (`daemon.program.taking_along`).
"""

import logging
from collections.abc import Sequence
from typing import Final

from daemon.guest import Guest, PartingError, check_admitted
from daemon.house.house_tables import HouseTables
from daemon.journal.interface import GameInfo, Journal, StoreError, sound_part
from daemon.table.guests_present import DAEMON
from protocol.log.events import Entry
from protocol.log.sight import READER
from protocol.log.succession import part_to_go_on_with
from protocol.wire.messages import PROTOCOL, Farewell, Hello, Welcome

MOST_ALONG: Final = 500
"""Games: those that sleep before those that are finished, and the newest of these."""

log = logging.getLogger("fivesd.house")


async def send_games_along(tables: HouseTables, journal: Journal, guest: Guest, hello: Hello) -> None:
    """Send all these games, one after another, and then the goodbye. Raises `PartingError`."""
    table = tables.awake_with(hello.game or "")
    if table is None or not table.hands_over_everything_to(hello.token or ""):
        check_admitted(guest)
        raise PartingError(Farewell.NO_SUCH_GAME, "this host does not hand over its games to you")
    try:
        finished = [info for info in reversed(await journal.games()) if info.is_over]
    except StoreError as error:
        raise PartingError(Farewell.TROUBLE, "the host cannot read its games") from error
    for info in [*tables.asleep(), *finished][:MOST_ALONG]:
        entries = await _entries_of(journal, info)
        if entries:
            guest.welcome_to_read(Welcome(PROTOCOL, DAEMON, info.table, info.game, None, None, 1, len(entries)))
            await guest.send_stored(entries, READER)
    raise PartingError(Farewell.FINISHED, "these are all games")


async def _entries_of(journal: Journal, info: GameInfo) -> Sequence[Entry]:
    """The part of this game that goes along; empty if it has none, or is damaged."""
    try:
        stored = await journal.read(info.game)
    except StoreError as error:
        log.warning("game %s does not go along: %s", info.game, error)
        return ()
    _, _, fault = sound_part(stored.entries)
    if fault is not None:
        log.warning("game %s does not go along: %s", info.game, fault)
        return ()
    return stored.entries if info.is_over else part_to_go_on_with(stored.entries)
