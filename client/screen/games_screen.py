"""The player's own games on the full screen: a list, the totals, and the replay of the game that is chosen.

Here: its keys and drawing, and running it. Not here: the list in lines (`games_lines`), the sentences (`games_words`).
"""

from collections.abc import Sequence
from typing import Final

import trio

from client.actions.signals import leave_at_signal
from client.picture.pinwheel import Size
from client.replay import games_words as words
from client.replay.record_file import UnreadableError, open_file
from client.screen.card import CLOSE, Card, lines_inside
from client.screen.choice_list import ChoiceList
from client.screen.full_screen import on_terminal, redraw_after_a_stop
from client.screen.panels import KeyHint, footer
from client.screen.paper import Fragment, KeyHit, Line, RowHit, Target, fill
from client.screen.replay_screen import ReplayScreen
from client.screen.stage import application
from client.store.my_games import MyGame, UnfinishedGame, totals_of
from client.store.saved_games import FinishedGame
from client.terminal.look import Look
from client.words.wrapping import wrap

_MOVE: Final = (KeyHint("↑↓", "choose", "down"), KeyHint("t", "totals", "t"), KeyHint("q", "back", "q"))
_MOST_NOTICE: Final = 3
"""Lines of a notice over the footer."""


class GamesScreen:
    """The player's games, one selected. `can_continue`: Enter on an unfinished game leaves the list for it.

    `chosen` and `analyses` are set once the player has chosen a game, to see it or to analyse it.
    """

    def __init__(self, games: Sequence[MyGame], look: Look | None = None, *, can_continue: bool) -> None:
        self._look = look or Look()
        self._games = games
        self._can_continue = can_continue
        self._rows = ChoiceList(lambda: [words.listed_game(each) for each in games] or [words.NONE])
        self._size = Size(80, 24)
        self._card: Card | None = None
        self.notice = ""
        self.chosen: MyGame | None = None
        self.analyses = False
        self.entry = ""
        self.draft = ""
        self.uses_mouse = self._look.uses_mouse

    async def run(self) -> None:
        """Show the list until the player has chosen or leaves."""
        self.chosen = None
        app = application(self, self._look)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            nursery.start_soon(redraw_after_a_stop, app)
            await on_terminal(app)
            nursery.cancel_scope.cancel()

    @property
    def _selected(self) -> MyGame | None:
        return self._games[self._rows.at] if self._games else None

    # Drawing.

    def resize(self, size: Size) -> None:
        """The terminal has this size now."""
        self._size = size

    def paint(self, size: Size) -> list[Line]:
        """The list, or the totals, at this size."""
        notice = wrap(self.notice, size.width)[:_MOST_NOTICE] if self.notice else []
        card = self._card or self._rows.card(words.TITLE, size.width, foot="q: back")
        lines, _ = card.draw(size.width, size.height - 1 - len(notice))
        below = (fill([Fragment("class:notice", each)], size.width, "class:notice") for each in notice)
        return [*lines, *below, footer((CLOSE,) if self._card is not None else self._hints(), size.width)]

    def _hints(self) -> tuple[KeyHint, ...]:
        game = self._selected
        if isinstance(game, UnfinishedGame):
            return KeyHint("Enter", "continue", "enter"), *_MOVE
        if game is None or game.record is None:
            return _MOVE
        return KeyHint("Enter", "replay", "enter"), KeyHint("A", "analyse", "A"), *_MOVE

    # Keys.

    def press(self, key: str) -> bool:
        """Obey a key, by its name; True to leave."""
        self.notice = ""
        if self._card is not None:
            _, furthest = self._card.draw(self._size.width, self._size.height - 1)
            self._card = self._card.read(key, furthest, lines_inside(self._size.height - 1))
        elif key in ("enter", "space"):
            return self._choose()
        elif key == "A":
            return self._choose(analyses=True)
        elif key in ("q", "escape"):
            return True
        elif key == "t":
            found = totals_of(each for each in self._games if isinstance(each, FinishedGame))
            self._card = Card(words.TOTALS, tuple(words.totals(found)))
        else:
            self._rows.press(key, lambda: Size(self._size.width, lines_inside(self._size.height - 1)))
        return False

    def _choose(self, *, analyses: bool = False) -> bool:
        """Choose the selected game, or say why that is not possible."""
        game = self._selected
        if isinstance(game, UnfinishedGame) and analyses:
            self.notice = words.NO_ANALYSIS
        elif isinstance(game, UnfinishedGame) and not self._can_continue:
            self.notice = f"Leave this game first; `{words.continuing(game)}` continues the other one."
        elif isinstance(game, FinishedGame) and game.record is None:
            self.notice = words.NO_RECORD_TO_SHOW
        elif game is not None:
            self.chosen, self.analyses = game, analyses
        return self.chosen is not None

    def hit(self, target: Target) -> bool:
        """A click selects a game, and a second one chooses it; a click on a hint presses its key."""
        if isinstance(target, KeyHit):
            return self.press(target.key)
        return isinstance(target, RowHit) and self._rows.hit(target) and self._choose()

    def scroll(self, by: int) -> None:
        """The wheel moves the selection."""
        self._rows.scroll(by)

    def interrupt(self) -> bool:
        """Ctrl-C leaves at once."""
        return True

    def type_in(self, _: str | None) -> bool:
        """Nothing is typed here."""
        return False


async def choose_on_screen(
    games: Sequence[MyGame], look: Look | None = None, *, can_continue: bool
) -> UnfinishedGame | None:
    """Let the player replay finished games; returns the unfinished one to continue, or None if the player leaves."""
    screen = GamesScreen(games, look, can_continue=can_continue)
    while True:
        await screen.run()
        game = screen.chosen
        if not isinstance(game, FinishedGame):
            return game
        assert game.record is not None
        try:
            shown = open_file(game.record)
        except UnreadableError as error:
            screen.notice = f"{error}."
        else:
            await ReplayScreen(shown, look, analyses=screen.analyses).run()
