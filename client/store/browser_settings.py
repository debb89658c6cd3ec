"""The settings of one page, which its browser stores with everything else.

Not here: the settings themselves (`page_settings`), sending them to the browser (`browser_store`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import asdict, define

from client.model.settings import SettingNow
from client.store.browser_store import BrowserStore
from client.store.page_settings import LOOKS, MOST_VERBOSE
from protocol.game.options import Value

_CHOICES: Final[Mapping[str, Sequence[Value]]] = {"verbosity": tuple(range(MOST_VERBOSE + 1)), "look": LOOKS}
"""The values of the settings that are not on or off."""


@define(eq=False)
class BrowserSettings:
    """The settings in this store; all of them can change while playing."""

    store: BrowserStore

    @property
    def knocks(self) -> bool:
        """Autoknock."""
        return self.store.settings.autoknock

    def now(self) -> tuple[SettingNow, ...]:
        """All settings of the page."""
        return tuple(
            SettingNow(name, value, _CHOICES.get(name, (True, False)), saved=value)
            for name, value in asdict(self.store.settings).items()
        )

    def use(self, name: str, value: Value) -> None:
        """Change a setting. The browser stores what the page has."""
        self.store.settings = self.store.settings.changed(name, value)

    def change(self, name: str, value: Value) -> str:
        """The same. A screen reader hears from the button that it has changed."""
        self.use(name, value)
        return ""
