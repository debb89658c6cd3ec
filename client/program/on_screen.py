"""What the commands need of the full screen: running a session under it, the screen of a game, the list of games.

Imported where the full screen is chosen, and nowhere else: it brings prompt_toolkit and asyncio, which line mode does
not need. Not here: line mode (`front_end`), the screens themselves (`client.screen`).
"""

from collections.abc import Sequence

from attrs import define

from client.model.model import Model
from client.program.excursions import Places
from client.replay.record_file import open_file
from client.screen import games_screen
from client.screen.bridge import run
from client.screen.full_screen import Screen
from client.screen.replay_screen import ReplayScreen
from client.store.my_games import MyGame, UnfinishedGame
from client.terminal.look import Look
from protocol.wire.record import Record

__all__ = ["choose_game", "run", "screen"]


def screen(model: Model, look: Look, places: Places) -> Screen:
    """The full screen of a game."""
    return Screen(model, look, _Excursions(places, look))


def choose_game(games: Sequence[MyGame], look: Look | None) -> UnfinishedGame | None:
    """The unfinished game that the player chooses from the list, None if the player leaves it."""

    async def choose() -> UnfinishedGame | None:
        return await games_screen.choose_on_screen(games, look, can_continue=True)

    return run(choose)


@define
class _Excursions:
    """Excursions on the full screen."""

    places: Places
    look: Look

    async def see_games(self) -> None:
        """Show the player's own games."""
        await games_screen.choose_on_screen(self.places.games(), self.look, can_continue=False)

    async def analyse(self, record: Record) -> None:
        """Analyse this match and show its replay."""
        with self.places.file_of(record) as path:
            await ReplayScreen(open_file(path), self.look, analyses=True).run()
