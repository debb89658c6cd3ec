"""The seats that computer players play at one table.

Lives here: making a player when its turn first comes, and telling it what its seat sees and nothing else.
Not here: when it plays (`table_clock`), how well (`bots`).
"""

import random
from collections.abc import Iterable, Sequence

from daemon.bots.player import BotPlayer
from protocol.commands import Deed
from protocol.events import Entry
from protocol.sight import Viewer, see


class BotSeats:
    """The computer players of one game, by seat. `chance` decides what they do, never what is dealt."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._players: dict[int, BotPlayer] = {}

    def told(self, entries: Iterable[Entry]) -> None:
        """Let every player see what has happened, as its seat may."""
        for entry in entries:
            for seat, player in self._players.items():
                player.told(see(entry.event, Viewer(seat)).event)

    def choose(self, seat: int, level: str, entries: Sequence[Entry]) -> Deed:
        """What the player of this seat does now. One of another level than before is shown the whole log first."""
        player = self._players.get(seat)
        if player is None or player.level.name != level:
            player = self._players[seat] = BotPlayer(level, seat)
            for entry in entries:
                player.told(see(entry.event, Viewer(seat)).event)
        return player.choose(self._chance)
