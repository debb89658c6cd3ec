"""A player's settings: what can be set, what the file sets, and one value of it changed.

Lives here: the table of settings. Each of them is an option on the command line too, of the same name, and an option
goes before the file. Not here: where the file is (`folders`), the command that shows and writes it
(`settings_command`), the sentences (`words.setting_words`). Imports next to nothing: it stands before every command.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from client.net.disk_limits import MOST_MEGABYTES, MOST_RECORDS
from client.screen.look import STYLES
from client.words import setting_words as words
from protocol.digits import number_in
from protocol.game.options import Option, RulesError
from protocol.game.table_options import ASSIST, BOT_LEVEL

Value = str | int | bool


class SettingsError(Exception):
    """The settings cannot be used as they are, or not be changed: a line that names the file, the line and the key."""


class SettingKind(Protocol):
    """What values a setting takes: as the file has them, and as they are typed."""

    @property
    def values(self) -> str:
        """What it takes, to be read after "takes"."""

    def accepts(self, value: object) -> bool:
        """Whether the file may have this."""

    def parse(self, typed: str) -> Value | None:
        """The value that was typed, None where it is none."""


class YesNo:
    """`true` or `false` in the file, also `yes`, `on`, `no` and `off` where it is typed."""

    values: Final = words.YES_OR_NO
    _TYPED: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}

    def accepts(self, value: object) -> bool:
        """Whether it is one of the two."""
        return isinstance(value, bool)

    def parse(self, typed: str) -> Value | None:
        """The value that was typed."""
        return self._TYPED.get(typed.casefold())


class OneOf(NamedTuple):
    """One of some words."""

    names: tuple[str, ...]

    @property
    def values(self) -> str:
        """The words."""
        return words.one_of(self.names)

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
        """From where to where."""
        return words.number_up_to(self.most)

    def accepts(self, value: object) -> bool:
        """Whether it is such a number."""
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.most

    def parse(self, typed: str) -> Value | None:
        """The number that was typed."""
        number = number_in(typed)
        return number if self.accepts(number) else None


class OfATable(NamedTuple):
    """What an option of a table takes: it is the default for tables that this player opens."""

    option: Option

    @property
    def values(self) -> str:
        """What the option takes."""
        return self.option.kind.values

    def accepts(self, value: object) -> bool:
        """Whether the option takes it, as it is typed."""
        return isinstance(value, str) and self.parse(value) is not None

    def parse(self, typed: str) -> Value | None:
        """The value, as it is typed."""
        try:
            return self.option.kind.spell(self.option.parse(typed))
        except RulesError:
            return None


class PlayersName:
    """A name as a table takes it."""

    values: Final = words.A_NAME

    def accepts(self, value: object) -> bool:
        """Whether a daemon would take it as it is."""
        from protocol.clean import clean
        from protocol.names import why_not_a_name

        return isinstance(value, str) and clean(value) == value and why_not_a_name(value) is None

    def parse(self, typed: str) -> Value | None:
        """The name that was typed, as a daemon would clean it."""
        from protocol.clean import clean

        name = clean(typed)
        return name if self.accepts(name) else None


class Setting(NamedTuple):
    """Something that can be set; `usual` holds where it is not, None where that is found out when it is needed."""

    name: str
    kind: SettingKind
    usual: Value | None = None

    @property
    def attribute(self) -> str:
        """Its name among the options that were given."""
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
        Setting("bell", YesNo(), usual=False),
        Setting("records", UpTo(100_000), MOST_RECORDS),
        Setting("record-mb", UpTo(1_000_000), MOST_MEGABYTES),
        *(
            Setting(option.flag.removeprefix("--"), OfATable(option), option.kind.spell(option.default))
            for option in (ASSIST, BOT_LEVEL)
        ),
    )
}


class KeptSettings(NamedTuple):
    """What the file sets, and the line of each; nothing where there is no file."""

    values: Mapping[str, Value] = {}
    lines: Mapping[str, int] = {}


def read_settings(path: Path) -> KeptSettings:
    """What is set in the file. Raises `SettingsError`."""
    text = read_text(path)
    values = parsed(path, text)
    lines = {name: _line_of(text, name) for name in values}
    for name, value in values.items():
        setting = SETTINGS.get(name)
        if setting is None:
            raise SettingsError(words.unknown_in_file(path, lines[name], name, tuple(SETTINGS)))
        if not setting.kind.accepts(value):
            raise SettingsError(words.bad_in_file(path, lines[name], name, _as_toml(value), setting.kind.values))
    return KeptSettings(values, lines)


def read_text(path: Path) -> str:
    """The file as it stands, nothing where there is none. Raises `SettingsError`."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise SettingsError(words.not_read(path, error.strerror or str(error))) from None
    except UnicodeDecodeError:
        raise SettingsError(words.not_text(path)) from None


def parsed(path: Path, text: str) -> dict[str, Any]:
    """The text as TOML, nothing checked yet. Raises `SettingsError`."""
    if not text.strip():
        return {}
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(words.not_toml(path, str(error))) from None
    except RecursionError:
        raise SettingsError(words.not_toml(path, words.TOO_DEEP)) from None


def changed(path: Path, text: str, name: str, value: Value | None) -> str:
    """The text with this value, or without the setting if the value is None. Comments and order stay as they are.

    Raises `SettingsError` if the text is not valid TOML, or if the setting cannot be changed where it is written.
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

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
        raise SettingsError(words.by_hand(path, name))
    return made


def _line_of(text: str, name: str) -> int:
    """The number of the line that sets it; 0 where none does."""
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(rf"""\s*["']?{re.escape(name)}["']?\s*[.=]|\s*\[+\s*["']?{re.escape(name)}["']?\s*[.\]]""", line):
            return number
    return 0


def _as_toml(value: object) -> str:
    """A value as TOML spells it, on one line."""
    import tomlkit

    row = tomlkit.inline_table()
    row["value"] = value
    return row.as_string().removeprefix("{value = ").removesuffix("}")
