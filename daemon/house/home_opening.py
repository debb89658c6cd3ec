"""Opening the host's own table at the start, and making another table the host's own later.

Not here: which game of the host goes on there (`home_table`), who may ask for it (`controls`).
"""

import logging
from collections.abc import Mapping

from daemon.guest import Guest
from daemon.house.house_tables import HouseTables
from daemon.table.game_change import forget_replaced
from daemon.table.live_table import LiveTable
from protocol.clean import brief
from protocol.log.not_allowed import NotAllowed
from protocol.wire.messages import OpenTable
from protocol.wire.table_request import table_opened

log = logging.getLogger("fivesd.house")


async def open_home(tables: HouseTables, request: OpenTable, game: str | None = None) -> None:
    """Open the host's own table, however many tables there are.

    It continues this unfinished game; without one, the host's latest whose table was opened with the same game, rules,
    seats, options and password, also if that has ended this evening. If there is none, it is a new table. Raises
    `RulesError` for an impossible table, and `StoreError`.
    """
    home = tables.home
    home.request = request
    if home.ended is not None:
        tables.sleeping.add(*home.ended)  # its people may be about to play another match
    if game is None:
        await home.continue_as(table_opened(request), request.password)
    else:
        home.name = tables.table_of(game)
    if home.name is None:
        home.name = await tables.open(request)
    else:
        await tables.find_by_name(home.name)


async def make_home(tables: HouseTables, name: str | None) -> tuple[LiveTable, Mapping[Guest, bool]]:
    """Make this table the host's own, or a new one by the flags if None.

    The one before is deleted if no match is running there: newcomers would never come there again. Returns those who
    waited there, each with whether they had a seat. Raises `Refused` and `StoreError`.
    """
    home, before = tables.home, tables.home_table
    if home.request is None:
        raise NotAllowed("no_home")
    table = await tables.find_by_name(name or await tables.open(home.request), is_operator=True)
    if table is None or table.board is not None:
        raise NotAllowed("not_for_home", table=brief(name or ""))
    home.name = table.name
    log.info("table %s is the host's own now", table.name)
    if before is None or before is table:
        return table, {}
    waited = {guest: guest.seat is not None for guest in before.guests}
    if tables.put_away(before) is None:
        return table, {}
    await forget_replaced(tables.journal, before.name, before.game)
    return table, waited
