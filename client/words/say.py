"""Says a message of the catalogue with its facts, in the reader's language.

Here: which text of a message is for a number and for a person, facts in their places, the language of whoever is
written to. Not here: the messages (`words.catalogue`), which of them is said and with which facts (the other modules of
`client.words`).

A language is a catalogue of `gettext`: its names are the keys of messages, so that a text is found by its key and by
what it says in English. What is not translated, or was translated from another sentence than the one of this release,
is said in English.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import NullTranslations
from typing import Final, NamedTuple, ParamSpec, TypeVar

from attrs import field

from client.words.catalogue.row import NONE_OF, Person, Row, text_for
from protocol.frozen import frozen
from protocol.game.tiles import Tile
from protocol.sentences import Fact as ProtocolFact
from protocol.sentences import Sentence
from protocol.shared.forms import FACT


@frozen
class Who:
    """One or several players of whom a message speaks. `name`: in the middle of a sentence, `first`: at its start."""

    person: Person
    name: str
    first: str


@frozen
class Phrase:
    """A message and its facts, for a row that is made before it is known who reads it: `str` says it to the reader."""

    key: str
    facts: "Mapping[str, Fact]" = field(factory=dict)

    def __str__(self) -> str:
        return say(self.key, **self.facts)


P = ParamSpec("P")
T = TypeVar("T")
Fact = str | int | Who | Tile | Phrase | Sentence


@frozen
class Language:
    """What is said in a language. `forms`: how it changes a name or a word beside another, as French `d'Ann`, by name.

    A text of its catalogue asks for a form with `{who:de}`. `name`: how others name it, as in `pt-BR`; None is English.
    `typed`: words that can be typed in it, with the English ones, which can be typed everywhere. `yes`: the letter.
    """

    texts: NullTranslations
    forms: Mapping[str, Callable[[str], str]] = field(eq=False)
    name: str | None = None
    typed: Mapping[str, str] = field(factory=dict, eq=False)
    yes: str = "y"


class _Reader:
    """Who reads what is said: the tasks of one player share it, so that a change of language is one for all of them."""

    __slots__ = ("language",)

    def __init__(self, language: Language) -> None:
        self.language = language


ENGLISH: Final = Language(NullTranslations(), {})
MOST_TEXTS: Final = 2_000
_ANYBODY: Final = _Reader(ENGLISH)
_READER: Final = ContextVar("reader", default=_ANYBODY)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Says in this language what is said in the block: by this task, and those that it starts.

    Others have other readers.
    """
    before = _READER.set(_Reader(language))
    try:
        yield
    finally:
        _READER.reset(before)


def speak(language: Language) -> None:
    """Say in this language from now on what is said in the innermost block of `speaking`, by all tasks of it."""
    reader = _READER.get()
    if reader is not _ANYBODY:
        reader.language = language


def _language() -> Language:
    return _READER.get().language


def spoken() -> str | None:
    """How others name the language of the reader; None is English."""
    return _language().name


def name_of_language() -> str:
    """The language of the reader as documents name it: `en`, `pt-BR`."""
    return spoken() or "en"


def as_typed_in_english(word: str) -> str:
    """A word that is typed: the English one, if it is one of the reader's language that does the same."""
    return _language().typed.get(word.casefold(), word)


def typed_by_reader(word: str) -> str:
    """What the reader types for this English word: the first that their language has for it, or the word itself."""
    return next((own for own, english in _language().typed.items() if english == word), word)


def answered_in_english(typed: str) -> str:
    """An answer to a question in small letters: `yes` also for the word, and the letter, of the reader's language."""
    word = typed.strip().casefold()
    return "y" if word == _language().yes else as_typed_in_english(word)


def letters_of_yes() -> tuple[str, ...]:
    """The letters that answer a question with yes: `y` everywhere, and that of the reader's language."""
    return tuple(dict.fromkeys(("y", _language().yes)))


