"""The page of a table's rules, for `fives rules`, the key `r` and replays.

Here: the sections, marking house rules, the table of scores, and the layout. With a width, text is wrapped and the
scores are in columns. Without one, for screen readers and pipes, each sentence is a line, and so are the scores. Not
here: the sentences (`words.rule_sentences`), the command (`program.rules_command`).
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from attrs import fields

from client.words import rule_sentences
from client.words.english import count, listed
from client.words.rule_sentences import Sentence
from client.words.wrapping import wrap
from protocol.frozen import frozen
from protocol.game.options import RulesError
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import Rules
from protocol.game.scoring import points_of, reachable_sums

HOUSE_RULE: Final = "House rule: "
_COLUMNS: Final = 4
"""As in seed 000's printed table."""
_COLUMN_WIDTH: Final = 15
_INDENT: Final = "  "

TOPICS: Final[tuple[tuple[str, Callable[[Rules, int], Iterator[Sentence]]], ...]] = (
    ("Points", rule_sentences.points),
    ("Winning", rule_sentences.winning),
    ("Playing", rule_sentences.playing),
    ("The end of a round", rule_sentences.end_of_round),
    ("Who leads", rule_sentences.who_leads),
    ("Players and tiles", rule_sentences.players_and_tiles),
)
"""In the order in which a new player asks."""


@frozen
class Section:
    """A heading and its sentences, with house rules marked."""

    title: str
    sentences: tuple[str, ...]


def sections(rules: Rules, seats: int, preset_name: str) -> tuple[Section, ...]:
    """The rules of this table by topic, with house rules marked."""
    changed = house_rules(rules, seats, preset_name)
    return tuple(
        Section(title, tuple(_marked(sentence, changed) for sentence in sentences_of(rules, seats)))
        for title, sentences_of in TOPICS
    )


def _marked(sentence: Sentence, changed: frozenset[str]) -> str:
    return f"{HOUSE_RULE}{sentence.text}" if changed.intersection(sentence.options) else sentence.text


def house_rules(rules: Rules, seats: int, preset_name: str) -> frozenset[str]:
    """The options that differ from this game's own; empty for a game unknown here."""
    own = default_rules(preset_name, seats, rules.max_pip)
    if own is None:
        return frozenset()
    differing = {option.name for option in fields(Rules) if getattr(rules, option.name) != getattr(own, option.name)}
    if rules.max_pip != PRESETS[preset_name].values["max_pip"]:
        differing.add("max_pip")
    return frozenset(differing)


def default_rules(preset_name: str, seats: int, max_pip: int) -> Rules | None:
    """This game's own rules for so many seats and this set, or None if it does not allow them."""
    preset = PRESETS.get(preset_name)
    if preset is None:
        return None
    try:
        return make_rules(preset, {"max_pip": max_pip}, seats)[0]
    except RulesError:
        return None


def score_table(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Every sum that the open ends can have, ascending, with its points."""
    return tuple((end_sum, points_of(rules, end_sum)) for end_sum in reachable_sums(rules))


def score_columns(rules: Rules, width: int) -> list[str]:
    """The table of scores in columns, as seed 000 prints it; `-` for no points."""
    table = score_table(rules)
    columns = max(1, min(_COLUMNS, (width + 3) // (_COLUMN_WIDTH + 3)))
    rows = -(-len(table) // columns)
    heads = min(columns, -(-len(table) // rows))
    lines = ["   ".join(["  Sum    Points"] * heads)]
    for row in range(rows):
        cells = [f"{end_sum:5}    {points or '-':>6}" for end_sum, points in table[row::rows]]
        lines.append("   ".join(cells))
    return lines


def scores_spoken(rules: Rules) -> list[str]:
    """The table of scores in sentences, one for each number of points, highest first."""
    by_points = sorted(((points, end_sum) for end_sum, points in score_table(rules) if points), reverse=True)
    lines = []
    for points, group in groupby(by_points, key=lambda row: row[0]):
        sums = [str(end_sum) for _, end_sum in group]
        lines.append(f"{count(points, 'point')} for a sum of {listed(sums[::-1], 'or')}.")
    return [*lines, "Nothing for any other sum."]


def explain(rules: Rules, seats: int, preset_name: str, width: int | None = None) -> list[str]:
    """The rules of this table in lines. `width`: columns for wrapped text; None for one line for each sentence."""
    title = rules_title(rules, seats, preset_name)
    lines = [title] if width is None else wrapped(title, width, indent="")
    for section in sections(rules, seats, preset_name):
        lines += ["", section.title, *_page(section.sentences, width)]
    scores = scores_spoken(rules) if width is None else score_columns(rules, width)
    return [*lines, "", "Table of scores", *scores]


def rules_title(rules: Rules, seats: int, preset_name: str) -> str:
    """`All Fives (all-fives), after its source, with 1 house rule`."""
    preset = PRESETS.get(preset_name)
    name = preset_name if preset is None else f"{preset.title} ({preset.name}), after {preset.source}"
    changed = len(house_rules(rules, seats, preset_name))
    return f"{name}, with {count(changed, 'house rule')}" if changed else name


def _page(sentences: Iterable[str], width: int | None) -> Iterator[str]:
    for sentence in sentences:
        yield from [sentence] if width is None else wrapped(sentence, width)


def wrapped(text: str, width: int, indent: str = _INDENT) -> list[str]:
    """The text in indented lines of at most `width` cells."""
    return [f"{indent}{line}" for line in wrap(text, max(width, 20) - len(indent))]
