"""Where a player can go for a while without leaving the table: the list of their games, and the match that has ended.

Here: what each front end needs for it. Not here: either of them (`client.replay`), which the program passes in.
"""

from typing import Protocol

from protocol.wire.record import Record


class Excursions(Protocol):
    """The places; each call returns when the player is back. The connection to the host stays open meanwhile."""

    async def see_games(self) -> None:
        """Show the player's own games."""

    async def analyse(self, record: Record) -> None:
        """Analyse this match and show its replay."""
