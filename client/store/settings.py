"""The player's settings file: reading it, and changing one value in its text.

Each setting in it is also an option of the command line, which takes precedence over the file. Not here: the settings
(`words.settings`), the path of the file (`files`), the command (`settings_command`). Imports nothing slow, because
every command reads the settings.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from client.words.english import listed
from client.words.settings import Place, Setting, Switch, settings_in
from protocol.clean import brief
from protocol.closest import closest
from protocol.game.options import Value


class SettingsError(Exception):
    """The settings cannot be read or changed; one line names the file, the line and the key."""


IN_FILE: Final = settings_in(Place.FILE)


def no_such_setting(name: str) -> str:
    """The error for a setting that does not exist."""
    meant = closest(name, IN_FILE)
    advice = f"; there are {listed(IN_FILE)}" if meant is None else f": did you mean {meant}?"
    return f"there is no setting {brief(name)}{advice}"


class SavedSettings(NamedTuple):
    """The values in the file, and the number of the line of each, by setting; empty if there is no file."""

    values: Mapping[str, Value] = {}
    line_numbers: Mapping[str, int] = {}


def read_settings(path: Path) -> SavedSettings:
    """The settings in the file. Raises `SettingsError`."""
    text = read_text(path)
    values = parsed(path, text)
    line_numbers = {name: _line_number(text, name) for name in values}
    for name, value in values.items():
        setting = IN_FILE.get(name)
        if setting is None:
            raise SettingsError(f"{path}, line {line_numbers[name]}: {no_such_setting(name)}")
        if not setting.accepts(value):
            raise SettingsError(f"{path}, line {line_numbers[name]}: {_not_valid_in_file(setting, value)}")
    return SavedSettings(values, line_numbers)


def _not_valid_in_file(setting: Setting, value: object) -> str:
    takes = setting.kind.values_in_file if isinstance(setting.kind, Switch) else setting.kind.values
    return f"{setting.name} = {brief(value)} is not valid: it takes {takes}"


def read_text(path: Path) -> str:
    """The text of the file, empty if there is none. Raises `SettingsError`."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path} is not UTF-8 text") from None


def parsed(path: Path, text: str) -> dict[str, Any]:
    """The values in a TOML text, unchecked. Raises `SettingsError`."""
    if not text.strip():
        return {}
    import tomllib  # noqa: PLC0415 - slow, and many players have no such file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not a valid settings file: {error}") from None
    except RecursionError:
        raise SettingsError(f"{path} is not a valid settings file: it nests values too deeply") from None


def text_with(path: Path, text: str, name: str, value: Value | None) -> str:
    """The text with this value, or without the setting if the value is None. Comments and order stay as they are.

    Raises `SettingsError` if the text is not valid TOML, or if the setting cannot be changed where it is written.
    """
    import tomlkit  # noqa: PLC0415 - slow, and only for changing a setting
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    wanted = {other: saved for other, saved in parsed(path, text).items() if other != name}
    if value is not None:
        wanted[name] = value
    try:
        document = tomlkit.parse(text)
        document.pop(name, None) if value is None else document.update({name: value})
        made = tomlkit.dumps(document)
        is_as_wanted = parsed(path, made) == wanted  # a value in the place of a table may become part of another one
    except (TOMLKitError, SettingsError):
        is_as_wanted = False
    if not is_as_wanted:
        raise SettingsError(f"{path}: {name} cannot be changed by this command; edit the file")
    return made


def _line_number(text: str, name: str) -> int:
    """The number of the line that sets it, or 0."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[.=]|\s*\[+\s*["']?{re.escape(name)}["']?\s*[.\]]""", line):
            return number
    return 0
