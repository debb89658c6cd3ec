"""The settings of one session in a terminal, and saving them in the player's file.

Here: their current values, which `Look` and `Habits` hold, beside those in the file; writing one to the file. Not here:
the settings (`words.settings`), the text of the file (`settings`), `fives settings` (`program.settings_command`).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import field

from client.model.settings import SettingNow
from client.store.files import write_whole
from client.store.settings import SettingsError, read_text, text_with
from client.terminal.look import Habits, Look
from client.terminal.own_language import language_of_setting
from client.terminal.tones import no_tones
from client.words.say import speak, together
from client.words.settings import LANGUAGE, SETTINGS, TONES
from protocol.frozen import define
from protocol.game.options import Value
from protocol.shared.offered_languages import UnreadableError

_OF_LOOK: Final = {"style": "style", "ascii": "is_ascii", "mouse": "uses_mouse", LANGUAGE: "language"}
_OF_HABITS: Final = {
    "verbosity": "verbosity",
    "autoknock": "knocks_by_itself",
    "bell": "rings",
    "sounds": "has_sounds",
    "tones": "has_tones",
}


@define(eq=False)
class FileSettings:
    """The settings `names`; `in_file`: the values that the file at `path` has.

    A value that differs from the saved one at the start is an option of the command line.
    """

    path: Path
    names: Sequence[str]
    look: Look
    habits: Habits
    in_file: Mapping[str, Value] = field(factory=dict)
    _options: dict[str, Value] = field(init=False)

    def __attrs_post_init__(self) -> None:
        values = {name: self._value(name) for name in self.names}
        self._options = {name: value for name, value in values.items() if value != self._saved(name)}

    @property
    def knocks(self) -> bool:
        """Autoknock."""
        return self.habits.knocks_by_itself

    def now(self) -> tuple[SettingNow, ...]:
        """Those of this front end."""
        return tuple(map(self._now, self.names))

    def _now(self, name: str) -> SettingNow:
        value, saved = self._value(name), self._saved(name)
        is_overridden = value != saved and self._options.get(name) == value
        return SettingNow(SETTINGS[name], value, saved, is_overridden)

    def use(self, name: str, value: Value) -> None:
        """Change a setting for this session. Raises `UnreadableError` for a language that cannot be read."""
        if name == LANGUAGE:
            speak(language_of_setting(value))
        setattr(*self._place(name), value)

    def change(self, name: str, value: Value) -> str:
        """Change a setting and write it to the file."""
        try:
            self.use(name, value)
            save_setting(self.path, name, value)
        except (SettingsError, UnreadableError) as error:
            return SETTINGS[name].changed(value, fault=str(error))
        self.in_file = {**self.in_file, name: value}
        return together(SETTINGS[name].changed(value, has_option=name in self._options), doubt(name, value))

    def _value(self, name: str) -> Value:
        value: Value = getattr(*self._place(name))
        return value

    def _saved(self, name: str) -> Value:
        default = SETTINGS[name].default
        assert default is not None, "every setting that can change while playing has a default"
        return self.in_file.get(name, default)

    def _place(self, name: str) -> tuple[Look | Habits, str]:
        """The object that has the value, and its attribute."""
        return (self.look, _OF_LOOK[name]) if name in _OF_LOOK else (self.habits, _OF_HABITS[name])


def doubt(name: str, value: Value | None) -> str:
    """Says that this value changes nothing on this machine; empty if it does."""
    return no_tones() if name == TONES and value is True else ""


def save_setting(path: Path, name: str, value: Value | None) -> None:
    """Write a setting to the file, or remove it if the value is None. Raises `SettingsError`."""
    text = text_with(path, read_text(path), name, value)
    # If the file is a link to a file elsewhere, it remains a link.
    place = path.resolve()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, text.encode())
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror or error}") from None
