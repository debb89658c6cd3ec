"""The options that are also settings: made from the table of settings, with defaults from the file.

Not here: the settings (`settings`), the other options (`command`).
"""

import argparse
from pathlib import Path
from typing import Any, Final

from client.store.settings import SETTINGS, OneOf, UpTo, Value, YesNo, YesNoOr, not_valid, read_settings
from client.words.setting_words import MEANINGS

_SAVING: Final = ("records", "record-mb")
PLAYING: Final = ("name", "lines", "verbosity", "autoknock", "bell", *_SAVING, "ascii", "mouse", "style")
_MOST_LISTED: Final = 9
"""Up to this number, the help lists every value of an option."""
LOOKING: Final = ("lines", "ascii", "mouse", "style")


def add_settings(parser: argparse.ArgumentParser, names: tuple[str, ...]) -> None:
    """Add an option for each of these settings."""
    group = parser.add_argument_group("your preferences (`fives settings` saves them)")
    for name in names:
        group.add_argument(f"--{name}", default=None, help=MEANINGS[name], **_form(name))


def _form(name: str) -> dict[str, Any]:
    kind = SETTINGS[name].kind
    match kind:
        case YesNo() | YesNoOr():
            return {"action": argparse.BooleanOptionalAction}
        case OneOf():
            return {"choices": kind.names}
        case UpTo() if kind.most > _MOST_LISTED:
            return {"metavar": "N", "type": lambda typed: _number(kind, typed)}
        case UpTo():
            return {"type": int, "choices": range(kind.most + 1)}
        case _:
            return {"metavar": name.upper()}


def _number(kind: UpTo, typed: str) -> Value:
    number = kind.parse(typed)
    if number is None:
        raise argparse.ArgumentTypeError(not_valid(typed, kind.values))
    return number


def fill_in(given: argparse.Namespace, path: Path) -> None:
    """Give each setting that was not on the command line its value in the file, or its default.

    Raises `SettingsError` if the file is not valid.
    """
    wanted = [each for each in SETTINGS.values() if getattr(given, each.attribute, "") is None]
    if not wanted:
        return
    saved = read_settings(path)
    for each in wanted:
        setattr(given, each.attribute, saved.values.get(each.name, each.usual))
