"""`fives help TOPIC`: explanations too long for a footer or a card.

Here: which there are, and their layout for a width. Not here: the texts (`words.catalogue.help_topics`), the tables
that two topics end with, of keys (`keys`) and of line mode's commands (`typed_help`).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from client.actions import keys, typed_help
from client.actions.key_row import SCREEN, KeyRow, rows_of
from client.words.board_signs import signs
from client.words.english import listed
from client.words.say import Phrase, say
from client.words.settings import Place, settings_in
from client.words.wrapping import wrap
from protocol.clean import brief
from protocol.closest import closest

KEYS: Final = "keys"
LINES: Final = "lines"
_INDENT: Final = "    "
"""What a line with a command begins with."""
_COMMAND: Final = re.compile(r" {2,}")
"""What is between a command and what it does."""
_LEAST_BESIDE: Final = 20
"""Cells beside a command in which what it does can still be read."""
_LEAST_IN_COLUMN: Final = 16
"""The same beside a key, which is never above what it does."""


class Topic(NamedTuple):
    """A topic of the help. `about`: the topic in a few words. `explains`: see `words.catalogue.help_topics`."""

    about: Phrase
    explains: Phrase


TOPICS: Final = {
    "playing": Topic(Phrase("topic.playing"), Phrase("help.playing")),
    "hosting": Topic(Phrase("topic.hosting"), Phrase("help.hosting")),
    "reach": Topic(Phrase("topic.reach"), Phrase("help.reach", {"port": "{port}"})),
    "learning": Topic(Phrase("topic.learning"), Phrase("help.learning")),
    "league": Topic(Phrase("topic.league"), Phrase("help.league")),
    KEYS: Topic(Phrase("topic.keys"), Phrase("help.keys")),
    LINES: Topic(Phrase("topic.lines"), Phrase("help.lines")),
    "rules": Topic(Phrase("topic.rules"), Phrase("help.rules")),
    "replay": Topic(Phrase("topic.replay"), Phrase("help.replay")),
    "settings": Topic(Phrase("topic.settings"), Phrase("help.settings")),
    "accessibility": Topic(Phrase("topic.accessibility"), Phrase("help.accessibility")),
}


def list_of_topics(width: int) -> list[str]:
    """All topics, and how more is found out, wrapped to `width` cells."""
    rows = [(f"  {name}", str(topic.about)) for name, topic in TOPICS.items()]
    return [*wrap(say("help.topics"), width), *_in_columns(rows, width), *wrap(say("help.commands"), width)]


def no_such_topic(name: str) -> str:
    """The error for a topic that does not exist."""
    meant = closest(name, TOPICS)
    if meant is not None:
        return say("help.no_such_topic_but", name=brief(name), meant=meant)
    return say("help.no_such_topic", name=brief(name), topics=listed(TOPICS))


def no_such_topic_here(name: str) -> str:
    """The same as a sentence, which answers a player."""
    meant = closest(name, TOPICS)
    if meant is not None:
        return say("help.no_such_topic_here_but", name=brief(name), meant=meant)
    return say("help.no_such_topic_here", name=brief(name), topics=listed(TOPICS))


def help_on(name: str, width: int | None = None) -> list[str]:
    """A topic's text and table in lines, wrapped to `width` cells; without a width, each paragraph is one line."""
    lines = [*_laid_out(str(TOPICS[name].explains), width), *_in_columns(_table(name), width)]
    return lines if lines[-1] else lines[:-1]


def _laid_out(text: str, width: int | None) -> Iterator[str]:
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.splitlines()
        if lines[0].startswith(_INDENT):
            yield from lines if width is None else _commands(lines, width)
        elif lines[0].startswith("  "):
            for line in lines:
                yield from [line.strip()] if width is None else wrap(line, width)
        elif width is None:
            yield " ".join(lines)
        else:
            yield from wrap(" ".join(lines), width)
        yield ""


def _commands(lines: Iterable[str], width: int) -> Iterator[str]:
    """Commands, each with what it does beside it, or below it where there is no room; none of them is broken."""
    rows = [_COMMAND.split(line.strip(), maxsplit=1) for line in lines]
    first = max(len(command) for command, *_ in rows)
    beside = width - len(_INDENT) - first - 2
    for command, *meaning in rows:
        if not meaning:
            yield f"{_INDENT}{command}"
        elif beside < _LEAST_BESIDE:
            yield f"{_INDENT}{command}"
            yield from (f"{_INDENT}  {part}" for part in wrap(meaning[0], width - len(_INDENT) - 2))
        else:
            parts = wrap(meaning[0], beside)
            yield f"{_INDENT}{command:{first}}  {parts[0]}"
            yield from (f"{_INDENT}{'':{first}}  {part}" for part in parts[1:])


def _table(name: str) -> Iterable[tuple[str, str]]:
    """The table that ends a topic: a key or command and its meaning, a row each."""
    if name == KEYS:
        groups = [
            *((say("help.to_play"), ""), *_help(keys.TO_PLAY), ("", "")),
            *((say("help.to_look"), ""), *_help(keys.TO_LOOK), ("", "")),
            *((say("help.more"), ""), *_help(keys.MORE), ("", "")),
        ]
        return [*groups, *signs(), ("", ""), (say("help.in_replay"), ""), *_of_replay()]
    if name == LINES:
        return [
            (typed_help.in_words_of_reader(example.typed), str(example.means))
            for example in typed_help.first_examples()
        ]
    return [(row.name, row.label) for row in settings_in(Place.FILE).values()] if name == "settings" else ()


def _help(rows: Iterable[KeyRow[Any]]) -> list[tuple[str, str]]:
    return [(row.label, row.meaning) for row in rows_of(rows, SCREEN)]


def _of_replay() -> list[tuple[str, str]]:
    """The keys of a replay; those that do the same at a table in one row."""
    rows = rows_of(keys.REPLAY, SCREEN)
    same = " ".join(row.label for row in rows if keys.is_as_at_a_table(row))
    return [*_help(row for row in rows if not keys.is_as_at_a_table(row)), (same, say("help.as_at_a_table"))]


def _in_columns(rows: Iterable[tuple[str, str]], width: int | None) -> Iterator[str]:
    rows = list(rows)
    first = max((len(row[0]) for row in rows), default=0)
    for key, meaning in rows:
        if width is None:
            yield say("typed.line", typed=key, meaning=meaning) if meaning else key
            continue
        parts = wrap(meaning, max(_LEAST_IN_COLUMN, width - first - 2))
        yield f"{key:{first}}  {parts[0]}".rstrip()
        yield from (f"{'':{first}}  {part}" for part in parts[1:])
