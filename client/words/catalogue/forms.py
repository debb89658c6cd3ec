"""The form for a new table, or for another game at one."""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row

MESSAGES: Final[Mapping[str, Row]] = {
    "form.table": "The table",
    "form.players": "Players and tiles",
    "form.lead": "Who leads",
    "form.playing": "Playing",
    "form.round_end": "The end of a round",
    "form.points": "Points",
    "form.left_over": "Tiles left over",
    "form.winning": "Winning",
    # What is filled in.
    "form.anyone": "anyone may join",
    "form.more_seats": "How many players; more with a larger set of tiles.",
    "form.takes": "It takes {values}.",
    "form.option_takes": "{option} takes {values}.",
    "form.fault": "{option}: {why}.",
    "form.saved": "Saved as {name}. The form offers these rules from now on.",
    "form.deleted": "{name} is deleted. The form still has its rules.",
    # Why it makes no table. They stand in `form.fault` or behind a colon.
    "form.no_such_option": "there is no such option; there are {options}",
    "form.no_such_option_but": "there is no such option: did you mean {meant}?",
    "form.no_such_rule": "there is no such rule",
    "form.too_few_seats": "{people} people sit here, and {seats} seats are too few for them",
    "form.of_the_host": "--think and --matches belong to the host, not to a table",
    "form.set_of_no_game": "the house rules {set} are of a game that this version does not have",
    "form.set_of_other_game": "the house rules {set} are of {game}, not of {other}",
    "form.set_has_no_rule": "the house rules {set} have {option}, which is no rule of this version",
    "form.no_such_set": "there are no house rules {set}; there are {sets}",
    "form.no_sets": "there are no house rules {set}; none are saved",
    # On the full screen: lines that are no options, what they mean, and how many of the game's own rules were changed.
    "form.saved_rules": "saved rules",
    "form.house_rules": "house rules",
    "form.save_rules": "save rules",
    "form.about_saved_rules": "House rules that you have saved. ←→ fills them in.",
    "form.about_house_rules": (
        "Everything else: the table, the rules of the game. A star marks what differs from the game's own rules."
    ),
    "form.about_save_rules": "Enter asks for a name, and the form offers these rules next time.",
    "form.changed": ("none changed", "{n} changed", "{n} changed"),
    "form.changed_hidden": ("none changed …", "{n} changed …", "{n} changed …"),
    "form.no_set": "none",
    # Before what is typed; `what` is an option.
    "form.type": "{what}:",
    "form.type_name": "name:",
    "form.close": "Close the form? What you entered is lost.",
}
