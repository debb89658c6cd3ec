"""The options of a table and of its rules: names of lines in a form, what they mean, and their values in a few letters.

The English of names and meanings is that of the tables of options (`protocol.game`), where a meaning is a clause.
"""

from collections.abc import Mapping
from typing import Final

from client.words.catalogue.row import Row
from protocol.game.levels import LEVEL_NAMES
from protocol.game.rules import OPTIONS
from protocol.game.table_options import TABLE_OPTIONS

_ROWS: Final = (*TABLE_OPTIONS.values(), *OPTIONS.values())
_VALUES: Final = {
    # By the name of the option, and as they are typed.
    "assist.points": "points",
    "assist.legal": "what fits",
    "assist.none": "nothing",
    "deals.mixed": "everybody",
    "deals.host": "the host",
    "reactions.fair": "not for partners",
    "reactions.always": "always",
    "reactions.none": "never",
    "away.wait": "wait",
    "away.bot": "a bot plays",
    "max_pip.6": "double-6",
    "max_pip.9": "double-9",
    "max_pip.12": "double-12",
    "lead.double_cycle": "double in turn",
    "lead.highest_double": "highest double",
    "lead.chance": "by lot",
    "lead.rotate": "next player",
    "lead.winner": "who went out",
    "lead.same": "as any round",
    "lead_tile.required": "deciding tile",
    "lead_tile.any_double": "any double",
    "lead_tile.any": "any tile",
    "no_double.redeal": "deal again",
    "no_double.heaviest": "heaviest tile",
    "draw.none": "no drawing",
    "draw.one": "one tile",
    "draw.until": "until one fits",
    "spinner.none": "no spinner",
    "spinner.first_double": "first double",
    "spinner_count.plain": "nothing",
    "spinner_count.sniff": "their number",
    "divisors.primes": "odd primes",
    "points.quotient": "sum divided",
    "points.total": "whole sum",
    "pips_divisor.0": "no points",
    "pips_divisor.3": "by threes",
    "pips_divisor.5": "by fives",
    "pips_round.nearest": "to nearest",
    "pips_round.up": "up",
    "pips_unit.multiple": "as rounded",
    "pips_unit.quotient": "divided",
    "pips_scope.sum": "all together",
    "pips_scope.each": "each hand",
    "pips_from.opponents": "opponents'",
    "pips_from.all": "everyone's",
    "blocked.none": "nobody",
    "blocked.lowest": "lowest hand",
    "block_end.immediate": "at once",
    "block_end.all_knock": "after knocks",
    "target_mode.exact": "exactly",
    "target_mode.at_least": "or pass it",
    "target_mode.end_of_round": "at round end",
    "combine.yes": "all or nothing",
    "combine.no": "each kind",
    "tie.extra_round": "another round",
    "tie.shared": "shared win",
    "chip_out.one": "one of them",
    "chip_out.both": "both",
    "turn_time.0": "no limit",
    **{f"bot_level.{name}": name for name in LEVEL_NAMES},
    # Of any option that is one or the other.
    "yes": "yes",
    "no": "no",
}


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


MESSAGES: Final[Mapping[str, Row]] = {
    **{f"option_label.{row.name}": row.label for row in _ROWS},
    **{f"option_label_first.{row.name}": _capital(row.label) for row in _ROWS},
    **{f"option_about.{row.name}": f"{_capital(row.meaning)}." for row in _ROWS},
    **{f"option.{value}": text for value, text in _VALUES.items()},
    **{f"option_first.{value}": _capital(text) for value, text in _VALUES.items()},
}
