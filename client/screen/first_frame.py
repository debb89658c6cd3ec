"""The first frame of `fives play`, drawn before the rest of the program is imported; and between two applications.

Ctrl-Z gives the terminal back before it stops the program: until an application takes the keys, it is a signal. Imports
only prompt_toolkit: its words in English are here, so that it does not wait for the catalogue of messages. Not here:
the application that draws all later frames, on the same alternate screen (`display`).
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from prompt_toolkit.application.current import get_app_session

TITLE: Final = "fives"
SETTING_UP: Final = "Setting up the table ..."
STARTING: Final = "Starting ..."
"""Before the start screen, where no table is chosen yet."""


@contextmanager
def first_frame(text: str = SETTING_UP) -> Iterator[None]:
    """Draw the first frame at once, with this text.

    If the program fails in this context, the terminal is as it was before.
    """
    draw(text)
    try:
        yield
    except BaseException:  # Ctrl-C, too
        show_main_screen()
        raise


def show_main_screen() -> None:
    """Show what the terminal showed before the first frame. Does nothing if the application has done so already."""
    stop_as_usual()
    output = get_app_session().output
    output.quit_alternate_screen()
    output.show_cursor()
    with suppress(OSError):  # the terminal may be gone
        output.flush()


def draw(text: str) -> None:
    """Fill the alternate screen with this text in the middle, until an application draws there."""
    with _stopped_later():
        _stop_without_a_trace(text)
        output = get_app_session().output
        size = output.get_size()
        lines = (TITLE, "", text[: size.columns])
        top, left = max(0, size.rows - len(lines)) // 2, max(0, size.columns - len(text)) // 2
        output.enter_alternate_screen()
        output.erase_screen()
        output.hide_cursor()
        for row, line in enumerate(lines, start=top + 1):
            output.cursor_goto(row, left + 1)
            output.write(line)
        output.flush()


def stop_as_usual() -> None:
    """From now on the signal of Ctrl-Z does nothing to the terminal."""
    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)


@contextmanager
def _stopped_later() -> Iterator[None]:
    """A block after which Ctrl-Z takes effect: what is being written cannot be interrupted by what writes, too."""
    if not hasattr(signal, "SIGTSTP"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTSTP])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop_without_a_trace(text: str) -> None:
    """When Ctrl-Z stops the program, show the shell's screen, and draw this text again when the program continues."""

    def stop(*_: object) -> None:
        show_main_screen()
        os.kill(os.getpid(), signal.SIGTSTP)
        draw(text)

    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, stop)
