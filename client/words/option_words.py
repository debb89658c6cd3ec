"""The values of options in words, for forms.

Not here: the sentences of the rules (`words.rule_sentences`), how a value is typed (`protocol.game.options`).
"""

from collections.abc import Mapping
from typing import Final

from client.words.english import listed
from protocol.game.options import PRIMES

_LEADS: Final = {
    "double_cycle": "double in turn",
    "highest_double": "highest double",
    "chance": "by lot",
    "rotate": "next player",
    "winner": "who went out",
    "same": "as any round",
}
_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "assist": {"points": "points", "legal": "what fits", "none": "nothing"},
    "deals": {"mixed": "everybody", "host": "the host"},
    "reactions": {"fair": "not for partners", "always": "always", "none": "never"},
    "away": {"wait": "wait", "bot": "a bot plays"},
    "max_pip": {"6": "double-6", "9": "double-9", "12": "double-12"},
    "first_lead": _LEADS,
    "later_lead": _LEADS,
    "after_block": _LEADS,
    "lead_tile": {"required": "deciding tile", "any_double": "any double", "any": "any tile"},
    "no_double": {"redeal": "deal again", "heaviest": "heaviest tile"},
    "draw": {"none": "no drawing", "one": "one tile", "until": "until one fits"},
    "spinner": {"none": "no spinner", "first_double": "first double"},
    "spinner_count": {"plain": "nothing", "sniff": "their number"},
    "divisors": {PRIMES: "odd primes"},
    "points": {"quotient": "sum divided", "total": "whole sum"},
    "pips_divisor": {"0": "no points", "3": "by threes", "5": "by fives"},
    "pips_round": {"nearest": "to nearest", "up": "up"},
    "pips_unit": {"multiple": "as rounded", "quotient": "divided"},
    "pips_scope": {"sum": "all together", "each": "each hand"},
    "pips_from": {"opponents": "opponents'", "all": "everyone's"},
    "blocked": {"none": "nobody", "lowest": "lowest hand"},
    "block_end": {"immediate": "at once", "all_knock": "after knocks"},
    "target_mode": {"exact": "exactly", "at_least": "or pass it", "end_of_round": "at round end"},
    "combine": {"yes": "all or nothing", "no": "each kind"},
    "tie": {"extra_round": "another round", "shared": "shared win"},
    "chip_out": {"one": "one of them", "both": "both"},
    "turn_time": {"0": "no limit"},
}


def value_in_words(name: str, spelled: str) -> str:
    """The value of an option as a form shows it, from the value as it is typed."""
    known = _WORDS.get(name, {}).get(spelled)
    if known is None and name == "divisors":
        return listed(spelled.split(","))
    return spelled if known is None else known
