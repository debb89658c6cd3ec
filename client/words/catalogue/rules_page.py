"""`fives rules`: the list of the games, and the options of one."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "rules_page.games": "The games:",
    "rules_page.default": "{game} (the default)",
    "rules_page.source": "{title}, after {source}.",
    "rules_page.more": (
        "`fives rules NAME` shows a game's rules and options, `fives rules {game} --set knock_bonus=1` those of a table"
        " with a house rule."
    ),
    "rules_page.options": "Options (--set OPTION=VALUE)",
    # How many can play: `allowed` is a span, or one for each set of tiles, up to the double of this `size`.
    "rules_page.seats": "Seats: {seats}. It takes {allowed} (--seats).",
    "rules_page.span": "{fewest} to {most}",
    "rules_page.with_set": "{seats} with double-{size}",
    "rules_page.takes": "Takes {values}.",
    "rules_page.house_rule": "A house rule; the game has {value}.",
    "rules_page.ignored": "This table ignores these options. {options}.",
    "rules_page.ignored_options": "{options}: {reason}",
}
