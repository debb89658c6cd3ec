"""A language by its name, with its texts and everything else that it has.

Here: putting them together. Not here: reading the texts, which languages are offered
(`protocol.shared.offered_languages`), saying something (`words.say`).
"""

from functools import cache
from typing import Final

from client.words.languages import es, fr
from client.words.say import ENGLISH, Language
from protocol.shared import offered_languages
from protocol.shared.forms import FORMS
from protocol.shared.translations import translation

LANGUAGES: Final = {"es": es, "fr": fr}
"""The modules of languages, which may also be some that are not offered yet."""


@cache
def language_named(name: str) -> Language:
    """The language of this name, one that is offered. Raises `UnreadableError` if its texts cannot be read."""
    if name == offered_languages.ENGLISH:
        return ENGLISH
    more = LANGUAGES[name]
    return Language(translation(name), FORMS.get(name, {}), name, more.TYPED, more.YES)
