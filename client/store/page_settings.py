"""The settings of the page: sounds, vibration, letter keys, autoknock, look, how much is announced.

The browser stores them.

Here: the settings, and reading and writing them as JSON values. Not here: changing them while
playing (`browser_settings`).
"""

from typing import Any, Final

from attrs import asdict, evolve, fields

from protocol.frozen import frozen
from protocol.game.options import Value

MOST_VERBOSE: Final = 2
LOOKS: Final = ("dark", "light", "device")
"""The felt: dark, light, or as the device is set."""


@frozen
class PageSettings:
    """`sound`: of the player's turn; `sounds`: of everything else that happens.

    `letters`: keys without Ctrl do something. `verbosity`: 0 to 2, as in line mode.
    """

    sound: bool = True
    sounds: bool = True
    vibration: bool = True
    letters: bool = True
    autoknock: bool = False
    verbosity: int = 1
    look: str = LOOKS[0]

    @classmethod
    def read(cls, stored: Any) -> "PageSettings":
        """The settings that a browser has stored; everything in it that is not valid is ignored."""
        sent = stored if isinstance(stored, dict) else {}
        valid: dict[str, Any] = {
            name: value for name, value in sent.items() if name in _switches() and isinstance(value, bool)
        }
        verbosity = sent.get("verbosity")
        if isinstance(verbosity, int) and not isinstance(verbosity, bool) and 0 <= verbosity <= MOST_VERBOSE:
            valid["verbosity"] = verbosity
        if sent.get("look") in LOOKS:
            valid["look"] = sent["look"]
        return cls(**valid)

    def to_json(self) -> dict[str, object]:
        """The settings that differ from the defaults, as JSON values."""
        defaults = asdict(PageSettings())
        return {name: value for name, value in asdict(self).items() if value != defaults[name]}

    def changed(self, name: str, value: Value) -> "PageSettings":
        """The settings with another value of this one."""
        changes: dict[str, Any] = {name: value}
        return evolve(self, **changes)


def _switches() -> set[str]:
    """The names of the settings that are on or off."""
    return {setting.name for setting in fields(PageSettings) if setting.type is bool}