def cached_by_language(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`lru_cache` for what messages are a part of: what was said to a reader of another language is not said again."""

    def decorator(make: Callable[P, T]) -> Callable[P, T]:
        made: Callable[..., T] = lru_cache(most)(lambda _, *facts, **named: make(*facts, **named))

        @wraps(make)
        def in_language(*facts: P.args, **named: P.kwargs) -> T:
            return made(_language(), *facts, **named)

        return in_language

    return decorator


def say(key: str, /, **facts: Fact) -> str:
    """The message with its facts. One that counts has the number as `n`, and one that differs by person has `who`.

    A translation with a fact or a form that there is not is no reason to fail: then it is said in English.
    """
    language = _language()
    if language is ENGLISH:
        return _said(language, key, facts)
    try:
        return _said(language, key, facts)
    except KeyError:
        return _said(ENGLISH, key, facts)


def _said(language: Language, key: str, facts: Mapping[str, Fact]) -> str:
    row = _messages()[key]
    if not isinstance(row, str | tuple):
        who = facts["who"]
        assert isinstance(who, Who)
        key, row = f"{key}:{who.person}", text_for(row, who.person)
    if isinstance(row, str):
        text = row if language is ENGLISH else language.texts.pgettext(key, row)
    elif len(row) == 3 and facts["n"] == 0:
        text = language.texts.pgettext(f"{key}{NONE_OF}", row[0])
    else:
        number = facts["n"]
        assert isinstance(number, int)
        text = language.texts.npgettext(key, row[-2], row[-1], number)
    if "{" not in text:
        return text
    begins, places = _parted(text)
    said = [begins]
    for name, form, is_first, then in places:
        fact = facts[name]
        if isinstance(fact, Who):
            shown = fact.first if is_first else fact.name
        elif isinstance(fact, Sentence):
            shown = in_words(fact)
        else:
            shown = str(fact)
        said += shown if form is None else language.forms[form](shown), then
    return "".join(said)


class _Place(NamedTuple):
    """A place for a fact in a text. `is_first`: a name there begins a sentence; `then`: the text behind it."""

    fact: str
    form: str | None
    is_first: bool
    then: str


@lru_cache(MOST_TEXTS)
def _parted(text: str) -> tuple[str, tuple[_Place, ...]]:
    """A text before its facts, and their places; most texts are said again and again."""
    begins, *found = FACT.split(text)
    parts = zip(found[::3], found[1::3], found[2::3], strict=True)
    return begins, tuple(_Place(name.lower(), form, name[0].isupper(), then) for name, form, then in parts)


def in_words(said: str | Sentence) -> str:
    """What the protocol says, in the reader's language; text that is the same in each stays."""
    return said if isinstance(said, str) else say(said.key, **said.facts)


def is_message(key: str) -> bool:
    """Whether there is a message with this key: where keys are made of names, such as those of options."""
    return key in _messages()


def say_received(topic: str, name: str, facts: Mapping[str, ProtocolFact]) -> str | None:
    """A message of this topic that somebody else has chosen, with their facts; None if it is not known with these.

    Sentences among the facts have to be those of the protocol, with their facts.
    """
    key = f"{topic}.{name}"
    return say(key, **facts) if _is_whole(key, facts) else None


def say_sentence(code: str, facts: Mapping[str, ProtocolFact]) -> str | None:
    """A sentence of the protocol that somebody else has chosen by its whole code; None if it is none of them."""
    sentence = Sentence(code, facts)
    return in_words(sentence) if _is_part(sentence) else None


def _is_part(sentence: Sentence) -> bool:
    from client.words.catalogue.protocol_sentences import NOTES  # noqa: PLC0415 - as below

    return sentence.key in NOTES and _is_whole(sentence.key, sentence.facts)


def _is_whole(key: str, facts: Mapping[str, ProtocolFact]) -> bool:
    row = _messages().get(key)
    if row is None or isinstance(row, Mapping):
        return False
    texts = (row,) if isinstance(row, str) else row
    needed = {found[1] for text in texts for found in FACT.finditer(text)}
    counts = not isinstance(row, str)
    if facts.keys() != needed | ({"n"} if counts else set()) or (counts and not isinstance(facts["n"], int)):
        return False
    return all(_is_part(fact) for fact in facts.values() if isinstance(fact, Sentence))


@cache
def _messages() -> Mapping[str, Row]:
    from client.words.catalogue.all_messages import MESSAGES  # noqa: PLC0415 - a command that says nothing is quicker

    return MESSAGES


def together(*sentences: str) -> str:
    """These sentences, one after another; empty ones are left out."""
    return " ".join(filter(None, sentences))
