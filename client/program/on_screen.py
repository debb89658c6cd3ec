"""What the commands need of the full screen: running a session under it, the screen of a game, the lists.

Imported where the full screen is chosen, and nowhere else: it brings prompt_toolkit and asyncio, which line mode does
not need. Not here: line mode (`front_end`), the screens themselves (`client.screen`).
"""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from client.model.model import Model
from client.net.lan_hosts import Join, WaysToJoin
from client.program.course_commands import ExerciseSource, practise_on_screen
from client.program.games_folder import GamesFolder
from client.replay.continuation import Continuation
from client.screen import games_window
from client.screen.bridge import run
from client.screen.display import Display, run_alone
from client.screen.full_screen import FullScreen
from client.screen.join_screen import JoinScreen
from client.screen.replay_screen import ReplayScreen
from client.store.my_games import MyGame, UnfinishedGame
from client.terminal.look import Look
from protocol.frozen import define
from protocol.wire.record import Record

__all__ = ["ScreenExcursions", "choose_game", "choose_host", "run", "screen"]


def screen(model: Model, look: Look, games_folder: GamesFolder) -> FullScreen:
    """The full screen of a game."""
    return FullScreen(model, look, ScreenExcursions(games_folder, look))


def choose_game(games: Sequence[MyGame], folder: Path, look: Look) -> UnfinishedGame | Continuation | None:
    """The unfinished game that the player chooses from the list, or where one is played on; None if neither."""

    async def choose() -> UnfinishedGame | Continuation | None:
        return await games_window.choose_game(games, look, exercises_on_screen(folder, look), can_continue=True)

    return run_alone(choose)


def choose_host(ways: WaysToJoin, look: Look) -> Join | None:
    """Where the player wants to join; None if the player leaves the list."""

    async def choose() -> Join | None:
        screen = JoinScreen(ways, look)
        screen.list_hosts()
        await Display(screen).run()
        return screen.place

    return run_alone(choose)


def exercises_on_screen(folder: Path, look: Look) -> Callable[[], Awaitable[str]]:
    """The exercises of this data folder, for the list of the player's games."""
    return lambda: practise_on_screen(ExerciseSource.in_folder(folder), look)


@define
class ScreenExcursions:
    """Excursions on the full screen."""

    games_folder: GamesFolder
    look: Look

    async def see_games(self) -> tuple[str, ...]:
        """Show the player's own games."""
        practise = exercises_on_screen(self.games_folder.folder, self.look)
        chosen = await games_window.choose_game(self.games_folder.games(), self.look, practise, can_continue=False)
        return self.games_folder.command_of(chosen) if isinstance(chosen, Continuation) else ()

    async def analyse(self, record: Record, seat: int | None) -> tuple[str, ...]:
        """Analyse this match and show its replay."""
        replay = ReplayScreen(self.games_folder.match_record(record, seat), self.look, analyses=True)
        await Display(replay).run()
        return () if replay.continuation is None else self.games_folder.command_of(replay.continuation)
