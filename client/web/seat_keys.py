"""The keys to a browser's seats. The browser keeps them; this program has them while the page is open.

Lives here: the same questions as of the keys in files (`net.keeping`), what a browser keeps as JSON, and the end of a
way-back link. Not here: when a key is kept (`net.keepsakes`).
"""

import base64
import json
from collections.abc import Container
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from client.net.keeping import Keeping, KeptSeat
from protocol.clean import clean
from protocol.names import why_not_a_name

MOST_KEPT: Final = 20
LONGEST: Final = 200
"""Characters of a part of a key."""


@define
class BrowserKeys(Keeping):
    """The keys of one browser, the one used last first. `name`: the name that its player has given, or "".

    Nothing is written to this machine's disk.
    """

    folder: Path = Path()
    address: str = ""
    name: str = ""
    kept: list[KeptSeat] = field(factory=list)

    @classmethod
    def read(cls, address: str, kept: Any, back: str) -> "BrowserKeys":
        """The keys to seats at the daemon of this address: those that a browser sends, first that of its link."""
        keys = cls(address=address)
        if isinstance(kept, dict):
            keys.name = _name(kept.get("name"))
            seats = kept.get("seats")
            found = [_seat(address, each) for each in seats[:MOST_KEPT]] if isinstance(seats, list) else []
            keys.kept = [each for each in found if each is not None]
        seat = _seat(address, _decoded(back)) if back else None
        if seat is not None:
            keys.name = seat.name
            keys.keep(seat)
        return keys

    def to_keep(self) -> dict[str, object]:
        """What the browser keeps, as JSON values."""
        return {"name": self.name, "seats": [_parts(each) for each in self.kept]}

    def way_back(self, seat: KeptSeat) -> str:
        """The end of a link that leads back to a seat from any browser."""
        return base64.urlsafe_b64encode(json.dumps(_parts(seat)).encode()).decode().rstrip("=")

    def seats(self, address: str, name: str, but: Container[KeptSeat] = ()) -> list[KeptSeat]:
        """As `Keeping.seats`."""
        return [each for each in self.kept if (each.address, each.name) == (address, name) and each not in but]

    def names(self, address: str) -> list[str]:
        """As `Keeping.names`."""
        return list(dict.fromkeys(each.name for each in self.kept if each.address == address))

    def keep(self, seat: KeptSeat) -> None:
        """Keep a key, in place of the one before it to the same seat."""
        which = (seat.table, seat.name, seat.game)
        others = [each for each in self.kept if (each.table, each.name, each.game) != which]
        self.kept = [seat, *others][:MOST_KEPT]

    def forget(self, seat: KeptSeat) -> None:
        """Keep this key no longer."""
        self.kept = [each for each in self.kept if each != seat]


def _name(value: object) -> str:
    name = clean(value[:LONGEST]) if isinstance(value, str) else ""
    return "" if why_not_a_name(name) else name


def _parts(seat: KeptSeat) -> list[object]:
    return [seat.table, seat.name, seat.token, seat.game, seat.is_over]


def _seat(address: str, value: object) -> KeptSeat | None:
    """The key in these parts, or None where they are not those of one."""
    match value:
        case [str() as table, str() as name, str() as token, str() as game, bool() as is_over]:
            is_text = all(len(each) <= LONGEST and each.isprintable() for each in (table, name, token, game))
            is_one = is_text and table and token and _name(name) == name
            return KeptSeat(address, table, name, token, game, is_over) if is_one else None
        case _:
            return None


def _decoded(back: str) -> object:
    try:
        return json.loads(base64.urlsafe_b64decode(back + "=" * (-len(back) % 4)))
    except (ValueError, RecursionError):
        return None
