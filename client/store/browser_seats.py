"""A player's saved seats in a browser. The browser stores them; this process has them only while the page is open.

Here: the JSON that the browser stores, and way-back links. Not here: what a saved seat is (`saved_seats`), when it is
saved (`autosave`), what else a browser stores (`browser_store`).
"""

import base64
import json
from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve, field

from client.store.saved_seats import SavedSeat
from protocol.frozen import define
from protocol.names import checked_name
from protocol.wire.sealer import MOST_CHAINS
from protocol.wire.session import MOST_TOKENS

MOST_SEATS: Final = 20
LONGEST: Final = 200
"""Characters of each text of a saved seat."""


@define
class BrowserSeats:
    """The `SavedSeats` of one browser at the daemon of this `address`. Nothing can fail here."""

    address: str
    _seats: list[SavedSeat] = field(factory=list)

    @classmethod
    def read(cls, address: str, rows: Any) -> "BrowserSeats":
        """The seats that a browser has sent; everything else in its list is ignored."""
        sent = rows[:MOST_SEATS] if isinstance(rows, list) else []
        return cls(address, [seat for row in sent if (seat := _seat(address, row)) is not None])

    @property
    def rows(self) -> list[object]:
        """The JSON values for the browser to store."""
        return [_row(seat) for seat in self._seats]

    @property
    def troubles(self) -> Sequence[str]:
        """As `SavedSeats.troubles`."""
        return ()

    def all(self) -> list[SavedSeat]:
        """As `SavedSeats.all`."""
        return [*self._seats]

    def save(self, seat: SavedSeat) -> None:
        """As `SavedSeats.save`."""
        self.delete(seat)
        self._seats = [seat, *self._seats][:MOST_SEATS]

    def delete(self, seat: SavedSeat) -> None:
        """As `SavedSeats.delete`."""
        self._seats = [saved for saved in self._seats if saved.place != seat.place]


def player_name(value: Any) -> str:
    """The player's name in a JSON value, as a daemon takes it; "" if it is not a valid one."""
    name, fault = checked_name(value[:LONGEST] if isinstance(value, str) else "")
    return name if fault is None else ""


# Way-back links.


def way_back(seat: SavedSeat) -> str:
    """The fragment of a link that opens this seat in another browser, which then has secrets of its own."""
    return _encoded(_place_and_token(seat))


def way_along(seat: SavedSeat) -> str:
    """The fragment of a link that takes this seat along to the page of another host, which its secrets prove there.

    Its token is only for this host.
    """
    return _encoded(_row(evolve(seat, token="", older_tokens=())))


def _encoded(row: list[object]) -> str:
    compact = json.dumps(row, separators=(",", ":"))  # each character more makes a code larger
    return base64.urlsafe_b64encode(compact.encode()).decode().rstrip("=")


def seat_in(back: str, address: str) -> SavedSeat | None:
    """The seat in the fragment of such a link, at the daemon of this address; None if there is none in it."""
    try:
        return _seat(address, json.loads(base64.urlsafe_b64decode(back + "=" * (-len(back) % 4))))
    except (ValueError, RecursionError):
        return None


def _row(seat: SavedSeat) -> list[object]:
    """The values of a seat; the older tokens are a list at their end, if there are any."""
    older: list[object] = [[*seat.older_tokens]] if seat.older_tokens else []
    return [*_place_and_token(seat), *seat.secrets, *older]


def _place_and_token(seat: SavedSeat) -> list[object]:
    return [seat.table, seat.name, seat.token, seat.game, seat.is_over]


def _seat(address: str, row: object) -> SavedSeat | None:
    """The seat in these JSON values, or None if they are not a seat."""
    match row:
        case [*alone, list() as older] if not any(isinstance(value, list) for value in alone):
            seat = _seat(address, alone)
            is_text = all(map(_is_short, older))
            tokens = tuple(map(str, older[: MOST_TOKENS - 1]))
            return evolve(seat, older_tokens=tokens) if seat is not None and is_text else None
        case [str() as table, str() as name, str() as token, str() as game, bool() as is_over, *secrets]:
            kept = tuple(map(str, secrets))
            is_text = all(map(_is_short, (table, name, token, game, *secrets))) and len(kept) <= MOST_CHAINS
            is_seat = is_text and table and (token or kept) and player_name(name) == name
            return SavedSeat(address, table, name, token, game, is_over, secrets=kept) if is_seat else None
        case _:
            return None


def _is_short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST and value.isprintable()
