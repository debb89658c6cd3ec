"""Excursions that only note where the player went."""

from collections.abc import Callable

from attrs import define, field

from protocol.wire.record import Record


@define
class ExcursionLog:
    """`went`: `games`, or the record of the match that was analysed. `there` is called at each place.

    `then`: what the player does in place of coming back.
    """

    went: list[str | Record] = field(factory=list)
    there: Callable[[], None] = lambda: None
    then: tuple[str, ...] = ()

    async def see_games(self) -> tuple[str, ...]:
        self.went.append("games")
        self.there()
        return self.then

    async def analyse(self, record: Record, seat: int | None) -> tuple[str, ...]:
        self.went.append(record)
        self.there()
        return self.then
