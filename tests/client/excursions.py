"""Excursions that only note where the player went."""

from collections.abc import Callable

from attrs import define, field

from protocol.wire.record import Record


@define
class ExcursionLog:
    """`went`: `games`, or the record of the match that was analysed. `there` is called at each place."""

    went: list[str | Record] = field(factory=list)
    there: Callable[[], None] = lambda: None

    async def see_games(self) -> None:
        self.went.append("games")
        self.there()

    async def analyse(self, record: Record) -> None:
        self.went.append(record)
        self.there()
