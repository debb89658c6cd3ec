"""Questions about a new table, or another game at one, as line mode asks them."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "opening.game": "Which game? {games}. An empty line: {usual}. q gives up.",
    "opening.game_or_saved": "Which game? {games}. Saved: {saved}. An empty line: {usual}. q gives up.",
    "opening.numbered_game": "{number} {game}",
    "opening.seats": "How many seats? From {values}. An empty line: {usual}.",
    "opening.bots": "How many computer players to start with? From {values}. An empty line: {usual}.",
    "opening.bot_level": "How well do they play? From {values}. An empty line: {usual}.",
    "opening.target": "Which score ends the match? From {values}. An empty line: {usual}.",
    "opening.who_may_join": "Who may join? Type a password, or an empty line: anyone.",
    "opening.house_rules": (
        "House rules, like partners=yes or assist=none? options lists all of them; save and a name saves them. An empty"
        " line opens the table."
    ),
    "opening.changed_rules": (
        "House rules, like partners=yes or assist=none? options lists all of them; save and a name saves them. An empty"
        " line changes the game."
    ),
    "opening.not_changed": "The game is not changed.",
    "opening.not_opened": "No table is opened.",
    "opening.saved": "Saved as {name}: {typed} uses it.",
    "opening.no_such_set": "There are no house rules {set}; there are {sets}.",
    "opening.no_sets": "There are no house rules {set}; none are saved.",
    "opening.write_it_like": "write it like target=100",
    "opening.so_far": "So far: {values}.",
    "opening.now": "Now {value}.",
    "opening.no_password": "Now none.",
    "opening.option": "{option}: {about}",
}
