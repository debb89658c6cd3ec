"""The saved seats of a browser. The browser stores them; this process has them only while the page is open.

Here: the same calls as for seats in files (`store.saved_seats`), the JSON that the browser stores, and way-back links.
Not here: when a seat is saved (`store.autosave`).
"""

import base64
import json
from collections.abc import Container
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from client.model.house_rules import RuleSets
from client.store.browser_games import BrowserGames
from client.store.known_games import known_among
from client.store.page_settings import PageSettings
from client.store.saved_rules import from_json, to_json
from client.store.saved_seats import SavedSeat, SavedSeats
from protocol.clean import clean
from protocol.names import why_not_a_name

MOST_KEPT: Final = 20
LONGEST: Final = 200
"""Characters of each text of a saved seat."""


@define
class BrowserSeats(SavedSeats):
    """The seats of one browser at the daemon of this `address`, most recent first. `name`: the player's name, or "".

    The browser stores the page's `settings` with them, the player's sets of house rules, the results of finished
    matches, and the games that the player has been introduced to.
    """

    folder: Path = Path()
    address: str = ""
    name: str = ""
    kept: list[SavedSeat] = field(factory=list)
    settings: PageSettings = field(factory=PageSettings)
    known_games: frozenset[str] = frozenset()
    house_rules: RuleSets = field(factory=RuleSets)
    finished: BrowserGames = field(factory=BrowserGames)

    @classmethod
    def read(cls, address: str, kept: Any, back: str) -> "BrowserSeats":
        """The seat in the way-back link, then the seats that the browser has sent. Ignores everything else."""
        seats = cls(address=address, finished=BrowserGames(address=address))
        if isinstance(kept, dict):
            seats.name = _name(kept.get("name"))
            seats.settings = PageSettings.read(kept.get("settings"))
            seats.known_games = frozenset(known_among(kept.get("games")))
            with suppress(ValueError):
                seats.house_rules.sets = from_json(kept.get("rules"))
            seats.finished = BrowserGames.read(address, kept.get("finished"))
            sent = kept.get("seats")
            found = [_seat(address, each) for each in sent[:MOST_KEPT]] if isinstance(sent, list) else []
            seats.kept = [each for each in found if each is not None]
        seat = _seat(address, _decoded(back)) if back else None
        if seat is not None:
            seats.name = seat.name
            seats.save(seat)
        return seats

    def to_keep(self) -> dict[str, object]:
        """The JSON values for the browser to store."""
        settings, games, rules = self.settings.to_keep(), sorted(self.known_games), to_json(self.house_rules.sets)
        seats = [_parts(each) for each in self.kept]
        more = {"settings": settings, "games": games, "rules": rules, "finished": self.finished.rows}
        return {"name": self.name, "seats": seats, **{name: value for name, value in more.items() if value}}

    def way_back(self, seat: SavedSeat) -> str:
        """The fragment of a link that opens this seat in another browser."""
        return base64.urlsafe_b64encode(json.dumps(_parts(seat)).encode()).decode().rstrip("=")

    def seats(self, address: str, name: str, but: Container[SavedSeat] = ()) -> list[SavedSeat]:
        """As `SavedSeats.seats`."""
        return [each for each in self.kept if (each.address, each.name) == (address, name) and each not in but]

    def names(self, address: str) -> list[str]:
        """As `SavedSeats.names`."""
        return list(dict.fromkeys(each.name for each in self.kept if each.address == address))

    def save(self, seat: SavedSeat) -> None:
        """Save a seat, replacing an older token of the same seat."""
        which = (seat.table, seat.name, seat.game)
        others = [each for each in self.kept if (each.table, each.name, each.game) != which]
        self.kept = [seat, *others][:MOST_KEPT]

    def delete(self, seat: SavedSeat) -> None:
        """Delete a saved seat."""
        self.kept = [each for each in self.kept if each != seat]


def _name(value: object) -> str:
    name = clean(value[:LONGEST]) if isinstance(value, str) else ""
    return "" if why_not_a_name(name) else name


def _parts(seat: SavedSeat) -> list[object]:
    return [seat.table, seat.name, seat.token, seat.game, seat.is_over]


def _seat(address: str, value: object) -> SavedSeat | None:
    """The seat in these JSON values, or None if they are not a seat."""
    match value:
        case [str() as table, str() as name, str() as token, str() as game, bool() as is_over]:
            is_text = all(len(each) <= LONGEST and each.isprintable() for each in (table, name, token, game))
            is_seat = is_text and table and token and _name(name) == name
            return SavedSeat(address, table, name, token, game, is_over) if is_seat else None
        case _:
            return None


def _decoded(back: str) -> object:
    try:
        return json.loads(base64.urlsafe_b64decode(back + "=" * (-len(back) % 4)))
    except (ValueError, RecursionError):
        return None
