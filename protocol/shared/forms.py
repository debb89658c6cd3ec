"""How a language changes a name or a word beside another: the forms that its texts ask for, as in `{who:de}`.

Here: Spanish conjunctions that change before a sound, French words that lose a vowel before another one. Not here: the
texts (`translations`), what can be typed in a language (the client has it).
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

FACT: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A fact in a text, and its form. Nothing else of a text is looked at, and nothing of a fact, whatever it contains."""
_I: Final = re.compile(r"(i|í|hi(?![aeo])|hí|y(?![aeiouáéíóú]))", re.IGNORECASE)
"""What sounds like `i` at its beginning: *Inés*, *Hilda*, *Yvonne*, and not *Hierro* and *Yolanda*."""
_O: Final = re.compile(r"(h?[oó]|8|11$)", re.IGNORECASE)
"""The same for `o`: *Óscar*, *hoy*, *8* and *11*."""
_VOWEL: Final = re.compile(r"h?[aàâäeéèêëiîïoôöuùûü]|h?y(?![aeiouéè])|œ|æ", re.IGNORECASE)
"""What begins with a vowel: *Ann*, *Hélène*, *Yves*, and not *Yann*."""


def _y(word: str) -> str:
    return f"{'e' if _I.match(word) else 'y'} {word}"


def _o(word: str) -> str:
    return f"{'u' if _O.match(word) else 'o'} {word}"


def _de(name: str) -> str:
    if name.startswith(("le ", "les ")):
        return f"d{'u' if name.startswith('le ') else 'es'} {name.partition(' ')[2]}"
    return f"d'{name}" if _VOWEL.match(name) else f"de {name}"


def _que(name: str) -> str:
    return f"qu'{name}" if _VOWEL.match(name) else f"que {name}"


FORMS: Final[Mapping[str, Mapping[str, Callable[[str], str]]]] = {
    "es": {"y": _y, "o": _o},
    "fr": {"de": _de, "que": _que},
}
"""By the language's name. `{last:y}`: *y Ana*, *e Inés*. `{last:o}`: *o Ana*, *u Olga*.

`{who:de}`: *d'Ann*, *de Rosa*. `{who:que}`: *qu'Ann*, *que Rosa*.
"""
