"""The unfinished games that wait in the journal until one of their players comes back.

Here: the list of them, and forgetting those that are too many or too old. Not here: waking one (`house_tables`).
"""

import logging
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from daemon.journal.interface import GameInfo, Journal, StoreError
from protocol.log.table import Stage
from protocol.shared.household import LOOPBACK, TUNNEL, is_shared
from protocol.wire.messages import SeatSummary, TableSummary

MOST_ASLEEP: Final = 1_000
MOST_ASLEEP_FROM_ONE: Final = 20
MOST_ASLEEP_FROM_TUNNEL: Final = 100
"""For everybody behind a tunnel that does not say where they are; and for those there with one invitation."""

log = logging.getLogger("fivesd.house")


class SleepingGames:
    """The games, by the names of their tables. The limits apply only to guests' games, not to the host's own.

    A stranger can make any number of games in seconds. So beyond a limit, games that only one person has played go
    first, and the newest first: a new game never takes the place of an older one, unless it alone was played by several
    people. The games of a tunnel count only among themselves, so no other addresses can push them out.
    """

    def __init__(
        self,
        most: int = MOST_ASLEEP,
        most_from_one: int = MOST_ASLEEP_FROM_ONE,
        most_from_tunnel: int = MOST_ASLEEP_FROM_TUNNEL,
    ) -> None:
        self._most = most
        self._most_from_one = most_from_one
        self._most_from_tunnel = most_from_tunnel
        self._by_table: dict[str, GameInfo] = {}

    def __len__(self) -> int:
        return len(self._by_table)

    def __contains__(self, table: object) -> bool:
        return table in self._by_table

    def __iter__(self) -> Iterator[tuple[str, GameInfo]]:
        return iter(tuple(self._by_table.items()))

    def add(self, table: str, info: GameInfo) -> None:
        """Add a sleeping game under an unused table name."""
        self._by_table[table] = info

    def at(self, table: str) -> GameInfo | None:
        """The sleeping game of the table with this name, or None."""
        return self._by_table.get(table)

    def table_of(self, game: str) -> str | None:
        """The name of this game's table, or None."""
        return next((table for table, info in self._by_table.items() if info.game == game), None)

    def remove(self, table: str) -> None:
        """Remove a game that is awake again, or deleted."""
        self._by_table.pop(table, None)

    def too_many(self) -> list[str]:
        """The tables where nobody has a seat, and those beyond the limits, per household and in all."""
        used = [(table, info) for table, info in self._of_guests() if info.is_used]
        kept: set[str] = set()
        by_household: Counter[str | None] = Counter()
        for table, info in sorted(used, key=lambda game: (game[1].players < 2, game[1].at)):
            household = info.opened_by
            if self._has_room(household, by_household, len(kept)):
                kept.add(table)
                by_household[household] += 1
        return [table for table, _ in self._of_guests() if table not in kept]

    def _has_room(self, household: str | None, by_household: Counter[str | None], kept: int) -> bool:
        """Whether one more game of this household is within the limits, beside the `kept` ones."""
        if household == TUNNEL:
            return by_household[TUNNEL] < self._most_from_tunnel
        if household is not None and household != LOOPBACK:
            most = self._most_from_tunnel if is_shared(household) else self._most_from_one
            if by_household[household] >= most:
                return False
        return kept - by_household[TUNNEL] < self._most

    def last_played_before(self, at: str) -> list[str]:
        """The tables whose games were last played before this time."""
        return [table for table, info in self._of_guests() if info.last_at < at]

    def _of_guests(self) -> list[tuple[str, GameInfo]]:
        return [(table, info) for table, info in self._by_table.items() if info.opened_by is not None]


async def forget_surplus(games: SleepingGames, journal: Journal, days: int) -> None:
    """Delete the guests' games that are too many, or to which nobody has come back for so many days; 0 for never."""
    surplus = set(games.too_many())
    if days:
        surplus.update(games.last_played_before(f"{datetime.now(UTC) - timedelta(days):%Y-%m-%dT%H:%M:%S}"))
    forgotten = [info.game for table, info in games if table in surplus]
    for table in surplus:
        games.remove(table)
    if not forgotten:
        return
    try:
        await journal.forget(forgotten)
    except StoreError as error:
        log.warning("%d unfinished games of guests should be forgotten: %s", len(forgotten), error)
    else:
        log.info("forgot unfinished games of guests that were too many or too old: %s", ", ".join(forgotten))


def sleeping_summary(table: str, info: GameInfo, *, is_home: bool, is_played: bool = False) -> TableSummary:
    """A sleeping game as the lobby shows it; or one that is played at another daemon, as if nobody were away there."""
    return TableSummary(
        table=table,
        game=info.game,
        rules=info.preset,
        seats=tuple(SeatSummary(who.name, who.bot, is_played and who.is_person) for who in info.seats),
        stage=Stage.OVER if info.is_over else Stage.PLAYING if info.is_started else Stage.SEATING,
        match=info.match or info.after_match,
        locked=info.is_locked,
        home=is_home,
        continues=info.continues,
        board=info.opened.board,
    )
