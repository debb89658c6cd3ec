"""A player's preferences for a terminal: the look of the full screen, and the habits of line mode.

Here: their values, and whether this terminal can show the full screen. Not here: the colours (`style`), drawing
(`screen`). Imports nothing slow, because every command imports it.
"""

import argparse
import os
import sys

from client.terminal.printed_lines import print_error
from client.words.say import say
from client.words.settings import AUTO, STYLES, WITH_PEOPLE
from protocol.shared.plain_signs import has_drawing_signs


class Look:
    """The look of the full screen: a style out of `STYLES`, only ASCII characters or not, and the mouse or not.

    It may change at any time, so it is read for each frame. `language`: a value of that setting.
    """

    def __init__(
        self, style: str = STYLES[0], is_ascii: bool = False, uses_mouse: bool = True, language: str = AUTO
    ) -> None:
        self.style = style
        self.is_ascii = is_ascii
        self.uses_mouse = uses_mouse
        self.language = language

    @classmethod
    def from_arguments(cls, given: argparse.Namespace) -> "Look":
        """The look that the options ask for; ASCII also if the terminal's encoding has no box characters."""
        return cls(given.style, given.ascii or not has_drawing_signs(), given.mouse, given.language)


class Habits:
    """What happens unasked: how much line mode prints, a knock if no other move is left, and the bell for a turn.

    `verbosity`: a value of that setting. `rings`: True, False, or `WITH_PEOPLE`. `has_sounds`: line mode rings for
    everything that happens. `has_tones`: short sounds are played for some of it. They may change at any time.
    """

    def __init__(
        self,
        verbosity: int | str = 1,
        knocks_by_itself: bool = False,
        rings: bool | str = WITH_PEOPLE,
        has_sounds: bool = False,
        has_tones: bool = False,
    ) -> None:
        self.verbosity = verbosity
        self.knocks_by_itself = knocks_by_itself
        self.rings = rings
        self.has_sounds = has_sounds
        self.has_tones = has_tones


def is_terminal() -> bool:
    """Whether input and output are a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def can_draw() -> bool:
    """Whether the full screen can be used. If there is a terminal that it cannot use, one line says why."""
    if not is_terminal():
        return False
    why = why_not_drawn()
    if why is not None:
        print_error(say("run.line_mode", why=why))
    return why is None


def why_not_drawn() -> str | None:
    """Why prompt_toolkit cannot draw on this terminal, or None. On Windows, not every terminal is a console."""
    from prompt_toolkit.application.current import get_app_session  # noqa: PLC0415 - slow, and not for line mode

    session = get_app_session()
    try:
        _ = session.output, session.input  # made here, and used by the application later
    except Exception as error:  # noqa: BLE001 - NoConsoleScreenBufferError, which only Windows can import, and its like
        return str(error) or type(error).__name__
    return None
