"""What one browser stores for its player: seats, results, settings of the page, house rules, the name.

Here: all of it together, as the JSON that goes to the browser and comes back with its next visit. This process has it
only while the page is open, and believes none of it. Not here: the parts (`browser_seats`, `browser_games`,
`page_settings`, `saved_rules`, `known_games`), the messages (`page_messages`).
"""

from contextlib import suppress
from typing import Any

from attrs import define, field

from client.model.house_rules import RuleSets
from client.store.browser_games import BrowserGames
from client.store.browser_seats import BrowserSeats, player_name, seat_in
from client.store.known_games import known_among
from client.store.page_settings import PageSettings
from client.store.saved_rules import from_json, to_json


@define
class BrowserStore:
    """What a browser stores for the page of one daemon. `name`: the player's name, or "".

    `known_games`: the games that the player has been introduced to.
    """

    seats: BrowserSeats
    games: BrowserGames
    name: str = ""
    settings: PageSettings = field(factory=PageSettings)
    known_games: frozenset[str] = frozenset()
    house_rules: RuleSets = field(factory=RuleSets)

    @classmethod
    def read(cls, address: str, kept: Any, back: str) -> "BrowserStore":
        """What the browser has sent, and the seat in the way-back link. Ignores everything else.

        `address`: the daemon's.
        """
        sent = kept if isinstance(kept, dict) else {}
        store = cls(
            BrowserSeats.read(address, sent.get("seats")),
            BrowserGames.read(address, sent.get("finished")),
            player_name(sent.get("name")),
            PageSettings.read(sent.get("settings")),
            frozenset(known_among(sent.get("games"))),
        )
        with suppress(ValueError):
            store.house_rules.sets = from_json(sent.get("rules"))
        seat = seat_in(back, address) if back else None
        if seat is not None:
            store.name = seat.name
            store.seats.save(seat)
        return store

    def to_keep(self) -> dict[str, object]:
        """The JSON values for the browser to store."""
        settings, games, rules = self.settings.to_keep(), sorted(self.known_games), to_json(self.house_rules.sets)
        more = {"settings": settings, "games": games, "rules": rules, "finished": self.games.rows}
        return {"name": self.name, "seats": self.seats.rows, **{name: value for name, value in more.items() if value}}
