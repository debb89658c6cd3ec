"""`fives rules`: the list of the games, and one game's rules and options.

Here: the command and its output, made from the presets and the option table, so that nothing is described twice. Not
here: the rules in words (`words.rule_words`).
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from client.terminal.printed_lines import print_error
from client.words.english import in_line, in_parts
from client.words.name_words import about_game, source_of_game
from client.words.option_words import meaning
from client.words.rule_words import default_rules, explain, wrapped
from client.words.say import in_words, say, together
from client.words.wrapping import wrap
from protocol.game.options import Option, RulesError
from protocol.game.presets import DEFAULT_PRESET, PRESETS, Preset, make_rules, preset_named
from protocol.game.rules import OPTIONS, Rules, house_rules_in
from protocol.shared.exit_status import DONE, MISUSED, MisusedError

_WIDEST_SETTING: Final = 24
_LEAST_FOR_MEANING: Final = 40
"""Columns: if fewer remain beside the settings, what they mean goes below them."""


def rules_command(name: str | None, settings: Sequence[str], seats: int | None, width: int) -> int:
    """Print the games, or one game with these house rules, in `width` columns; returns the exit status."""
    if name is None and (settings or seats is not None):
        raise MisusedError(
            "--set and --seats go with the name of a game, like `fives rules all-fives --set target=121`"
        )
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
    lines = [say("rules_page.games")]
    for preset in PRESETS.values():
        is_default = preset.name == DEFAULT_PRESET
        lines += ["", say("rules_page.default", game=preset.name) if is_default else preset.name]
        lines += wrapped(say("rules_page.source", title=preset.title, source=source_of_game(preset.name)), width)
        lines += wrapped(about_game(preset.name), width)
    return [*lines, "", *wrapped(say("rules_page.more", game=DEFAULT_PRESET), width, indent="")]


def page_of(name: str, settings: Sequence[str], seats: int | None, width: int) -> list[str]:
    """One game's rules with these house rules, then its options. Raises `RulesError`."""
    preset = preset_named(name)
    rules, seats = make_rules(preset, house_rules_in(settings), seats)
    return [*explain(rules, seats, name, width), "", *options_table(rules, seats, preset, width)]


def options_table(rules: Rules, seats: int, preset: Preset, width: int) -> list[str]:
    """Each option in use: its value at this table, what it means and takes; then those without use here, by reason."""
    own = default_rules(preset.name, seats, rules.max_pip)
    used, ignored = list[Option](), dict[str, list[str]]()
    for option in OPTIONS.values():
        reason = option.ignored_when(rules)
        if reason is None:
            used.append(option)
        else:
            ignored.setdefault(in_words(reason), []).append(option.name)
    rows = [(f"{option.name}={option.spell(rules)}", _about(option, rules, own, preset)) for option in used]
    lines = [say("rules_page.options"), *wrapped(_seats(preset, seats), width), "", *_columns(rows, width)]
    if ignored:
        parts = (
            say("rules_page.ignored_options", options=in_line(names), reason=reason)
            for reason, names in ignored.items()
        )
        lines += ["", *wrapped(say("rules_page.ignored", options=in_parts(parts)), width)]
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
    by_size = (say("rules_page.with_set", seats=_span(*span), size=size) for size, span in preset.seats.items())
    spans = set(preset.seats.values())
    allowed = _span(*spans.pop()) if len(spans) == 1 else in_line(by_size)
    return say("rules_page.seats", seats=seats, allowed=allowed)


def _span(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else say("rules_page.span", fewest=fewest, most=most)


def _about(option: Option, rules: Rules, own: Rules | None, preset: Preset) -> str:
    """What an option means and takes, and the game's own value if that is another one."""
    value = option.spell(rules)
    own_value = value if own is None else option.spell(own)
    if option.name == "max_pip":
        own_value = str(preset.values["max_pip"])
    about = together(meaning(option.name), say("rules_page.takes", values=option.kind.values))
    return about if own_value == value else together(about, say("rules_page.house_rule", value=own_value))
