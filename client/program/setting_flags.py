"""The options that are also settings: made from the table of settings, with defaults from the file.

Here: adding these options, filling in what the file has, and the same options for another command. Not here: the
settings (`words.settings`), the other options (`commands`).
"""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from client.store.settings import IN_FILE, SettingsError, read_settings
from client.terminal.own_language import language_of_setting
from client.terminal.printed_lines import print_error
from client.words.say import ENGLISH, Language
from client.words.settings import (
    AUTO,
    LANGUAGE,
    SETTINGS,
    LanguageName,
    Place,
    PlayersName,
    Setting,
    Switch,
    settings_in,
)
from protocol.game.options import RulesError, Value
from protocol.shared.offered_languages import UnreadableError

PLAY_SETTINGS: Final = tuple(settings_in(Place.FLAG))
LOOK_SETTINGS: Final = tuple(settings_in(Place.LOOK))


def add_settings(parser: argparse.ArgumentParser, names: tuple[str, ...]) -> None:
    """Add an option for each of these settings."""
    group = parser.add_argument_group("your preferences (`fives settings` saves them)")
    for setting in (SETTINGS[name] for name in names):
        group.add_argument(f"--{setting.name}", default=None, help=setting.meaning, **_argument_form(setting))


def _argument_form(setting: Setting) -> dict[str, Any]:
    match setting.kind:
        case Switch():
            return {"action": argparse.BooleanOptionalAction}
        case PlayersName():  # `naming` checks it, and says why it is not valid
            return {"metavar": "NAME"}
        case LanguageName():  # the help has the names in its text, which is shorter
            return {"type": partial(_parsed, setting), "choices": setting.kind.choices, "metavar": "LANG"}
        case kind if kind.choices:
            return {"type": partial(_parsed, setting), "choices": kind.choices}
        case _:
            return {"type": partial(_parsed, setting), "metavar": "N"}


def _parsed(setting: Setting, typed: str) -> Value:
    try:
        return setting.parse(typed)
    except RulesError as error:
        raise argparse.ArgumentTypeError(error.text) from None


def flags_of(given: argparse.Namespace, names: Sequence[str]) -> Iterator[str]:
    """The flags with which another command gets the same values of these settings."""
    for setting in (SETTINGS[name] for name in names):
        value = getattr(given, setting.attribute)
        if isinstance(value, bool):
            yield f"--{setting.name}" if value else f"--no-{setting.name}"
        elif value is not None and not isinstance(setting.kind, Switch):  # no flag says the word of a switch
            yield f"--{setting.name}={setting.kind.spell(value)}"


def fill_in(given: argparse.Namespace, path: Path) -> None:
    """Give each setting that was not on the command line its value in the file, or its default.

    `filled_in` has the names of these settings then. Raises `SettingsError` if the file is not valid.
    """
    wanted = [setting for setting in IN_FILE.values() if getattr(given, setting.attribute, "") is None]
    given.filled_in = tuple(setting.name for setting in wanted)
    if not wanted:
        return
    saved = read_settings(path)
    for setting in wanted:
        setattr(given, setting.attribute, saved.values.get(setting.name, setting.default))


def own_language(given: argparse.Namespace, path: Path) -> Language:
    """The language of a command, once its settings are filled in: that of its option, or of the settings at this path.

    If its texts cannot be read, one line says so, and it is English.
    """
    chosen = getattr(given, LANGUAGE, None)
    try:
        return language_of_setting(_saved_language(path) if chosen is None else chosen)
    except UnreadableError as error:
        print_error(str(error))
        return ENGLISH


def _saved_language(path: Path) -> Value:
    """The setting, for a command that reads no other. A file that is not valid is reported by those that read it."""
    try:
        is_there = LANGUAGE in path.read_text(encoding="utf-8")
        return read_settings(path).values.get(LANGUAGE, AUTO) if is_there else AUTO
    except (OSError, UnicodeDecodeError, SettingsError):
        return AUTO
