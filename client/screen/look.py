"""Whether there is a terminal to draw on, how a player wants it drawn on, and what is to be done unasked.

Imports next to nothing, for `--help`.

Lives here: the choices. Not here: the colours (`screen.style`), what draws (`screen.stage`).
"""

import argparse
import os
import sys
from typing import Final, NamedTuple

from protocol.console.plain_signs import can_be_shown

STYLES: Final = ("default", "dark-table", "high-contrast", "monochrome")


class Look(NamedTuple):
    """One of `STYLES`; without box characters where `is_ascii`; with the mouse, or leaving that to the terminal."""

    style: str = STYLES[0]
    is_ascii: bool = False
    uses_mouse: bool = True

    @classmethod
    def asked_for(cls, given: argparse.Namespace) -> "Look":
        """The look that the options ask for; without box characters also where the terminal's encoding has none."""
        return cls(given.style, given.ascii or not can_be_shown(), given.mouse)


class Habits(NamedTuple):
    """How much line mode tells unasked, whether to knock where nothing else can be done, whether to ring for a turn."""

    verbosity: int = 1
    knocks_by_itself: bool = False
    rings: bool = False


def is_terminal() -> bool:
    """Whether a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def can_draw() -> bool:
    """Whether the full screen can be used. If there is a terminal that it cannot use, one line says why."""
    if not is_terminal():
        return False
    why = why_not_drawn()
    if why is not None:
        from client.lines.terminal import print_error
        from client.words.connection_words import no_console

        print_error(no_console(why))
    return why is None


def why_not_drawn() -> str | None:
    """Why prompt_toolkit cannot draw on this terminal, or None. On Windows, not every terminal is a console."""
    from prompt_toolkit.application.current import get_app_session

    session = get_app_session()
    try:
        _ = session.output, session.input  # made here, and used by the application later
    except Exception as error:  # noqa: BLE001 - NoConsoleScreenBufferError, which only Windows can import, and its like
        return str(error) or type(error).__name__
    return None
