"""The texts of reminders, the table's name, and names of players.

A name is somebody's choice, and a chat program may read signs in it as a link, as bold or as a mention of everybody.
So only letters, digits and spaces of it are sent. There are no tiles and no scores.

Translators find the texts among the messages of the client (`python -m tools.messages template`), by their keys. Not
here: the languages (`protocol.shared.offered_languages`), in which of them somebody is reminded
(`table.turn_reminders`).
"""

import logging
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from gettext import NullTranslations
from typing import Final

from attrs import field

from protocol.frozen import frozen
from protocol.sentences import Sentences
from protocol.shared.forms import FACT, FORMS
from protocol.shared.offered_languages import ENGLISH, UnreadableError, offered_of
from protocol.shared.translations import translation

_NAMES_SHOWN: Final = 3
_SIGNS: Final = " '-"


TEXTS: Final = Sentences(
    "reminder_sent",
    "What is sent to a player who is away. `others` is a list of names, made of the four that follow.",
    {
        "turn": "It is your turn in fives, at table {table}.",
        "turn_with": "It is your turn in fives, at table {table} with {others}.",
        "code": (
            "Your code for reminders of fives: {code}. Type it in at your table within {minutes} minutes. If you have"
            " not asked for it, ignore this."
        ),
        "comma": "{most}, {last}",
        "last": "{most} and {last}",
        "more": "{number} more",
        "nobody": "somebody",
    },
)

log = logging.getLogger("fives.reminders")


@frozen
class Texts:
    """The texts in one language, and its forms."""

    catalogue: NullTranslations = field(factory=NullTranslations)
    forms: Mapping[str, Callable[[str], str]] = field(factory=dict, eq=False)

    def say(self, code: str, /, **facts: str | int) -> str:
        """The text with its facts, which may stand in any order; in English if it has others."""
        english = TEXTS.english[code]
        assert isinstance(english, str)
        try:
            return self._filled(self.catalogue.pgettext(f"{TEXTS.topic}.{code}", english), facts)
        except KeyError:
            return self._filled(english, facts)

    def _filled(self, text: str, facts: Mapping[str, str | int]) -> str:
        """Raises `KeyError` if there is no such fact, or no such form."""

        def said(found: re.Match[str]) -> str:
            name, form = found.groups()
            return str(facts[name]) if form is None else self.forms[form](str(facts[name]))

        return FACT.sub(said, text)


def texts_in(language: str | None) -> Texts:
    """The texts in this language, as a request names it, or its dialect; English if there are none."""
    name = offered_of(() if language is None else (language,))
    if name == ENGLISH:
        return Texts()
    try:
        return Texts(translation(name), FORMS.get(name, {}))
    except UnreadableError as error:
        log.warning("%s", error)
        return Texts()


def your_turn(table: str, others: Sequence[str], language: str | None = None) -> str:
    """`It is your turn in fives, at table oak with Ben and Cho.` `others`: the names of the other players."""
    texts = texts_in(language)
    nobody = texts.say("nobody")
    names, at = [plain(name, nobody) for name in others[:_NAMES_SHOWN]], plain(table, nobody)
    rest = len(others) - len(names)
    if rest:
        names.append(texts.say("more", number=rest))
    return texts.say("turn_with", table=at, others=_listed(names, texts)) if names else texts.say("turn", table=at)


def your_code(code: str, minutes: int, language: str | None = None) -> str:
    """The text that brings a code to a new address."""
    return texts_in(language).say("code", code=code, minutes=minutes)


def _listed(names: Sequence[str], texts: Texts) -> str:
    line = ""
    for number, name in enumerate(names, start=1):
        line = texts.say("last" if number == len(names) else "comma", most=line, last=name) if line else name
    return line


def plain(name: str, nobody: str) -> str:
    """The letters, digits and spaces of a name; `nobody` if there are none."""
    kept = "".join(sign for sign in name if sign in _SIGNS or unicodedata.category(sign)[0] in "LMN")
    return " ".join(kept.split()).strip(_SIGNS) or nobody
