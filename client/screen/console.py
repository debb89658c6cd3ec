"""Whether the full screen can be drawn where this program runs: on Windows, not every terminal is a console.

Lives here: trying it before anything is drawn. Not here: whether there is a terminal at all (`look`). prompt_toolkit is
imported only where a terminal is there and the full screen is wanted.
"""

from client.lines.terminal import print_error
from client.screen.look import is_terminal
from client.words.connection_words import no_console


def can_draw() -> bool:
    """Whether the full screen can be used. At a terminal where it cannot, the player is told why, in a line."""
    if not is_terminal():
        return False
    why = why_not_drawn()
    if why is not None:
        print_error(no_console(why))
    return why is None


def why_not_drawn() -> str | None:
    """The reason why prompt_toolkit cannot draw on this terminal, or None."""
    from prompt_toolkit.application.current import get_app_session

    session = get_app_session()
    try:
        _ = session.output, session.input  # made here, and kept for the application
    except Exception as error:  # noqa: BLE001 - NoConsoleScreenBufferError, which only Windows can import, and its like
        return str(error) or type(error).__name__
    return None
