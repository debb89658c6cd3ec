"""The player's settings: the table of them, reading their file, and changing one value in its text.

Each setting is also an option of the command line, which takes precedence over the file. Not here: the path of the file
(`files`), the command (`settings_command`), the meanings of settings (`words.setting_words`). Imports nothing slow,
because every command reads the settings.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from client.store.disk_limits import MOST_MEGABYTES, MOST_RECORDS
from client.terminal.look import STYLES, WITH_PEOPLE
from client.words.english import listed
from protocol.clean import brief
from protocol.game.options import Kind, Number, RulesError, Spelling, Value, Words, next_value
from protocol.game.table_options import ASSIST, BOT_LEVEL
from protocol.names import checked_name


class SettingsError(Exception):
    """The settings cannot be read or changed; one line names the file, the line and the key."""


class Switch(NamedTuple):
    """Yes or no, or a word if there is one. The file has `true` or `false`; a player may also type `on` or `off`."""

    word: str | None = None

    @property
    def values(self) -> str:
        """`yes or no`, or `yes, no or people`."""
        return self._listed("yes", "no")

    @property
    def values_in_file(self) -> str:
        """`true or false`, or `true, false or people`."""
        return self._listed("true", "false")

    @property
    def choices(self) -> tuple[Value, ...]:
        """The two values, and the word."""
        return (True, False) if self.word is None else (True, False, self.word)

    def parse(self, name: str, spelled: Spelling) -> Value:
        """True, False, or the word."""
        if isinstance(spelled, bool) or (isinstance(spelled, str) and spelled == self.word):
            return spelled
        value = _SWITCHED.get(spelled.casefold()) if isinstance(spelled, str) else None
        if value is None:
            raise _not_valid(name, spelled, self.values)
        return value

    def spell(self, value: Value) -> str:
        """`yes`, `no`, or the word."""
        return str(value) if value == self.word else "yes" if value else "no"

    def step(self, value: Value, by: int) -> Value:
        """The next of yes, no and the word."""
        return next_value(self.choices, value, by)

    def _listed(self, *words: str) -> str:
        return listed([*words, *([] if self.word is None else [self.word])], "or")


_SWITCHED: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class PlayersName:
    """A player's name that tables accept."""

    values: Final = "1 to 24 visible characters of one alphabet, and no word of the game such as You"
    choices: Final = ()

    def parse(self, name: str, spelled: Spelling) -> Value:
        """The name, cleaned as a daemon cleans it."""
        cleaned, fault = checked_name(spelled if isinstance(spelled, str) else "")
        if fault is not None:
            raise _not_valid(name, spelled, self.values)
        return cleaned

    def spell(self, value: Value) -> str:
        """The name."""
        return str(value)

    def step(self, value: Value, _by: int) -> Value:
        """The same name: a name can only be typed."""
        return value


def _not_valid(name: str, spelled: object, takes: str) -> RulesError:
    return RulesError(name, f"{brief(spelled)} is not valid: it takes {takes}")


class Setting(NamedTuple):
    """A setting, a row of the table. `default`: None if it is only known when the setting is used."""

    name: str
    kind: Kind
    default: Value | None = None

    @property
    def attribute(self) -> str:
        """Its name in the parsed options."""
        return self.name.replace("-", "_")

    def parse(self, typed: str) -> Value:
        """The value that the player has typed. Raises `RulesError`."""
        return self.kind.parse(self.name, typed)

    def accepts(self, value: Any) -> bool:
        """Whether this value is valid in the file: parsing it changes nothing, as it would a number in quotes."""
        try:
            return bool(self.kind.parse(self.name, value) == value)
        except RulesError:
            return False


SETTINGS: Final = {
    setting.name: setting
    for setting in (
        Setting("name", PlayersName()),
        Setting("lines", Switch(), default=False),
        Setting("style", Words(*STYLES), STYLES[0]),
        Setting("ascii", Switch(), default=False),
        Setting("mouse", Switch(), default=True),
        Setting("verbosity", Number(0, 1, 2), 1),
        Setting("autoknock", Switch(), default=False),
        Setting("bell", Switch(WITH_PEOPLE), WITH_PEOPLE),
        Setting("sounds", Switch(), default=False),
        Setting("records", Number.between(0, 100_000), MOST_RECORDS),
        Setting("record-mb", Number.between(0, 1_000_000), MOST_MEGABYTES),
        *(
            Setting(option.flag.removeprefix("--"), option.kind, option.kind.spell(option.default))
            for option in (ASSIST, BOT_LEVEL)
        ),
    )
}


def no_such_setting(name: str) -> str:
    """The error for a setting that does not exist."""
    return f"there is no setting {brief(name)}; there are {listed(SETTINGS)}"


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
        setting = SETTINGS.get(name)
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
