"""The player's settings: the table of them, reading their file, and changing one value in its text.

Each setting is also an option of the command line, which takes precedence over the file. Not here: the path of the file
(`files`), the command (`settings_command`), the meanings of settings (`words.setting_words`). Imports nothing slow,
because every command reads the settings.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from client.store.disk_limits import MOST_MEGABYTES, MOST_RECORDS
from client.terminal.look import STYLES, WITH_PEOPLE
from client.words.english import listed
from protocol.clean import brief, clean, echoed
from protocol.digits import number_in
from protocol.game.options import Option, RulesError
from protocol.game.table_options import ASSIST, BOT_LEVEL
from protocol.names import why_not_a_name

Value = str | int | bool


class SettingsError(Exception):
    """The settings cannot be read or changed; one line names the file, the line and the key."""


class SettingKind(Protocol):
    """The values of a setting, as the file has them and as the player types them."""

    @property
    def values(self) -> str:
        """The values, in words that follow "takes"."""

    def accepts(self, value: object) -> bool:
        """Whether this value is valid in the file."""

    def parse(self, typed: str) -> Value | None:
        """The value of a typed word, or None if it is not valid."""


class YesNo:
    """`true` or `false` in the file; a player may also type `yes`, `on`, `no` and `off`."""

    values: Final = "yes or no"
    _TYPED: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}

    def accepts(self, value: object) -> bool:
        """Whether it is a boolean."""
        return isinstance(value, bool)

    def parse(self, typed: str) -> Value | None:
        """The value of a typed word."""
        return self._TYPED.get(typed.casefold())


class YesNoOr(NamedTuple):
    """As `YesNo`, or a word."""

    word: str

    @property
    def values(self) -> str:
        """The values, the word among them."""
        return f"yes, no or {self.word}"

    def accepts(self, value: object) -> bool:
        """Whether it is a boolean or the word."""
        return isinstance(value, bool) or value == self.word

    def parse(self, typed: str) -> Value | None:
        """The value of a typed word."""
        return self.word if typed == self.word else YesNo().parse(typed)


class OneOf(NamedTuple):
    """One of some words."""

    names: tuple[str, ...]

    @property
    def values(self) -> str:
        """The words."""
        return listed(self.names, "or")

    def accepts(self, value: object) -> bool:
        """Whether it is one of them."""
        return value in self.names

    def parse(self, typed: str) -> Value | None:
        """The word that was typed."""
        return typed if typed in self.names else None


class UpTo(NamedTuple):
    """A whole number from 0."""

    most: int

    @property
    def values(self) -> str:
        """The range."""
        return f"a number from 0 to {self.most}"

    def accepts(self, value: object) -> bool:
        """Whether it is a number in the range."""
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.most

    def parse(self, typed: str) -> Value | None:
        """The number that was typed."""
        number = number_in(typed)
        return number if self.accepts(number) else None


class OfATable(NamedTuple):
    """The values of a table option: the setting is the default for tables that the player opens."""

    option: Option

    @property
    def values(self) -> str:
        """The values of the option."""
        return self.option.kind.values

    def accepts(self, value: object) -> bool:
        """Whether it is a valid value, as it is typed."""
        return isinstance(value, str) and self.parse(value) is not None

    def parse(self, typed: str) -> Value | None:
        """The value, as the option spells it."""
        try:
            return self.option.kind.spell(self.option.parse(typed))
        except RulesError:
            return None


class PlayersName:
    """A player's name that tables accept."""

    values: Final = "1 to 24 visible characters of one alphabet, and no word of the game such as You"

    def accepts(self, value: object) -> bool:
        """Whether a daemon accepts it unchanged."""
        return isinstance(value, str) and clean(value) == value and why_not_a_name(value) is None

    def parse(self, typed: str) -> Value | None:
        """The typed name, cleaned as a daemon cleans it."""
        name = clean(typed)
        return name if self.accepts(name) else None


class Setting(NamedTuple):
    """A setting; `usual` is its default, None if the default is determined when needed."""

    name: str
    kind: SettingKind
    usual: Value | None = None

    @property
    def attribute(self) -> str:
        """Its name in the parsed options."""
        return self.name.replace("-", "_")


SETTINGS: Final = {
    each.name: each
    for each in (
        Setting("name", PlayersName()),
        Setting("lines", YesNo(), usual=False),
        Setting("style", OneOf(STYLES), STYLES[0]),
        Setting("ascii", YesNo(), usual=False),
        Setting("mouse", YesNo(), usual=True),
        Setting("verbosity", UpTo(2), 1),
        Setting("autoknock", YesNo(), usual=False),
        Setting("bell", YesNoOr(WITH_PEOPLE), WITH_PEOPLE),
        Setting("records", UpTo(100_000), MOST_RECORDS),
        Setting("record-mb", UpTo(1_000_000), MOST_MEGABYTES),
        *(
            Setting(option.flag.removeprefix("--"), OfATable(option), option.kind.spell(option.default))
            for option in (ASSIST, BOT_LEVEL)
        ),
    )
}


def unknown(name: str) -> str:
    """The error for a setting that does not exist."""
    return f"there is no setting {brief(name)}; there are {listed(SETTINGS)}"


def not_valid(typed: str, values: str) -> str:
    """The error for a typed value; `values`: the valid ones."""
    return f"{brief(typed)} is not valid: it takes {values}"


def _not_valid_in_file(setting: Setting, value: object) -> str:
    values = setting.kind.values
    if isinstance(setting.kind, YesNo | YesNoOr):
        values = values.replace("yes", "true").replace("no", "false")
    return f"{setting.name} = {echoed(_as_toml(value))} is not valid: it takes {values}"


class SavedSettings(NamedTuple):
    """The values in the file and their line numbers; empty if there is no file."""

    values: Mapping[str, Value] = {}
    lines: Mapping[str, int] = {}


def read_settings(path: Path) -> SavedSettings:
    """The settings in the file. Raises `SettingsError`."""
    text = read_text(path)
    values = parsed(path, text)
    lines = {name: _line_of(text, name) for name in values}
    for name, value in values.items():
        setting = SETTINGS.get(name)
        if setting is None:
            raise SettingsError(f"{path}, line {lines[name]}: {unknown(name)}")
        if not setting.kind.accepts(value):
            raise SettingsError(f"{path}, line {lines[name]}: {_not_valid_in_file(setting, value)}")
    return SavedSettings(values, lines)


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


def changed(path: Path, text: str, name: str, value: Value | None) -> str:
    """The text with this value, or without the setting if the value is None. Comments and order stay as they are.

    Raises `SettingsError` if the text is not valid TOML, or if the setting cannot be changed where it is written.
    """
    import tomlkit  # noqa: PLC0415 - slow, and only for changing a setting
    from tomlkit.exceptions import TOMLKitError  # noqa: PLC0415

    wanted = {key: each for key, each in parsed(path, text).items() if key != name}
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


def _line_of(text: str, name: str) -> int:
    """The number of the line that sets it, or 0."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[.=]|\s*\[+\s*["']?{re.escape(name)}["']?\s*[.\]]""", line):
            return number
    return 0


def _as_toml(value: object) -> str:
    """A value as TOML spells it, on one line."""
    import tomlkit  # noqa: PLC0415 - slow, and only for an error

    row = tomlkit.inline_table()
    row["value"] = value
    return row.as_string().removeprefix("{value = ").removesuffix("}")
