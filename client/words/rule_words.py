"""The page of a table's rules, for `fives rules`, the key `r` and replays.

Here: the sections, marking house rules, the table of scores, and the layout. With a width, text is wrapped and the
scores are in columns. Without one, for screen readers and pipes, each sentence is a line, and so are the scores. Not
here: the sentences (`words.rule_sentences`), the command (`program.rules_command`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from attrs import fields

from client.words import rule_sentences
from client.words.english import listed
from client.words.name_words import source_of_game
from client.words.rule_sentences import Sentence
from client.words.say import say
from client.words.wrapping import wrap
from protocol.frozen import frozen
from protocol.game.options import RulesError, Spelling
from protocol.game.presets import PRESETS, make_rules
from protocol.game.rules import OPTIONS, Rules
from protocol.game.scoring import points_of, reachable_sums
from protocol.log.table import Table

_COLUMNS: Final = 4
"""As in seed 000's printed table."""
_COLUMN_WIDTH: Final = 15
_INDENT: Final = "  "

TOPICS: Final[Mapping[Callable[[Rules, int], Iterator[Sentence]], str]] = {
    rule_sentences.points: "rules.points",
    rule_sentences.winning: "rules.winning",
    rule_sentences.playing: "rules.playing",
    rule_sentences.end_of_round: "rules.end_of_round",
    rule_sentences.who_leads: "rules.leading",
    rule_sentences.players_and_tiles: "rules.players",
}
"""Sentences and their headings, in the order in which a new player asks."""


@frozen
class Section:
    """A heading and its sentences, with house rules marked."""

    title: str
    sentences: tuple[str, ...]


def sections(rules: Rules, seats: int, preset_name: str) -> tuple[Section, ...]:
    """The rules of this table by topic, with house rules marked."""
    changed = house_rules(rules, seats, preset_name)
    return tuple(
        Section(say(TOPICS[topic]), tuple(_marked(sentence, changed) for sentence in topic(rules, seats)))
        for topic in TOPICS
    )


def _marked(sentence: Sentence, changed: frozenset[str]) -> str:
    return say("rules.house", rule=sentence.text) if changed.intersection(sentence.options) else sentence.text


def house_rules(rules: Rules, seats: int, preset_name: str) -> frozenset[str]:
    """The options that differ from this game's own; empty for a game unknown here."""
    own = default_rules(preset_name, seats, rules.max_pip)
    if own is None:
        return frozenset()
    differing = {option.name for option in fields(Rules) if getattr(rules, option.name) != getattr(own, option.name)}
    if rules.max_pip != PRESETS[preset_name].values["max_pip"]:
        differing.add("max_pip")
    return frozenset(differing)


def spelled_house_rules(table: Table) -> dict[str, Spelling]:
    """The house rules of this table with their values, as they are spelled."""
    changed = house_rules(table.rules, len(table.seats), table.preset)
    return {name: OPTIONS[name].spell(table.rules) for name in sorted(changed)}


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
    head = f"{say('rules.head_sum'):>5}    {say('rules.head_points'):>6}"
    lines = ["   ".join([head] * heads)]
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
        lines.append(say("rules.sums", points=say("count.points", n=points), sums=listed(sums[::-1], "or")))
    return [*lines, say("rules.other_sums")]


def explain(rules: Rules, seats: int, preset_name: str, width: int | None = None) -> list[str]:
    """The rules of this table in lines. `width`: columns for wrapped text; None for one line for each sentence."""
    title = rules_title(rules, seats, preset_name)
    lines = [title] if width is None else wrapped(title, width, indent="")
    for section in sections(rules, seats, preset_name):
        lines += ["", section.title, *_page(section.sentences, width)]
    scores = scores_spoken(rules) if width is None else score_columns(rules, width)
    return [*lines, "", say("rules.scores"), *scores]


def rules_title(rules: Rules, seats: int, preset_name: str) -> str:
    """`All Fives (all-fives), after its source, with 1 house rule`."""
    title, preset = preset_name, PRESETS.get(preset_name)
    if preset is not None:
        title = say("rules.title", title=preset.title, name=preset.name, source=source_of_game(preset.name))
    changed = len(house_rules(rules, seats, preset_name))
    return say("rules.with_house_rules", title=title, n=changed) if changed else title


def _page(sentences: Iterable[str], width: int | None) -> Iterator[str]:
    for sentence in sentences:
        yield from [sentence] if width is None else wrapped(sentence, width)


def wrapped(text: str, width: int, indent: str = _INDENT) -> list[str]:
    """The text in indented lines of at most `width` cells."""
    return [f"{indent}{line}" for line in wrap(text, max(width, 20) - len(indent))]
