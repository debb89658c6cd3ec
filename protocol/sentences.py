"""Sentences that people read: a code, facts, and the English.

The `str` of a sentence is the English, for logs, command lines, documents, and programs that do not know the code. A
client says it in its player's language instead, from its own catalogue, whose English comes from the tables here.

Here: a sentence, a table of sentences, and lists as facts. Not here: the tables, each beside what it is about; what a
player reads (the client's `words.catalogue`).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

English = str | tuple[str, str]
"""A text with facts in braces; or one for one and one for more of the fact `n`."""


class Sentence:
    """One of the sentences of a table, with its facts. `key`: the table's topic and the sentence's code.

    One that a host has sent has no English: the message has its own, `detail`. Written out, because `--help` says
    sentences, too, and is quicker without attrs.
    """

    __slots__ = ("english", "facts", "key")

    def __init__(self, key: str, facts: "Mapping[str, Fact]", english: str = "") -> None:
        self.key: Final = key
        self.facts: Final = facts
        self.english: Final = english

    def __str__(self) -> str:
        return self.english

    def __repr__(self) -> str:
        return f"Sentence({self.key!r}, {self.facts!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and (self.key, self.facts) == (other.key, other.facts)

    __hash__ = None  # type: ignore[assignment]  # as facts have none


Fact = str | int | Sentence
"""What a sentence tells: a name, a number, or another sentence as a part of it."""
Facts = dict[str, Fact]
"""Facts by name, as a message has them."""
Said = Sentence | str
"""A sentence; or text that is the same in every language, such as what is typed."""


class Sentences:
    """A table of sentences, by code. Called with a code and facts, it makes one of them.

    `about`: what a translator has to know.
    """

    def __init__(self, topic: str, about: str, english: Mapping[str, English]) -> None:
        self.topic: Final = topic
        self.about: Final = about
        self.english: Final = english

    def __call__(self, code: str, /, **facts: Fact) -> Sentence:
        """The sentence with this code. Its facts have to be those of its text."""
        text = self.english[code]
        if not isinstance(text, str):
            text = text[facts["n"] != 1]
        return Sentence(f"{self.topic}.{code}", facts, text.format_map(facts))

    @property
    def by_key(self) -> Iterator[tuple[str, English]]:
        """Each sentence in English, by its key."""
        return ((f"{self.topic}.{code}", text) for code, text in self.english.items())


MOST_SENTENCES_DEEP: Final = 8
"""How many sentences a sentence may be a part of, one in the other, where it is sent."""


def is_sendable(facts: Mapping[str, Fact], deep: int = MOST_SENTENCES_DEEP) -> bool:
    """Whether sentences among these facts are not too many, one in the other."""
    return all(deep > 0 and is_sendable(fact.facts, deep - 1) for fact in facts.values() if isinstance(fact, Sentence))


LISTS: Final = Sentences(
    "list",
    "`a, b and c` is `a, b` with its last one.",
    {"comma": "{most}, {last}", "and": "{most} and {last}", "or": "{most} or {last}", "semicolon": "{most}; {last}"},
)


def in_line(words: Iterable[object]) -> Said:
    """`a, b, c`; empty for none."""
    line: Said = ""
    for word in map(str, words):
        line = LISTS("comma", most=line, last=word) if line != "" else word
    return line


def one_of(words: Iterable[object]) -> Said:
    """`a, b or c`."""
    *most, last = map(str, words)
    return LISTS("or", most=in_line(most), last=last) if most else last
