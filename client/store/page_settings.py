"""The settings of the page: sound, vibration, letter keys, autoknock, how much is announced. The browser stores them.

Here: the settings, and reading and writing them as JSON values. Not here: the window to change them (`menu_part`).
"""

from typing import Any, Final

from attrs import asdict, evolve, fields

from protocol.frozen import frozen

MOST_VERBOSE: Final = 2


@frozen
class PageSettings:
    """`letters`: keys without Ctrl do something. `verbosity`: 0 to 2, as in line mode."""

    sound: bool = True
    vibration: bool = True
    letters: bool = True
    autoknock: bool = False
    verbosity: int = 1

    @classmethod
    def read(cls, kept: Any) -> "PageSettings":
        """The settings that a browser has sent; anything else in it is ignored."""
        given = kept if isinstance(kept, dict) else {}
        switches = {each.name for each in fields(cls) if each.type is bool}
        found: dict[str, Any] = {
            name: value for name, value in given.items() if name in switches and isinstance(value, bool)
        }
        verbosity = given.get("verbosity")
        if isinstance(verbosity, int) and not isinstance(verbosity, bool) and 0 <= verbosity <= MOST_VERBOSE:
            found["verbosity"] = verbosity
        return cls(**found)

    def to_keep(self) -> dict[str, object]:
        """The settings that differ from the defaults, as JSON values."""
        usual = asdict(PageSettings())
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    def switched(self, name: str) -> "PageSettings":
        """The settings with this switch turned; unchanged if there is no such switch."""
        if name not in {each.name for each in fields(PageSettings) if each.type is bool}:
            return self
        return evolve(self, **{name: not getattr(self, name)})

    def announcing(self, verbosity: int) -> "PageSettings":
        """The settings with this verbosity."""
        return evolve(self, verbosity=verbosity)
