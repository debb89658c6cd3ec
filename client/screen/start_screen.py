"""The start screen of `fives play`: matches to continue, a new match of each game, lessons, my games, joining.

Here: its lines, keys and drawing, and the word that ends a match for another. Not here: where to join (`join_screen`),
going to what was chosen (`program.start`), the sentences (`words.start_words`).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from client.actions.action import Action, ChangeSetting, SeeGames
from client.model.settings import NoSettings, PlayerSettings, change_setting
from client.net.lan_hosts import Join, WaysToJoin
from client.screen.card import Card
from client.screen.choice_list import ListWindow
from client.screen.display import Display
from client.screen.first_frame import TITLE
from client.screen.join_screen import JoinScreen
from client.screen.message import REFUSED
from client.screen.panel_window import PanelWindow, settings_window
from client.screen.paper import Fragment, Line
from client.screen.window import Key
from client.terminal.look import Look
from client.words import start_words
from client.words.name_words import about_game
from client.words.say import say
from protocol.frozen import define
from protocol.game.presets import PRESETS


class UnfinishedMatch(NamedTuple):
    """A match that can be continued: the name of its game, and the match in words."""

    game: str
    summary: str


class Continue(NamedTuple):
    """Continue the unfinished match with this number, from 0."""

    at: int


class Begin(NamedTuple):
    """Begin a match of this game; the most recent unfinished one of the same game ends.

    `as_last_time`: at a table like that of the last match.
    """

    game: str
    as_last_time: bool = False


class Learn(NamedTuple):
    """Play the lessons."""


class Practise(NamedTuple):
    """Play the exercises."""


class _SeeHosts(NamedTuple):
    """See where to join."""


Chosen = Continue | Begin | Learn | Practise | SeeGames | Join


class _Choice(NamedTuple):
    """A line, a sentence about it, and what it does."""

    text: str
    about: str
    does: Continue | Begin | Learn | Practise | SeeGames | _SeeHosts


@define(eq=False)
class StartWindow(ListWindow):
    """The lines of the start screen. `notice`: what is wrong, in place of the sentence about the selected line.

    `question`: the same for what a line is being typed for. `has_games`: the player has finished a game, and can
    practise; whoever has no game at all is offered the lessons. `last`: the game of the last match, and its table in
    words; None if there was none.
    """

    owner: "StartScreen"
    matches: Sequence[UnfinishedMatch]
    has_games: bool = False
    last: tuple[str, str] | None = None
    notice: str = ""
    question: str = ""

    def _choices(self) -> list[_Choice]:
        return [
            *(
                _Choice(start_words.to_continue(match.summary), say("start.about_match"), Continue(at))
                for at, match in enumerate(self.matches)
            ),
            *self._as_last_time(),
            *self._games_and_courses(),
            _Choice(say("start.my_games"), say("start.about_my_games"), SeeGames()),
            _Choice(say("lan.title"), say("start.about_join"), _SeeHosts()),
        ]

    def _as_last_time(self) -> Iterator[_Choice]:
        if self.last is not None:
            game, table = self.last
            text = say("start.as_last_time", table=table)
            yield _Choice(text, say("start.about_as_last_time"), Begin(game, as_last_time=True))

    def _games_and_courses(self) -> Iterator[_Choice]:
        """The games, and exercises behind them; for whom has never played, lessons behind the usual game."""
        first, *others = [_Choice(start_words.to_begin(game), about_game(game), Begin(game)) for game in PRESETS]
        is_new = not (self.has_games or self.matches)
        yield from (first, *self._courses(), *others) if is_new else (first, *others, *self._courses())

    def _courses(self) -> Iterator[_Choice]:
        """Exercises or lessons."""
        if self.has_games:
            yield _Choice(say("start.practise"), say("start.about_practise"), Practise())
        elif not self.matches:
            yield _Choice(say("start.learn"), say("start.about_learn"), Learn())

    def lines(self) -> list[str]:
        """The choices: matches first, the most recent one at the top."""
        return [choice.text for choice in self._choices()]

    @property
    def _selected(self) -> _Choice:
        return self._choices()[self.rows.at]

    # Keys.

    def press(self, key: str) -> bool:
        """Do what a key asks for."""
        self.notice = ""
        return super().press(key)

    def keys(self) -> Iterator[Key]:
        """The keys of a list."""
        yield self.choosing(say(_MEANINGS[type(self._selected.does)]))
        yield from self.moving()
        yield Key((",",), lambda _: self.owner.see_settings(), say("footer.settings"))
        yield Key(("q", "escape"), lambda _: self.owner.leave(), say("key.leave"))

    def choose(self) -> None:
        """Choose the selected line, or let the player type what it needs."""
        match self._selected.does:
            case _SeeHosts():
                self.owner.list_hosts(closes=True)
            case Begin(game=game) as begins if (ends := self._unfinished(game)) is not None:
                self.question = start_words.ends(ends.summary)
                self.owner.type_line(start_words.type_end(), lambda typed: self._end(typed, begins))
            case Continue() | Begin() | Learn() | Practise() | SeeGames() as chosen:
                self.owner.choose(chosen)

    def _unfinished(self, game: str) -> UnfinishedMatch | None:
        return next((match for match in self.matches if match.game == game), None)

    def _end(self, typed: str, begins: Begin) -> None:
        if typed.strip().casefold() == start_words.END:
            self.owner.choose(begins)
        else:
            self.notice = say("start.kept")

    # Drawing.

    def card(self, width: int) -> Card:
        """The list of choices."""
        return self.rows.card(TITLE, width, foot=say("foot.q_leave"))

    def prompt(self) -> Line:
        """What is wrong or being asked, or a sentence about the selected line."""
        if self.notice:
            return [Fragment(REFUSED, self.notice)]
        return [Fragment("class:prompt", self.question or self._selected.about)]


_MEANINGS = {
    Continue: "footer.continue",
    Begin: "next.begin_briefly",
    Learn: "next.begin_briefly",
    Practise: "next.begin_briefly",
    SeeGames: "footer.see",
    _SeeHosts: "footer.join",
}


class StartScreen(JoinScreen):
    """The start screen with these unfinished matches, the most recent first. `chosen` is set once one has chosen."""

    def __init__(
        self,
        matches: Sequence[UnfinishedMatch],
        look: Look | None = None,
        settings: PlayerSettings | None = None,
        *,
        ways: WaysToJoin,
        has_games: bool = False,
        last: tuple[str, str] | None = None,
    ) -> None:
        super().__init__(ways, look)
        self._window = StartWindow(self, matches, has_games, last)
        self._settings = settings or NoSettings()
        self.chosen: Chosen | None = None
        self.open(self._window)

    async def choice(self) -> Chosen | None:
        """Show it until the player chooses; None if the player leaves. It needs `bridge.run`."""
        self.chosen = self.place = None
        await Display(self).run()
        return self.place or self.chosen

    def paste(self, text: str) -> None:
        """A link may be pasted here, too."""
        if self.windows.front is self._window:
            self.list_hosts(closes=True)
        super().paste(text)

    def type_in(self, text: str | None) -> None:
        """The line that was typed; None if the player gave it up."""
        self._window.question = ""
        super().type_in(text)

    def choose(self, chosen: Chosen) -> None:
        """Leave the screen with this choice."""
        self.chosen = chosen
        self.leave()

    # Settings.

    def see_settings(self) -> None:
        """Show the settings."""
        self.open(settings_window(self, self._settings))

    def request(self, action: Action) -> None:
        """Change a setting; nothing else can be chosen in a window over the list."""
        if isinstance(action, ChangeSetting):
            front = self.windows.front
            said = change_setting(self._settings, action.name, action.value)
            if isinstance(front, PanelWindow):
                front.notice = said
