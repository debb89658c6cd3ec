"""The front end of one game: what the program needs from one, making it, and calling the player when it is their turn.

Here: the choice between the full screen and line mode. Not here: either of them (`client.screen`, `client.lines`), and
what the full screen needs beside it (`on_screen`).
"""

import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, TypeVar

import trio

from client.model.announcements import Announcement, Subject
from client.model.model import Model
from client.model.pending import Pending
from client.model.sounds import TUNES, Sound, sounds_of
from client.model.status import Ended
from client.net.link import Link
from client.program.games_folder import GamesFolder
from client.store.file_settings import FileSettings
from client.terminal.line_printer import LinePrinter
from client.terminal.look import Habits
from client.terminal.typed_lines import TypedLines, set_echo, standard_input
from client.words.settings import WITH_PEOPLE
from protocol.frozen import define
from protocol.log.events import TableOptions
from protocol.wire.session import Session

T = TypeVar("T")
BELL = "\a"
_IN_TERMINALS: Final[Sequence[Sound]] = (Sound.POINTS, Sound.KNOCK, Sound.CHAT)
"""What has a sound in a terminal, beside my turn: one for each play would cover speech."""
_MOST_AT_ONCE: Final = 2
"""Sounds of what happened at once, before the one of my turn."""


class FrontEnd(Protocol):
    """Shows one game and sends what the player wants: made with its model, run with its link."""

    model: Model

    def receive(self, announcements: list[Announcement]) -> None:
        """Show what has happened; an empty list means that only the state may have changed."""

    async def run(self, link: Link) -> Ended:
        """Run the link and the front end until the player leaves or the connection ends for good.

        Returns how it ended: `Ended(failed=False)` if the player left.
        """

    def call_player(self) -> None:
        """Call the player, whose turn has begun, with the bell and what else the terminal has."""


def front_end(
    session: Session,
    new_tables: TableOptions,
    settings: FileSettings,
    games_folder: GamesFolder,
    *,
    uses_lines: bool,
) -> FrontEnd:
    """Line mode, or the full screen, with these settings.

    `new_tables`: the options of tables that the player opens. `places`: where the player's own games are.
    """
    model = Model(session, Pending(secrets.token_hex(4)), is_drawn=not uses_lines)
    model.settings, model.new_tables = settings, new_tables
    if not uses_lines:
        from client.program.on_screen import screen  # noqa: PLC0415 - see there

        return screen(model, settings.look, games_folder)
    from client.lines.line_mode import LineMode  # noqa: PLC0415 - the full screen does not need it
    from client.program.excursions import LineExcursions  # noqa: PLC0415 - as above

    typed, is_typed, printer = standard_input(), sys.stdin.isatty(), LinePrinter(settings.habits)
    excursions = LineExcursions(games_folder, typed, printer.line) if is_typed else None
    return LineMode(
        model,
        line_reader(typed, printer.entered),
        printer.line,
        is_typed,
        settings.habits,
        set_echo,
        ring,
        excursions,
        printer,
    )


def run(session: Callable[[], Awaitable[T]], *, uses_lines: bool) -> T:
    """Run a session with this front end; afterwards the terminal shows again what it showed before the full screen."""
    if uses_lines:
        return trio.run(session)
    from client.screen.first_frame import show_main_screen  # noqa: PLC0415 - it imports prompt_toolkit

    try:
        from client.program import on_screen  # noqa: PLC0415 - see there

        return on_screen.run(session)
    finally:
        show_main_screen()  # the program may have failed before the full screen began


def line_reader(typed: TypedLines, entered: Callable[[], None] = lambda: None) -> Callable[[], Awaitable[str | None]]:
    """Reads the next typed line; None at the end of input. `entered` is called after each line."""

    async def next_line() -> str | None:
        try:
            line = await trio.to_thread.run_sync(typed.next, abandon_on_cancel=True)
        except EOFError:
            return None
        entered()
        return line

    return next_line


def ring() -> None:
    """Ring the terminal's bell, if there is a terminal."""
    if sys.stdout.isatty():
        sys.stdout.write(BELL)
        sys.stdout.flush()


class PlaysSounds(Protocol):
    """Plays short sounds, as the terminal can."""

    def play(self, tune: Sequence[int]) -> None:
        """Play these tones soon; in hertz."""


@define(eq=False)
class Bell:
    """Passes announcements to a front end, calls the player once when their turn begins, and has tones played.

    Of the `habits`, `rings` is True, False, or `WITH_PEOPLE`, to ring only if other people sit at the table.
    """

    front: FrontEnd
    habits: Habits
    tones: PlaysSounds
    _was_my_turn: bool = False

    def deliver_and_ring(self, announcements: list[Announcement]) -> None:
        """Pass the announcements to the front end, then ring if the player's turn has begun."""
        self.front.receive(announcements)
        is_my_turn = self.front.model.view.is_my_turn and self.front.model.session.is_caught_up
        begins = is_my_turn and not self._was_my_turn
        if begins and self._should_ring:
            self.front.call_player()
        if self.habits.has_tones:
            for sound in (*self._sounds(announcements), *([Sound.TURN] if begins else [])):
                self.tones.play(TUNES[sound])
        self._was_my_turn = is_my_turn

    def _sounds(self, announcements: Sequence[Announcement]) -> list[Sound]:
        """The sounds of these announcements that a terminal plays, the last ones of many; not of my own chat."""
        model = self.front.model
        of_others = [
            announcement
            for announcement in announcements
            if announcement.subject is not Subject.CHAT or announcement.seat != model.seat
        ]
        found = sounds_of(of_others, model.session.entries)
        return [sound for sound in found if sound is not None and sound in _IN_TERMINALS][-_MOST_AT_ONCE:]

    @property
    def _should_ring(self) -> bool:
        rings = self.habits.rings
        return rings is True or (rings == WITH_PEOPLE and has_other_people(self.front.model))


def has_other_people(model: Model) -> bool:
    """Whether a person sits at this table besides the player."""
    return any(who.is_person and seat != model.seat for seat, who in enumerate(model.table.seats))
