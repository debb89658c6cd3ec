"""`fives rules`: the list of the games, and one game's rules and options.

Here: the command and its output, made from the presets and the option table, so that nothing is described twice. Not
here: the rules in words (`words.rule_words`).
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from client.terminal.printed_lines import print_error
from client.words.english import capital
from client.words.name_words import about_game
from client.words.rule_words import default_rules, explain, wrapped
from client.words.wrapping import wrap
from protocol.game.options import Option, RulesError
from protocol.game.presets import DEFAULT_PRESET, PRESETS, Preset, make_rules, preset_named
from protocol.game.rules import OPTIONS, Rules, house_rules_in
from protocol.shared.exit_status import DONE, MISUSED

WHICH_GAME: Final = "--set and --seats go with the name of a game, like `fives rules all-fives --set target=121`"

_WIDEST_SETTING: Final = 24
_LEAST_FOR_MEANING: Final = 40
"""Columns: if fewer remain beside the settings, what they mean goes below them."""


def rules_command(name: str | None, settings: Sequence[str], seats: int | None, width: int) -> int:
    """Print the games, or one game with these house rules, in `width` columns; returns the exit status."""
    if name is None and (settings or seats is not None):
        print_error(WHICH_GAME)
        return MISUSED
    try:
        lines = list_of_games(width) if name is None else page_of(name, settings, seats, width)
    except RulesError as error:
        print_error(str(error))
        return MISUSED
    print("\n".join(lines))
    sys.stdout.flush()
    return DONE


def list_of_games(width: int) -> list[str]:
    """A sentence about each game, and how to read more."""
    lines = ["The games:"]
    for preset in PRESETS.values():
        default = " (the default)" if preset.name == DEFAULT_PRESET else ""
        lines += ["", f"{preset.name}{default}", *wrapped(f"{preset.title}, after {preset.source}.", width)]
        lines += wrapped(about_game(preset.name), width)
    advice = f"`fives rules NAME` shows a game's rules and options, `fives rules {DEFAULT_PRESET} --set knock_bonus=1`"
    return [*lines, "", *wrapped(f"{advice} those of a table with a house rule.", width, indent="")]


def page_of(name: str, settings: Sequence[str], seats: int | None, width: int) -> list[str]:
    """One game's rules with these house rules, then its options. Raises `RulesError`."""
    preset = preset_named(name)
    rules, seats = make_rules(preset, house_rules_in(settings), seats)
    return [*explain(rules, seats, name, width), "", *options_table(rules, seats, preset, width)]


def options_table(rules: Rules, seats: int, preset: Preset, width: int) -> list[str]:
    """Every option: its value at this table, what it means and takes; then those that mean nothing at this table."""
    own = default_rules(preset.name, seats, rules.max_pip)
    reasons = {option: option.ignored_when(rules) for option in OPTIONS.values()}
    used = [option for option, reason in reasons.items() if reason is None]
    rows = [(f"{option.name}={option.spell(rules)}", _about(option, rules, own, preset)) for option in used]
    lines = ["Options (--set OPTION=VALUE)", *wrapped(_seats(preset, seats), width), "", *_columns(rows, width)]
    ignored = "; ".join(f"{option.name}: {reason}" for option, reason in reasons.items() if reason is not None)
    if ignored:
        lines += ["", *wrapped(f"This table ignores these options. {ignored}.", width)]
    return lines


def _columns(rows: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    """The rows in two columns; in a narrow terminal, or if a value is long, the second one is below the first."""
    first = max(len(setting) for setting, _ in rows if len(setting) <= _WIDEST_SETTING) + 2
    if width - first < _LEAST_FOR_MEANING:
        first = 2
    for setting, about in rows:
        head, *rest = wrap(about, width - first - 2)
        if len(setting) + 2 > first:
            yield f"  {setting}"
            rest = [head, *rest]
        else:
            yield f"  {setting:{first}}{head}"
        yield from (f"  {'':{first}}{line}" for line in rest)


def _seats(preset: Preset, seats: int) -> str:
    by_size = [f"{_span(fewest, most)} with double-{size}" for size, (fewest, most) in preset.seats.items()]
    spans = set(preset.seats.values())
    allowed = _span(*spans.pop()) if len(spans) == 1 else ", ".join(by_size)
    return f"Seats: {seats}. It takes {allowed} (--seats)."


def _span(fewest: int, most: int) -> str:
    return f"{fewest}" if fewest == most else f"{fewest} to {most}"


def _about(option: Option, rules: Rules, own: Rules | None, preset: Preset) -> str:
    """What an option means and takes, and the game's own value if that is another one."""
    value = option.spell(rules)
    own_value = value if own is None else option.spell(own)
    if option.name == "max_pip":
        own_value = str(preset.values["max_pip"])
    changed = "" if own_value == value else f" A house rule; the game has {own_value}."
    return f"{capital(option.meaning)}. Takes {option.kind.values}.{changed}"
