"""The texts of reminders: a row of texts for each language, the table's name, and names of players.

A name is somebody's choice, and a chat program may read signs in it as a link, as bold or as a mention of everybody.
So only letters, digits and spaces of it are sent. There are no tiles and no scores.

Another language is another `Texts` in `TEXTS`. Not here: in which language somebody is reminded
(`table.turn_reminders`).
"""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from protocol.frozen import frozen

_NAMES_SHOWN: Final = 3
_SIGNS: Final = " '-"


@frozen
class Texts:
    """What is sent in one language. The facts are in braces, and may stand in any order."""

    turn: str
    turn_with: str
    code: str
    comma: str
    last: str
    more: str
    nobody: str


TEXTS: Final[Mapping[str, Texts]] = {
    "en": Texts(
        turn="It is your turn in fives, at table {table}.",
        turn_with="It is your turn in fives, at table {table} with {others}.",
        code=(
            "Your code for reminders of fives: {code}. Type it in at your table within {minutes} minutes. If you have"
            " not asked for it, ignore this."
        ),
        comma="{most}, {last}",
        last="{most} and {last}",
        more="{number} more",
        nobody="somebody",
    ),
}
"""By language, as a request names it."""


def texts_in(language: str | None) -> Texts:
    """The texts in this language, or its dialect; English if there are none."""
    english = TEXTS["en"]
    if language is None:
        return english
    return TEXTS.get(language) or TEXTS.get(language.partition("-")[0], english)


def your_turn(table: str, others: Sequence[str], language: str | None = None) -> str:
    """`It is your turn in fives, at table oak with Ben and Cho.` `others`: the names of the other players."""
    texts = texts_in(language)
    names = [plain(name, texts.nobody) for name in others[:_NAMES_SHOWN]]
    rest = len(others) - len(names)
    if rest:
        names.append(texts.more.format(number=rest))
    text = texts.turn_with if names else texts.turn
    return text.format(table=plain(table, texts.nobody), others=_listed(names, texts))


def your_code(code: str, minutes: int, language: str | None = None) -> str:
    """The text that brings a code to a new address."""
    return texts_in(language).code.format(code=code, minutes=minutes)


def _listed(names: Sequence[str], texts: Texts) -> str:
    line = ""
    for number, name in enumerate(names, start=1):
        join = texts.last if number == len(names) else texts.comma
        line = join.format(most=line, last=name) if line else name
    return line


def plain(name: str, nobody: str) -> str:
    """The letters, digits and spaces of a name; `nobody` if there are none."""
    kept = "".join(sign for sign in name if sign in _SIGNS or unicodedata.category(sign)[0] in "LMN")
    return " ".join(kept.split()).strip(_SIGNS) or nobody
