"""`fives play` without a game, on the full screen: the start screen, and going where the player chooses there.

Imported for the start screen alone, as it brings prompt_toolkit. Not here: the screen (`screen.start_screen`), the
tables of the private daemon (`play`), the run (`app`).
"""

import argparse
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Final

import trio

from client.actions.action import SeeGames
from client.actions.signals import leave_at_signal
from client.model.status import Ended
from client.net.lan_hosts import Join
from client.practice.first_match import FIRST_MATCH
from client.practice.lessons import learning
from client.program.app import App
from client.program.course_commands import ExerciseSource, practise_on_screen
from client.program.daemon_start import Process
from client.program.games_folder import GamesFolder
from client.program.host_choice import remember, ways_to_join
from client.program.last_table import described, last_table, same_again
from client.program.play import ChosenTable, FindTable, begin_match, continue_match
from client.program.play_options import PlayOptions
from client.program.setting_flags import PLAY_SETTINGS, flags_of
from client.program.unfinished import SavedMatches, find_unfinished, summary
from client.replay.continuation import Continuation
from client.screen import first_frame
from client.screen.course_screen import CourseScreen
from client.screen.display import Display
from client.screen.games_window import choose_game
from client.screen.start_screen import Begin, Continue, Learn, Practise, StartScreen, UnfinishedMatch
from client.store.file_hosts import FileHosts
from client.store.files import data_folder
from client.store.my_games import PRIVATE
from client.store.saved_seats import SavedSeats
from client.words.say import say
from protocol.frozen import define
from protocol.shared.address import Address
from protocol.wire.session import Session

_PASSED_ON: Final = tuple(name for name in PLAY_SETTINGS if name not in ("name", "lines"))
"""Settings that another command gets as they are here: it has a name of its own, and the screen is not line mode."""


@define
class StartOfPlay:
    """The start screen of one run. `command`: the words after `fives` for the game to which the player goes instead."""

    app: App
    given: argparse.Namespace
    options: PlayOptions
    command: Sequence[str] = ()

    def play(self, process: Process, main: Callable[[Sequence[str]], int]) -> int:
        """Show it, and play what the player chooses; returns the exit status. `main` carries out another command."""
        status = self.app.play(self.options, process, self._show)
        return main(self.command) if self.command else status

    async def _show(
        self, ready: Callable[[], Awaitable[Address]], session: Session, seats: SavedSeats
    ) -> FindTable | None:
        """As `play.ShowStart`. Raises `RequestError` and `PrivateDaemonError`."""
        find: FindTable | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(leave_at_signal, nursery.cancel_scope)
            address = await ready()
            find = await self._choose(address, session, seats, await find_unfinished(address, session, seats))
            nursery.cancel_scope.cancel()
        if find is not None:
            first_frame.draw(say("connecting.setting_up"))  # or the shell would be seen for a moment
        return find

    async def _choose(
        self, address: Address, session: Session, seats: SavedSeats, saved: SavedMatches
    ) -> FindTable | None:
        matches = [UnfinishedMatch(match.game, summary(match.view)) for match in saved.matches]
        known = FileHosts(data_folder(self.app.data))
        settings = self.app.settings
        courses = ExerciseSource.in_folder(data_folder(self.app.data))
        has_games = bool(courses.games)
        table = last_table(saved, courses.games)
        last = None if table is None else (table.preset, described(table))
        screen = StartScreen(matches, settings.look, settings, ways=ways_to_join(known), has_games=has_games, last=last)

        async def go_on(at: int) -> tuple[Address, ChosenTable | Ended]:
            return address, continue_match(saved.matches[at], self.options, saved)

        async def begin(options: PlayOptions) -> tuple[Address, ChosenTable | Ended]:
            return address, await begin_match(address, session, seats, options, saved)

        while not self.command:
            match await screen.choice():
                case Continue(at):
                    return partial(go_on, at)
                case Begin(as_last_time=True) if table is not None:
                    return partial(begin, self.options.with_table(same_again(table)))
                case Begin(game):
                    return partial(begin, self.options.with_game(game))
                case Join() as place:
                    remember(known, place)
                    self.command = self._with_flags((*_joining(place, self.given.name), *self._data))
                case Learn():
                    lessons = CourseScreen(learning(is_drawn=True, leads_to=say("footer.first_match")), settings.look)
                    await Display(lessons).run()
                    if lessons.goes_on:
                        command, *flags = FIRST_MATCH
                        self.command = (*self._with_flags((command, *self._data)), *flags)
                case Practise():
                    await practise_on_screen(courses, settings.look)
                case SeeGames():
                    await self._see_games(partial(practise_on_screen, courses, settings.look))
                case None:
                    break
        return None

    async def _see_games(self, practise: Callable[[], Awaitable[str]]) -> None:
        """Show the player's own games until the player comes back, or continues one with friends."""
        games_folder = GamesFolder(data_folder(self.app.data), PRIVATE)
        game = await choose_game(games_folder.games(self._data), self.app.settings.look, practise, can_continue=True)
        if game is not None:
            data = self._data if isinstance(game, Continuation) else ()
            self.command = self._with_flags((*game.command, *data))

    @property
    def _data(self) -> tuple[str, ...]:
        return () if self.app.data is None else ("--data", str(self.app.data))

    def _with_flags(self, command: Sequence[str]) -> tuple[str, ...]:
        for setting in self.app.settings.now():  # some may have been changed here and could not be saved
            setattr(self.given, setting.setting.attribute, setting.value)
        return (*command, *flags_of(self.given, _PASSED_ON), *(["--debug"] if self.app.debug else []))


def _joining(place: Join, name: str | None) -> Iterator[str]:
    """The words after `fives` that join there."""
    yield from ("join", str(place.link))
    if name is not None:
        yield f"--name={name}"
