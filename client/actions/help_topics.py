"""`fives help TOPIC`: explanations too long for a footer or a card.

Here: which there are, and their layout for a width. Not here: the texts (`words.catalogue.help_topics`), the tables
that two topics end with, of keys (`keys`) and of line mode's commands (`typed_help`).
"""

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


def list_of_topics() -> list[str]:
    """All topics, a line each."""
    width = max(map(len, TOPICS))
    listing = [f"  {name:{width}}  {topic.about}" for name, topic in TOPICS.items()]
    return [
        say("help.topics"),
        *listing,
        say("help.commands"),
    ]


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
        if lines[0].startswith("    "):
            yield from lines
        elif lines[0].startswith("  "):
            for line in lines:
                yield from [line.strip()] if width is None else wrap(line, width)
        elif width is None:
            yield " ".join(lines)
        else:
            yield from wrap(" ".join(lines), width)
        yield ""


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
        parts = wrap(meaning, max(20, width - first - 2))
        yield f"{key:{first}}  {parts[0]}".rstrip()
        yield from (f"{'':{first}}  {part}" for part in parts[1:])
