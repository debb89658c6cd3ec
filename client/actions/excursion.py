"""Where a player can go for a while without leaving the table: the list of their games, and the match that has ended.

Here: what each front end needs for it. Not here: either of them (`client.replay`), which the program passes in.

A player who plays a match on from there leaves the table. The calls then return the words after `fives` of the command
that does it, else none.
"""

from typing import Protocol

from client.model.model import Model
from client.words.leaving_words import HostedBy
from protocol.wire.record import Record


def may_play_on(model: Model) -> bool:
    """Whether the player can leave the table at once to play a match on: nobody plays, and nobody is hosted."""
    return not model.view.is_playing and model.hosted_by is not HostedBy.PLAYER


class Excursions(Protocol):
    """The places; each call returns when the player is back. The connection to the host stays open meanwhile."""

    async def see_games(self) -> tuple[str, ...]:
        """Show the player's own games."""

    async def analyse(self, record: Record, seat: int | None) -> tuple[str, ...]:
        """Analyse this match, in which the player had this seat, and show its replay."""
