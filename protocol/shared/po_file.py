"""Reads a PO file: the texts of a translation, as `gettext` gives them, without compiling it first.

Here: the format as GNU gettext, Babel and the editors of PO files write it, and a catalogue with the calls of `gettext`
that messages need. A file that is cut, or is no PO file, is refused as a whole, with its first wrong line. Not here:
where the files are (`translations`), which languages are offered (`offered_languages`), whether one is whole (tools).

A text is found by its context, and is given only for the English from which it was translated: what another release
says is said in English.
"""

import re
from collections.abc import Callable, Mapping
from gettext import NullTranslations, c2py
from typing import Final

MOST_BYTES: Final = 4_000_000
_QUOTED: Final = r'"[^"\\\n]*+(?:\\["\\nt][^"\\\n]*+)*+"'
_STRING: Final = rf"((?:[ \t]*{_QUOTED}[ \t]*\n)++)"
_ENTRY: Final = re.compile(
    rf"(?:[ \t]*(?:#[^\n]*)?\n)*+(?:msgctxt{_STRING})?msgid{_STRING}(?:msgid_plural{_STRING})?msgstr(?:\[0\])?{_STRING}"
    rf"((?:msgstr\[[1-9]\]{_STRING.replace('((', '(?:(', 1)})*)"
)
"""Comments and empty lines, and what follows them: a text, or one for each number."""
_REST: Final = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*+")
_MORE: Final = re.compile(rf"msgstr\[[1-9]\]{_STRING}")
_BETWEEN: Final = re.compile(r'"[ \t]*\n[ \t]*"')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t"}
_NEVER_IN_A_TEXT: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
"""Terminals take some of them for commands, others are invisible, or turn the direction of what is written."""
_DIVIDES_BY_NOTHING: Final = re.compile(r"[/%](?!\s*[1-9])")
"""A plural form that divides by 0, or by what may be 0: languages divide by 10 or 100."""
_FUZZY: Final = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)


class PoFileError(ValueError):
    """It is no PO file, or a damaged one. `str` says where, as the rest of a sentence."""


class Translation(NullTranslations):
    """The texts of a PO file. `places`: where each begins in it, by key.

    A text is taken apart once it is said: most never are, and a program starts sooner.
    """

    def __init__(self, file: str, places: Mapping[str, int], form_of: Callable[[int], int]) -> None:
        super().__init__()
        self._file = file
        self._places = places
        self._form_of = form_of
        self._said: dict[tuple[str, str], tuple[str, ...]] = {}

    def pgettext(self, context: str, message: str) -> str:
        """The text with this key; the English if there is none for it."""
        return (self._found(context, message) or (message,))[0]

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """The text with this key for this number."""
        texts = self._found(context, msgid1)
        if not texts:
            return msgid1 if n == 1 else msgid2
        return texts[max(0, min(self._form_of(n), len(texts) - 1))]

    def _found(self, context: str, english: str) -> tuple[str, ...]:
        """The texts with this key, if they say this in English and all are there."""
        said = self._said.get((context, english))
        if said is None:
            place = self._places.get(context)
            said = self._said[context, english] = () if place is None else self._texts_at(place, english)
        return said

    def _texts_at(self, place: int, english: str) -> tuple[str, ...]:
        found = _ENTRY.match(self._file, place)
        assert found is not None
        _, translated, _, first, more = found.groups()
        texts = (_string(first), *map(_string, _MORE.findall(more)))
        return texts if _string(translated) == english and all(texts) else ()


def read_po(content: bytes) -> Translation:
    """The translation in a file with this content. Raises `PoFileError`."""
    if len(content) > MOST_BYTES:
        raise PoFileError(f"it has more than {MOST_BYTES} bytes")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise PoFileError("it is not UTF-8 text") from None
    text = text.replace("\r\n", "\n")
    hidden = _NEVER_IN_A_TEXT.search(text)
    if hidden is not None:
        raise _wrong_at(text, hidden.start())
    return _read(text if text.endswith("\n") else f"{text}\n")


def _read(text: str) -> Translation:
    places: dict[str, int] = {}
    header, at, has_fuzzy = None, 0, _FUZZY.search(text) is not None
    match = _ENTRY.match
    while (found := match(text, at)) is not None:
        context, place, at = found[1], at, found.end()
        if context is None:
            header = header or _string(found[4])
        elif found[5] and found[3] is None:
            raise _wrong_at(text, found.start(5))
        elif not has_fuzzy or not _FUZZY.search(found[0]):
            places[_string(context)] = place
    rest = _REST.match(text, at)
    if rest is None or rest.end() != len(text):
        raise _wrong_at(text, at if rest is None else rest.end())
    if header is None:
        raise PoFileError("it has no header")
    return Translation(text, places, _plural_form(header))


def _string(lines: str) -> str:
    quoted = lines.strip()
    if "\n" in quoted:
        quoted = _BETWEEN.sub("", quoted)
    text = quoted[1:-1]
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), text) if "\\" in text else text


def _plural_form(header: str) -> Callable[[int], int]:
    found = re.search(r"^Plural-Forms:\s*nplurals\s*=\s*\d\s*;\s*plural\s*=([^;]+);?\s*$", header, re.MULTILINE)
    if found is None or _DIVIDES_BY_NOTHING.search(found[1]):
        raise PoFileError("its header has no valid Plural-Forms")
    try:
        return c2py(found[1])
    except (ValueError, RecursionError):
        raise PoFileError("its header has no valid Plural-Forms") from None


def _wrong_at(text: str, place: int) -> PoFileError:
    return PoFileError(f"what begins in line {text.count(chr(10), 0, place) + 1} is not valid")
