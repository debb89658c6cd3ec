"""The start screen of `fives play`: matches to continue, a new match of each game, the player's games, joining.

Here: its lines, keys and drawing, the word that ends a match for another, and trying a typed address: the screen is
left for a friend's table only if a host answers. Not here: going to what was chosen (`program.start`), the sentences
(`words.start_words`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import trio
from attrs import define

from client.actions.action import Action, ChangeSetting, SeeGames
from client.model.settings import NoSettings, PlayerSettings, change_setting
from client.net.host_connection import Dial, why_no_daemon
from client.screen.card import Card
from client.screen.choice_list import ListWindow
from client.screen.display import Display
from client.screen.first_frame import TITLE
from client.screen.list_screen import ListScreen
from client.screen.message import REFUSED
from client.screen.panel_window import PanelWindow, settings_window
from client.screen.paper import Fragment, Line
from client.screen.window import Key
from client.terminal.look import Look
from client.words import start_words
from protocol.console.address import AddressError
from protocol.console.join_link import JoinLink, parse_link
from protocol.game.presets import PRESETS


class UnfinishedMatch(NamedTuple):
    """A match that can be continued: the name of its game, and the match in words."""

    game: str
    summary: str


class Continue(NamedTuple):
    """Continue the unfinished match with this number, from 0."""

    at: int


class Begin(NamedTuple):
    """Begin a match of this game; the most recent unfinished one of the same game ends."""

    game: str


class Join(NamedTuple):
    """Join where a link leads."""

    link: JoinLink


class _AskWhere(NamedTuple):
    """Ask where to join."""


Chosen = Continue | Begin | SeeGames | Join


class _Choice(NamedTuple):
    """A line, a sentence about it, and what it does."""

    text: str
    about: str
    does: Continue | Begin | SeeGames | _AskWhere


@define(eq=False)
class StartWindow(ListWindow):
    """The lines of the start screen. `notice`: what is wrong, in place of the sentence about the selected line.

    `question`: the same for what a line is being typed for. `_typed`: the address that was typed last.
    """

    owner: "StartScreen"
    matches: Sequence[UnfinishedMatch]
    notice: str = ""
    question: str = ""
    _typed: str = ""

    def _choices(self) -> list[_Choice]:
        return [
            *(
                _Choice(start_words.to_continue(match.summary), start_words.ABOUT_MATCH, Continue(at))
                for at, match in enumerate(self.matches)
            ),
            *(_Choice(start_words.to_begin(game), start_words.about_game(game), Begin(game)) for game in PRESETS),
            _Choice(start_words.MY_GAMES, start_words.ABOUT_MY_GAMES, SeeGames()),
            _Choice(start_words.JOIN, start_words.ABOUT_JOIN, _AskWhere()),
        ]

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
        self.owner.stop_trying()
        return super().press(key)

    def keys(self) -> Iterator[Key]:
        """The keys of a list."""
        yield self.choosing(_MEANINGS[type(self._selected.does)])
        yield from self.moving()
        yield Key((",",), lambda _: self.owner.see_settings(), "settings")
        yield Key(("q", "escape"), lambda _: self.owner.leave(), "leave")

    def choose(self) -> None:
        """Choose the selected line, or let the player type what it needs."""
        match self._selected.does:
            case _AskWhere():
                self.owner.type_line(start_words.ADDRESS, self._join, self._typed)
            case Begin(game) as begins if (ends := self._unfinished(game)) is not None:
                self.question = start_words.ends(ends.summary)
                self.owner.type_line(start_words.TYPE_END, lambda typed: self._end(typed, begins))
            case Continue() | Begin() | SeeGames() as chosen:
                self.owner.choose(chosen)

    def _unfinished(self, game: str) -> UnfinishedMatch | None:
        return next((match for match in self.matches if match.game == game), None)

    def _end(self, typed: str, begins: Begin) -> None:
        if typed.strip().casefold() == start_words.END:
            self.owner.choose(begins)
        else:
            self.notice = start_words.KEPT

    def _join(self, typed: str) -> None:
        self._typed = typed
        try:
            link = parse_link(typed)
        except AddressError as error:
            self.notice = str(error)
        else:
            self.owner.try_to_join(Join(link))

    # Drawing.

    def card(self, width: int) -> Card:
        """The list of choices."""
        return self.rows.card(TITLE, width, foot="q: leave")

    def prompt(self) -> Line:
        """What is wrong or being asked, or a sentence about the selected line."""
        if self.notice:
            return [Fragment(REFUSED, self.notice)]
        return [Fragment("class:prompt", self.owner.progress or self.question or self._selected.about)]


_MEANINGS = {Continue: "continue", Begin: "begin", SeeGames: "see", _AskWhere: "join"}


class StartScreen(ListScreen):
    """The start screen with these unfinished matches, the most recent first. `dial_of` returns what connects there.

    `chosen` is set once the player has chosen. `progress`: the attempt that is under way, in words; empty without one.
    """

    def __init__(
        self,
        matches: Sequence[UnfinishedMatch],
        look: Look | None = None,
        settings: PlayerSettings | None = None,
        *,
        dial_of: Callable[[JoinLink], Dial],
    ) -> None:
        super().__init__(look)
        self.progress = ""
        self._window = StartWindow(self, matches)
        self._dial_of = dial_of
        self._settings = settings or NoSettings()
        self.chosen: Chosen | None = None
        self._place: Join | None = None
        self._is_typed = trio.Event()
        self._attempt = trio.CancelScope()
        self.open(self._window)

    async def choice(self) -> Chosen | None:
        """Show it until the player chooses; None if the player leaves. It needs `bridge.run`."""
        self.chosen = None
        await Display(self).run()
        return self.chosen

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

    # Joining.

    def try_to_join(self, place: Join) -> None:
        """Leave for this place as soon as a host answers there."""
        self._place, self.progress = place, start_words.connecting(place.link.endpoints[0])
        self._is_typed.set()

    def stop_trying(self) -> None:
        """Stay here, whether a host answers or not."""
        self._place, self.progress = None, ""
        self._attempt.cancel()

    async def while_shown(self) -> None:
        """Try each place to which the player wants to go."""
        while True:
            await self._is_typed.wait()
            self._is_typed = trio.Event()
            place = self._place
            if place is not None:
                with trio.CancelScope() as self._attempt:
                    await self._try(place)

    async def _try(self, place: Join) -> None:
        fault = await why_no_daemon(place.link.address, self._dial_of(place.link))
        self.progress = ""
        if fault is None:
            self.choose(place)
        else:
            self._window.notice = fault
        self.redraw()
