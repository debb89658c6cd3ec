"""The player's name: given, set, asked for once and remembered, or the login name.

Lives here: where it comes from. Not here: what makes a name (`protocol.names`).
"""

import os
import sys
from pathlib import Path

from client.lines.terminal import print_error, print_line
from client.program.settings import SettingsError
from client.program.settings_command import keep_setting
from client.words.connection_words import bad_name
from client.words.wrapping import fitted
from protocol.clean import clean
from protocol.console.exit_status import MisusedError
from protocol.names import LONGEST_NAME, why_not_a_name


def player_name(given: str | None, settings: Path | None = None) -> str:
    """The name to play under. Raises `MisusedError`.

    Where none was given, a player at a terminal is asked for it, and it is kept in the file `settings`; without that
    file nobody is asked, and it is the login name.
    """
    if given is not None:
        name = clean(given)
        fault = why_not_a_name(name)
        if fault is not None:
            raise MisusedError(bad_name(fault))
        return name
    usual = _usual_name()
    if settings is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return usual
    return _asked(usual, settings)


def _asked(usual: str, settings: Path) -> str:
    """The name that is typed, `usual` for an empty line. At the end of input nothing is remembered."""
    while True:
        print(fitted(f"Your name at the table [{usual}]:", sys.stdout), end=" ", flush=True)
        typed = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
        if not typed:
            print()
            return usual
        name = clean(typed) or usual
        fault = why_not_a_name(name)
        if fault is None:
            _remember(name, settings)
            return name
        print_line(f"That name is not valid: {fault}.")


def _remember(name: str, settings: Path) -> None:
    try:
        keep_setting(settings, "name", name)
    except SettingsError as error:
        print_error(str(error))
    else:
        print_line("Saved. `fives settings name NAME` changes it.")


def _usual_name() -> str:
    name = clean(_login_name())[:LONGEST_NAME]
    return "Player" if why_not_a_name(name) else name


def _login_name() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""  # a user without a name, as in some containers
