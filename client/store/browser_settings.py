"""The settings of one page, which its browser stores with everything else.

Here: their values as JSON, and changing them while playing. Not here: the settings themselves (`words.settings`),
sending them to the browser (`browser_store`).
"""

from typing import Any, Final

from attrs import field

from client.model.settings import SettingNow
from client.words.settings import Place, settings_in
from protocol.frozen import define
from protocol.game.options import Value

_ON_PAGE: Final = settings_in(Place.PAGE)


@define(eq=False)
class BrowserSettings:
    """The settings of one page: all of them can change while playing."""

    _stored: dict[str, Any] = field(factory=dict)

    @classmethod
    def read(cls, stored: Any) -> "BrowserSettings":
        """The settings that a browser has stored; everything in it that is not valid is ignored."""
        sent = stored if isinstance(stored, dict) else {}
        return cls({name: sent[name] for name, row in _ON_PAGE.items() if name in sent and row.accepts(sent[name])})

    def to_json(self) -> dict[str, object]:
        """The settings that differ from the defaults, as JSON values."""
        return {name: self[name] for name, row in _ON_PAGE.items() if self[name] != row.page_default}

    def __getitem__(self, name: str) -> Any:
        return self._stored.get(name, _ON_PAGE[name].page_default)

    @property
    def knocks(self) -> bool:
        """Autoknock."""
        return bool(self["autoknock"])

    def now(self) -> tuple[SettingNow, ...]:
        """All settings of the page."""
        return tuple(SettingNow(row, self[name], saved=self[name]) for name, row in _ON_PAGE.items())

    def use(self, name: str, value: Value) -> None:
        """Change a setting. The browser stores what the page has."""
        self._stored[name] = value

    def change(self, name: str, value: Value) -> str:
        """The same. A screen reader hears from the button that it has changed."""
        self.use(name, value)
        return ""
