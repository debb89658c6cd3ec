"""The player's own games on the full screen: a list, the totals, and the replay of the game that is chosen.

Here: its keys and drawing, and `choose_game`. Not here: the list in lines (`games_lines`), the sentences
(`games_words`).
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence

from client.replay import games_words
from client.replay.continuation import Continuation
from client.replay.record_file import UnreadableError, open_file
from client.screen.card import Card
from client.screen.choice_list import ListWindow
from client.screen.display import Display
from client.screen.list_screen import ListScreen
from client.screen.paper import Fragment, Line
from client.screen.replay_screen import ReplayScreen
from client.screen.window import CardWindow, Key
from client.store.my_games import MyGame, UnfinishedGame, totals_of
from client.store.saved_games import FinishedGame
from client.terminal.look import Look
from client.words.say import say
from protocol.frozen import define


@define(eq=False)
class GamesWindow(ListWindow):
    """The player's games. `can_continue`: an unfinished game can be chosen, too.

    `chosen` and `analyses` are set once the player has chosen a game, to see it or to analyse it; `practises` once the
    player has chosen the exercises. `notice`: why nothing was chosen, until the next key.
    """

    games: Sequence[MyGame]
    can_continue: bool
    chosen: MyGame | None = None
    analyses: bool = False
    practises: bool = False
    notice: str = ""

    def lines(self) -> list[str]:
        """A line for each game."""
        return [games_words.listed_game(game) for game in self.games] or [say("games.none")]

    @property
    def _selected(self) -> MyGame | None:
        return self.games[self.rows.at] if self.games else None

    # Keys.

    def press(self, key: str) -> bool:
        """Do what a key asks for."""
        self.notice = ""
        return super().press(key)

    def keys(self) -> Iterator[Key]:
        """Those of a list; what can be done with the selected game first."""
        game = self._selected
        has_record = isinstance(game, FinishedGame) and game.record is not None
        replays = say("footer.replay") if has_record else ""
        yield self.choosing(say("footer.continue") if isinstance(game, UnfinishedGame) else replays)
        yield Key(("A",), lambda _: self._choose(analyses=True), say("key.analyse_briefly") if has_record else "")
        yield from self.moving()
        yield Key(("p",), self._practise, say("footer.practise") if self.games else "")
        yield Key(("t",), self._show_totals, say("footer.totals"))
        yield Key(("q", "escape"), lambda _: self.owner.leave(), say("footer.back"))

    def choose(self) -> None:
        """Choose the selected game, or say why that is not possible."""
        self._choose(analyses=False)

    def _choose(self, *, analyses: bool) -> None:
        game = self._selected
        if isinstance(game, UnfinishedGame) and analyses:
            self.notice = say("games.no_analysis")
        elif isinstance(game, UnfinishedGame) and not self.can_continue:
            self.notice = say("games.leave_first", command=games_words.command_to_continue(game))
        elif isinstance(game, FinishedGame) and game.record is None:
            self.notice = say("games.no_record")
        elif game is not None:
            self.chosen, self.analyses = game, analyses
            self.owner.leave()

    def _practise(self, _: str) -> None:
        self.practises = bool(self.games)
        if self.practises:
            self.owner.leave()

    def _show_totals(self, _: str) -> None:
        found = totals_of(game for game in self.games if isinstance(game, FinishedGame))
        self.owner.open(CardWindow(self.owner, Card(say("games.totals"), tuple(games_words.totals(found)))))

    # Drawing.

    def card(self, width: int) -> Card:
        """The list."""
        return self.rows.card(say("panel.my_games"), width, foot=say("foot.q_back"))

    def prompt(self) -> Line:
        """Why nothing was chosen."""
        return [Fragment("class:notice", self.notice)] if self.notice else ()


async def choose_game(
    games: Sequence[MyGame], look: Look, practise: Callable[[], Awaitable[str]], *, can_continue: bool
) -> UnfinishedGame | Continuation | None:
    """Let the player replay finished games; returns the unfinished one to continue, or where one is played on.

    None if the player leaves. `practise` asks the exercises, and returns what failed, else nothing.
    """
    screen = ListScreen(look)
    window = GamesWindow(screen, games, can_continue)
    screen.open(window)
    while True:
        game = await _chosen(screen, window)
        if window.practises:
            window.notice = await practise()
            continue
        if not isinstance(game, FinishedGame):
            return game
        assert game.record is not None
        try:
            record = open_file(game.record, game.result.seat)
        except UnreadableError as error:
            window.notice = say("games.fault", fault=str(error))
        else:
            replay = ReplayScreen(record, look, analyses=window.analyses)
            await Display(replay).run()
            if replay.continuation is not None:
                return replay.continuation


async def _chosen(screen: ListScreen, window: GamesWindow) -> MyGame | None:
    """The game that the player chooses now; None if the player leaves."""
    window.chosen, window.practises = None, False
    await Display(screen).run()
    return window.chosen
