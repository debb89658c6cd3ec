"""What one browser stores for its player: seats, results, settings of the page, house rules, exercises, the name.

Here: all of it together, as the JSON that goes to the browser and comes back with its next visit. This process has it
only while the page is open, and believes none of it. Not here: the parts (`browser_seats`, `browser_games`,
`browser_settings`, `saved_rules`, `saved_practice`, `known_games`), the messages (`page_messages`).
"""

from typing import Any, Final, NamedTuple

from attrs import field

from client.model.house_rules import RuleSets
from client.model.practice import Practice
from client.store.browser_games import BrowserGames
from client.store.browser_seats import BrowserSeats, player_name, seat_in
from client.store.browser_settings import BrowserSettings
from client.store.known_games import KNOWN_GAMES
from client.store.saved_practice import PRACTICE, practice_to_json
from client.store.saved_rules import HOUSE_RULES
from protocol.frozen import define
from protocol.shared.join_link import parse_invitation

LONGEST_TOKEN: Final = 128
MOST_EXERCISES: Final = 20
MOST_BYTES_OF_EXERCISES: Final = 12 * 1024
"""Bytes of all exercises as JSON, as in `browser_games`."""


class SeatAsk(NamedTuple):
    """A request for the seat of a bot: at which table and in which game, and its claim (`model.seat_requests`)."""

    table: str
    game: str
    seat: int
    claim: str


@define
class BrowserStore:
    """What a browser stores for the page of one daemon. `name`: the player's name, or "".

    `known_games`: the games that the player has been introduced to. `invitation`: that with which the player has come;
    None for none. `host_token`: with it, this browser has the host's controls; None if it has not. `on_tv`: the name of
    the table that the player sees on a TV, and its game. `tutored`: the same of the table with a tutor; its game is ""
    until the player is there. `watched`: the table that the player watched last, without a seat, and its game.
    `asks`: the request for the seat of a bot.
    """

    seats: BrowserSeats
    games: BrowserGames
    name: str = ""
    settings: BrowserSettings = field(factory=BrowserSettings)
    known_games: frozenset[str] = frozenset()
    house_rules: RuleSets = field(factory=RuleSets)
    invitation: str | None = field(default=None, repr=False)
    host_token: str | None = field(default=None, repr=False)
    on_tv: tuple[str, str] | None = None
    tutored: tuple[str, str] | None = None
    watched: tuple[str, str] | None = None
    asks: SeatAsk | None = None
    practice: Practice = field(factory=Practice)
    _practice_json: dict[str, object] = field(factory=dict)
    """The exercises as JSON values, made when they change."""

    @classmethod
    def read(cls, address: str, stored: Any, way_back: str = "", invited: str = "") -> "BrowserStore":
        """What a browser has stored for the daemon at this address, and the seat and the invitation in its link.

        Everything in it that is not valid is ignored.
        """
        sent = stored if isinstance(stored, dict) else {}
        store = cls(
            BrowserSeats.read(address, sent.get("seats")),
            BrowserGames.read(address, sent.get("finished")),
            player_name(sent.get("name")),
            BrowserSettings.read(sent.get("settings")),
            KNOWN_GAMES.in_browser(sent.get("games")),
        )
        store.invitation = parse_invitation(invited) or parse_invitation(str(sent.get("invitation")))
        token = sent.get("host")
        store.host_token = token if isinstance(token, str) and len(token) <= LONGEST_TOKEN else None
        store.on_tv, store.tutored = _place(sent.get("tv")), _place(sent.get("tutor"))
        store.watched = _place(sent.get("watched"))
        match sent.get("asks"):
            case [str(table), str(game), int(asked_for), str(claim)]:
                store.asks = SeatAsk(table, game, asked_for, claim)
        store.house_rules.sets = HOUSE_RULES.in_browser(sent.get("rules"))
        store.practice = PRACTICE.in_browser(sent.get("practice"))
        store.practice.scheduled = store.practice.scheduled[:MOST_EXERCISES]
        store.save_practice()
        seat = seat_in(way_back, address) if way_back else None
        if seat is not None:
            store.name = seat.name
            store.seats.save(seat)
        return store

    def save_practice(self) -> None:
        """Have the browser store the exercises as they are now."""
        has_any = bool(self.practice.scheduled)
        self._practice_json = practice_to_json(self.practice, MOST_BYTES_OF_EXERCISES) if has_any else {}

    def to_json(self) -> dict[str, object]:
        """The JSON values for the browser to store."""
        games, rules = KNOWN_GAMES.values(self.known_games), HOUSE_RULES.values(self.house_rules.sets)
        more = {"settings": self.settings.to_json(), "games": games, "rules": rules, "finished": self.games.rows}
        more |= {"practice": self._practice_json}
        more |= {} if self.on_tv is None else {"tv": list(self.on_tv)}
        more |= {} if self.tutored is None else {"tutor": list(self.tutored)}
        more |= {} if self.watched is None else {"watched": list(self.watched)}
        more |= {} if self.asks is None else {"asks": list(self.asks)}
        more |= {} if self.invitation is None else {"invitation": self.invitation}
        more |= {} if self.host_token is None else {"host": self.host_token}
        return {"name": self.name, "seats": self.seats.rows, **{name: value for name, value in more.items() if value}}


def _place(stored: Any) -> tuple[str, str] | None:
    """The name of a table, and its game."""
    match stored:
        case [str(table), str(game)]:
            return table, game
        case _:
            return None
