"""The player's name: from the command line, the settings, the player at the terminal, or the login name.

Here: which of them counts, and asking the player. Not here: which names are valid (`protocol.names`).
"""

import getpass
import sys
from pathlib import Path

from client.store.file_settings import save_setting
from client.store.settings import SettingsError
from client.terminal.printed_lines import print_error, print_line
from client.words.say import say
from client.words.wrapping import fitted
from protocol.clean import clean
from protocol.names import LONGEST_NAME, checked_name
from protocol.shared.exit_status import MisusedError
from protocol.shared.streams import typed_answer


def player_name(given: str | None, settings: Path | None = None, *, is_alone: bool = False) -> str:
    """The name to play under. Raises `MisusedError` if `given` is not valid.

    If none is given, a player at a terminal is asked, and the answer is saved in the file `settings`. Without that file
    it is the login name, or for a player who `is_alone` one that is nobody's, so that a replay can be shown to others.
    """
    if given is not None:
        name, fault = checked_name(given)
        if fault is not None:
            raise MisusedError(f"--name: {fault}")
        return name
    if is_alone:
        return say("question.nobody")
    suggested = _suggested_name()
    if settings is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return suggested
    return _ask_name(suggested, settings)


def _ask_name(suggested: str, settings: Path) -> str:
    """The name that the player types; `suggested` for an empty line, and, unsaved, at the end of input."""
    while True:
        typed = typed_answer(fitted(say("question.name", usual=suggested), sys.stdout))
        if typed is None:
            return suggested
        name, fault = checked_name(clean(typed) or suggested)
        if fault is None:
            _save(name, settings)
            return name
        print_line(say("question.name_not_valid", fault=fault))


def _save(name: str, settings: Path) -> None:
    try:
        save_setting(settings, "name", name)
    except SettingsError as error:
        print_error(str(error))
    else:
        print_line(say("question.name_saved"))


def _suggested_name() -> str:
    name, fault = checked_name(clean(_login_name())[:LONGEST_NAME])
    return name if fault is None else say("question.nobody")


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""  # a user without a name, as in some containers
