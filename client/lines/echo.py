"""Whether a terminal shows what is typed: not while that is a password.

Not here: when a password is asked for (`link`).
"""


def show_typing(is_shown: bool, descriptor: int = 0) -> None:
    """Have the terminal show what is typed, or not; where it cannot be told, as on Windows, it does."""
    try:
        import termios
    except ImportError:
        return
    try:
        settings = termios.tcgetattr(descriptor)
        settings[3] = settings[3] | termios.ECHO if is_shown else settings[3] & ~termios.ECHO
        termios.tcsetattr(descriptor, termios.TCSANOW, settings)
    except termios.error:
        pass  # the terminal has gone away
