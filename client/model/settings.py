"""The player's settings that can change while playing, as front ends see them: values, and changing one.

Here: `PlayerSettings`, which each place of storage implements (`store.file_settings`, `store.browser_settings`). Not
here: the settings and the sentences about them (`words.settings`), the panel (`panels.settings`).
"""

from typing import Protocol

from client.words.settings import Setting, Switch
from protocol.frozen import define, frozen
from protocol.game.options import Value


@frozen
class SettingNow:
    """A setting in this session. `saved`: the value that is stored.

    `is_overridden`: it differs from the saved one because of an option on the command line.
    """

    setting: Setting
    value: Value
    saved: Value
    is_overridden: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return self.setting.name

    @property
    def is_switch(self) -> bool:
        """Whether it is on or off, and nothing else."""
        return self.setting.kind == Switch()

    @property
    def next_value(self) -> Value:
        """The value after this one; after the last one, the first."""
        return self.setting.kind.step(self.value, 1)


class PlayerSettings(Protocol):
    """The settings of one player in this session."""

    @property
    def knocks(self) -> bool:
        """Autoknock: a forced knock is made for the player."""

    def now(self) -> tuple[SettingNow, ...]:
        """Those that can change while playing."""

    def use(self, name: str, value: Value) -> None:
        """Change a setting for this session only."""

    def change(self, name: str, value: Value) -> str:
        """Change a setting and store it. Returns what to tell the player, empty if the panel says it all.

        If it cannot be stored, it still changes for this session.
        """


@define
class NoSettings:
    """The settings of a player who has nothing stored: autoknock alone, for this session."""

    knocks: bool = False

    def now(self) -> tuple[SettingNow, ...]:
        """None."""
        return ()

    def use(self, name: str, value: Value) -> None:
        """Switch autoknock."""
        self.knocks = bool(value) if name == "autoknock" else self.knocks

    def change(self, name: str, value: Value) -> str:
        """The same: nothing is stored."""
        self.use(name, value)
        return ""


def change_setting(settings: PlayerSettings, name: str, value: Value | None) -> str:
    """Change a setting to this value, or without one to its next; returns what to tell the player."""
    found = next((setting for setting in settings.now() if setting.name == name), None)
    if found is None:
        return ""
    return settings.change(name, found.next_value if value is None else value)
